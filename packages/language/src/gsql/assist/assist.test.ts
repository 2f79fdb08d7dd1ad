import { describe, expect, it } from 'vitest';
import { everything, social } from '../testing/social.ts';
import type { GraphSchema } from '../../schema.ts';
import { ACCUM_METHODS, EDGE_METHODS, FUNCTIONS, VERTEX_METHODS } from '../check/functions.ts';
import { TOKEN_FUNCTIONS } from '../check/loading.ts';
import { ACCUM_TYPES, TYPE_WORDS } from '../keywords.ts';
import { FUNCTION_NOTES, METHOD_NOTES, TOKEN_FUNCTION_NOTES, TYPE_NOTES } from './notes.ts';
import { adviceOn } from './advice.ts';
import { complete } from './complete.ts';
import type { CompletionKind } from './complete.ts';
import { describeAt } from './describe-at.ts';
import { tokenize } from './tokenize.ts';

/** Labels offered at the caret, which is written `|`. */
function offered(marked: string, kind?: CompletionKind): string[] {
  const offset = marked.indexOf('|');
  const { items } = complete(marked.replace('|', ''), offset, social);
  return items.filter((item) => kind === undefined || item.kind === kind).map(({ label }) => label);
}

/** The schema with a user-defined function and a vector attribute. */
const withMore: GraphSchema = {
  ...social,
  vertexTypes: [
    ...social.vertexTypes,
    {
      name: 'Paper',
      primaryId: { name: 'id', type: 'STRING', asAttribute: false, isPrimaryKey: false },
      attributes: [],
      vectors: [{ name: 'topic', dimension: 3, metric: 'L2' }],
    },
  ],
  functions: [
    {
      name: 'thrice',
      parameters: [{ name: 'x', type: { kind: 'scalar', name: 'INT' } }],
      returns: { kind: 'scalar', name: 'INT' },
      description: 'Three times.',
    },
  ],
};

const query = (body: string): string =>
  `CREATE QUERY q(VERTEX<Person> p, INT k) FOR GRAPH social { SumAccum<INT> @cnt, @@total; ${body}`;

