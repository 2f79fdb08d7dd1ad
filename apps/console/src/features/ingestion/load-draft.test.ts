import type { WorkspaceClient } from '@acacia/api-client';
import { LoadDraft, type StoredDocument } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import { draftOf, isNothing, mappingsIn, NO_DRAFT, oldDraft } from './load-draft.ts';
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
  labels: { 0: 'Code' },
};
const draft = draftOf({
  files: [file],
  mappings: [mapping],
  own: null,
  run: { phase: 'failed', id: 'g.j.file.m1.1', error: 'no' },
});

test('a draft comes back as it was kept', () => {
  const read = LoadDraft.parse(JSON.parse(JSON.stringify(draft)));
  expect(JSON.stringify(read)).toBe(JSON.stringify(draft));
  expect(mappingsIn(read, schema)).toEqual(
    [{ ...mapping, key: undefined }].map(({ key: _, ...rest }) => rest),
  );
  expect([isNothing(draft), isNothing(NO_DRAFT)]).toEqual([false, true]);
});

test('a draft that the workspace keeps is of its person alone, and of a known form', async () => {
  const client = (document: StoredDocument) =>
    ({ storedDocument: () => Promise.resolve(document) }) as unknown as WorkspaceClient;
  const kept = client({ other: 1, 'draft:ann': JSON.parse(JSON.stringify(draft)) });
  expect(await oldDraft(kept, 'G', 'ann')).toEqual(draft);
  expect(await oldDraft(kept, 'G', 'bo')).toBeNull();
  expect(await oldDraft(client({ 'draft:ann': { files: 'odd' } }), 'G', 'ann')).toBeNull();
});

test('a draft without labels of columns opens, and none are written where there are none', () => {
  const { labels, ...old } = draft.files[0] ?? {};
  expect(labels).toEqual({ 0: 'Code' });
  expect(LoadDraft.parse({ ...draft, files: [old] }).files).toEqual([old]);
  const without = draftOf({
    files: [{ ...file, labels: {} }],
    mappings: [],
    own: null,
    run: { phase: 'none' },
  });
  expect(without.files).toEqual([old]);
  expect(LoadDraft.safeParse({ ...draft, files: [{ ...old, labels: { id: 'x' } }] }).success).toBe(false);
});

test('types that are gone are left out', () => {
  expect(mappingsIn(draft, { ...schema, vertexTypes: [] })).toEqual([]);
  const [city] = schema.vertexTypes;
  const more = { ...schema, vertexTypes: city === undefined ? [] : [{ ...city, attributes: [] }] };
  expect(mappingsIn(draft, more)[0]?.slots).toEqual([mapping.slots[0]]);
  expect(size.source).toBe(NO_SOURCE);
});

test('conditions are kept to four levels of groups; those of earlier versions have none', () => {
  const kept = (tests: readonly unknown[]) =>
    LoadDraft.safeParse({
      files: [],
      mappings: [{ file: 'a', target, sources: {}, endsMustExist: false, where: { joined: 'OR', tests } }],
    });
  const plain = { source: { kind: 'column', index: 0 }, operator: '<=', value: '5' };
  expect(kept([plain]).data?.mappings[0]?.where).toEqual({ joined: 'OR', tests: [plain] });
  const nested = (levels: number): unknown =>
    levels === 0 ? plain : { operator: 'GROUP', negated: true, joined: 'AND', tests: [nested(levels - 1)] };
  expect([4, 5].map((levels) => kept([nested(levels)]).success)).toEqual([true, false]);
  const values = Array.from({ length: 1001 }, String);
  expect(kept([{ source: plain.source, operator: 'IN', values }]).success).toBe(false);
});
