import { LoadDraft } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import { aPreview } from './testing.ts';
import {
  loadingJobText,
  mapByName,
  mappingProblems,
  quickMapped,
  slotsOf,
  WHERE,
  type Mapping,
} from './mapping.ts';
import { readJob } from './read-job.ts';
import { functionOf, sourceFault, type SlotForm, type Source } from './source.ts';
import {
  EVERY_ROW,
  testFault,
  testWarning,
  valueText,
  whereFault,
  withOperator,
  type Test,
  type TestFault,
  type ValueTest,
  type Where,
} from './where.ts';

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
  const [size] = slotsOf(schema, vertex).slice(2);
  if (size === undefined) throw new Error('Airport has no size.');
  // Names of one mark that are not the same.
  expect(mapByName([{ ...size, name: 'an' }], ['c0'])).toEqual([{ ...size, name: 'an' }]);
});

test('a required column that was not chosen is named', () => {
  const mapping: Mapping = {
    key: 'm',
    file: 'a.csv',
    target: vertex,
    slots: slotsOf(schema, vertex),
    endsMustExist: false,
    where: EVERY_ROW,
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
      where: EVERY_ROW,
    },
    {
      key: 'v',
      file: 'airports.tsv',
      target: vertex,
      slots: mapByName(slotsOf(schema, vertex), airports.columns).map((slot) =>
        slot.name === 'home_city' ? { ...slot, source: { kind: 'literal', text: 'say "hi"' } } : slot,
      ),
      endsMustExist: false,
      where: EVERY_ROW,
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
    where: EVERY_ROW,
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
  const mapping: Mapping = {
    key: 'v',
    file: 'a.json',
    target: vertex,
    slots,
    endsMustExist: false,
    where: EVERY_ROW,
  };
  expect(loadingJobText('load_1', 'G', [lines], [mapping]).split('\n').slice(2, 4)).toEqual([
    '  LOAD file_1 TO VERTEX Airport VALUES ($"id", $"at":"home \\"city", _)',
    '    USING JSON_FILE="true", ENCODING="windows-1252";',
  ]);
});

test('converts values that are written otherwise than their attribute is read', () => {
  const plain = aPreview('a.csv', ['iata', 'city', 'size']);
  const columns = plain.sample.columns.map((column, index) => ({
    ...column,
    form: index === 0 ? ('%d/%m/%Y' as const) : ('thousands' as const),
  }));
  const slots = slotsOf(schema, vertex).map((slot, index) => ({
    ...slot,
    source: { kind: 'column' as const, index },
  }));
  const preview = { ...plain, sample: { ...plain.sample, columns } };
  const values = (given: Mapping['slots']): string | undefined =>
    /VALUES \((.*)\)\n/.exec(
      loadingJobText(
        'load_1',
        'G',
        [preview],
        [{ key: 'v', file: 'a.csv', target: vertex, slots: given, endsMustExist: false, where: EVERY_ROW }],
      ),
    )?.[1];
  // Texts stay as they are in the file.
  expect(values(slots)).toBe('$"iata", $"city", gsql_replace($"size", ",", "")');
  expect(values(slots.map((slot) => ({ ...slot, type: 'DATETIME' })))).toBe(
    'to_datetime($"iata", "%d/%m/%Y"), $"city", $"size"',
  );
  const commas = columns.map((column) => ({ ...column, form: 'decimal comma' as const }));
  const european = loadingJobText(
    'load_1',
    'G',
    [{ ...preview, sample: { ...preview.sample, columns: commas } }],
    [{ key: 'v', file: 'a.csv', target: vertex, slots, endsMustExist: false, where: EVERY_ROW }],
  );
  expect(european).toContain(
    'VALUES ($"iata", $"city", gsql_replace(gsql_replace($"size", ".", ""), ",", "."))',
  );
});

const column = (index: number): Source => ({ kind: 'column', index });

test('quick map fills what is not mapped, by the names of columns or in their order', () => {
  const slots = slotsOf(schema, vertex).map((slot) =>
    slot.name === 'size' ? { ...slot, source: column(0) } : slot,
  );
  const columns = ['a', 'b', 'IATA'];
  const sources = (by: 'names' | 'order') => quickMapped(slots, columns, by).map(({ source }) => source);
  expect(sources('names')).toEqual([column(2), { kind: 'none' }, column(0)]);
  expect(sources('order')).toEqual([column(1), column(2), column(0)]);
  // Types proposed for files have names without marks.
  const marked = [...columns, 'Höme-City'];
  expect(quickMapped(slots, marked, 'names').map(({ source }) => source)).toEqual([
    column(2),
    column(3),
    column(0),
  ]);
});

test.each<[SlotForm, Source, string | undefined]>([
  ['list', column(0), 'Not support'],
  ['set', functionOf('gsql_lower', column(0)), 'Not support'],
  ['map', column(0), 'Not support'],
  ['udt', functionOf('gsql_lower', column(0)), 'Not support'],
  ['map', { kind: 'literal', text: 'x' }, 'Currently you cannot map data to MAP attributes.'],
  ['udt', { kind: 'literal', text: 'x' }, 'Currently you cannot map data to UDT attributes.'],
  ['list of udt', { kind: 'literal', text: 'x' }, 'Currently you cannot map data to UDT value attributes.'],
  ['list', { kind: 'split', index: 0, separator: '|' }, undefined],
  ['vector', { kind: 'split', index: 0, separator: ',' }, undefined],
  ['scalar', { kind: 'split', index: 0, separator: ',' }, 'Not support'],
  ['scalar', functionOf('gsql_concat', column(0)), undefined],
])('an attribute of the form %s from %j', (form, source, expected) => {
  expect(sourceFault(form, source, false)).toBe(expected);
});

test('compares with numbers only where the text is one', () => {
  expect(['5', '-2.50', '007', '1e3', '9007199254740993', 'say "x"'].map(valueText)).toEqual([
    '5',
    '-2.50',
    '"007"',
    '"1e3"',
    '"9007199254740993"',
    '"say \\"x\\""',
  ]);
});

const withMore: GraphSchema = {
  ...schema,
  vertexTypes: [
    ...schema.vertexTypes,
    {
      name: 'Doc',
      primaryId: { name: 'id', type: 'INT', asAttribute: true, isPrimaryKey: false },
      attributes: [
        { name: 'tags', type: { kind: 'list', element: { kind: 'scalar', name: 'STRING' } } },
        { name: 'title', type: { kind: 'scalar', name: 'STRING' } },
      ],
      vectors: [{ name: 'emb', dimension: 3, metric: 'COSINE' }],
    },
  ],
};
const docs = aPreview('docs.csv', ['id', 'title', 'tags', 'vector']);
const chosen = {
  file: { name: 'docs.csv', size: 3, path: 'docs.csv' },
  options: docs.options,
  preview: docs,
  labels: {},
};
const filled = (target: Mapping['target'], sources: readonly Source[]): Mapping => ({
  key: target.kind,
  file: 'docs.csv',
  target,
  slots: slotsOf(withMore, target).map((slot, at) => ({ ...slot, source: sources[at] ?? slot.source })),
  endsMustExist: false,
  where: EVERY_ROW,
});
const DOCS: readonly Mapping[] = [
  {
    ...filled({ kind: 'vertex', type: 'Doc' }, [
      functionOf('gsql_to_int', column(0)),
      { kind: 'split', index: 2, separator: '|' },
      { kind: 'function', name: 'gsql_upper', args: [functionOf('gsql_trim', column(1))] },
    ]),
    where: {
      joined: 'OR',
      tests: [
        { source: column(0), operator: '>', value: '10' },
        { source: column(1), operator: '==', value: '007' },
        { source: functionOf('gsql_lower', column(1)), operator: 'IS NOT EMPTY', value: '' },
      ],
    },
  },
  filled({ kind: 'vector', type: 'Doc', attribute: 'emb' }, [
    column(0),
    { kind: 'split', index: 3, separator: ';' },
  ]),
];

test('functions, parts, conditions and vectors are written, and read back as the same mapping', () => {
  const text = loadingJobText('load_1', 'G', [docs], DOCS);
  expect(text).toContain(
    'LOAD file_1 TO VERTEX Doc VALUES (gsql_to_int($"id"), SPLIT($"tags", "|"), gsql_upper(gsql_trim($"title"))) WHERE $"id" > 10 OR $"title" == "007" OR gsql_lower($"title") IS NOT EMPTY',
  );
  expect(text).toContain(
    'LOAD file_1 TO VECTOR ATTRIBUTE emb ON VERTEX Doc VALUES ($"id", SPLIT($"vector", ";"))',
  );
  const mappings = DOCS.map(({ key: _, ...rest }) => rest);
  expect(readJob(text, 'G', withMore, [chosen])).toEqual({ kind: 'mapping', mappings });
  // Columns by their positions and fewer words say the same.
  const plain = text.replace('$"id"), SPLIT', '$0), split').replace(' FOR GRAPH G', '');
  expect(readJob(plain, 'G', withMore, [chosen])).toEqual({ kind: 'mapping', mappings });
});

test.each([
  ['another separator', (text: string) => text.replaceAll('SEPARATOR=","', 'SEPARATOR=";"')],
  ['a condition with numbers as text', (text: string) => text.replace('> 10', '> "10"')],
  ['a list of parts', (text: string) => text.replace('SPLIT($"tags", "|")', 'LIST($"tags", $"title")')],
  ['a header of its own', (text: string) => text.replace('{', '{ DEFINE HEADER h = "a";')],
  [
    'a file of its own',
    (text: string) =>
      text.replace('{', '{ DEFINE FILENAME other = "x.csv";\n LOAD other TO VERTEX Doc VALUES ($0, _, _);'),
  ],
])('a job with %s is run as it is written', (_, change) => {
  const text = change(loadingJobText('load_1', 'G', [docs], DOCS));
  expect(readJob(text, 'G', withMore, [chosen])).toMatchObject({ kind: 'own', job: { text } });
});

test.each([
  ['CREATE LOADING JOB a FOR GRAPH G { LOAD }', 'Line 1, column '],
  ['DROP ALL', 'Write one CREATE LOADING JOB and nothing else.'],
  ['CREATE LOADING JOB a FOR GRAPH H { }', 'The job is for the graph H, and this page loads into G.'],
  ['CREATE LOADING JOB a { DEFINE FILENAME g; }', 'The file variable g has no path'],
])('%s is refused with where and why', (text, message) => {
  const read = readJob(text, 'G', withMore, [chosen]);
  expect(read.kind === 'fault' ? read.message : read.kind).toContain(message);
});

test('a condition without its column is a problem', () => {
  const [doc] = DOCS;
  if (doc === undefined) throw new Error('There is a mapping.');
  const open: Mapping = {
    ...doc,
    where: { joined: 'AND', tests: [{ source: { kind: 'none' }, operator: '==', value: '' }] },
  };
  expect(mappingProblems([open])).toMatchObject([{ slot: WHERE }]);
});

/** The job of a vertex whose rows meet a condition. */
function jobWhere(where: Where): string {
  const [doc] = DOCS;
  if (doc === undefined) throw new Error('There is a mapping.');
  return loadingJobText('load_1', 'G', [docs], [{ ...doc, where }]);
}
function readWhere(text: string): Where | string {
  const read = readJob(text, 'G', withMore, [chosen]);
  return read.kind === 'mapping' ? (read.mappings[0]?.where ?? 'none') : read.kind;
}
const one = (test: Test): Where => ({ joined: 'AND', tests: [test] });
const isX: Test = { source: column(1), operator: '==', value: 'x' };
const over5: Test = { source: column(0), operator: '>', value: '5' };
const group = (negated: boolean, joined: 'AND' | 'OR', ...tests: readonly Test[]): Test => ({
  operator: 'GROUP',
  negated,
  joined,
  tests,
});

test.each<[string, Where]>([
  ['$"id" IN (1, -2.5)', one({ source: column(0), operator: 'IN', values: ['1', '-2.5'] })],
  // One number would have all of them compared as numbers.
  ['$"id" NOT IN ("1", "a, b")', one({ source: column(0), operator: 'NOT IN', values: ['1', 'a, b'] })],
  ['$"id" BETWEEN 1 AND 9', one({ source: column(0), operator: 'BETWEEN', from: '1', to: '9' })],
  [
    '$"title" NOT BETWEEN "007" AND "say \\"b\\""',
    one({ source: column(1), operator: 'NOT BETWEEN', from: '007', to: 'say "b"' }),
  ],
  ['$"title" IS EMPTY', one({ source: column(1), operator: 'IS EMPTY', value: '' })],
  ['$"title" IS NOT EMPTY', one({ source: column(1), operator: 'IS NOT EMPTY', value: '' })],
  ['$"id" IS NUMERIC', one({ source: column(0), operator: 'IS NUMERIC', value: '' })],
  ['$"id" IS NOT NUMERIC', one({ source: column(0), operator: 'IS NOT NUMERIC', value: '' })],
  ['NOT ($"title" == "x")', one(group(true, 'AND', isX))],
  ['NOT ($"title" == "x" OR $"id" > 5)', one(group(true, 'OR', isX, over5))],
  [
    '$"id" > 5 AND ($"title" == "x" OR $"id" BETWEEN 1 AND 2 OR NOT ($"title" == "x" AND $"id" > 5))',
    {
      joined: 'AND',
      tests: [
        over5,
        group(
          false,
          'OR',
          isX,
          { source: column(0), operator: 'BETWEEN', from: '1', to: '2' },
          group(true, 'AND', isX, over5),
        ),
      ],
    },
  ],
])('the condition %s is written, kept and read back', (written, where) => {
  const text = jobWhere(where);
  expect(text).toContain(` WHERE ${written}\n`);
  expect(readWhere(text)).toEqual(where);
  const kept = LoadDraft.parse({
    files: [],
    mappings: [{ file: 'a', target: vertex, sources: {}, endsMustExist: false, where }],
  });
  expect(JSON.stringify(kept.mappings[0]?.where)).toBe(JSON.stringify(where));
});

test.each([
  ['$0 > 5 OR $1 == "x" AND $0 > 5', { joined: 'OR', tests: [over5, group(false, 'AND', isX, over5)] }],
  ['NOT $1 IN ("x")', one(group(true, 'AND', { source: column(1), operator: 'IN', values: ['x'] }))],
  ['((($0 > 5)))', one(over5)],
  ['NOT NOT $0 > 5', one(group(true, 'AND', group(true, 'AND', over5)))],
] satisfies [string, Where][])('%s is read by what GSQL reads first', (written, where) => {
  expect(readWhere(jobWhere(one(isX)).replace('$"title" == "x"', written))).toEqual(where);
});

test.each([
  '$0 IN (1, "a")',
  '$0 IN ("1")',
  '$0 IN ()',
  '$0 IN ($1, "a")',
  '$0 BETWEEN 1 AND "b"',
  '$0 BETWEEN $1 AND 5',
  'NOT NOT NOT NOT NOT $0 > 5',
  `$0 IN (${Array.from({ length: 1001 }, (_, at) => at).join(', ')})`,
  Array.from({ length: 101 }, () => '$0 > 5').join(' AND '),
])('a job whose condition is %s is run as it is written', (written) => {
  expect(readWhere(jobWhere(one(isX)).replace('$"title" == "x"', written))).toBe('own');
});

const length = functionOf('gsql_length', column(0));
test.each<[Test, TestFault | undefined]>([
  [
    { source: column(0), operator: 'IN', values: [] },
    { field: 'value', message: 'Write at least one value.' },
  ],
  [
    { source: { kind: 'none' }, operator: 'IN', values: [] },
    { field: 'source', message: 'Choose what each condition tests.' },
  ],
  [
    { source: column(0), operator: 'BETWEEN', from: '', to: '' },
    { field: 'from', message: 'Write a value.' },
  ],
  [
    { source: column(0), operator: 'NOT BETWEEN', from: 'a', to: '' },
    { field: 'to', message: 'Write a value.' },
  ],
  [
    { source: column(0), operator: 'BETWEEN', from: '1', to: '1e3' },
    { field: 'to', message: 'Write a number here, or a text on both sides.' },
  ],
  [
    { source: column(0), operator: 'BETWEEN', from: 'a', to: '5' },
    { field: 'from', message: 'Write a number here, or a text on both sides.' },
  ],
  [
    { source: length, operator: '>', value: 'x' },
    { field: 'value', message: 'gsql_length gives a number, and “x” is none.' },
  ],
  [
    { source: length, operator: 'IN', values: ['1', '2x'] },
    { field: 'value', message: 'gsql_length gives a number, and “2x” is none.' },
  ],
  [
    { source: length, operator: 'BETWEEN', from: '1', to: 'y' },
    { field: 'to', message: 'gsql_length gives a number, and “y” is none.' },
  ],
  [{ source: length, operator: 'BETWEEN', from: '1', to: '2' }, undefined],
  [{ source: column(0), operator: 'BETWEEN', from: '2026-01-01', to: '2026-12-31' }, undefined],
  [group(true, 'AND'), { field: 'group', message: 'Add a condition to the group, or remove it.' }],
])('the condition %j is refused at its field', (given, fault) => {
  expect(testFault(given)).toEqual(fault);
  // Also in a group.
  expect(whereFault(one(group(false, 'OR', isX, given)))).toBe(fault?.message);
});

test.each<[ValueTest, string | undefined]>([
  [
    { source: column(0), operator: 'BETWEEN', from: '10', to: '9' },
    'No value is between 10 and 9: no row meets this condition.',
  ],
  [
    { source: column(0), operator: 'NOT BETWEEN', from: 'b', to: 'a' },
    'No value is between b and a: every row that has a value meets this condition.',
  ],
  [{ source: column(0), operator: 'BETWEEN', from: '9', to: '10' }, undefined],
  [{ source: column(0), operator: 'BETWEEN', from: '10', to: '' }, undefined],
])('a range the wrong way around is allowed, with its effect: %j', (given, warning) => {
  expect(testWarning(given)).toBe(warning);
});

test('another operator keeps what was written', () => {
  const source = column(0);
  const between: ValueTest = { source, operator: 'BETWEEN', from: '3', to: '5' };
  expect(withOperator(between, 'IN')).toEqual({ source, operator: 'IN', values: ['3', '5'] });
  expect(withOperator({ source, operator: 'IN', values: ['3', '5'] }, 'NOT BETWEEN')).toEqual({
    ...between,
    operator: 'NOT BETWEEN',
  });
  expect(withOperator(between, '<')).toEqual({ source, operator: '<', value: '3' });
  expect(withOperator({ source, operator: '==', value: '' }, 'IN')).toEqual({
    source,
    operator: 'IN',
    values: [],
  });
});
