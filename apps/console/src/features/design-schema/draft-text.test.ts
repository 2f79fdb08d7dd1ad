import { readSchemaText, type GraphSchema } from '@acacia/language';
import { expect, it } from 'vitest';
import { draftOf, NO_STYLE, type Draft } from './draft.ts';
import { changeBetween, isEmptyChange } from './draft-change.ts';
import { addEdge, addVertex, updateVertex } from './draft-edits.ts';
import { draftOfReading, scopeOf, textOf } from './draft-text.ts';

const INT = { kind: 'scalar', name: 'INT' } as const;
const schema: GraphSchema = {
  name: 'g',
  tuples: [],
  queries: [],
  vertexTypes: [
    {
      name: 'Airport',
      primaryId: { name: 'iata', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: [{ name: 'size', type: INT, defaultValue: '9223372036854775807' }],
      indexes: [{ name: 'by_size', attribute: 'size' }],
      vectors: [{ name: 'view', dimension: 3, metric: 'L2' }],
    },
    {
      name: 'City',
      primaryId: { name: 'a,b', type: 'STRING', asAttribute: false, isPrimaryKey: false, parts: ['a', 'b'] },
      attributes: [
        { name: 'a', type: INT },
        { name: 'b', type: INT },
      ],
      stats: 'none',
    },
  ],
  edgeTypes: [
    {
      name: 'Flight',
      directed: true,
      pairs: [{ from: 'Airport', to: 'City' }],
      attributes: [{ name: 'day', type: INT }],
      discriminator: ['day'],
      reverseEdge: 'back',
    },
  ],
};
const saved = draftOf(schema, {
  style: NO_STYLE,
  colorOf: () => '#123456',
  isForeign: (name) => name === 'City',
});
const scope = { name: 'g', tuples: [] };

function written(draft: Draft, change: (text: string) => string) {
  const reading = readSchemaText(change(textOf(draft, scope)), scopeOf(draft, scope));
  expect(reading.diagnostics).toEqual([]);
  return draftOfReading({ draft, saved }, reading, undefined);
}

it('is the very draft that its text was printed of', () => {
  const { draft, faults } = written(saved, (text) => text);
  expect(faults).toEqual([]);
  expect(draft.vertices).toEqual(saved.vertices);
  for (const [index, vertex] of draft.vertices.entries()) expect(vertex).toBe(saved.vertices[index]);
  expect(draft.edges[0]).toBe(saved.edges[0]);
});

it('keeps the colour of a new type that is renamed in the text, and gives others their own', () => {
  const before = updateVertex(addVertex(saved, 'new'), 'new', { color: '#abcdef' });
  const { draft } = written(before, (text) => text.replace('VertexType_1', 'Stop'));
  expect(draft.vertices.at(-1)).toMatchObject({ key: 'new', name: 'Stop', color: '#abcdef' });
  expect(changeBetween(saved, draft).addVertices.map(({ name }) => name)).toEqual(['Stop']);
});

it('gives each new type of the text a colour of its own', () => {
  const { draft } = written(
    saved,
    (text) => `${text}
CREATE VERTEX Stop (PRIMARY_ID id STRING)
CREATE UNDIRECTED EDGE passes (FROM Stop, TO Stop)`,
  );
  const [stop, passes] = [draft.vertices.at(-1)?.color, draft.edges.at(-1)?.color];
  expect([stop, passes]).toEqual([expect.stringMatching(/^#/), expect.stringMatching(/^#/)]);
  expect(stop).not.toBe(passes);
});

it('drops and makes anew a saved attribute or vector that became another, and takes back what was dropped', () => {
  const { draft } = written(saved, (text) =>
    text.replace(/size INT DEFAULT \S+/, 'size STRING').replace('DIMENSION=3', 'DIMENSION=4'),
  );
  expect(changeBetween(saved, draft).alterVertices).toMatchObject([
    {
      dropped: ['size'],
      added: [{ name: 'size' }],
      droppedVectors: ['view'],
      addedVectors: [{ dimension: 4 }],
    },
  ]);
  const { draft: back } = written(draft, () => textOf(saved, scope));
  expect(isEmptyChange(changeBetween(saved, back))).toBe(true);
});

it('joins own types with the global ones of the graph', () => {
  const before = addEdge(saved, 'e', saved.vertices[0]?.key ?? '', saved.vertices[1]?.key ?? '');
  const { draft } = written(before, (text) => text);
  expect(draft.edges.at(-1)).toBe(before.edges.at(-1));
  expect(draft.vertices[1]).toBe(saved.vertices[1]);
});

it('refuses what data of a saved type depends on, at the type', () => {
  const text = textOf(saved, scope).replace('REVERSE_EDGE="back"', 'REVERSE_EDGE="other"');
  const { faults } = draftOfReading(
    { draft: saved, saved },
    readSchemaText(text, scopeOf(saved, scope)),
    undefined,
  );
  expect(faults).toHaveLength(1);
  expect(text.slice(faults[0]?.span.start)).toMatch(/^ADD DIRECTED EDGE Flight/);
});
