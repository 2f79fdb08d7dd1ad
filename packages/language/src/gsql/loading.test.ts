import { describe, expect, it } from 'vitest';
import type { CreateLoadingJob, Statement } from './ast.ts';
import { checkProgram } from './check/program.ts';
import { parseProgram } from './parse.ts';
import { social } from './testing/social.ts';

function statement(text: string): Statement {
  const { program, diagnostics } = parseProgram(text);
  expect(diagnostics).toEqual([]);
  const [only] = program.statements;
  if (only === undefined || program.statements.length !== 1) throw new Error('Not one statement.');
  return only;
}

function job(body: string): CreateLoadingJob {
  const found = statement(`CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; ${body} }`);
  if (found.kind !== 'createLoadingJob') throw new Error('No loading job.');
  return found;
}

function faults(body: string): [string, string][] {
  const text = `CREATE LOADING JOB j { DEFINE FILENAME f; ${body} }`;
  return checkProgram(text, social).map(({ span, message }) => [text.slice(span.start, span.end), message]);
}

describe('values of loading jobs', () => {
  it('are columns, pairs, composite keys, calls and the name of the file', () => {
    const [load] = job(
      'LOAD f TO VERTEX V VALUES ($0, ($1 -> $2), MAP(("a" -> $1)), T($0, -1), ($"a":"b"), $sys.file_name, _);',
    ).loads;
    expect(load?.targets[0]?.values).toMatchObject([
      { kind: 'column', index: 0 },
      { kind: 'pair', key: { index: 1 }, value: { index: 2 } },
      { kind: 'function', name: 'MAP', args: [{ kind: 'pair', key: { value: 'a' } }] },
      { kind: 'function', name: 'T', args: [{ index: 0 }, { value: -1 }] },
      { kind: 'namedColumn', name: 'a', path: ['b'] },
      { kind: 'fileName' },
      { kind: 'skip' },
    ]);
  });

  it('of edges have vertex types, which may stand in the line', () => {
    const [load] = job(
      'LOAD f TO EDGE E VALUES (($0, $1) A, $2 $3, $4), TO EDGE E VALUES ($0 "A", $1 `B`);',
    ).loads;
    expect(load?.targets).toMatchObject([
      {
        values: [{ kind: 'tuple', items: [{ index: 0 }, { index: 1 }] }, { index: 2 }, { index: 4 }],
        fromType: { text: 'A' },
        toTypeValue: { kind: 'column', index: 3 },
      },
      { fromType: { text: 'A' }, toType: { text: 'B' } },
    ]);
  });
});

describe('conditions of loading jobs', () => {
  const where = (text: string): unknown =>
    job(`LOAD f TO VERTEX V VALUES ($0) WHERE ${text};`).loads[0]?.targets[0]?.where;

  it.each([
    ['$0 IN ("a", "b")', { kind: 'in', negated: false, list: [{ value: 'a' }, { value: 'b' }] }],
    ['to_int($0) NOT IN (1)', { kind: 'in', negated: true }],
    ['$0 BETWEEN 5-1 AND 5+1', { kind: 'between', low: { op: '-' }, high: { op: '+' } }],
    ['1 + 2 * 3 ^ 2 == $0', { kind: 'compare', left: { op: '+', right: { op: '*', right: { op: '^' } } } }],
    ['(to_int($0) + 1) * 2 > 3', { kind: 'compare', op: '>', left: { op: '*', left: { op: '+' } } }],
    [
      '($0 == "a" OR $1 == "b") AND NOT $2 IS EMPTY',
      { kind: 'and', left: { kind: 'or' }, right: { kind: 'not' } },
    ],
    ['gsql_is_true($0)', { kind: 'value' }],
  ])('%s', (text, expected) => {
    expect(where(text)).toMatchObject(expected);
  });

  it.each([
    ['($0 == "a") + 1 > 2', "Found '+' where ',' "],
    ['1 + ($0 == "a") > 2', 'Found a condition where a value was expected.'],
    ['$0 BETWEEN 1', 'AND was expected'],
  ])('are refused: %s', (text, message) => {
    const { diagnostics } = parseProgram(
      `CREATE LOADING JOB j { LOAD "f" TO VERTEX V VALUES ($0) WHERE ${text}; }`,
    );
    expect(diagnostics.map((each) => each.message).join('\n')).toContain(message.replace(" where ',' ", ''));
  });
});

