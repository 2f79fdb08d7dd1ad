import { describe, expect, it } from 'vitest';
import type { Analysis } from '../analysis.ts';
import type { Expr } from '../ast.ts';
import { parseQuery } from '../parse.ts';
import { everything, social } from '../testing/social.ts';
import { analyzeQuery } from './analyze.ts';
import { describe as describeType, describeAccum } from './types.ts';

function analyze(text: string): Analysis {
  const { query, diagnostics } = parseQuery(text);
  expect(diagnostics).toEqual([]);
  if (query === undefined) throw new Error('No query.');
  return analyzeQuery(query, social);
}

const wrap = (body: string): string =>
  `CREATE QUERY q(VERTEX<Person> p, SET<STRING> types, INT k) { ${body} }`;

function faults(body: string): string[] {
  return analyze(wrap(body)).diagnostics.map(({ message }) => message);
}

/** The type of the expression written `source`, at its last occurrence. */
function typeAt(body: string, source: string): string {
  const text = wrap(body);
  const start = text.lastIndexOf(source);
  const { typeOf } = analyze(text);
  for (const [expr, type] of typeOf) {
    if (expr.span.start === start && expr.span.end === start + source.length) {
      return type.kind === 'vertexSet' ? `vertex set ${type.types.join('|')}` : describeType(type);
    }
  }
  throw new Error(`No type for ${source}.`);
}

it('finds nothing wrong with everything', () => {
  expect(analyze(everything).diagnostics).toEqual([]);
});

