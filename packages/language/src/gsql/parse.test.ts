import { describe, expect, it } from 'vitest';
import type { BodyStatement, Expr, PathPattern, SelectExpr, Statement } from './ast.ts';
import { parseProgram, parseQuery, parseTypeText } from './parse.ts';
import { everything } from './testing/social.ts';

function statement(text: string): Statement {
  const { program, diagnostics } = parseProgram(text);
  expect(diagnostics).toEqual([]);
  expect(program.statements).toHaveLength(1);
  const [only] = program.statements;
  if (only === undefined) throw new Error('No statement.');
  return only;
}

function body(text: string): readonly BodyStatement[] {
  const { query, diagnostics } = parseQuery(`CREATE QUERY q() { ${text} }`);
  expect(diagnostics).toEqual([]);
  return query?.body ?? [];
}

function expr(text: string): Expr {
  const [print] = body(`PRINT ${text};`);
  if (print?.kind !== 'print' || print.items[0] === undefined) throw new Error('No expression.');
  return print.items[0].expr;
}

function select(text: string): SelectExpr {
  const [first] = body(`S = ${text};`);
  if (first?.kind !== 'assignSelect') throw new Error('No SELECT.');
  return first.select;
}

/** An expression with all brackets written out. */
function brackets(e: Expr): string {
  switch (e.kind) {
    case 'binary':
      return `(${brackets(e.left)} ${e.op} ${brackets(e.right)})`;
    case 'unary':
      return `(${e.op} ${brackets(e.operand)})`;
    case 'name':
    case 'globalAccum':
      return e.name;
    case 'int':
    case 'float':
      return String(e.value);
    case 'in':
      return `(${brackets(e.value)} ${e.negated ? 'NOT ' : ''}IN ${brackets(e.collection)})`;
    default:
      return e.kind;
  }
}

describe('expressions', () => {
  it.each([
    ['a + b * c', '(a + (b * c))'],
    ['(a + b) * c', '((a + b) * c)'],
    ['a - b - c', '((a - b) - c)'],
    ['a OR b AND c', '(a OR (b AND c))'],
    ['NOT a == b AND c', '((NOT (a == b)) AND c)'],
    ['a << 1 + 2', '(a << (1 + 2))'],
    ['a & b | c', '((a & b) | c)'],
    ['a | b == c', '((a | b) == c)'],
    ['a <> b', '(a != b)'],
    ['a = b', '(a == b)'],
    ['-a + 3', '((- a) + 3)'],
    ['a - -3', '(a - -3)'],
    ['a UNION b MINUS c', '((a UNION b) MINUS c)'],
    ['a < -1', '(a < -1)'],
    ['x NOT IN y', '(x NOT IN y)'],
    ['x IN (1)', '(x IN parenList)'],
    ['x IN (y)', '(x IN y)'],
  ])('reads %s as %s', (text, expected) => {
    expect(brackets(expr(text))).toBe(expected);
  });

  it('keeps integers past 2^53', () => {
    expect(expr('9223372036854775807')).toMatchObject({ kind: 'int', value: 9223372036854775807n });
    expect(expr('-9223372036854775808')).toMatchObject({ kind: 'int', value: -9223372036854775808n });
    expect(expr('18446744073709551615')).toMatchObject({ value: 18446744073709551615n });
    expect(expr('9007199254740991')).toMatchObject({ value: 9007199254740991 });
    expect(expr('-0')).toMatchObject({ value: 0 });
  });

  it.each([
    ['.5', 0.5],
    ['5.', 5],
    ['2.0', 2],
    ['1e3', 1000],
    ['1.5E-2', 0.015],
  ])('reads the float %s', (text, value) => {
    expect(expr(text)).toMatchObject({ kind: 'float', value });
  });

  it('decodes strings', () => {
    expect(expr(String.raw`"a\"b\\c\td\n\d"`)).toMatchObject({ value: 'a"b\\c\td\n\\d' });
    expect(expr('"""{"a": 1}"""')).toMatchObject({ value: '{"a": 1}' });
  });

  it('reads accumulators, their earlier value, attributes, calls and methods', () => {
    expect(expr("v.@a'")).toMatchObject({ kind: 'vertexAccum', name: 'a', previous: true });
    expect(expr('@@a')).toMatchObject({ kind: 'globalAccum', previous: false });
    expect(expr('@@m.get("k").size()')).toMatchObject({
      kind: 'method',
      name: 'size',
      target: { name: 'get' },
    });
    expect(expr('count(DISTINCT v.type)')).toMatchObject({
      kind: 'call',
      distinct: true,
      args: [{ kind: 'member' }],
    });
    expect(expr('@@a[1][2]')).toMatchObject({ kind: 'index', target: { kind: 'index' } });
    expect(expr('(a, b -> c, d)')).toMatchObject({ kind: 'mapEntry', keys: [{}, {}], values: [{}, {}] });
    expect(expr('CASE x WHEN 1 THEN "a" ELSE "b" END')).toMatchObject({
      kind: 'case',
      operand: { name: 'x' },
    });
    expect(expr('{Person.*, _, p}')).toMatchObject({
      seeds: [{ kind: 'allOf', name: 'Person' }, { kind: 'any' }, { kind: 'expr' }],
    });
    expect(expr('Person.*')).toMatchObject({ kind: 'vertexSet', seeds: [{ kind: 'allOf' }] });
  });

  it('gives PRINT items their text without space', () => {
    const [print] = body('PRINT A.size() > 10, @@m.get("bar"), x + 1 AS y, S[S.x, S.@c AS n];');
    expect(print).toMatchObject({
      items: [
        { text: 'A.size()>10' },
        { text: '@@m.get("bar")' },
        { as: 'y' },
        { text: 'S', projection: [{}, { as: 'n' }] },
      ],
    });
  });
});

