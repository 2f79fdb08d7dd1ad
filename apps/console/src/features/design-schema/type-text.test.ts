import { expect, it } from 'vitest';
import { attributeTypes, isForAttributes } from './type-text.ts';

const scalar = (name: 'INT' | 'STRING') => ({ kind: 'scalar', name }) as const;
const tuple = (
  name: string,
  ...fields: { readonly name: string; readonly type: ReturnType<typeof scalar>; readonly length?: number }[]
) => ({ name, fields });
const POINT = tuple(
  'Point',
  { name: 'x', type: scalar('INT') },
  { name: 'word', type: scalar('STRING'), length: 10 },
);

it('offers tuples of plain values whose texts have a length, alone and in collections', () => {
  const types = attributeTypes([POINT]);
  expect(types).toEqual(
    expect.arrayContaining([
      'Point',
      'LIST<Point>',
      'SET<Point>',
      'MAP<INT, Point>',
      'MAP<STRING, DATETIME>',
    ]),
  );
  const loose = tuple('Loose', { name: 'word', type: scalar('STRING') });
  const ends = { name: 'Ends', fields: [{ name: 'v', type: { kind: 'udt', name: 'VERTEX' } as const }] };
  const heap = { name: 'Heap', fields: [], accum: 'HeapAccum<Point>(3, x DESC)' };
  expect([loose, ends, heap].map(isForAttributes)).toEqual([false, false, false]);
  expect(attributeTypes([loose, ends, heap])).toEqual(attributeTypes([]));
});

it('offers no STRING COMPRESS, which the workspace stores as STRING', () => {
  expect(attributeTypes([POINT]).join(' ')).not.toContain('COMPRESS');
});
