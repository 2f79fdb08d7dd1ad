import type { GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import {
  addedFault,
  addedSources,
  additionOf,
  freeColumns,
  proposedAttributes,
  withAttributes,
} from './added-attributes.ts';
import { mapByName, slotsOf, type Mapping } from './mapping.ts';
import { aPreview } from './testing.ts';
import { EVERY_ROW } from './where.ts';

const text = { kind: 'scalar', name: 'STRING' } as const;
const SCHEMA: GraphSchema = {
  name: 'g',
  vertexTypes: [
    {
      name: 'City',
      primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: [{ name: 'name', type: text }],
      vectors: [{ name: 'look', dimension: 2, metric: 'L2' }],
    },
  ],
  edgeTypes: [
    {
      name: 'Road',
      directed: true,
      pairs: [{ from: 'City', to: 'City' }],
      attributes: [{ name: 'km', type: text }],
      discriminator: [],
    },
  ],
  tuples: [],
  queries: [],
};
const CITY = { kind: 'vertex', type: 'City' } as const;
const ROAD = { kind: 'edge', type: 'Road', pair: { from: 'City', to: 'City' } } as const;
const mapping = (key: string, target: Mapping['target'], columns: readonly string[]): Mapping => ({
  key,
  file: 'a.csv',
  target,
  slots: mapByName(slotsOf(SCHEMA, target), columns),
  endsMustExist: false,
  where: EVERY_ROW,
});

test('columns that another mapping of the file uses, or that names fill, are not free', () => {
  const columns = ['id', 'Name', 'size', 'from', 'to', 'KM'];
  const city = mapping('c', CITY, []);
  expect(freeColumns(city, [city], columns)).toEqual([2, 3, 4, 5]);
  expect(freeColumns(city, [city, mapping('r', ROAD, columns)], columns)).toEqual([2]);
});

test('attributes have the inferred types, and valid names that nothing of the type has', () => {
  const columns = ['population (2020)', 'NAME', 'look', 'select', '', 'x'.repeat(300), 'NAME'];
  const preview = aPreview('a.csv', columns);
  const [first] = preview.sample.columns;
  const typed = {
    ...preview,
    sample: { ...preview.sample, columns: first === undefined ? [] : [{ ...first, type: 'INT' as const }] },
  };
  const added = proposedAttributes(SCHEMA, CITY, typed, [0, 1, 2, 3, 4, 5, 6]);
  expect(added.map(({ name, type }) => `${name.slice(0, 20)} ${type}`)).toEqual([
    'population_2020 INT',
    'NAME_2 STRING',
    'look_2 STRING',
    'select_ STRING',
    'value STRING',
    `${'x'.repeat(20)} STRING`,
    'NAME_3 STRING',
  ]);
  expect(added.map((each) => addedFault(SCHEMA, CITY, added, each))).toEqual(added.map(() => undefined));
  expect(proposedAttributes(SCHEMA, ROAD, preview, [1]).map(({ name }) => name)).toEqual(['NAME']);
});

test.each([
  ['the name of another', ['name'], "There are two attributes named 'name'."],
  ['the name of the id', ['id'], "There are two attributes named 'id'."],
  ['one name twice', ['a', 'a'], "There are two attributes named 'a'."],
])('an attribute with %s is not added', (_, names, fault) => {
  const added = names.map((name, column) => ({ column, name, type: 'INT' as const }));
  expect(added.map((each) => addedFault(SCHEMA, CITY, added, each))).toEqual(added.map(() => fault));
});

test('a name with a blank is no name', () => {
  const added = [{ column: 0, name: 'a b', type: 'INT' as const }];
  expect(added.map((each) => addedFault(SCHEMA, CITY, added, each))).not.toContain(undefined);
});

test('the change adds attributes to the one type, and nothing else', () => {
  const added = [{ column: 3, name: 'size', type: 'INT' as const }];
  const size = { name: 'size', type: { kind: 'scalar', name: 'INT' } };
  for (const [target, altered, others] of [
    [CITY, 'alterVertices', 'alterEdges'],
    [ROAD, 'alterEdges', 'alterVertices'],
  ] as const) {
    const change = additionOf(target, added);
    expect(change[altered]).toMatchObject([{ name: target.type, added: [size], dropped: [] }]);
    expect(change[others]).toEqual([]);
    expect(slotsOf(withAttributes(SCHEMA, target, added), target).at(-1)).toMatchObject({
      name: 'size',
      type: 'INT',
    });
  }
  expect(addedSources(added)).toEqual({ size: { kind: 'column', index: 3 } });
});