describe('patterns', () => {
  function path(from: string): PathPattern {
    const [first] = select(`SELECT x FROM ${from}`).from;
    if (first === undefined) throw new Error('No path.');
    return first;
  }
  /** `alias:types -[alias:step>]{m,n}- …` in one form for all syntaxes. */
  function shape({ start, hops }: PathPattern): string {
    const vertex = (v: PathPattern['start']): string =>
      `${v.alias?.text ?? ''}:${v.sources.map((s) => s.text).join('|')}`;
    const edge = ({ edge: e }: PathPattern['hops'][number]): string =>
      `[${e.alias?.text ?? ''}:${e.steps.map((s) => `${s.name?.text ?? '_'} ${s.direction}`).join('|')}]${
        e.repeat === undefined ? '' : `{${e.repeat.min},${e.repeat.max ?? ''}}`
      }`;
    return [vertex(start), ...hops.map((hop) => `${edge(hop)} ${vertex(hop.vertex)}`)].join(' ');
  }

  it.each([
    // V1
    ['Start:s -(Knows:e)-> Person:t', 's:Start [e:Knows unspecified] t:Person'],
    ['Start:s -(:e)- :t', 's:Start [e:_ in|_ out|_ undirected] t:'],
    ['Start:s -(:e)-> :t', 's:Start [e:_ unspecified] t:'],
    ['Start:s -(_:e)- :t', 's:Start [e:_ unspecified] t:'],
    ['Start:s -()- Person:t', 's:Start [:_ in|_ out|_ undirected] t:Person'],
    ['Start:s -((A|B):e)-> (C|D):t', 's:Start [e:A unspecified|B unspecified] t:C|D'],
    // V2
    ['X:x -(E>:e)- Y:y -(<F)- Z:z', 'x:X [e:E out] y:Y [:F in] z:Z'],
    ['X:x -((E>|<F):e)- _:y', 'x:X [e:E out|F in] y:'],
    ['X:x -(_>)- ANY:y', 'x:X [:_ out] y:'],
    ['X:x -(<_)- y', 'x:X [:_ in] :y'],
    ['X:x -(E*)- Y:y', 'x:X [:E unspecified]{0,} y:Y'],
    ['X:x -(E>*2)- Y:y', 'x:X [:E out]{2,2} y:Y'],
    ['X:x -(E>*1..3)- Y:y', 'x:X [:E out]{1,3} y:Y'],
    ['X:x -(E>*..3)- Y:y', 'x:X [:E out]{0,3} y:Y'],
    ['X:x -(E>*2..)- Y:y', 'x:X [:E out]{2,} y:Y'],
    ['X:x -((E>|F)*1..2.G>)- Y:y', 'x:X [:E out|F unspecified]{1,2} : [:G out] y:Y'],
    ['X:x -(E>.<F.G)- Y:y', 'x:X [:E out] : [:F in] : [:G unspecified] y:Y'],
    ['(A|B):x', 'x:A|B'],
    // V3
    ['(x:X)', 'x:X'],
    ['(x:X|Y) -[e:E]-> (y)', 'x:X|Y [e:E out] y:'],
    ['(x:X:Y) <-[e:E|F]- (:Z)', 'x:X|Y [e:E in|F in] :Z'],
    ['(x) ~[:E]~ (y)', 'x: [:E undirected] y:'],
    ['(x) -[:E]- (y)', 'x: [:E any] y:'],
    ['(x) -[]-> (y)', 'x: [:_ out] y:'],
    ['(x) <-[e:E]-> (y)', 'x: [e:E in|E out] y:'],
    ['(x) <~[:E]~ (y) ~[:F]~> (z)', 'x: [:E in|E undirected] y: [:F out|F undirected] z:'],
    ['(x) -[:E]->{1,3} (y)', 'x: [:E out]{1,3} y:'],
    ['(x) -[:E]->* (y) -[:F]->+ (z)', 'x: [:E out]{0,} y: [:F out]{1,} z:'],
    ['(x) -[:E*1..2]-> (y) -[:E]->{,4} (z)', 'x: [:E out]{1,2} y: [:E out]{0,4} z:'],
    // side by side
    ['S:s -(E>:e)- (t:T) -[:F]-> U:u', 's:S [e:E out] t:T [:F out] u:U'],
  ])('reads %s', (text, expected) => {
    expect(shape(path(text))).toBe(expected);
  });

  it('reads conditions inside V3 patterns and joins paths by commas', () => {
    const { from } = select(
      'SELECT x FROM (x:X {a: 1, b: "c"} WHERE x.d > 2) -[e:E {w: 3} WHERE e.v == 1]-> (y), (y) -[:F]-> (z)',
    );
    expect(from).toHaveLength(2);
    expect(from[0]?.start.properties.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(from[0]?.start.where).toBeDefined();
    expect(from[0]?.hops[0]?.edge.properties).toHaveLength(1);
    expect(from[0]?.hops[0]?.edge.where).toBeDefined();
  });
});

describe('SELECT', () => {
  it('keeps each clause', () => {
    const found = select(`SELECT DISTINCT t FROM X:s -(E)- Y:t WHERE t.a > 1 PER (s, t)
      ACCUM t.@a += 1, IF t.b THEN @@c += 1 END
      POST-ACCUM (t) t.@a = 2 POST_ACCUM s.@a = 3 HAVING t.@a > 1 ORDER BY t.a DESC, t.b LIMIT 2, 10`);
    expect(found).toMatchObject({
      distinct: true,
      alias: { text: 't' },
      per: [{ text: 's' }, { text: 't' }],
      accum: [{ kind: 'assign', op: '+=' }, { kind: 'if' }],
      postAccum: [{ alias: { text: 't' } }, { body: [{}] }],
      orderBy: [{ descending: true }, { descending: false }],
      limit: { value: 10 },
      offset: { value: 2 },
    });
    expect(found.postAccum[1]?.alias).toBeUndefined();
  });

  it('fills tables', () => {
    const [first] = body(
      'SELECT a.x, count(*) AS n INTO T FROM X:a GROUP BY a.x ORDER BY n LIMIT 5 OFFSET 1;',
    );
    expect(first).toMatchObject({
      kind: 'select',
      select: {
        into: { table: { text: 'T' }, columns: [{}, { as: 'n' }] },
        groupBy: [{}],
        limit: { value: 5 },
        offset: { value: 1 },
      },
    });
  });
});

describe('statements of a query', () => {
  it('reads everything at once', () => {
    expect(parseQuery(everything).diagnostics).toEqual([]);
  });

  it('turns CASE into IF', () => {
    expect(body('CASE x WHEN 1 THEN PRINT 1; WHEN 2 THEN PRINT 2; ELSE PRINT 3; END;')).toMatchObject([
      { kind: 'if', branches: [{ when: { op: '==' } }, { when: { op: '==' } }], otherwise: [{}] },
    ]);
  });

  it.each([
    ['S (ANY) = {Person.*};', { kind: 'assign', declaredTypes: ['ANY'] }],
    ['S (A, B) = SELECT s FROM A:s;', { kind: 'assignSelect', declaredTypes: ['A', 'B'] }],
    ['@@h = MyHeap;', { kind: 'assign', target: { kind: 'globalAccum' } }],
    [
      'MyHeap @@h, @@g;',
      { kind: 'declareAccums', type: { kind: 'named', name: 'MyHeap' }, accums: [{}, {}] },
    ],
    ['MyTuple t;', { kind: 'declareVars', type: { kind: 'named' } }],
    ['VERTEX<Person> v;', { kind: 'declareVars', type: { kind: 'vertex', vertexType: 'Person' } }],
    [
      'TYPEDEF TUPLE <STRING(10) a, list INT, SET<INT> c> T;',
      { fields: [{ name: 'a' }, { name: 'list' }, { name: 'c' }] },
    ],
    ['TYPEDEF HeapAccum<T>(3, a ASC) H;', { kind: 'typedefAccum', name: 'H' }],
    ['FOREACH (a, b) IN @@m DO BREAK; END;', { loop: { kind: 'items', names: [{}, {}] } }],
    ['FOREACH i IN RANGE[1, 5].STEP(2) DO CONTINUE; END;', { loop: { kind: 'range', step: { value: 2 } } }],
    ['@@s.clear();', { kind: 'expr', expr: { kind: 'method' } }],
    ['DELETE s FROM A:s;', { kind: 'delete' }],
    [
      'INSERT INTO EDGE E (FROM, TO, w) VALUES (a A, "b" B, _);',
      { columns: ['FROM', 'TO', 'w'], values: [{ vertexType: 'A' }, {}, { value: null }] },
    ],
    ['PRINT x TO_CSV "/tmp/a";', { kind: 'print', toCsv: { kind: 'string' } }],
  ])('reads %s', (text, expected) => {
    expect(body(text)).toMatchObject([expected]);
  });

  it.each([
    ['IF a THEN PRINT 1; ELSE IF b THEN PRINT 2; END;', ['a', 'b'], false],
    ['IF a THEN PRINT 1; ELSE IF b THEN PRINT 2; ELSE PRINT 3; END;', ['a', 'b'], true],
    ['IF a THEN PRINT 1; ELSE IF b THEN PRINT 2; END; END;', ['a'], true],
    ['IF a THEN PRINT 1; ELSE\n IF b THEN PRINT 2; END; PRINT CASE WHEN c THEN 1 END; END;', ['a'], true],
    ['WHILE x DO IF a THEN PRINT 1; ELSE IF b THEN PRINT 2; END; END;', ['a', 'b'], false],
    ['WHILE x DO IF a THEN PRINT 1; ELSE\nIF b THEN PRINT 2; END; END; END;', ['a'], true],
    ['S = SELECT s FROM V:s ACCUM IF a THEN s.@x = 1 ELSE IF b THEN s.@x = 2 END END;', ['a'], true],
    ['S = SELECT s FROM V:s ACCUM IF a THEN s.@x = 1 ELSE IF b THEN s.@x = 2 END;', ['a', 'b'], false],
    [
      'S = SELECT s FROM V:s ACCUM IF a THEN s.@x = 1 ELSE IF b THEN s.@x = 2 END, IF c THEN s.@x = 3 ELSE\n IF d THEN s.@x = 4 END END;',
      ['a', 'b'],
      false,
    ],
  ])('tells ELSE IF from an IF inside ELSE: %s', (text, conditions, hasElse) => {
    const find = (node: unknown): unknown => {
      if (typeof node !== 'object' || node === null) return undefined;
      if ('kind' in node && node.kind === 'if') return node;
      return Object.values(node)
        .map(find)
        .find((found) => found !== undefined);
    };
    const found = find(body(text)) as Extract<BodyStatement, { kind: 'if' }>;
    expect(found.branches.map(({ when }) => brackets(when))).toEqual(conditions);
    expect(found.otherwise !== undefined).toBe(hasElse);
  });

  it('lets RETURN stand alone', () => {
    expect(body('RETURN;')).toMatchObject([{ kind: 'return', value: { kind: 'null' } }]);
  });

  it('needs no ; after END before } or END', () => {
    expect(body('IF a THEN IF b THEN PRINT 1; END END')).toHaveLength(1);
  });
});

describe('shell statements', () => {
  it.each([
    ['ls', { kind: 'ls' }],
    ['USE GRAPH g', { kind: 'useGraph', name: { text: 'g' } }],
    ['USE GLOBAL', { kind: 'useGraph', name: null }],
    ['SHOW VERTEX Per*', { kind: 'show', what: 'vertex', pattern: 'Per*' }],
    ['SHOW QUERY', { kind: 'show', what: 'query' }],
    ['DROP ALL', { kind: 'drop', what: 'all' }],
    ['DROP QUERY *', { kind: 'drop', what: 'query', names: '*' }],
    ['DROP GRAPH g CASCADE', { kind: 'drop', what: 'graph', cascade: true }],
    ['DROP VERTEX A, B', { kind: 'drop', names: [{ text: 'A' }, { text: 'B' }] }],
    ['SET syntax_version = "v2"', { kind: 'set', name: 'syntax_version', value: 'v2' }],
    ['TYPEDEF TUPLE <a INT, b STRING(10)> T', { kind: 'createTuple', name: { text: 'T' } }],
    ['CREATE GRAPH g (A, B)', { kind: 'createGraph', types: [{}, {}] }],
    ['CREATE GRAPH g (*)', { kind: 'createGraph', types: '*' }],
    ['CREATE GRAPH g ()', { kind: 'createGraph', types: [] }],
    [
      'CREATE VERTEX A (PRIMARY_ID id INT, b STRING DEFAULT "x") WITH primary_id_as_attribute="true", STATS="none"',
      {
        kind: 'createVertex',
        primaryId: { name: 'id' },
        attributes: [{ name: 'b', defaultValue: { value: 'x' } }],
        options: { primary_id_as_attribute: 'true', stats: 'none' },
      },
    ],
    [
      'CREATE VERTEX A (id STRING PRIMARY KEY, count INT DEFAULT -1)',
      {
        attributes: [{ primaryKey: true }, { name: 'count', defaultValue: { value: -1 } }],
      },
    ],
    ['CREATE VERTEX A (a INT, b STRING, PRIMARY KEY (a, b))', { compositeKey: ['a', 'b'] }],
    [
      'CREATE UNDIRECTED EDGE E (FROM A, TO B | FROM C, TO *, w FLOAT)',
      {
        directed: false,
        pairs: [{ from: { text: 'A' }, to: { text: 'B' } }, { to: { text: '*' } }],
        attributes: [{ name: 'w' }],
      },
    ],
    [
      'CREATE DIRECTED EDGE E (FROM A, TO B, DISCRIMINATOR(at DATETIME), w INT) WITH REVERSE_EDGE="R"',
      {
        directed: true,
        discriminator: [{ name: 'at' }],
        reverseEdge: { text: 'R' },
      },
    ],
    [
      'CREATE DIRECTED EDGE E (FROM A|B, TO C)',
      { pairs: [{ from: { text: 'A' } }, { from: { text: 'B' } }] },
    ],
    ['INSTALL QUERY -FORCE a, b', { kind: 'installQuery', names: [{}, {}], options: ['force'] }],
    ['INSTALL QUERY ALL', { kind: 'installQuery', names: '*' }],
    [
      'RUN QUERY -async q(1, _, "a", [1,2], ("id", "T"), -2)',
      {
        kind: 'runQuery',
        options: ['async'],
        args: { kind: 'positional', values: [{}, null, {}, {}, {}, { value: -2 }] },
      },
    ],
    [
      'RUN QUERY q({"p": {"id": "a"}, "k": 3})',
      { args: { kind: 'json', text: '{"p": {"id": "a"}, "k": 3}' } },
    ],
    [
      'INTERPRET QUERY (INT k = 3) FOR GRAPH g SYNTAX v3 { PRINT k; }',
      {
        kind: 'interpretQuery',
        query: { syntax: 'v3', graph: { text: 'g' }, parameters: [{ name: 'k' }] },
      },
    ],
    ['INTERPRET QUERY q(1)', { kind: 'interpretStored', name: { text: 'q' } }],
    [
      'RUN LOADING JOB -noprint j USING f="/a.csv", g, EOF="true"',
      {
        kind: 'runLoadingJob',
        files: [{ name: 'f', path: '/a.csv' }, { name: 'g' }],
        options: { noprint: '', EOF: 'true' },
      },
    ],
  ])('reads %s', (text, expected) => {
    expect(statement(text)).toMatchObject(expected);
  });

  it('reads loading jobs', () => {
    const text = `CREATE LOADING JOB j FOR GRAPH g {
      DEFINE FILENAME f = "/a.csv"; DEFINE FILENAME g; DEFINE HEADER h = "a", "b";
      LOAD f TO VERTEX A VALUES ($0, $"b", gsql_lower($2), _, 3, "x") WHERE to_int($1) > 3 AND NOT ($2 IS EMPTY) OR $3 IS NOT NUMERIC,
             TO EDGE E VALUES ($0 A, $1 B, $2) USING SEPARATOR="\\t", HEADER="true", EOL="\\n";
      LOAD "/b.csv" TO VERTEX B VALUES ($0);
    }`;
    const job = statement(text);
    expect(job).toMatchObject({
      kind: 'createLoadingJob',
      files: [{ path: '/a.csv' }, {}],
      headers: [{ columns: ['a', 'b'] }],
      loads: [
        {
          source: { kind: 'variable', text: 'f' },
          targets: [
            {
              kind: 'vertex',
              where: { kind: 'or' },
              values: [{ index: 0 }, { name: 'b' }, { name: 'gsql_lower' }, { kind: 'skip' }, {}, {}],
            },
            { kind: 'edge', fromType: { text: 'A' }, toType: { text: 'B' } },
          ],
          using: { SEPARATOR: '\t', HEADER: 'true', EOL: '\n' },
        },
        { source: { kind: 'path', text: '/b.csv' } },
      ],
    });
    expect(job.kind === 'createLoadingJob' && job.text).toBe(text);
  });

  it('reads a SELECT of its own as an interpreted query', () => {
    const set = statement(
      'SELECT s FROM (s:Account {name: "x"}) -[e:transfer]-> (t) HAVING s.isBlocked LIMIT 3',
    );
    expect(set).toMatchObject({
      kind: 'interpretQuery',
      query: { body: [{ kind: 'assignSelect', target: { text: 'Result_Vertex_Set' } }, { kind: 'print' }] },
      text: 'INTERPRET QUERY () SYNTAX v3 {  Result_Vertex_Set = SELECT s FROM (s:Account {name: "x"}) -[e:transfer]-> (t) HAVING s.isBlocked LIMIT 3; PRINT Result_Vertex_Set; }',
    });
    const table = statement(
      'SELECT s, e.amount AS amt\n FROM (s:Account) - [e:transfer] -> (t) ORDER BY amt;'.slice(0, -1),
    );
    expect(table.kind === 'interpretQuery' && table.text).toBe(
      'INTERPRET QUERY () SYNTAX v3 {  SELECT s, e.amount AS amt INTO Result_Table\n FROM (s:Account) - [e:transfer] -> (t) ORDER BY amt; PRINT Result_Table; }',
    );
    const edge = statement('SELECT e FROM (s:A) -[e:E]-> (t)');
    expect(edge.kind === 'interpretQuery' && edge.text).toContain('SELECT e INTO Result_Table FROM');
    const accums = statement(
      'LET DOUBLE r = 0.5; SumAccum<INT> @a, @@n; IN\nSELECT s FROM (s:A) ACCUM @@n += 1',
    );
    expect(accums.kind === 'interpretQuery' && accums.text).toBe(
      'INTERPRET QUERY () SYNTAX v3 { DOUBLE r = 0.5; SumAccum<INT> @a, @@n;  Result_Vertex_Set = SELECT s FROM (s:A) ACCUM @@n += 1; PRINT Result_Vertex_Set; PRINT @@n; }',
    );
    for (const block of [set, table, edge, accums]) {
      if (block.kind !== 'interpretQuery') throw new Error('No query.');
      expect(parseQuery(block.text).diagnostics).toEqual([]);
    }
  });

  it('separates statements by lines, semicolons and BEGIN … END', () => {
    const { program, diagnostics } = parseProgram(
      'LS; ls\n# note\nUSE GLOBAL // on\nBEGIN\nLS\nEND\n/* a\nb */ LS',
    );
    expect(diagnostics).toEqual([]);
    expect(program.statements.map(({ kind }) => kind)).toEqual(['ls', 'ls', 'useGraph', 'ls', 'ls']);
  });

  it('forgets what stands between BEGIN and ABORT', () => {
    expect(
      parseProgram('LS\nBEGIN\nUSE GLOBAL\nLS\nABORT\nUSE GLOBAL').program.statements.map(({ kind }) => kind),
    ).toEqual(['ls', 'useGraph']);
  });

  it('gives the text of a query without what surrounds it', () => {
    const { program } = parseProgram('LS\nCREATE QUERY q() { PRINT 1; }\nINSTALL QUERY q');
    expect(program.statements[1]).toMatchObject({ text: 'CREATE QUERY q() { PRINT 1; }' });
  });
});

describe('faults', () => {
  it.each([
    ['CREATE QUERY q() { x = ; }', [[';', "Found ';' where an expression was expected."]]],
    ['CREATE QUERY q() { PRINT 1 }', [['}', "Found '}' where ';' was expected."]]],
    ['CREATE QUERY q() { PRINT 1;', [[';', "Found the end of the text where '}' was expected."]]],
    ['CREATE VERTX A (PRIMARY_ID id STRING)', [['VERTX', "Found 'VERTX' where VERTEX was expected."]]],
    [
      'CREATE QUERY q() { S = SELCT p FORM P:p WEHRE p.x == 1; }',
      [
        ['SELCT', "Found 'SELCT' where SELECT was expected."],
        ['FORM', "Found 'FORM' where FROM was expected."],
        ['WEHRE', "Found 'WEHRE' where WHERE was expected."],
      ],
    ],
    [
      'CREATE QUERY q() { IF x TEHN PRINT ; END; WHILE x PRINT 1; END; }',
      [
        ['TEHN', "Found 'TEHN' where THEN was expected."],
        [';', "Found ';' where an expression was expected."],
        ['PRINT', "Found 'PRINT' where DO was expected."],
      ],
    ],
    [
      'CREATE QUERY q() { S = SELECT s FROM A:s -(E>-) B:t WHERE s.x = ; PRINT S; y = 1 +; }',
      [
        ['-', "Found '-' where ')' was expected."],
        [';', "Found ';' where an expression was expected."],
        [';', "Found ';' where an expression was expected."],
      ],
    ],
    ['CREATE QUERY q() { PRINT "abc; }', [['"abc; }', 'This text has no closing quote on its line.']]],
    ["CREATE QUERY q() { PRINT 'abc'; }", [["'abc'", "Strings are written in double quotes, not in '…'."]]],
    ['LS /* no end', [['/* no end', 'This comment has no closing */.']]],
    ['CREATE QUERY q() { PRINT a + °é b; }', [['°é', "'°é' means nothing in GSQL outside of strings."]]],
    [
      'CREATE QUERY q() { PRINT @a; }',
      [['@a', '@a belongs to vertices: write it after an alias, as in v.@a.']],
    ],
    ['CREATE QUERY from() { }', [['from', "'from' is a reserved word and cannot be a name for the query."]]],
    [
      'CREATE QUERY q() { S = SELECT a, b FROM X:a; }',
      [['a, b', 'SELECT gives one alias (SELECT v FROM …) unless INTO names a table for its columns.']],
    ],
    [
      'CREATE QUERY q() { S = SELECT a FROM X:a WHERE TRUE WHERE FALSE; }',
      [['WHERE', 'A SELECT has only one WHERE.']],
    ],
    [
      'CREATE QUERY q() { S = SELECT a FROM X:a -(E*3..1)- Y:b; }',
      [['1', 'The most repetitions (1) are fewer than the least (3).']],
    ],
    ['CREATE QUERY q() { END; PRINT 1; }', [['END', 'This END closes nothing.']]],
    ['CREATE QUERY q() { SumAcum<INT> @@a; }', [['SumAcum', "Found 'SumAcum' where SumAccum was expected."]]],
    [
      'CREATE EDGE E (FROM A, TO B)',
      [['EDGE', "Found 'EDGE' where DIRECTED or UNDIRECTED before EDGE was expected."]],
    ],
    [
      'CREATE FUNCTION p.f(INT x) RETURNS (BOOL) { RETURN TRUE; }',
      [
        [
          'FUNCTION',
          'GSQL functions are not supported: they serve row policies, which are not supported either. Queries call functions in JavaScript.',
        ],
      ],
    ],
    [
      'CREATE TEMPLATE QUERY q() { PRINT 1; }',
      [['q', "Found 'q' where a package and a name were expected: lib.q."]],
    ],
    [
      'ALTER VERTEX v IN GRAPH g SET ROW POLICY p.f ON (a)',
      [['VERTEX', 'Row policies are not supported: graphs of chosen types and roles restrict what is seen.']],
    ],
    [
      'CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ALTER VERTEX v ADD VECTOR ATTRIBUTE e (DIMENSION 3); ADD EDGE e (FROM a, TO b); DROP TABLE t; }',
      [
        ['3', "Found '3' where '=' was expected."],
        ['e', "Found 'e' where DIRECTED or UNDIRECTED before EDGE was expected."],
        ['TABLE', "Found 'TABLE' where VERTEX or EDGE was expected."],
      ],
    ],
    ['LS LS', [['LS', "Found 'LS' where ';' or a new line was expected."]]],
    ['RUN QUERY q({"a": 1)', [[')', "Found the end of the text where '}' was expected."]]],
    ['', []],
  ])('tells what is wrong with %s', (text, expected) => {
    const { diagnostics } = parseProgram(text);
    expect(diagnostics.map(({ span, message }) => [text.slice(span.start, span.end), message])).toEqual(
      expected,
    );
  });

  it('offers to mend misspelt keywords', () => {
    const [fault] = parseProgram('CREATE QUERY q() { SELCT p INTO T FROM X:p; }').diagnostics;
    expect(fault?.fix).toEqual({ title: 'Change to SELECT', replacement: 'SELECT' });
  });

  it('reads the statements around a broken one', () => {
    const { program, diagnostics } = parseProgram(
      'CREATE VERTEX A (id STRING PRIMARY KEY)\nCREATE VERTEX B (id STRING\nUSE GLOBAL\nLS',
    );
    expect(diagnostics).toHaveLength(1);
    expect(program.statements.map(({ kind }) => kind)).toEqual(['createVertex', 'useGraph', 'ls']);
  });

  it.each([
    ['parentheses', `CREATE QUERY q() { PRINT ${'('.repeat(20_000)}`],
    ['signs', `CREATE QUERY q() { PRINT ${'- '.repeat(20_000)}1; }`],
    ['NOT', `CREATE QUERY q() { PRINT ${'NOT '.repeat(20_000)}TRUE; }`],
    ['types', `CREATE QUERY q(${'SET<'.repeat(20_000)}`],
    ['blocks', `CREATE QUERY q() { ${'IF TRUE THEN '.repeat(20_000)}`],
    ['blocks of ACCUM', `CREATE QUERY q() { S = SELECT s FROM V:s ACCUM ${'IF TRUE THEN '.repeat(20_000)}`],
    ['edge groups', `CREATE QUERY q() { S = SELECT s FROM V:s -(${'('.repeat(20_000)}`],
    [
      'conditions of a load',
      `CREATE LOADING JOB j { LOAD "a" TO VERTEX V VALUES ($0) WHERE ${'('.repeat(20_000)}`,
    ],
    ['token functions', `CREATE LOADING JOB j { LOAD "a" TO VERTEX V VALUES (${'f('.repeat(20_000)}`],
  ])('refuses %s nested without end', (_, text) => {
    const messages = parseProgram(text).diagnostics.map(({ message }) => message);
    expect(messages).toContain('This is nested too deeply: at most 150 levels are read.');
  });

  it.each(['1 + ', 'a AND ', 'a OR ', 'a == ', 'a UNION ', 'a.'])(
    'refuses an endless chain of %s',
    (link) => {
      const { diagnostics } = parseProgram(`CREATE QUERY q() { PRINT ${link.repeat(20_000)}a; }`);
      expect(diagnostics.map(({ message }) => message)).toContain(
        'This expression is too long: it has more than 500 links.',
      );
    },
  );

  it('reports no more than a hundred faults', () => {
    expect(parseProgram('CREATE QUERY q() {' + 'x = ; '.repeat(500) + '}').diagnostics).toHaveLength(100);
  });

  it('wants nothing after a single query', () => {
    expect(parseQuery('CREATE QUERY q() { } LS').diagnostics[0]?.message).toBe(
      "Found 'LS' where the end of the query was expected.",
    );
    expect(parseQuery('LS').query).toBeUndefined();
  });
});

it('reads types given as text', () => {
  expect(parseTypeText('SET<VERTEX<Person>>')).toMatchObject({
    kind: 'set',
    element: { vertexType: 'Person' },
  });
  expect(parseTypeText('SET<')).toBeUndefined();
  expect(parseTypeText('INT x')).toBeUndefined();
});
