/** Statements that define, list and export the contents of a store: their trees and their errors. */
import { describe, expect, it } from 'vitest';
import type { GraphSchema } from '../schema.ts';
import { checkProgram } from './check/program.ts';
import { parseProgram } from './parse.ts';

const EMPTY: GraphSchema = { name: '', vertexTypes: [], edgeTypes: [], tuples: [], queries: [] };

function only(text: string): unknown {
  const { program, diagnostics } = parseProgram(text);
  expect(diagnostics).toEqual([]);
  expect(program.statements).toHaveLength(1);
  return program.statements[0];
}

describe('reads', () => {
  it.each([
    [
      'CREATE VERTEX M (id UINT, title STRING, PRIMARY KEY (title, id)) WITH STATS="none" primary_id_as_attribute="true"',
      {
        kind: 'createVertex',
        compositeKey: ['title', 'id'],
        options: { stats: 'none', primary_id_as_attribute: 'true' },
      },
    ],
    [
      'TYPEDEF TUPLE <a INT(1), b UINT(4), c STRING(10), d FIXED_BINARY(4)> t',
      { kind: 'createTuple', fields: [{}, {}, { name: 'c' }, { type: { kind: 'scalar', name: 'STRING' } }] },
    ],
    [
      'CREATE DIRECTED EDGE e (FROM A, TO B) WITH REVERSE_EDGE=r_e, TAGGABLE="true"',
      { kind: 'createEdge', reverseEdge: { text: 'r_e' } },
    ],
    ['CREATE GRAPH g (A, e) WITH ADMIN joe', { kind: 'createGraph', types: [{ text: 'A' }, { text: 'e' }] }],
    ['CLEAR GRAPH STORE -HARD', { kind: 'clearStore' }],
    ['SHOW LOADING JOB l*', { kind: 'show', what: 'loadingJob', pattern: 'l*' }],
    ['SHOW SCHEMA_CHANGE JOB', { kind: 'show', what: 'schemaJob' }],
    ['SHOW EDGE -r "test[13]*"', { kind: 'show', what: 'edge', expression: 'test[13]*' }],
    ['SHOW USER', { kind: 'account', action: 'showUsers' }],
    ['SHOW GROUP', { kind: 'account', action: 'showGroups' }],
    [
      'CREATE GROUP developers PROXY "role=engineering"',
      { kind: 'account', action: 'createGroup', group: 'developers', rule: 'role=engineering' },
    ],
    ['DROP GROUP a, b', { kind: 'account', action: 'dropGroups', names: ['a', 'b'] }],
    [
      'INSTALL QUERY tg_*, b',
      { kind: 'installQuery', names: [{ text: 'tg_*' }, { text: 'b' }], force: false },
    ],
    ['INSTALL QUERY -FORCE -COST *', { kind: 'installQuery', names: '*', force: true }],
    ['INSTALL QUERY -OPTIMIZE', { kind: 'installQuery', names: '*' }],
    ['RECOMPILE QUERY q', { kind: 'installQuery', names: [{ text: 'q' }], force: true }],
    [
      'RUN QUERY -async -profile BASIC -queue q1 x(1)',
      { kind: 'runQuery', name: { text: 'x' }, options: ['async', 'profile', 'queue'] },
    ],
    ['RUN SCHEMA_CHANGE JOB j -N', { kind: 'runSchemaJob', reinstall: false }],
    ['RUN GLOBAL SCHEMA_CHANGE JOB j -force', { kind: 'runSchemaJob', global: true, reinstall: true }],
    [
      'EXPORT GRAPH ALL --TEMPLATE --SEPARATOR "|" TO "/tmp/x"',
      { kind: 'exportGraph', graphs: '*', content: 'template', separator: '|', path: '/tmp/x' },
    ],
    [
      'IMPORT GRAPH a, b --keep-users FROM "/tmp/x"',
      { kind: 'importGraph', graphs: [{ text: 'a' }, { text: 'b' }], path: '/tmp/x' },
    ],
    ['DROP LOADING JOB a, b', { kind: 'drop', what: 'job', names: [{ text: 'a' }, { text: 'b' }] }],
    ['CREATE SECRET mine', { kind: 'account', action: 'createSecret', alias: 'mine' }],
    ['DROP SECRET a, b', { kind: 'account', action: 'dropSecrets', names: ['a', 'b'] }],
    [
      'ALTER PASSWORD -u joe -p "x"',
      { kind: 'account', action: 'alterPassword', user: 'joe', password: 'x' },
    ],
    [
      'GRANT ROLE observer ON GRAPH g TO joe, a@b.c',
      {
        kind: 'account',
        action: 'grantRoles',
        grants: true,
        roles: ['observer'],
        graph: 'g',
        to: ['joe', 'a@b.c'],
      },
    ],
    [
      'CREATE USER -u joe -p "secret"',
      { kind: 'account', action: 'createUser', user: 'joe', password: 'secret' },
    ],
    [
      'CREATE ROLE r, s ON GLOBAL',
      { kind: 'account', action: 'createRoles', names: ['r', 's'], graph: null },
    ],
    [
      'REVOKE READ, EXECUTE ON QUERY q1, q2 IN GRAPH g FROM u',
      {
        kind: 'account',
        action: 'grantPrivileges',
        grants: false,
        privileges: ['READ', 'EXECUTE'],
        objects: [{ what: 'QUERY', all: false, names: ['q1', 'q2'] }],
        graphs: ['g'],
        to: ['u'],
      },
    ],
    [
      'GRANT PRIVILEGE READ_DATA ON GRAPH g TO r',
      { privileges: ['READ_DATA'], objects: [{ what: 'GRAPH', all: false, names: ['g'] }], to: ['r'] },
    ],
    [
      'GRANT WRITE ON ALL QUERIES, ALL ROLES IN GLOBAL TO r',
      {
        objects: [
          { what: 'QUERIES', all: true },
          { what: 'ROLES', all: true },
        ],
        graphs: [],
      },
    ],
    ['SHOW PRIVILEGE ON USER a, b', { action: 'showPrivileges', of: 'user', names: ['a', 'b'] }],
    ['SHOW GRANTS OF ROLE r', { action: 'showGrants', direction: 'of', names: ['r'] }],
    ['CREATE GRAPH g (a:v, b:e) WITH ADMIN joe', { kind: 'createGraph', admin: 'joe' }],
  ])('%s', (text, expected) => {
    expect(only(text)).toMatchObject(expected);
  });

  it('the steps of a schema change job', () => {
    const job = only(`CREATE GLOBAL SCHEMA_CHANGE JOB j FOR GRAPH g {
      ALTER VERTEX V ADD INDEX i ON (a);
      ALTER VERTEX V DROP INDEX i;
      ALTER EDGE E DROP PAIR (FROM A, TO B);
      ALTER EDGE E ADD PAIR (FROM A, TO B | FROM C, TO D);
      ALTER EDGE E ADD FROM (A, B) TO (C);
    }`);
    expect(job).toMatchObject({
      kind: 'createSchemaJob',
      global: true,
      steps: [
        { kind: 'index', attribute: { text: 'a' } },
        { kind: 'index', name: { text: 'i' } },
        { kind: 'pairs', adds: false, pairs: [{}] },
        { kind: 'pairs', adds: true, pairs: [{}, {}] },
        { kind: 'addEnds', from: [{ text: 'A' }, { text: 'B' }], to: [{ text: 'C' }] },
      ],
    });
    expect(job).not.toHaveProperty('graph');
  });
});