describe('complete', () => {
  it.each<[string, readonly string[]]>([
    ['|', ['CREATE', 'USE', 'LS', 'SHOW', 'DROP', 'RUN', 'INSTALL', 'INTERPRET', 'BEGIN', 'SET', 'TYPEDEF']],
    ['CREATE |', ['OR', 'DISTRIBUTED', 'QUERY', 'VERTEX', 'DIRECTED', 'UNDIRECTED', 'GRAPH', 'LOADING']],
    ['LS\nDROP V|', ['ALL', 'VERTEX', 'EDGE', 'GRAPH', 'QUERY', 'JOB']],
    ['USE GRAPH |', ['social']],
    [
      query('CREATE DIRECTED VIRTUAL EDGE V(FROM Person, TO City, w INT); INSERT INTO |'),
      ['Person', 'City', 'Knows', 'LivesIn', 'V', 'k'],
    ],
    [query('IF TRUE THEN SumAccum<INT> @@inner; @@|'), ['@@total', '@@inner']],
    [query('GroupByAccum<INT a, SumAccum<INT> n> @@g; PRINT @@g.get(1).|'), ['n']],
    ['CREATE |', ['USER', 'ROLE', 'SECRET', 'PACKAGE', 'TEMPLATE']],
    ['GRANT |', ['ROLE', 'READ', 'EXECUTE']],
    ['GRANT READ ON |', ['ALL', 'GLOBAL', 'GRAPH', 'QUERY']],
    ['GRANT READ ON ALL |', ['DATA', 'QUERIES', 'SCHEMA']],
    ['GRANT ROLE designer ON GRAPH |', ['social']],
    ['HELP |', ['BASIC', 'QUERY']],
    ['RUN QUERY |', ['friends']],
    ['CREATE QUERY q() |', ['FOR', 'RETURNS', 'API', 'SYNTAX']],
    ['CREATE QUERY q(VERTEX<|', ['Person', 'City']],
    ['CREATE LOADING JOB j { LOAD f TO VERTEX |', ['Person', 'City']],
    [
      'CREATE LOADING JOB j { DEFINE FILENAME airports; DEFINE FILENAME routes = "/r.csv"; LOAD |',
      ['airports', 'routes'],
    ],
    ['CREATE LOADING JOB j { LOAD f TO VERTEX City VALUES (|', ['gsql_to_int', 'split']],
    [
      'CREATE LOADING JOB j { DEFINE HEADER h = "city", "people"; LOAD f TO VERTEX City VALUES (|',
      ['$"city"', '$"people"', 'gsql_trim'],
    ],
    ['CREATE LOADING JOB j { LOAD f TO VERTEX City VALUES ($0) USING |', ['SEPARATOR', 'HEADER']],
    ['CREATE LOADING JOB j { LOAD f TO EDGE |', ['Knows', 'LivesIn']],
    [query('S = SELECT s FROM Person:s -(|'), ['Knows', 'LivesIn', 'k', 'p']],
    [
      query('S = SELECT s FROM Person:s -(Knows:e)- Person:t WHERE t.|'),
      ['id', 'name', 'age', 'rank', '@cnt', 'type', 'outdegree'],
    ],
    [
      query('S = SELECT s FROM Person:s -(LivesIn>:e)- :c WHERE c.|'),
      ['name', 'people', '@cnt', 'type', 'outdegree'],
    ],
    [query('S = SELECT s FROM Person:s -(LivesIn>:e)- :c ACCUM c.@|'), ['@cnt']],
    [
      query('S = SELECT s FROM Person:s -(LivesIn>:e)- :c WHERE e.|'),
      ['years', 'type', 'getAttr', 'setAttr', 'isDirected'],
    ],
    [query('@|'), ['@@total']],
    [
      query('S = SELECT s FROM Person:s |'),
      ['WHERE', 'PER', 'ACCUM', 'POST-ACCUM', 'GROUP BY', 'HAVING', 'ORDER BY', 'LIMIT'],
    ],
    [
      query('S = SELECT s FROM Person:s POST-ACCUM s.@cnt += 1 |'),
      ['POST-ACCUM', 'HAVING', 'ORDER BY', 'LIMIT'],
    ],
    [query('S = {Person.*}; PRINT S[S.|'), ['id', 'name', 'age', 'rank', '@cnt', 'size']],
    [query('TYPEDEF TUPLE <INT a, STRING b> T; T t; PRINT t.|'), ['a', 'b']],
    [query('ListAccum<INT> @@l; IF @@l.|'), ['size', 'contains', 'get']],
  ])('%s', (marked, expected) => {
    expect(offered(marked)).toEqual(expect.arrayContaining([...expected]));
  });

  it('completes a SELECT of its own', () => {
    expect(offered('SELECT s FROM (s:Person) WHERE s.|')).toEqual(expect.arrayContaining(['name', 'age']));
    expect(offered('SELECT s FROM (s:Person) -[:|')).toEqual(['Knows', 'LivesIn']);
    expect(offered('SELECT | FROM (s:Person)', 'alias')).toEqual(['s']);
  });

  it('offers nothing but what fits', () => {
    expect(offered('CREATE QUERY q() |')).toHaveLength(4);
    expect(offered('USE GRAPH |')).toEqual(['social']);
    expect(offered(query('S = SELECT s FROM Person:s WHERE s.age > 1 |'))).not.toContain('WHERE');
    expect(offered(query('S = SELECT s FROM |'), 'keyword')).toEqual([]);
  });

  it('sees aliases that stand after the caret', () => {
    expect(offered(query('S = SELECT | FROM Person:a -(Knows:e)- :b;'), 'alias')).toEqual(['b', 'e', 'a']);
  });

  it('sees names of the block, and not those of blocks that are closed', () => {
    expect(offered(query('IF k > 1 THEN INT inner1; END; PRINT |'), 'variable')).toEqual([]);
    expect(offered(query('IF k > 1 THEN INT inner1; PRINT |'), 'variable')).toEqual(['inner1']);
    expect(offered(query('S = SELECT s FROM Person:s; PRINT |'), 'alias')).toEqual([]);
    expect(offered(query('S = {Person.*}; PRINT |'), 'vertexSet')).toEqual(['S']);
  });

  it('knows types that the text itself creates', () => {
    expect(offered('CREATE VERTEX Dog (PRIMARY_ID id STRING)\nCREATE DIRECTED EDGE Owns (FROM |')).toContain(
      'Dog',
    );
  });

  it('is silent in strings, comments and numbers', () => {
    expect(offered(query('PRINT "S|'))).toEqual([]);
    expect(offered('// C|')).toEqual([]);
    expect(offered('/* C| */')).toEqual([]);
    expect(offered(query('PRINT 1|'))).toEqual([]);
    expect(offered(query('PRINT "a" |'))).not.toEqual([]);
  });

  it('tells the range of the word that is typed', () => {
    expect(complete('USE GRAPH so', 12, social)).toMatchObject({ from: 10, to: 12 });
    const text = query('@@to');
    expect(complete(text, text.length, social).from).toBe(text.length - 4);
  });

  it('says what each thing is', () => {
    const text = query('S = SELECT s FROM Person:s -(');
    expect(complete(text, text.length, social).items).toContainEqual({
      label: 'LivesIn',
      kind: 'edgeType',
      detail: 'Person → City',
    });
  });
});

