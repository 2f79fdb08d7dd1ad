/** Jobs as TigerGraph's documentation and public repositories write them, unchanged but for paths. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

interface Loaded {
  readonly engine: Engine;
  readonly status: LoadStatus;
}

/** Runs schema and job, then the job with this content for each of its files. */
async function load(schema: string, job: string, files: Record<string, string>): Promise<Loaded> {
  const engine = await testEngine();
  await mustRun(engine, schema);
  const [graph = ''] = engine.graphs();
  await mustRun(engine, job, graph);
  const folder = await temporaryFolder();
  const paths: Record<string, string> = {};
  for (const [variable, content] of Object.entries(files)) {
    paths[variable] = path.join(folder, `${variable}.csv`);
    await writeFile(paths[variable], content);
  }
  const [name = ''] = engine.loadingJobs(graph).map((each) => each.name);
  const status = await engine.loadEnded(await engine.startLoad(graph, name, { files: paths }));
  expect(status.error).toBeNull();
  return { engine, status };
}

/** Sets have no order. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value) ? value.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)) : value;

async function attributes({ engine }: Loaded, type: string): Promise<Record<string, unknown>> {
  const [graph = ''] = engine.graphs();
  return Object.fromEntries((await engine.vertices(graph, type)).map((each) => [each.v_id, each.attributes]));
}

async function edges({ engine }: Loaded, sourceType: string, sourceId: string): Promise<unknown> {
  const [graph = ''] = engine.graphs();
  const found = await engine.edges(graph, { sourceType, sourceId });
  return found.map((each) => `${each.e_type} ${each.to_type} ${each.to_id}`).sort();
}

const reasons = async ({ engine, status }: Loaded): Promise<string[]> =>
  (await engine.rejectedRows(status.id, 20)).map(({ line, reason }) => `${line} ${reason}`);

describe('containers', () => {
  it('gather elements row by row', async () => {
    const loaded = await load(
      `CREATE VERTEX Test_Vertex (PRIMARY_ID id STRING, iset SET<INT>, ilist LIST<INT>)
       CREATE GRAPH Test_Graph (*)`,
      `CREATE LOADING JOB load_set_list FOR GRAPH Test_Graph {
         DEFINE FILENAME f;
         LOAD f TO VERTEX Test_Vertex VALUES ($0, $1, $1);
       }`,
      { f: '1,10\n3,30\n1,20\n3,30\n3,40\n1,20\n4,\n' },
    );
    const found = Object.entries(await attributes(loaded, 'Test_Vertex')).map(([id, value]) => {
      const { iset, ilist } = value as { readonly iset: unknown; readonly ilist: unknown };
      return [id, { iset: inOrder(iset), ilist }];
    });
    expect(Object.fromEntries(found)).toEqual({
      1: { iset: [10, 20], ilist: [10, 20, 20] },
      3: { iset: [30, 40], ilist: [30, 30, 40] },
      4: { iset: [], ilist: [] },
    });
  });

  it('are made of columns and of parts of a token', async () => {
    const loaded = await load(
      `CREATE VERTEX V (PRIMARY_ID id STRING, names LIST<STRING>, numbers LIST<INT>, more LIST<DOUBLE>)
       CREATE GRAPH g (*)`,
      `CREATE LOADING JOB j FOR GRAPH g {
         DEFINE FILENAME f;
         LOAD f TO VERTEX V VALUES ($0, SPLIT($1, "|"), SPLIT($2, "#"), LIST($3, $4)) USING HEADER="true";
       }`,
      { f: 'vid,names,numbers,a,b\nv1,mike|tom|mike, 1 # 2 # 3,1,2.5\nv2,john, 5 # x # 8,1,2\nv3,,,,7\n' },
    );
    expect(await attributes(loaded, 'V')).toEqual({
      v1: { names: ['mike', 'tom', 'mike'], numbers: [1, 2, 3], more: [1, 2.5] },
      v3: { names: [], numbers: [], more: [7] },
    });
    expect(await reasons(loaded)).toEqual([
      '3 InvalidAttribute(load vertex:V): numbers must be LIST<INT>, but is  5 # x # 8',
    ]);
  });

  it('of pairs come as an arrow, as MAP and as SPLIT', async () => {
    const loaded = await load(
      `CREATE VERTEX V_Map (PRIMARY_ID id STRING, one MAP<INT, STRING>, two MAP<STRING, INT>, three MAP<INT, STRING>, four MAP<STRING, DOUBLE>)
       CREATE GRAPH Test_Graph (*)`,
      `CREATE LOADING JOB load_map FOR GRAPH Test_Graph {
         DEFINE FILENAME f;
         LOAD f TO VERTEX V_Map VALUES ($0, ($1 -> $2), MAP(($2 -> $1), ("n" -> 7)), SPLIT($3, ":", "#"), SPLIT($4, "="));
       }`,
      { f: 'v1,1,a,1:mike#4:lin,k=1.5\nv1,2,b,3:lucy#1:john,l=2\nv2,x,c,,\nv3,3,d,9:z,\n' },
    );
    expect(await attributes(loaded, 'V_Map')).toEqual({
      v1: {
        one: { 1: 'a', 2: 'b' },
        two: { a: 1, b: 2, n: 7 },
        three: { 1: 'john', 3: 'lucy', 4: 'lin' },
        four: { k: 1.5, l: 2 },
      },
      v3: { one: { 3: 'd' }, two: { d: 3, n: 7 }, three: { 9: 'z' }, four: {} },
    });
    expect(await reasons(loaded)).toEqual([
      '3 InvalidAttribute(load vertex:V_Map): one must be MAP<INT, STRING>, but is x->c',
    ]);
  });

  it('are arrays and objects of JSON', async () => {
    const loaded = await load(
      `CREATE VERTEX V (PRIMARY_ID id STRING, l LIST<INT>, s SET<STRING>, m MAP<STRING, DOUBLE>)
       CREATE GRAPH g (*)`,
      `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f;
         LOAD f TO VERTEX V VALUES ($"id", $"l", $"s", $"m") USING JSON_FILE="true"; }`,
      {
        f: [
          '{"id":"a","l":[1,2,2],"s":["x, y"],"m":{"k":1.5,"two words":2}}',
          '{"id":"b","l":7,"s":"one"}',
          '{"id":"c","l":[],"s":[],"m":{}}',
          '{"id":"d","l":["no"]}',
          '{"id":"e","m":[1]}',
        ].join('\n'),
      },
    );
    expect(await attributes(loaded, 'V')).toEqual({
      a: { l: [1, 2, 2], s: ['x, y'], m: { k: 1.5, 'two words': 2 } },
      b: { l: [7], s: ['one'], m: {} },
      c: { l: [], s: [], m: {} },
    });
    expect(await reasons(loaded)).toEqual([
      '4 InvalidAttribute(load vertex:V): l must be LIST<INT>, but is ["no"]',
      '5 InvalidAttribute(load vertex:V): m must be MAP<STRING, DOUBLE>, but is [1]',
    ]);
  });

  it('hold tuples, which are attributes as well', async () => {
    const loaded = await load(
      `TYPEDEF TUPLE <f1 INT (1), f2 UINT, f3 STRING (10), f4 DOUBLE > My_Tuple
       CREATE VERTEX Vertex_UDT (id STRING PRIMARY KEY, att_udt My_Tuple, all_of LIST<My_Tuple>)
       CREATE GRAPH Test_Graph (*)`,
      `CREATE LOADING JOB load_udt FOR GRAPH Test_Graph {
         DEFINE FILENAME f;
         LOAD f TO VERTEX Vertex_UDT VALUES ($0, My_Tuple($1, $2, $3, $4), My_Tuple($1, $2, $3, $4));
         // $1 is loaded as f1, $2 is loaded as f2, and so on
       }`,
      { f: 'a,1,2,x,0.5\na,3,4,y,\nb,z,2,x,0.5\n' },
    );
    const second = { f1: 3, f2: 4, f3: 'y', f4: 0 };
    expect(await attributes(loaded, 'Vertex_UDT')).toEqual({
      a: expect.objectContaining({
        att_udt: second,
        all_of: [{ f1: 1, f2: 2, f3: 'x', f4: 0.5 }, second],
      }) as unknown,
    });
    expect(await reasons(loaded)).toEqual([
      expect.stringContaining('3 InvalidAttribute(load vertex:Vertex_UDT): att_udt must be My_Tuple'),
    ]);
  });

  it.each([
    ['m MAP<INT, STRING>', '$1', 'give it as ($0 -> $1), MAP(($0 -> $1), …) or SPLIT'],
    ['m LIST<INT>', 'SPLIT($1)', 'give it as SPLIT($0, ",")'],
    ['m T', 'T($1)', 'The tuple T has 2 fields (a, b), 1 are given.'],
    ['m T', '$1', 'The attribute m is T; give it as T($0, …).'],
    ['m LIST<T>', 'SPLIT($1, ",")', 'SPLIT cannot make the elements of m: they are T.'],
  ])('are refused for %s from %s', async (attribute, value, message) => {
    const engine = await testEngine();
    await mustRun(
      engine,
      `TYPEDEF TUPLE <a INT, b STRING(9)> T\nCREATE VERTEX V (PRIMARY_ID id STRING, ${attribute})\nCREATE GRAPH g (*)`,
    );
    const job = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX V VALUES ($0, ${value}); }`;
    expect((await gsql(engine, job)).output).toContain(message);
  });
});

describe('numbers and times', () => {
  it('are those of the reference, and no others', async () => {
    const loaded = await load(
      'CREATE VERTEX V (PRIMARY_ID id STRING, d DOUBLE, at DATETIME, b BOOL)\nCREATE GRAPH g (*)',
      'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX V VALUES ($0, $1, $2, $3) USING SEPARATOR="|"; }',
      {
        f: [
          'a|-198256.03|2011-02-03 01:02:03|TRUE',
          'b|+16.|2011/2/3 1:2:3|1',
          'c|-.00036|2011-02-03T01:02:03.123z|False',
          'd|7.14285e15|2011/02/03|0',
          'e|9.99E-22|1296694923|true',
          'f|-198,256.03||',
          'g|9.99 E-22||',
          'h|1_000||',
          'i||2010-13-05|',
          'j||2004-04-31 00:00:00|',
          'k|||yes',
        ].join('\n'),
      },
    );
    const at = '2011-02-03 01:02:03';
    expect(await attributes(loaded, 'V')).toEqual({
      a: { d: -198256.03, at, b: true },
      b: { d: 16, at, b: true },
      c: { d: -0.00036, at, b: false },
      d: { d: 7.14285e15, at: '2011-02-03 00:00:00', b: false },
      e: { d: 9.99e-22, at, b: true },
    });
    expect((await reasons(loaded)).map((reason) => reason.split(' ')[0])).toEqual([
      '6',
      '7',
      '8',
      '9',
      '10',
      '11',
    ]);
  });
});

describe('reducers', () => {
  it('join values of several rows', async () => {
    const loaded = await load(
      `CREATE VERTEX V (PRIMARY_ID id STRING, a INT, b INT, c DOUBLE, d STRING, e BOOL, f BOOL, g STRING, h INT, l LIST<INT>)
       CREATE GRAPH g (*)`,
      `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f;
         LOAD f TO VERTEX V VALUES ($0, REDUCE(max($1)), REDUCE(min($1)), REDUCE(add($1)), REDUCE(add($2)),
           REDUCE(and($3)), REDUCE(or($3)), REDUCE(ignore_if_exists($2)), REDUCE(overwrite($1)), REDUCE(overwrite($1))); }`,
      { f: 'v,3,x,true\nv,1,y,false\nv,2,z,true\n' },
    );
    expect(await attributes(loaded, 'V')).toEqual({
      v: expect.objectContaining({
        a: 3,
        c: 6,
        d: 'xyz',
        e: false,
        f: true,
        g: 'x',
        h: 2,
        l: [2],
      }) as unknown,
    });
  });
});

describe('edges', () => {
  const PEOPLE = `CREATE VERTEX Person (pid STRING PRIMARY KEY, birthdate DATETIME)
    CREATE VERTEX Company (cid INT PRIMARY KEY, industry STRING)
    CREATE DIRECTED EDGE Visit (FROM Person, TO Person | FROM Person, TO Company, year INT)
    CREATE GRAPH g (*)`;

  it('have the vertex types that their lines name', async () => {
    const loaded = await load(
      PEOPLE,
      `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME file2;
         LOAD file2 TO EDGE Visit VALUES ($0, $2 $1, $3) USING SEPARATOR=","; }`,
      { file2: 'Sam,Person,Joe,2012\nSam,Company,4057,2017\nSam,Company,x,2016\nPat,Robot,Taylor,2020\n' },
    );
    expect(await edges(loaded, 'Person', 'Sam')).toEqual(['Visit Company 4057', 'Visit Person Joe']);
    expect(await reasons(loaded)).toEqual([
      '3 InvalidPrimaryId(load edge:Visit): the target must be INT as the id of Company, but is x',
      '4 InvalidVertexType(load edge:Visit): the line names no vertex types of it, which goes from Person to Person, Person to Company',
    ]);
  });

  it('between vertices of any type say which', async () => {
    const loaded = await load(
      `CREATE VERTEX User (PRIMARY_ID id UINT)
       CREATE VERTEX Product (PRIMARY_ID id UINT)
       CREATE VERTEX Picture (PRIMARY_ID id UINT)
       CREATE UNDIRECTED EDGE Purchase (FROM *, TO *)
       CREATE GRAPH Test_Graph(*)`,
      `CREATE LOADING JOB test_2 FOR GRAPH Test_Graph {
         DEFINE FILENAME f;
         LOAD f
           TO EDGE Purchase VALUES ($0 User, $1 Product),
           TO EDGE Purchase VALUES ($0 "User", $2 Picture);
       }`,
      { f: '1,10,20\n2,11,21\n' },
    );
    expect(await edges(loaded, 'User', '1')).toEqual(['Purchase Picture 20', 'Purchase Product 10']);
    const untyped = 'CREATE LOADING JOB k { DEFINE FILENAME f; LOAD f TO EDGE Purchase VALUES ($0, $1); }';
    expect((await gsql(loaded.engine, untyped, { graph: 'Test_Graph' })).output).toContain('say which');
  });

  it('end at composite keys in parentheses', async () => {
    const loaded = await load(
      `CREATE VERTEX Account (bank STRING, number INT, owner STRING, PRIMARY KEY (bank, number))
       CREATE VERTEX Branch (PRIMARY_ID id STRING)
       CREATE DIRECTED EDGE Transfer (FROM Account, TO Account, amount DOUBLE)
       CREATE DIRECTED EDGE Held_At (FROM Account, TO Branch)
       CREATE GRAPH g (*)`,
      `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME a; DEFINE FILENAME t;
         LOAD a TO VERTEX Account VALUES ($0, $1, $2), TO EDGE Held_At VALUES (($0, $1), $3);
         LOAD t TO EDGE Transfer VALUES (($0, $1), ($2, $3), $4); }`,
      { a: 'acme,07,Ann,north\nacme,8,Bob,south\nacme,x,Cat,north\n', t: 'acme,7,acme,8,9.5\n,1,acme,8,1\n' },
    );
    expect(await attributes(loaded, 'Account')).toEqual({
      'acme,7': { bank: 'acme', number: 7, owner: 'Ann' },
      'acme,8': { bank: 'acme', number: 8, owner: 'Bob' },
    });
    expect(await edges(loaded, 'Account', 'acme,7')).toEqual([
      'Held_At Branch north',
      'Transfer Account acme,8',
    ]);
    expect((await reasons(loaded)).sort()).toEqual([
      '2 NoIdFound(load edge:Transfer): the source is empty',
      '3 InvalidPrimaryId(load edge:Held_At): the source must be (bank STRING, number INT) of at most 16384 bytes as the id of Account, but is acme,x',
      '3 InvalidPrimaryId(load vertex:Account): the id must be (bank STRING, number INT) of at most 16384 bytes as the id of Account, but is acme,x',
    ]);
    for (const [values, message] of [
      ['$0, ($1, $2)', 'The id of Account is made of bank,number: give it as ($0, $1).'],
      ['($0, $1, $2), ($1, $2)', 'give it as ($0, $1)'],
    ]) {
      const job = `CREATE LOADING JOB k { DEFINE FILENAME f; LOAD f TO EDGE Transfer VALUES (${values}); }`;
      expect((await gsql(loaded.engine, job, { graph: 'g' })).output).toContain(message);
    }
  });
});

describe('TEMP_TABLE', () => {
  it('of objects in an array leaves out what is none', async () => {
    const loaded = await load(
      `CREATE VERTEX Encoding3 (PRIMARY_ID id STRING, score FLOAT default -1.0, age STRING default "Unknown", length INT default -1)
       CREATE UNDIRECTED EDGE Encoding3_Edge (FROM Encoding3, TO Encoding3)
       CREATE GRAPH Encoding_Graph (*)`,
      `CREATE LOADING JOB json_flatten_array FOR GRAPH Encoding_Graph {
         DEFINE FILENAME f;
         LOAD f TO TEMP_TABLE t3 (name, score, prop_age, indent_length)
           VALUES (flatten_json_array($"plug-ins", $"lang", $"score", $"prop":"age"), $"indent":"length")
           USING JSON_FILE="true";
         LOAD TEMP_TABLE t3
           TO VERTEX Encoding3 VALUES ($"name", $"score", $"prop_age", $"indent_length");
       }`,
      {
        f: [
          '{"encoding":"UTF-1","indent":{"use_space": "dontloadme"}, "plug-ins" : [null, true, false, {"lang":"golang","prop":{"age":"noidea"}}]}',
          '{"encoding": "UTF-8", "plug-ins" : [{"lang": "pascal", "score":"1.0", "prop":{"age":"old"}}, {"lang":"c++", "score":2.0}],"indent":{"length" :12,"use_space": true}}',
          '{"encoding": "UTF-7",  "plug-ins" : [{"lang":"java", "score":2.22}, {"lang":"go", "score":4.0, "prop":{"age":"new"}}],"indent" : { "length" : 30, "use_space": true }}',
          '{"plug-ins" : ["C", "c++"],"encoding" : "UTF-6","indent" : { "length" : 3, "use_space": false}}',
        ].join('\n'),
      },
    );
    const found = Object.entries(await attributes(loaded, 'Encoding3')).map(([id, value]) => {
      const { age, length } = value as Record<string, unknown>;
      return [id, age, length];
    });
    expect(found.sort()).toEqual([
      ['c++', 'Unknown', 12],
      ['go', 'new', 30],
      ['golang', 'noidea', -1],
      ['java', 'Unknown', 30],
      ['pascal', 'old', 12],
    ]);
  });

  it('unfolds an object that stands in a column of a table', async () => {
    const loaded = await load(
      `CREATE VERTEX Encoding4 (PRIMARY_ID id STRING, score FLOAT, age STRING, length INT)
       CREATE GRAPH Encoding_Graph (*)`,
      `CREATE LOADING JOB json_flatten_csv FOR GRAPH Encoding_Graph {
         DEFINE FILENAME f;
         LOAD f TO TEMP_TABLE t4 (lang, score, prop_age, indent_length)
           VALUES ($0, flatten_json_array($1, $"score", $"prop":"age", $"indent":"length")) USING SEPARATOR="|";
         LOAD TEMP_TABLE t4 TO VERTEX Encoding4 VALUES ($"lang", $"score", $"prop_age", $"indent_length");
       }`,
      {
        f: 'golang|{"prop":{"age":"noidea"}}\npascal|{"score":"1.0", "prop":{"age":"old"}}\njava|[{"score":2.5, "indent":{"length":2}}]\nbad|{"score"\n',
      },
    );
    expect(await attributes(loaded, 'Encoding4')).toMatchObject({
      golang: { age: 'noidea', length: 0 },
      pascal: { score: 1, age: 'old' },
      java: { score: 2.5, length: 2 },
    });
  });
});

describe('separators', () => {
  it('may be several characters, also round quotes', async () => {
    const schema = 'CREATE VERTEX V (PRIMARY_ID id STRING, name STRING)\nCREATE GRAPH g (*)';
    const job = (using: string): string =>
      `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX V VALUES ($0, $1) USING ${using}; }`;
    const plain = await load(schema, job('SEPARATOR="||"'), { f: 'a||x|y\nb||z\n' });
    expect(await attributes(plain, 'V')).toEqual({ a: { name: 'x|y' }, b: { name: 'z' } });
    const quoted = await load(schema, job('SEPARATOR="||", QUOTE="double"'), { f: 'a||"x||\ny"||z\n' });
    expect(await attributes(quoted, 'V')).toEqual({ a: { name: 'x||\ny' } });
  });

  it('that stand nowhere leave a line to be unfolded', async () => {
    const loaded = await load(
      `CREATE VERTEX Document (PRIMARY_ID id STRING, at INT)
       CREATE VERTEX Content (PRIMARY_ID id STRING, type STRING, text STRING)
       CREATE DIRECTED EDGE HAS_CONTENT (FROM Document, TO Content)
       CREATE GRAPH g (*)`,
      `CREATE LOADING JOB load_documents FOR GRAPH g {
         DEFINE FILENAME DocumentContent;
         LOAD DocumentContent TO TEMP_TABLE tc (doc_id, doc_type, content) VALUES (flatten_json_array($0, $"doc_id", $"doc_type", $"content")) USING SEPARATOR="|||||||||||";
         LOAD TEMP_TABLE tc TO VERTEX Document VALUES(gsql_lower($"doc_id"), gsql_current_time_epoch(0));
         LOAD TEMP_TABLE tc TO VERTEX Content VALUES(gsql_lower($"doc_id"), $"doc_type", $"content");
         LOAD TEMP_TABLE tc TO EDGE HAS_CONTENT VALUES(gsql_lower($"doc_id") Document, gsql_lower($"doc_id") Content);
       }`,
      { DocumentContent: '[{"doc_id":"A","doc_type":"md","content":"x, y | z"},{"doc_id":"B"}]\n' },
    );
    expect(await attributes(loaded, 'Content')).toEqual({
      a: { type: 'md', text: 'x, y | z' },
      b: { type: '', text: '' },
    });
    expect(await edges(loaded, 'Document', 'a')).toEqual(['HAS_CONTENT Content a']);
  });
});

describe('DELETE', () => {
  const SCHEMA = `CREATE VERTEX User (PRIMARY_ID id STRING)
    CREATE VERTEX Occupation (PRIMARY_ID id STRING)
    CREATE UNDIRECTED EDGE User_Occupation (FROM User, TO Occupation)
    CREATE UNDIRECTED EDGE Friend (FROM User, TO User)
    CREATE DIRECTED EDGE Rating (FROM User, TO Occupation, DISCRIMINATOR (day INT), stars INT)
    CREATE GRAPH Book_Rating (*)`;
  const LOAD = `CREATE LOADING JOB fill FOR GRAPH Book_Rating {
    DEFINE FILENAME f;
    LOAD f TO EDGE User_Occupation VALUES ($0, $1), TO EDGE Friend VALUES ($0, $2),
      TO EDGE Rating VALUES ($0, $1, $3, 5); }`;
  const LINES = 'a,x,b,1\na,y,c,2\nb,x,c,1\na,x,b,3\n';

  const run = async (engine: Engine, job: string, lines: string): Promise<LoadStatus> => {
    await mustRun(engine, `CREATE LOADING JOB del FOR GRAPH Book_Rating { DEFINE FILENAME f; ${job} }`);
    const file = path.join(await temporaryFolder(), 'd.csv');
    await writeFile(file, lines);
    return engine.loadEnded(await engine.startLoad('Book_Rating', 'del', { files: { f: file } }));
  };

  it.each([
    [
      'DELETE VERTEX User (PRIMARY_ID $0) FROM f;',
      'b\nnobody\n',
      [
        'Friend User c',
        'Rating Occupation x',
        'Rating Occupation x',
        'Rating Occupation y',
        'User_Occupation Occupation x',
        'User_Occupation Occupation y',
      ],
      1,
    ],
    [
      'DELETE EDGE User_Occupation (FROM $0, TO $1) FROM f;',
      'a,x\n',
      [
        'Friend User b',
        'Friend User c',
        'Rating Occupation x',
        'Rating Occupation x',
        'Rating Occupation y',
        'User_Occupation Occupation y',
      ],
      1,
    ],
    [
      'DELETE EDGE User_Occupation (FROM $0 User) FROM f;',
      'a\n',
      ['Friend User b', 'Friend User c', 'Rating Occupation x', 'Rating Occupation x', 'Rating Occupation y'],
      2,
    ],
    [
      'DELETE EDGE Friend (FROM $0) FROM f;',
      'b\n',
      [
        'Friend User c',
        'Rating Occupation x',
        'Rating Occupation x',
        'Rating Occupation y',
        'User_Occupation Occupation x',
        'User_Occupation Occupation y',
      ],
      2,
    ],
    ['DELETE EDGE * (FROM $0 User) FROM f WHERE $1 == "yes";', 'a,yes\nb,no\n', [], 7],
    [
      'DELETE EDGE Rating (FROM $0, TO $1, DISCRIMINATOR ($2)) FROM f;',
      'a,x,3\n',
      [
        'Friend User b',
        'Friend User c',
        'Rating Occupation x',
        'Rating Occupation y',
        'User_Occupation Occupation x',
        'User_Occupation Occupation y',
      ],
      1,
    ],
  ])('%s takes away what it says', async (job, lines, left, deleted) => {
    const loaded = await load(SCHEMA, LOAD, { f: LINES });
    const status = await run(loaded.engine, job, lines);
    expect(status.error).toBeNull();
    const [counts] = [...(status.files[0]?.vertex ?? []), ...(status.files[0]?.edge ?? [])];
    expect(counts?.deletedObject).toBe(deleted);
    expect(await edges(loaded, 'User', 'a')).toEqual(left);
  });

  it('takes several clauses with one USING', async () => {
    const loaded = await load(SCHEMA, LOAD, { f: LINES });
    const status = await run(
      loaded.engine,
      'DELETE EDGE Friend (FROM $1 User, TO $2 User) from f , (FROM $2, TO $3) FROM f USING header="true", separator = "|";',
      'h|h|h|h\n0|a|b|z\n0|a|c|b\n',
    );
    expect(status.files[0]?.edge.map((each) => each.deletedObject)).toEqual([2, 1]);
    expect(await loaded.engine.countEdges('Book_Rating', 'Friend')).toEqual([{ type: 'Friend', count: 0 }]);
  });

  it('reports rows that say nothing', async () => {
    const { engine } = await load(SCHEMA, LOAD, { f: LINES });
    const status = await run(
      engine,
      'DELETE EDGE Rating (FROM $0, TO $1, DISCRIMINATOR ($2)) FROM f;',
      ',x,1\na,x,y\n',
    );
    expect(await reasons({ engine, status })).toEqual([
      '1 NoIdFound(delete edge:Rating): the source is empty',
      '2 InvalidAttribute(delete edge:Rating): a discriminator cannot be y',
    ]);
  });

  it.each([
    ['DELETE VERTEX Nobody (PRIMARY_ID $0) FROM f;', 'The vertex type Nobody does not exist'],
    ['DELETE EDGE Nothing (FROM $0) FROM f;', 'The edge type Nothing does not exist'],
    ['DELETE EDGE Rating (FROM $0 Occupation) FROM f;', 'There is no edge type Rating from Occupation.'],
    ['DELETE EDGE * (FROM $0) FROM f;', 'DELETE EDGE * needs the vertex type of the source'],
    [
      'DELETE EDGE Friend (FROM $0, DISCRIMINATOR ($1)) FROM f;',
      'The edge type Friend has 0 discriminators, 1 are given.',
    ],
    [
      'DELETE VERTEX User (PRIMARY_ID $0) FROM f; LOAD f TO VERTEX User VALUES ($0);',
      'LOAD statements or DELETE statements, not both',
    ],
    ['DELETE VERTEX User (PRIMARY_ID $0) FROM g;', 'The file variable g is not defined'],
    ['DELETE VERTEX User (PRIMARY_ID $"id") FROM f;', 'needs a header'],
  ])('is refused: %s', async (job, message) => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const text = `CREATE LOADING JOB del FOR GRAPH Book_Rating { DEFINE FILENAME f; ${job} }`;
    expect((await gsql(engine, text)).output).toContain(message);
  });
});
