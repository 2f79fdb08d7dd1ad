import { expect, test } from 'vitest';
import { textOf } from './print.ts';

test('a list is a table: what tells rows apart comes first, and columns without a value are left out', () => {
  const rows = [
    { id: 'a', size: 1, status: 'Active', note: '', name: 'first', tags: ['x'] },
    { id: 'b', size: 22, status: 'Idle', note: null, name: '東京' },
  ];
  expect(textOf(rows, {}, 80)).toBe(
    ['NAME   STATUS  ID  SIZE', 'first  Active  a   1', '東京   Idle    b   22'].join('\n'),
  );
  expect(textOf(rows, {}, 14)).toBe(['NAME   STATUS', 'first  Active', '東京   Idle'].join('\n'));
  expect(textOf(rows, {}, 3).split('\n')[0]).toBe('NAME');
  expect(textOf(rows, { columns: 'tags, id' }, 3)).toBe(['TAGS   ID', '["x"]  a', '       b'].join('\n'));
  expect(textOf([], {}, 80)).toBe('Nothing found.');
});

test('one thing is a line for each field, and a text is itself', () => {
  expect(textOf({ a: 1, long_name: { b: [] }, c: null }, {}, 80)).toBe(
    ['a          1', 'long_name  {"b":[]}', 'c'].join('\n'),
  );
  expect(textOf({}, {}, 80)).toBe('Done.');
  expect(textOf('task-1', {}, 80)).toBe('task-1');
  expect(textOf(['a', 'b'], {}, 80)).toBe('a\nb');
});

test('a name cannot move the cursor, change colours, break the line or turn the direction', () => {
  expect(textOf([{ name: '\u001b[31mred\u001b[0m\r\n\u202egnp.exe' }], {}, 80)).toBe(
    'NAME\n�[31mred�[0m �gnp.exe',
  );
});

test('JSON keeps numbers of 64 bits', () => {
  expect(textOf({ id: 9007199254740993n }, { json: true }, 80)).toBe('{\n  "id": 9007199254740993\n}');
});