describe('complete, with the text before it read already', () => {
  const body = everything.slice(everything.indexOf('{') + 1, everything.lastIndexOf('}'));
  const texts: Readonly<Record<string, string>> = {
    'a query with all of the language': everything,
    'a query twice as long': `${everything.slice(0, everything.lastIndexOf('}'))}${body}}`,
    'faults, edges of its own and a second query': `CREATE QUERY a(INT k) FOR GRAPH social {
  CREATE DIRECTED VIRTUAL EDGE V(FROM Person, TO City, w INT);
  SumAccum<INT> @@a; x y z; S = {Person.*}; INT n = 1; STRING n = 2;
  IF k > 1 THEN INT inner1 = 1; T = SELECT s FROM S:s; END;
  CREATE DIRECTED VIRTUAL EDGE W(FROM City, TO Person);
  INSERT INTO V VALUES (1, 2, 3); // a remark; with {signs}
  PRINT "}"; T = SELECT t FROM S:s -(V:e)- City:t ACCUM @@a += 1; PRINT T, n; }
CREATE QUERY b() FOR GRAPH social { SumAccum<INT> @@b; S = {City.*}; PRINT S; PRINT @@b; }`,
  };

  it.each(Object.entries(texts))('gives what it gives without: %s', (_, text) => {
    const graphs: readonly GraphSchema[] = [];
    const offsets = Array.from({ length: text.length / 29 }, (__, i) => i * 29);
    const all = (schema: () => GraphSchema) =>
      offsets.map((offset) => complete(text, offset, schema(), graphs));
    const fresh = all(() => ({ ...social }));
    expect(all(() => social)).toEqual(fresh);
    expect(fresh.some(({ items }) => items.length > 100)).toBe(true);
  });
});

