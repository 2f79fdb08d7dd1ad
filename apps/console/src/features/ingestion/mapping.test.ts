import type { GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import { previewFile, UnusableFile } from './file-preview.ts';
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

const file = (text: string, name = 'a.csv'): File => new File([text], name);

test('detects separator, line end, header and a byte-order mark', async () => {
  const preview = await previewFile(file('\uFEFFiata;Home City\r\nABE;Allentown\r\nATL;"Atlanta; GA"\r\n'));
  expect(preview.options).toEqual({ separator: ';', eol: '\r\n', quote: 'double', header: true });
  expect(preview.columns).toEqual(['iata', 'Home City']);
  expect(preview.rows).toEqual([
    ['ABE', 'Allentown'],
    ['ATL', 'Atlanta; GA'],
  ]);
  expect(preview.warnings).toEqual([]);
});

test('rows of numbers have no header; what a person chooses wins', async () => {
  const preview = await previewFile(file('1,2\n3,4\n'));
  expect(preview.options.header).toBe(false);
  expect(preview.columns).toEqual(['column 1', 'column 2']);
  expect((await previewFile(file('1,2\n3,4\n'), { header: true })).rows).toEqual([['3', '4']]);
});

test('an empty file and a binary file are refused by name', async () => {
  await expect(previewFile(file('', 'empty.csv'))).rejects.toThrow('The file empty.csv is empty.');
  await expect(previewFile(file('a\u0000b', 'x.png'))).rejects.toBeInstanceOf(UnusableFile);
});

test('a broken quote, a short row and a repeated name are told beforehand', async () => {
  const preview = await previewFile(file('a,a,b\n1,2\n"x,2,3\n4,5,6\n'), { header: true });
  expect(preview.warnings).toHaveLength(3);
  expect(preview.warnings.join(' ')).toMatch(/more than once.*Row 1 has 2 columns where 3.*not closed/);
});

test('a long row is told beforehand: it is loaded, without what stands beyond', async () => {
  const preview = await previewFile(file('a,b\n1,2,3\n4,5\n6\n'), { header: true });
  expect(preview.warnings).toEqual([
    'Row 3 has 1 columns where 2 were expected. Such rows are rejected and reported.',
    'Row 1 has 3 columns where 2 were expected. Such rows are loaded without what stands beyond.',
  ]);
});

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

test('writes the loading job, vertices before edges', async () => {
  const routes = await previewFile(file('origin,destination,"odd ""name"\nA,B,1\n', 'routes.csv'));
  const airports = await previewFile(file('iata\tsize\nA\t1\n', 'airports.tsv'));
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

test('all statements over one file have the same options', async () => {
  const both = await previewFile(file('iata,to\nABE,ATL\n', 'both.csv'));
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
