import { describe, expect, it } from 'vitest';
import { AnswerSplitter, type Column } from './split-answer.ts';

interface Table {
  readonly name: string;
  readonly rows: string[];
  columns: readonly Column[];
}

/** @param size bytes of each piece */
function split(text: string, size = Infinity): readonly Table[] {
  const tables: Table[] = [];
  const splitter = new AnswerSplitter({
    begin: (name) => tables.push({ name, rows: [], columns: [] }),
    row: (line) => tables.at(-1)?.rows.push(Buffer.from(line).toString()),
    end: (columns) => {
      const last = tables.at(-1);
      if (last !== undefined) last.columns = columns;
    },
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size)
    splitter.push(bytes.subarray(at, Math.min(bytes.length, at + size)));
  splitter.end();
  return tables;
}

const names = (table: Table | undefined) => table?.columns.map(({ path }) => path.join('/'));

describe('the tables of an answer', () => {
  it('are one for each list, with the columns of all its rows', () => {
    const tables = split('{"a":[{"x":1,"y":"two"},{"y":"}],","z":[1,{"w":2}]}]},{"b":[1,"two",null]}');
    expect(tables).toMatchObject([
      { name: 'a', rows: ['{"x":1,"y":"two"}', '{"y":"}],","z":[1,{"w":2}]}'] },
      { name: 'b', rows: ['1', '"two"', 'null'] },
    ]);
    expect(tables.map(names)).toEqual([['x', 'y', 'z'], ['']]);
  });

  it('have the attributes of vertices and edges as columns, computed ones first', () => {
    const [table] = split(
      '{"v":[{"v_id":"1","v_type":"p","attributes":{"age":3,"@sum":{"age":1}}},{"v_id":"2","v_type":"p","attributes":{}}]}',
    );
    expect(names(table)).toEqual(['v_id', 'v_type', 'attributes/@sum', 'attributes/age']);
  });

  it('keep a field named attributes of rows that are no vertices', () => {
    expect(split('{"v":[{"attributes":{"a":1}}]}').map(names)).toEqual([['attributes']]);
  });

  it('of maps are keys and values; single values and single vertices share one', () => {
    const vertex = '{"v_id":"1","v_type":"p","attributes":{"a":[1]}}';
    const tables = split(`{"m":{"k \\"1":[1,2],"k2":{"v_id":1}},"n":7,"e":{}},{"s":"t,"},{"v":${vertex}}`);
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['m', ['{"key":"k \\"1","value":[1,2]}', '{"key":"k2","value":{"v_id":1}}']],
      ['e', []],
      ['Values', ['{"name":"n","value":7}', '{"name":"s","value":"t,"}', `{"name":"v","value":${vertex}}`]],
    ]);
  });

  it('are the same in pieces of any size, and lines have no breaks', () => {
    const text =
      '{"añ":[{"x":"\\\\","y\\"":"€\\n"},\n  {"x":\n  [1,\n 2]}\n],\n"m":{"a":1,"b":{"c":[]}}},{"s":-1.5e3}';
    const whole = split(text);
    expect(whole[0]?.rows[1]).toBe('{"x":   [1,  2]}');
    for (let size = 1; size < 12; size += 1) expect(split(text, size), `pieces of ${size}`).toEqual(whole);
  });

  it('have 10,000 columns, and stand by names such as __proto__', () => {
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`c${i}`, i]));
    expect(split(`{"w":[${JSON.stringify(wide)}]}`)[0]?.columns).toHaveLength(10_000);
    expect(split('{"w":[{"__proto__":1}]}').map(names)).toEqual([['__proto__']]);
  });

  it('end where an answer is cut', () => {
    const tables = split('{"a":[{"x":1},{"x":2},{"x":');
    expect(tables).toMatchObject([{ name: 'a', rows: ['{"x":1}', '{"x":2}'] }]);
    expect(tables.map(names)).toEqual([['x']]);
  });
});