describe('complete, with more in the schema', () => {
  const offeredOf = (marked: string): string[] => {
    const offset = marked.indexOf('|');
    return complete(marked.replace('|', ''), offset, withMore).items.map(({ label }) => label);
  };

  it('offers functions that people wrote, and what vectors need', () => {
    expect(offeredOf('CREATE QUERY q() { PRINT |')).toEqual(
      expect.arrayContaining(['thrice', 'vectorSearch']),
    );
    expect(offeredOf('CREATE QUERY q() { S = vectorSearch({Paper.|')).toEqual(['topic']);
    expect(offeredOf('CREATE QUERY q() { S = vectorSearch({|')).toEqual(['Person', 'City', 'Paper']);
    expect(offeredOf('CREATE QUERY q() { INSERT INTO Person (PRIMARY_ID, |')).toEqual([
      'name',
      'age',
      'rank',
    ]);
    expect(
      offeredOf('CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ALTER VERTEX Person ADD INDEX i ON (|'),
    ).toEqual(['name', 'age', 'rank']);
    expect(offeredOf('CREATE QUERY q() { S = vectorSearch({Paper.topic}, [1], 2, {|')).toEqual([
      'candidate_set',
      'ef',
      'distance_map',
    ]);
    expect(offeredOf('CREATE QUERY q() { PRINT gds.vector.|')).toEqual(
      expect.arrayContaining(['distance', 'norm']),
    );
    expect(offeredOf('CREATE LOADING JOB j { LOAD f TO VECTOR ATTRIBUTE |')).toEqual(['topic']);
    expect(
      offeredOf('CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ALTER VERTEX Paper DROP VECTOR ATTRIBUTE |'),
    ).toEqual(['topic']);
    expect(
      offeredOf('CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ALTER VERTEX Paper DROP ATTRIBUTE (|'),
    ).toEqual([]);
    expect(
      offeredOf('CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ALTER VERTEX Person DROP ATTRIBUTE (|'),
    ).toEqual(['name', 'age', 'rank']);
    expect(
      offeredOf('CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ALTER VERTEX Paper ADD VECTOR ATTRIBUTE e (|'),
    ).toEqual(['DIMENSION', 'METRIC', 'INDEXTYPE', 'DATATYPE']);
    expect(offeredOf('CREATE VERTEX A (PRIMARY_ID id |')).toEqual(expect.arrayContaining(['STRING', 'INT']));
  });
});

describe('adviceOn', () => {
  const said = (text: string) =>
    adviceOn(text).map(({ message, span, fix }) => [
      message,
      text.slice(span.start, span.end),
      fix?.replacement,
    ]);

  it('names what is not used, and removes it', () => {
    const text =
      'CREATE QUERY q(INT k, INT n) { SumAccum<INT> @@a; SumAccum<INT> @b, @@c; INT x = 3; PRINT @@c, n; }';
    expect(said(text)).toEqual([
      ['The parameter k is not used.', 'INT k', undefined],
      ['The accumulator @@a is not used.', 'SumAccum<INT> @@a;', ''],
      ['The accumulator @b is not used.', '@b', undefined],
      ['The variable x is not used.', 'INT x = 3;', ''],
    ]);
  });

  it('says nothing of names that stand in blocks, or in text that is evaluated', () => {
    expect(said('CREATE QUERY q() { IF TRUE THEN INT x = 1; PRINT x; END; }')).toEqual([]);
    expect(said('CREATE QUERY q(INT k) { PRINT evaluate("k + 1"); }')).toEqual([]);
    expect(said('CREATE QUERY q(INT k) { PRINT ; }')).toEqual([]);
  });

  it('knows older spellings', () => {
    const text =
      'CREATE QUERY q() API("v1") { SumAccum<INT> @@n; S = SELECT s FROM A:s POST_ACCUM @@n += 1; PRINT S, @@n; }';
    expect(said(text).map(([, found, fix]) => [found, fix])).toEqual([
      ['"v1"', '"v2"'],
      ['POST_ACCUM', 'POST-ACCUM'],
    ]);
  });
});

