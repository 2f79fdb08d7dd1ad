import type { GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import { draftIn, draftOf, mappingsIn, NO_DRAFT, withDraft } from './load-draft.ts';
import { NO_SOURCE, slotsOf } from './mapping.ts';
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
};
const file = {
  file: { name: 'a.csv', size: 3, path: 'a.csv' },
  options: OPTIONS,
  preview: aPreview('a.csv', ['id']),
};
const draft = draftOf([file], [mapping]);

test('a draft comes back as it was kept, for its person alone', () => {
  const document = withDraft({ other: 1 }, 'ann', draft);
  const read = draftIn(JSON.parse(JSON.stringify(document)) as Record<string, unknown>, 'ann');
  expect(read).toEqual(draft);
  expect(mappingsIn(read, schema)).toEqual(
    [{ ...mapping, key: undefined }].map(({ key: _, ...rest }) => rest),
  );
  expect(draftIn(document, 'bo')).toEqual(NO_DRAFT);
  expect(withDraft(document, 'ann', NO_DRAFT)).toEqual({ other: 1 });
});

test('what is no draft, and types that are gone, are left out', () => {
  expect(draftIn({ 'draft:ann': { files: 'odd' } }, 'ann')).toEqual(NO_DRAFT);
  expect(mappingsIn(draft, { ...schema, vertexTypes: [] })).toEqual([]);
  const [city] = schema.vertexTypes;
  const more = { ...schema, vertexTypes: city === undefined ? [] : [{ ...city, attributes: [] }] };
  expect(mappingsIn(draft, more)[0]?.slots).toEqual([mapping.slots[0]]);
  expect(size.source).toBe(NO_SOURCE);
});