describe('DELETE in loading jobs', () => {
  it('is read in its four forms, and several clauses at once', () => {
    const { deletes } = job(`DELETE VERTEX V (PRIMARY_ID $0) FROM f WHERE $1 == "x";
      DELETE VERTEX V (PRIMARY KEY $0, $1) FROM "p.csv";
      DELETE EDGE E (FROM $0 A, TO $1, DISCRIMINATOR ($2)) FROM f;
      DELETE EDGE * (FROM $0 A) FROM f, (FROM $1 B) FROM f USING HEADER="true";`);
    expect(deletes).toMatchObject([
      { kind: 'deleteVertex', type: { text: 'V' }, id: { index: 0 }, where: { kind: 'compare' } },
      { kind: 'deleteVertex', id: { kind: 'tuple' }, source: { kind: 'path', text: 'p.csv' } },
      {
        kind: 'deleteEdge',
        from: { type: { text: 'A' } },
        to: { value: { index: 1 } },
        discriminator: [{ index: 2 }],
      },
      { kind: 'deleteEdge', type: null, from: { type: { text: 'A' } }, using: { HEADER: 'true' } },
      { kind: 'deleteEdge', type: null, from: { type: { text: 'B' } }, using: { HEADER: 'true' } },
    ]);
  });

  it.each([
    ['DELETE VERTEX Persn (PRIMARY_ID $0) FROM f;', ['Persn', 'Person']],
    ['DELETE EDGE Knos (FROM $0) FROM f;', ['Knos', 'Knows']],
    ['DELETE EDGE Knows (FROM $0 Cty) FROM f;', ['Cty', 'City']],
    ['DELETE EDGE Knows (FROM gsql_uper($0)) FROM f;', ['gsql_uper', 'gsql_upper']],
    ['DELETE EDGE Knows (FROM $0) FROM g;', ['g', 'File variable']],
    ['DELETE EDGE Knows (FROM $0) FROM f USING HEADR="true";', ['HEADR', 'HEADER']],
    [
      'DELETE EDGE Knows (FROM $0) FROM f; LOAD f TO VERTEX City VALUES ($0);',
      ['(FROM $0) FROM f', 'not both'],
    ],
    ['LOAD f TO VERTEX City VALUES ($0) WHERE gsql_uper($0) IN ("a");', ['gsql_uper', 'gsql_upper']],
  ])('is checked: %s', (body, [what = '', word = '']) => {
    const found = faults(body);
    expect(found).toContainEqual([what, expect.stringContaining(word)]);
  });
});

describe('statements about loads', () => {
  it.each([
    ['SHOW LOADING STATUS ALL', { kind: 'loadRun', action: 'status', id: 'ALL' }],
    ['SHOW LOADING STATUS g.j.file.m1.1700000000000', { action: 'status', id: 'g.j.file.m1.1700000000000' }],
    ['SHOW LOADING ERROR g_m1.15230 LIMIT 5', { action: 'error', id: 'g_m1.15230', limit: 5 }],
    ['abort loading job all', { action: 'abort', id: 'ALL' }],
    ['RESUME LOADING JOB "g_m1.1"', { action: 'resume', id: 'g_m1.1' }],
    ['UNDO LOADING JOB g_m1.1', { action: 'undo', id: 'g_m1.1' }],
    [
      'RUN LOADING JOB -n 10,$ -dryrun j USING f="a", EOF="true"',
      { options: { n: '10,$', dryrun: '', EOF: 'true' } },
    ],
    ['RUN JOB j', { kind: 'runLoadingJob', name: { text: 'j' } }],
    [
      'CREATE DATA_SOURCE s = """{"type":"s3"}""" FOR GRAPH g',
      { kind: 'dataSource', action: 'create', config: '{"type":"s3"}', graph: { text: 'g' } },
    ],
    ["CREATE DATA_SOURCE s = '''{\n\"a\": 1}'''", { action: 'create', config: '{\n"a": 1}' }],
    ['CREATE DATA_SOURCE KAFKA k FOR GRAPH g', { action: 'create', type: 'kafka', name: { text: 'k' } }],
    ['DROP DATA_SOURCE a, b', { action: 'drop', names: [{ text: 'a' }, { text: 'b' }] }],
    ['DROP DATA_SOURCE *', { action: 'drop', names: '*' }],
    ['GRANT DATA_SOURCE s TO GRAPH g', { action: 'grant', name: { text: 's' }, graph: { text: 'g' } }],
    ['REVOKE DATA_SOURCE s FROM GRAPH g', { action: 'revoke' }],
    ['SHOW DATA_SOURCE', { action: 'show' }],
  ])('are read: %s', (text, expected) => {
    expect(statement(text)).toMatchObject(expected);
  });

  it.each([
    ['SHOW LOADING ERROR', 'the id of a run was expected'],
    ['RESUME LOADING JOB', 'the id of a run was expected'],
    ['CREATE DATA_SOURCE s = {"a": 1}', 'JSON, or the path of a file'],
    ['GRANT DATA_SOURCE s TO g', 'GRAPH was expected'],
  ])('are refused: %s', (text, message) => {
    expect(parseProgram(text).diagnostics[0]?.message).toContain(message);
  });
});