describe('describeAt', () => {
  it.each([
    [query('S = SELECT t FROM Person:s -(Knows:e)- Person:t WHERE t.ag|e > 1; }'), 'age: INT'],
    [query('S = SELECT t FROM Person:s -(Knows:e)- Person:t WHERE |t.age > 1; }'), 't: VERTEX<Person>'],
    [query('PRINT @@tot|al; }'), '@@total: SumAccum<INT>'],
    [query('S = {Person.*}; PRINT |S; }'), 'S: vertex set of Person'],
    [query('PRINT ab|s(k); }'), 'abs(x NUMBER)\nThe number without its sign.'],
    [
      query('PRINT gds.vector.no|rm([1], "L2"); }'),
      'gds.vector.norm(a VECTOR, kind STRING) DOUBLE\nThe length of the vector, by "L1", "L2" or "MAX".',
    ],
    [query('S = SELECT t FROM Person:|s -(Knows:e)- Person:t; }'), 's: VERTEX<Person> (alias)'],
    [query('S = SELECT t FROM Person:s -(Knows:|e)- Person:t; }'), 'e: EDGE<Knows> (alias)'],
    [query('PRINT k; }').replace('INT k', 'INT |k'), 'k: INT (parameter)'],
    [query('PRINT @@total; }').replace('@@total;', '@@to|tal;'), '@@total: SumAccum<INT>'],
    [query('PRINT @@total; }').replace('@cnt', '@c|nt'), '@cnt: SumAccum<INT>'],
    [
      query('PRINT p.outdeg|ree(); }'),
      'outdegree(type?) INT\nHow many edges leave the vertex; of one type when it is named.',
    ],
    [
      query('PRINT friends(p); }').replace('friends', 'fri|ends'),
      'Query friends(VERTEX<Person> p) SetAccum<VERTEX<Person>>',
    ],
    ['CREATE QUERY q() { MaxAcc|um<INT> @@m; }', 'MaxAccum\nKeeps the largest of what it is given.'],
    [
      'CREATE QUERY q() { S = sel|ect s FROM Person:s; }',
      'SELECT\nChooses vertices, or columns into a table, from a pattern.',
    ],
    [query('PRINT thri|ce(k); }'), 'thrice(x INT) INT\nThree times.'],
    [
      'CREATE LOADING JOB j { DEFINE FILENAME f; LOAD f TO VERTEX City VALUES (gsql_up|per($0)); }',
      'gsql_upper\nThe text in capital letters.',
    ],
    ['SHOW VERTEX Pap|er', 'Vertex type Paper\nid STRING (key)\ntopic VECTOR(DIMENSION=3, METRIC="L2")'],
    ['DROP VERTEX Ci|ty', 'Vertex type City\nid STRING (key)\nname STRING\npeople UINT'],
    ['DROP EDGE Liv|esIn', 'Directed edge type LivesIn: Person → City\nyears INT'],
  ])('%s', (marked, expected) => {
    const offset = marked.indexOf('|');
    expect(describeAt(marked.replace('|', ''), offset, withMore)?.text).toBe(expected);
  });

  it('has a sentence on every function and type', () => {
    const missing = [
      ...[...FUNCTIONS.keys()].filter((name) => !FUNCTION_NOTES.has(name)),
      ...TOKEN_FUNCTIONS.filter((name) => !TOKEN_FUNCTION_NOTES.has(name)),
      ...[...VERTEX_METHODS.keys(), ...EDGE_METHODS.keys()].filter((name) => !METHOD_NOTES.has(name)),
      ...Object.values(ACCUM_METHODS).flatMap((methods) =>
        [...methods.keys()].filter((name) => !METHOD_NOTES.has(name)),
      ),
      ...[...TYPE_WORDS, ...ACCUM_TYPES.keys()].filter((name) => !TYPE_NOTES.has(name.toLowerCase())),
    ];
    expect(missing).toEqual([]);
  });

  it('has nothing to say about other places', () => {
    expect(describeAt('LS', 0, social)).toBeUndefined();
    expect(describeAt('LS', 2, social)).toBeUndefined();
    expect(describeAt('"Person"', 3, social)).toBeUndefined();
  });
});

describe('tokenize', () => {
  it.each([
    ['CREATE VERTEX A (PRIMARY_ID id STRING)', 'keyword keyword name bracket keyword name type bracket'],
    ['SumAccum<INT> @@a, @b;', 'type operator type operator accumulator punctuation accumulator punctuation'],
    ['x = abs(1.5) // no', 'name operator function bracket number bracket comment'],
    ['v.size()', 'name punctuation function bracket bracket'],
    [
      'VERTEX<A> v, SET<INT> s',
      'type operator name operator name punctuation type operator type operator name',
    ],
    [
      'PRINT "a", TRUE, $0, $"b";',
      'keyword string punctuation constant punctuation column punctuation column punctuation',
    ],
    ['key PRIMARY KEY, group, GROUP BY', 'name keyword keyword punctuation name punctuation keyword keyword'],
    ['s POST-ACCUM s', 'name keyword name'],
    ['a.count, count(*)', 'name punctuation name punctuation function bracket operator bracket'],
  ])('%s', (text, expected) => {
    expect(
      tokenize(text)
        .map((token) => token.class)
        .join(' '),
    ).toBe(expected);
  });
});
