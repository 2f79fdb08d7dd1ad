import type { GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import { aPreview } from './testing.ts';
import { loadingJobText, mapByName, mappingProblems, slotsOf, type Mapping } from './mapping.ts';

const schema: GraphSchema = {
  name: 'G',
  vertexTypes: [
    {
      name: 'Airport',
      primaryId: { name: 'iata', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: [
        { name: 'home_city', type: { kind: 'scalar', name: 'STRING' } },
        { name: 'size', type: { kind: 'scalar', name: 'INT' } },
      ],
    },
  ],
  edgeTypes: [
    {
      name: 'Flight',
      directed: true,
      pairs: [{ from: 'Airport', to: 'Airport' }],
      attributes: [{ name: 'flights', type: { kind: 'scalar', name: 'INT' } }],
      discriminator: [],
    },
  ],
  tuples: [],
  queries: [],
};

const vertex = { kind: 'vertex', type: 'Airport' } as const;
const edge = { kind: 'edge', type: 'Flight', pair: { from: 'Airport', to: 'Airport' } } as const;

test('maps by name, case and punctuation aside, and the ends of edges by the usual words', () => {
  expect(mapByName(slotsOf(schema, vertex), ['SIZE', 'Home City']).map(({ source }) => source)).toEqual([
    { kind: 'none' },
    { kind: 'column', index: 1 },
    { kind: 'column', index: 0 },
  ]);
  expect(
    mapByName(slotsOf(schema, edge), ['origin', 'destination', 'count']).map(({ source }) => source),
  ).toEqual([{ kind: 'column', index: 0 }, { kind: 'column', index: 1 }, { kind: 'none' }]);
});

test('a required column that was not chosen is named', () => {
  const mapping: Mapping = {
    key: 'm',
    file: 'a.csv',
    target: vertex,
    slots: slotsOf(schema, vertex),
    endsMustExist: false,
  };
  expect(mappingProblems([mapping])).toEqual([
    { mapping: 'm', slot: 'iata', message: 'Choose the column that holds iata of Airport.' },
  ]);
});

test('writes the loading job, vertices before edges', () => {
  const routes = aPreview('routes.csv', ['origin', 'destination', 'odd "name']);
  const airports = aPreview('airports.tsv', ['iata', 'size'], { separator: '\t' });
  const mappings: Mapping[] = [
    {
      key: 'e',
      file: 'routes.csv',
      target: edge,
      slots: slotsOf(schema, edge).map((slot, index) => ({ ...slot, source: { kind: 'column', index } })),
      endsMustExist: true,
    },
    {
      key: 'v',
      file: 'airports.tsv',
      target: vertex,
      slots: mapByName(slotsOf(schema, vertex), airports.columns).map((slot) =>
        slot.name === 'home_city' ? { ...slot, source: { kind: 'literal', text: 'say "hi"' } } : slot,
      ),
      endsMustExist: false,
    },
  ];
  expect(loadingJobText('load_1', 'G', [routes, airports], mappings)).toBe(
    [
      'CREATE LOADING JOB load_1 FOR GRAPH G {',
      '  DEFINE FILENAME file_1;',
      '  DEFINE FILENAME file_2;',
      '  LOAD file_2 TO VERTEX Airport VALUES ($"iata", "say \\"hi\\"", $"size")',
      '    USING SEPARATOR="\\t", HEADER="true", EOL="\\n", QUOTE="double";',
      '  LOAD file_1 TO EDGE Flight VALUES ($"origin" Airport, $"destination" Airport, $2)',
      '    USING SEPARATOR=",", HEADER="true", EOL="\\n", QUOTE="double", VERTEX_MUST_EXIST="true";',
      '}',
    ].join('\n'),
  );
});

test('all statements over one file have the same options', () => {
  const both = aPreview('both.csv', ['iata', 'to']);
  const mapping = (key: string, target: Mapping['target'], endsMustExist: boolean): Mapping => ({
    key,
    file: 'both.csv',
    target,
    slots: slotsOf(schema, target).map((slot) => ({ ...slot, source: { kind: 'column', index: 0 } })),
    endsMustExist,
  });
  for (const endsMustExist of [true, false]) {
    const mappings = [mapping('v', vertex, true), mapping('e', edge, endsMustExist)];
    const text = loadingJobText('load_1', 'G', [both], mappings);
    const options = [...text.matchAll(/USING (.*);/g)].map(([, using = '']) => using);
    expect(options).toHaveLength(2);
    expect(new Set(options).size).toBe(1);
    expect(options[0]?.includes('VERTEX_MUST_EXIST="true"')).toBe(endsMustExist);
  }
});

test('reads JSON by paths, and says how a file is encoded', () => {
  const lines = aPreview('a.json', ['id', 'at.home "city'], { format: 'json', encoding: 'windows-1252' }, [
    ['id'],
    ['at', 'home "city'],
  ]);
  const slots = slotsOf(schema, vertex).map((slot, index) =>
    index < 2 ? { ...slot, source: { kind: 'column' as const, index } } : slot,
  );
  const mapping: Mapping = { key: 'v', file: 'a.json', target: vertex, slots, endsMustExist: false };
  expect(loadingJobText('load_1', 'G', [lines], [mapping]).split('\n').slice(2, 4)).toEqual([
    '  LOAD file_1 TO VERTEX Airport VALUES ($"id", $"at":"home \\"city", _)',
    '    USING JSON_FILE="true", ENCODING="windows-1252";',
  ]);
});
