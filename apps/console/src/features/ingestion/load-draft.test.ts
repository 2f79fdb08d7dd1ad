import type { AttributeType, GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import { draftIn, draftOf, mappingsIn, memberOf, NO_DRAFT } from './load-draft.ts';
import { slotsOf } from './mapping.ts';
import { NO_SOURCE } from './source.ts';
import { EVERY_ROW } from './where.ts';
import { aPreview, OPTIONS } from './testing.ts';

const schema: GraphSchema = {
  name: 'G',
  vertexTypes: [
    {
      name: 'City',
      primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: [{ name: 'size', type: { kind: 'scalar', name: 'INT' } }],
    },
  ],
  edgeTypes: [],
  tuples: [],
  queries: [],
};
const target = { kind: 'vertex', type: 'City' } as const;
const [id, size] = slotsOf(schema, target);
if (id === undefined || size === undefined) throw new Error('A city has an id and a size.');
const mapping = {
  key: 'mapping-0',
  file: 'a.csv',
  target,
  slots: [{ ...id, source: { kind: 'column', index: 2 } as const }, size],
  endsMustExist: false,
  where: EVERY_ROW,
};
const file = {
  file: { name: 'a.csv', size: 3, path: 'a.csv' },
  options: OPTIONS,
  preview: aPreview('a.csv', ['id']),
};
const draft = draftOf({
  files: [file],
  mappings: [mapping],
  own: null,
  run: { phase: 'failed', id: 'g.j.file.m1.1', error: 'no' },
});

test('a draft comes back as it was kept, for its person alone', () => {
  const document = { other: 1, ...memberOf('ann', draft) };
  const read = draftIn(JSON.parse(JSON.stringify(document)) as Record<string, unknown>, 'ann');
  expect(read).toEqual(draft);
  expect(mappingsIn(read, schema)).toEqual(
    [{ ...mapping, key: undefined }].map(({ key: _, ...rest }) => rest),
  );
  expect(draftIn(document, 'bo')).toEqual(NO_DRAFT);
  expect(memberOf('ann', NO_DRAFT)).toEqual({ 'draft:ann': null });
});

test('what is no draft, and types that are gone, are left out', () => {
  expect(draftIn({ 'draft:ann': { files: 'odd' } }, 'ann')).toEqual(NO_DRAFT);
  expect(mappingsIn(draft, { ...schema, vertexTypes: [] })).toEqual([]);
  const [city] = schema.vertexTypes;
  const more = { ...schema, vertexTypes: city === undefined ? [] : [{ ...city, attributes: [] }] };
  expect(mappingsIn(draft, more)[0]?.slots).toEqual([mapping.slots[0]]);
  expect(size.source).toBe(NO_SOURCE);
});

test('an attribute whose type has become a collection is unmapped', () => {
  const [city] = schema.vertexTypes;
  if (city === undefined) throw new Error('There is a city.');
  const kept = draftOf({
    files: [file],
    mappings: [{ ...mapping, slots: [id, { ...size, source: { kind: 'column', index: 1 } }] }],
    own: null,
    run: { phase: 'none' },
  });
  const list: AttributeType = {
    kind: 'map',
    key: { kind: 'scalar', name: 'INT' },
    value: { kind: 'scalar', name: 'INT' },
  };
  const changed: GraphSchema = {
    ...schema,
    vertexTypes: [{ ...city, attributes: [{ name: 'size', type: list }] }],
  };
  expect(mappingsIn(kept, schema)[0]?.slots[1]?.source).toEqual({ kind: 'column', index: 1 });
  expect(mappingsIn(kept, changed)[0]?.slots[1]?.source).toBe(NO_SOURCE);
});