describe('tells what is wrong with', () => {
  it('a statement of queries that stands alone, once', () => {
    expect(parseProgram('INSERT INTO P VALUES ("a");\nLS').diagnostics.map(({ message }) => message)).toEqual(
      [
        "Found 'INSERT' where a statement was expected. INSERT stands in a query: INTERPRET QUERY () FOR GRAPH g { INSERT … }.",
      ],
    );
  });

  const messages = (text: string): string[] =>
    checkProgram(text, EMPTY).map(({ message, span }) => `${text.slice(span.start, span.end)}: ${message}`);

  it('a schema of several faults, each at its place', () => {
    expect(
      messages(`TYPEDEF TUPLE <a INT> Pair
CREATE VERTEX Person (x INT, y DOUBLE, t Pair, PRIMARY KEY (x, y))
CREATE VERTEX B (PRIMARY_ID id STRING, u Pari)
CREATE VERTEX Select (PRIMARY_ID id STRING)
CREATE UNDIRECTED EDGE E (FROM Person, TO Persn) WITH REVERSE_EDGE="r"`),
    ).toEqual([
      'DOUBLE: A key must be STRING, INT, UINT, DATETIME, not DOUBLE.',
      'Pari: Type Pari is not known. Did you mean Pair?',
      "Select: 'Select' is a reserved word and cannot be the name of a vertex type.",
      'Persn: Vertex type Persn is not known. Did you mean Person?',
      '"r": Only a DIRECTED EDGE has a reverse edge.',
    ]);
  });

  it('an attribute with the name of the id, only where the id is an attribute', () => {
    expect(messages('CREATE VERTEX V (PRIMARY_ID name STRING, name STRING)')).toEqual([]);
    expect(
      messages('CREATE VERTEX V (PRIMARY_ID n STRING, n STRING) WITH primary_id_as_attribute="true"'),
    ).toEqual(['n STRING: The attribute n is declared already.']);
  });

  it.each([
    ['CREATE VERTEX V (PRIMARY_ID id STRING, a INT NULLABLE)', 'NULLABLE'],
    ['INSTALL QUERY -FAST q', '-FORCE'],
    ['EXPORT GRAPH ALL -P TO "x"', 'not supported'],
    ['EXPORT GRAPH ALL --SEPARATOR "ab" TO "x"', 'one character'],
    ['RUN SCHEMA_CHANGE JOB j -M', '-N'],
    ['SHOW EVERYTHING', 'VERTEX, EDGE'],
  ])('%s', (text, part) => {
    const { diagnostics } = parseProgram(text);
    expect(diagnostics.map(({ message }) => message).join('\n')).toContain(part);
  });
});