it('gives a type to every expression and a binding to every name', () => {
  const { query, typeOf, bindingOf } = analyze(everything);
  const missing: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      if ('kind' in node && 'span' in node && EXPRESSIONS.has(String(node.kind))) {
        const expr = node as Expr;
        if (!typeOf.has(expr)) missing.push(everything.slice(expr.span.start, expr.span.end));
        if (expr.kind === 'name' && !bindingOf.has(expr)) missing.push(`binding of ${expr.name}`);
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(query.body);
  expect(missing).toEqual([]);
});

const EXPRESSIONS = new Set([
  'name',
  'globalAccum',
  'vertexAccum',
  'member',
  'call',
  'method',
  'index',
  'binary',
  'between',
  'in',
  'like',
  'isNull',
  'parenList',
  'mapEntry',
]);

it('collects accumulators, tuples and variables', () => {
  const { globalAccums, vertexAccums, tuples, variables } = analyze(everything);
  expect([...globalAccums].map(([name, accum]) => `${name} ${describeAccum(accum)}`)).toContain(
    'm MapAccum<STRING, ListAccum<INT>>',
  );
  expect([...vertexAccums.keys()]).toEqual(['cnt', 'seen']);
  expect([...tuples.keys()]).toEqual(['Res', 'Pair']);
  expect([...variables.keys()]).toContain('z');
});

describe('types', () => {
  const accums =
    'SumAccum<FLOAT> @@f; MapAccum<STRING, ListAccum<INT>> @@m; AvgAccum @a; ListAccum<STRING> @@l; MinAccum<DATETIME> @@d; ';
  it.each([
    ['PRINT 7 / 2;', '7 / 2', 'INT'],
    ['PRINT 7 / 2.0;', '7 / 2.0', 'DOUBLE'],
    ['PRINT "a" + "b";', '"a" + "b"', 'STRING'],
    ['PRINT p.rank * 2;', 'p.rank * 2', 'FLOAT'],
    ['PRINT p.age;', 'p.age', 'INT'],
    ['PRINT p.id;', 'p.id', 'STRING'],
    ['PRINT p.type;', 'p.type', 'STRING'],
    ['PRINT @@f;', '@@f', 'SumAccum<FLOAT>'],
    ['PRINT @@f + 1;', '@@f + 1', 'FLOAT'],
    ['PRINT @@m.get("a");', '@@m.get("a")', 'ListAccum<INT>'],
    ['PRINT @@m.get("a").get(0);', '@@m.get("a").get(0)', 'INT'],
    ['PRINT @@l[0];', '@@l[0]', 'STRING'],
    ['PRINT @@d;', '@@d', 'MinAccum<DATETIME>'],
    ['PRINT abs(p.rank);', 'abs(p.rank)', 'FLOAT'],
    ['PRINT max(@@l);', 'max(@@l)', 'STRING'],
    ['PRINT coalesce(NULL, 3);', 'coalesce(NULL, 3)', 'INT'],
    ['PRINT CASE WHEN k > 1 THEN 1 ELSE 2.5 END;', 'CASE WHEN k > 1 THEN 1 ELSE 2.5 END', 'DOUBLE'],
    ['PRINT k IN (1, 2);', 'k IN (1, 2)', 'BOOL'],
    ['PRINT p.outdegree("Knows");', 'p.outdegree("Knows")', 'INT'],
    ['PRINT p.getAttr("age", "INT");', 'p.getAttr("age", "INT")', 'INT'],
    ['PRINT p.getAttr("name");', 'p.getAttr("name")', 'STRING'],
    ['S = {Person.*}; PRINT S;', 'S', 'vertex set Person'],
    ['S = {ANY}; PRINT S;', 'S', 'vertex set '],
    ['S = {types}; PRINT S;', 'S', 'vertex set '],
    ['S = {p}; T = SELECT t FROM S:s -(LivesIn>:e)- :t; PRINT T;', 'T', 'vertex set City'],
    ['T = SELECT t FROM (s:Person) -[e]- (t); PRINT T;', 'T', 'vertex set '],
    ['T = SELECT s FROM :s -(LivesIn>:e)- :t; PRINT T;', 'T', 'vertex set Person'],
    ['T = SELECT t FROM City:s -(<LivesIn)- :t; PRINT T;', 'T', 'vertex set Person'],
    ['T = SELECT t FROM Person:s -(Knows*0..2)- :t; PRINT T;', 'T', 'vertex set Person'],
    ['T = SELECT t FROM Person:s -((LivesIn>|Knows):e)- :t; PRINT T;', 'T', 'vertex set City|Person'],
    ['S = {Person.*} UNION {City.*}; PRINT S;', 'S', 'vertex set Person|City'],
    ['S = {Person.*}; IF k > 1 THEN S = {City.*}; END; PRINT S;', 'S', 'vertex set Person|City'],
    ['S = {Person.*}; WHILE TRUE DO S = SELECT t FROM S:s -(_)- :t; END; PRINT S;', 'S', 'vertex set '],
    ['S = friends(p); PRINT S;', 'S', 'vertex set Person'],
    ['S (City) = friends(p); PRINT S;', 'S', 'vertex set City'],
  ])('%s: %s is %s', (body, source, expected) => {
    expect(typeAt(accums + body, source)).toBe(expected);
  });
});

it('gives a set in a loop the types that the loop hands on to itself', () => {
  expect(typeAt('S = {Person.*}; WHILE TRUE DO PRINT S.size(); S = {City.*}; END;', 'S.size()')).toBe('INT');
  const text = wrap('S = {Person.*}; WHILE TRUE DO T = SELECT s FROM S:s; S = {City.*}; END; PRINT T;');
  const { typeOf } = analyze(text);
  const printed = [...typeOf].find(([expr]) => expr.span.start === text.indexOf('T;'));
  expect(printed?.[1]).toEqual({ kind: 'vertexSet', types: ['City', 'Person'] });
});

describe('faults', () => {
  it.each([
    // names
    ['PRINT z;', 'Name z is not known.'],
    ['PRINT kk;', 'Name kk is not known.'],
    ['INT total; PRINT totl;', 'Name totl is not known. Did you mean total?'],
    ['S = {Persn.*};', 'Vertex type Persn is not known. Did you mean Person?'],
    ['S = SELECT t FROM Persn:t;', 'Vertex type or vertex set Persn is not known. Did you mean Person?'],
    ['S = SELECT t FROM Person:s -(Knos)- :t;', 'Edge type Knos is not known. Did you mean Knows?'],
    ['S = SELECT x FROM Person:s;', 'Alias x is not known in FROM, which has s.'],
    [
      'S = SELECT s FROM Person:s WHERE s.nme == "a";',
      'Attribute nme is not known in vertex type Person. Did you mean name?',
    ],
    [
      'S = SELECT s FROM Person:s -(Knows:e)- :t WHERE e.sinc IS NULL;',
      'Attribute sinc is not known in edge type Knows. Did you mean since?',
    ],
    ['S = SELECT s FROM (s:Person {nme: "a"});', 'Attribute nme is not known in Person. Did you mean name?'],
    ['S = SELECT s FROM :s WHERE s.height > 1;', 'Attribute height is not known in any vertex type.'],
    [
      'S = SELECT c FROM City:c WHERE c.id == "a";',
      'id is the primary id of City and cannot be read as an attribute; the type lacks primary_id_as_attribute="true".',
    ],
    ['SumAccum<INT> @@total; @@totl += 1;', 'Accumulator @@totl is not known. Did you mean @@total?'],
    [
      'SumAccum<INT> @cnt; S = SELECT s FROM Person:s ACCUM s.@cmt += 1;',
      'Accumulator @cmt is not known. Did you mean @cnt?',
    ],
    [
      'SumAccum<INT> @@cnt; S = SELECT s FROM Person:s ACCUM s.@cnt += 1;',
      '@@cnt is global: write it without an alias.',
    ],
    ['PRINT lenght("a");', 'Function lenght is not known. Did you mean length?'],
    [
      'ListAccum<INT> @@l; PRINT @@l.sze();',
      'ListAccum<INT> has no function sze: it has size, contains, get, clear, update, remove, removeOne, removeAll.',
    ],
    ['VERTEX<Persn> v;', 'Vertex type Persn is not known. Did you mean Person?'],
    ['PRIN x;', 'Type PRIN is not known. Did you mean PRINT?'],
    ['HeapAccum<T>(3, a) @@h;', 'Tuple type T is not known.'],
    ['TYPEDEF TUPLE <INT a> T; HeapAccum<T>(3, b) @@h;', 'Field b is not known in T.'],
    ['TYPEDEF TUPLE <INT a> T; T t; PRINT t.b;', 'Field b is not known in T.'],
    ['INSERT INTO Persn VALUES ("a");', 'Vertex or edge type Persn is not known. Did you mean Person?'],
    [
      'INSERT INTO Person (PRIMARY_ID, nme) VALUES ("a", "b");',
      'Attribute nme is not known in Person. Did you mean name?',
    ],
    ['DELETE x FROM Person:s;', 'Alias x is not known in FROM, which has s.'],
    // declarations
    ['INT k2; INT k2;', 'The name k2 is declared already.'],
    ['INT p; IF TRUE THEN INT q1; END; INT q1;', 'The name p is declared already.'],
    ['SumAccum<INT> @a; MaxAccum<INT> @a;', '@a is declared already.'],
    ['SumAccum @a;', 'SumAccum needs the type of its value, as in SumAccum<INT>.'],
    ['TYPEDEF TUPLE <INT a> T; HeapAccum<T>(3) @@h;', 'A HeapAccum needs at least one field to sort by.'],
    ['x = 3;', 'x is not declared. Only vertex sets need no declaration; this is INT.'],
    // types
    ['INT x = "a";', 'x is INT and cannot take STRING.'],
    ['PRINT "a" + 1;', 'STRING and INT cannot be joined: use to_string(…).'],
    ['PRINT p + 1;', 'VERTEX<Person> + INT has no meaning.'],
    ['PRINT p.name == 3;', 'STRING cannot be compared with INT.'],
    ['PRINT p == "a";', 'VERTEX<Person> cannot be compared with STRING.'],
    ['IF k THEN PRINT 1; END;', 'The condition after IF must be BOOL, but this is INT.'],
    ['PRINT NOT k;', 'What NOT turns around must be BOOL, but this is INT.'],
    ['PRINT -p.name;', 'What - turns around must be a number, but this is STRING.'],
    ['PRINT k LIKE "a";', 'LIKE compares strings, but this is INT.'],
    ['PRINT k IN k;', 'IN needs a collection, but this is INT.'],
    ['PRINT k.x;', 'INT has no attributes.'],
    ['PRINT k[0];', 'INT has no places: […] needs a list, an array or a map.'],
    ['PRINT length(3);', 'The argument s must be STRING, but this is INT.'],
    ['PRINT abs();', 'abs is called as abs(x NUMBER).'],
    ['TYPEDEF TUPLE <INT a, STRING b> T; T t = T(1);', 'T has 2 fields (INT a, STRING b), not 1.'],
    ['TYPEDEF TUPLE <INT a> T; T t = T("x");', 'Field a is INT and cannot take STRING.'],
    ['SumAccum<INT> @@s; @@s += "a";', 'SumAccum<INT> cannot take STRING.'],
    ['MapAccum<INT, INT> @@m; @@m += ("a" -> 1);', 'MapAccum<INT, INT> cannot take MAP<STRING, INT>.'],
    ['OrAccum @@o; @@o += "x";', 'OrAccum cannot take STRING.'],
    ['SumAccum<INT> @@s = "a";', 'SumAccum<INT> cannot be set to STRING.'],
    [
      'ListAccum<INT> @@l; GroupByAccum<INT a, SumAccum<INT> b> @@g; @@g = @@l;',
      'GroupByAccum<INT a, SumAccum<INT> b> cannot be set to LIST<INT>.',
    ],
    ['FOREACH i IN k DO PRINT i; END;', 'FOREACH needs a collection, but this is INT.'],
    [
      'SetAccum<INT> @@s; FOREACH (a, b) IN @@s DO PRINT a; END;',
      'Two names in FOREACH need a map, but this is SET<INT>.',
    ],
    ['S = SELECT s FROM Person:s LIMIT "a";', 'LIMIT must be a number, but this is STRING.'],
    ['S = {3};', 'A vertex set cannot hold INT.'],
    ['INT x; S = {Person.*} UNION x;', 'UNION needs sets, but this is INT.'],
    ['RETURN 3;', 'RETURN needs RETURNS (type) in the head of the query.'],
    ['PRINT friends(p, p);', 'friends takes 1 arguments, not 2.'],
    ['INSERT INTO Knows VALUES (p);', 'Knows takes 2 to 3 values here, not 1.'],
    // rules of SELECT
    ['S = SELECT e FROM Person:s -(Knows:e)- :t;', 'SELECT needs an alias of a vertex, but e is an edge.'],
    [
      'S = SELECT t FROM City:s -(LivesIn>)- Person:t;',
      'LivesIn goes the other way: no LivesIn edge goes from City to Person.',
    ],
    ['S = SELECT t FROM City:s -(Knows)- City:t;', 'No Knows edge goes from City to City.'],
    ['S = SELECT t FROM Person:s -(Knows>)- :t;', 'Knows is undirected: write it without an arrow.'],
    ['S = SELECT t FROM (s:Person) ~[:LivesIn]~ (t);', 'LivesIn is directed and cannot match ~.'],
    ['S = SELECT t FROM Person:s -(Knows*1..2:e)- :t;', 'A repeated edge cannot have an alias: remove e.'],
    ['S = SELECT t FROM Person:s -(Knows:s)- :t;', 'The alias s is used twice in this FROM.'],
    [
      'S = SELECT Person FROM (Person);',
      'Person is read as an alias here: write :Person for the vertex type.',
    ],
    [
      'SumAccum<INT> @c; S = SELECT t FROM Person:s -(Knows)- :t POST-ACCUM s.@c = 1, t.@c = 2;',
      'This POST-ACCUM uses s and t: it runs as one clause for each of them.',
    ],
    [
      'SumAccum<INT> @c; S = SELECT t FROM Person:s -(Knows)- :m -(Knows)- :t POST-ACCUM s.@c = 1, t.@c = 2;',
      'One POST-ACCUM uses one alias, here s: write another POST-ACCUM for t.',
    ],
    [
      'SumAccum<INT> @c; S = SELECT t FROM Person:s -(Knows)- :t POST-ACCUM (t) s.@c = 1;',
      'One POST-ACCUM uses one alias, here t: write another POST-ACCUM for s.',
    ],
    [
      'SumAccum<INT> @c; S = SELECT t FROM Person:s -(LivesIn>:e)- :t POST-ACCUM t.@c = e.years;',
      'POST-ACCUM runs for vertices: the edge e cannot be used in it.',
    ],
    [
      'SumAccum<INT> @@c; S = SELECT s FROM Person:s ACCUM @@c = 1;',
      '@@c can only be added to (+=) inside ACCUM and POST-ACCUM.',
    ],
    [
      'S = SELECT s FROM Person:s ACCUM s.age = 1;',
      'Attributes of vertices are assigned in POST-ACCUM, not in ACCUM.',
    ],
    ['S = SELECT s FROM Person:s ACCUM s = p;', 's is an alias of FROM and cannot be assigned.'],
    [
      'S = SELECT t FROM Person:s -(Knows)- :t HAVING s.age > 1;',
      'HAVING can use the selected alias t only, not s.',
    ],
    [
      'S = SELECT t FROM Person:s -(Knows)- :t ORDER BY s.age;',
      'ORDER BY can use the selected alias t only, not s.',
    ],
    [
      'SumAccum<INT> @@c; S = SELECT s FROM Person:s -(Knows)- :t PER (s) ACCUM @@c += t.age;',
      'After PER (s) the alias t cannot be used.',
    ],
    ['SELECT s.name, s.name INTO T FROM Person:s;', 'Two columns are named name: name one with AS.'],
  ])('%s', (body, message) => {
    expect(faults(body)).toEqual([message]);
  });

  it('underlines the name alone', () => {
    const text = wrap('S = SELECT s FROM Person:s WHERE s.nme == "a";');
    const [fault] = analyze(text).diagnostics;
    expect(text.slice(fault?.span.start, fault?.span.end)).toBe('nme');
    expect(fault?.fix?.replacement).toBe('name');
  });

  it('offers to replace no more than the name', () => {
    for (const body of [
      'INSERT INTO Knows VALUES (p, "x" Persn, _);',
      'S = SELECT s FROM (s:Person {nme: "a"});',
      'S (Persn) = {p};',
      'TYPEDEF TUPLE <INT first> T; HeapAccum<T>(3, frst) @@h;',
    ]) {
      const text = wrap(body);
      for (const { span, fix, message } of analyze(text).diagnostics) {
        if (fix !== undefined) expect(message).toContain(` ${text.slice(span.start, span.end)} is not known`);
      }
    }
  });

  it('underlines the column of an INSERT', () => {
    const text = wrap('INSERT INTO Person (PRIMARY_ID, nme) VALUES ("a", "b");');
    const [fault] = analyze(text).diagnostics;
    expect(text.slice(fault?.span.start, fault?.span.end)).toBe('nme');
  });

  it('reports what is inside a loop once', () => {
    expect(faults('WHILE TRUE DO S = {Person.*}; PRINT z; END;')).toHaveLength(1);
  });

  it('checks parameters', () => {
    expect(
      analyze('CREATE QUERY q(EDGE e, VERTEX<X> v, INT i = "a", INT i) { }').diagnostics.map(
        ({ code }) => code,
      ),
    ).toEqual(['SEM-21', 'SEM-1', 'TYP-11', 'SEM-2']);
  });
});

describe('what must pass', () => {
  it.each([
    'S = {types}; T = SELECT t FROM S:s -(types:e)- types:t ACCUM t.setAttr("x", 1);',
    'S = SELECT s FROM Person:s WHERE s.outdegree("Knows") > 1 AND s.type == "Person";',
    'STRING d = "x"; PRINT to_datetime(d) < now(), to_datetime(d) == "2020-01-01";',
    'FLOAT x = 3; INT y = 2.5; UINT z = y; x = @@s + y;'.replace('@@s', '1'),
    'S = {Person.*}; S = S MINUS {p}; PRINT S.size() > 0 AND S.size() < k;',
    'SetAccum<VERTEX> @@v; S = {Person.*}; @@v += S; T = {@@v}; T = @@v;',
    'SetAccum<EDGE> @@e; S = SELECT s FROM Person:s -(Knows:e)- :t ACCUM @@e += e; PRINT @@e;',
    'MapAccum<STRING, MapAccum<STRING, INT>> @@m; @@m += ("a" -> ("b" -> 1)); PRINT @@m.get("a").get("b");',
    'TYPEDEF TUPLE <INT a, STRING b> T; ListAccum<T> @@l; @@l += T(1, "x"); FOREACH t IN @@l DO PRINT t.a; END;',
    'ListAccum<ListAccum<INT>> @@l; ListAccum<INT> @@i; @@i += 1; @@l += @@i;',
    'MinAccum<FLOAT> @@m = GSQL_INT_MAX; PRINT GSQL_INT_MIN;',
    'VERTEX v; v = p; IF v == p THEN PRINT v.type; END;',
    'INT i = 0; WHILE i < k LIMIT 3 DO i += 1; END;',
    'SumAccum<INT> @c; S = {Person.*}; S = SELECT s FROM S:s POST-ACCUM s.@c = 1, CASE WHEN s.@c > 1 THEN s.age = 3 END;',
    'S = SELECT t FROM Person:s -(Knows:e)-> Person:t;',
    'S = SELECT t FROM City:s -(_)- :t -(_:e)- :u WHERE u.name == "x";',
    'IF k < 0 THEN RETURN; END; PRINT k;',
    'FILE f (to_string(k)); f.println(k, "a");',
  ])('%s', (body) => {
    expect(faults(body)).toEqual([]);
  });

  it('lets V1 use both ends in one POST-ACCUM', () => {
    const text =
      'CREATE QUERY q() SYNTAX v1 { SumAccum<INT> @c; S = {Person.*}; S = SELECT t FROM S:s -(Knows)-> :t POST-ACCUM s.@c = 1, t.@c = 2; }';
    expect(analyze(text).diagnostics).toEqual([]);
  });

  it('lets a query call itself', () => {
    expect(
      analyze('CREATE QUERY q(INT k) RETURNS (INT) { IF k > 0 THEN PRINT q(k - 1); END; RETURN k; }')
        .diagnostics,
    ).toEqual([]);
  });
});
