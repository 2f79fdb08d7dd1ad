/** Shell text: several statements, one after the other, with or without `;` between them. */
import { finding } from '../diagnostics/catalogue.ts';
import type { DropKind, Name, Statement } from '../ast.ts';
import { SHELL_STARTERS } from '../keywords.ts';
import { endsHere, parseAccount, parseAlterPassword } from './accounts.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { parseDescribe } from './describe.ts';
import { parseExportGraph, parseImportGraph } from './export.ts';
import { stringValue } from './expressions.ts';
import { parseGrant } from './grants.ts';
import { parseLoadControl } from './load-control.ts';
import { parseCreateLoadingJob, parseRunLoadingJob, refuseOldJob } from './loading.ts';
import { parseCall, parseCreateTemplate, parsePackage } from './packages.ts';
import { parseQueryDefinition, refuseCypher } from './query.ts';
import { checkFlags, parseInterpret, parseRunQuery } from './run-query.ts';
import { parseCreateSchemaJob } from './schema-job.ts';
import { atSelectAll, parseSelectAll } from './select-all.ts';
import { parseSelectBlock } from './select-block.ts';
import { parseCreateEdge, parseCreateGraph, parseCreateTuple, parseCreateVertex } from './schema-ddl.ts';
import { parsePatternsOrAll, parseShow } from './show.ts';
import { parseUpsert } from './upsert.ts';

export function parseShellStatements(c: Cursor): Statement[] {
  const statements: Statement[] = [];
  /** Number of statements at the open BEGIN: ABORT truncates the list to it. */
  let begun: number | undefined;
  for (;;) {
    while (c.take(';'));
    if (c.atEnd) {
      c.slot({ kind: 'statement' });
      c.atWord(...STARTERS);
      return statements;
    }
    if (c.takeWord('BEGIN')) {
      begun = statements.length;
      continue;
    }
    if (begun !== undefined && c.atWord('END', 'ABORT')) {
      if (c.advance().upper === 'ABORT') statements.length = begun;
      begun = undefined;
      continue;
    }
    const { index } = c;
    try {
      const statement = parseShellStatement(c);
      statements.push(statement);
      if (
        // `USE GLOBAL DROP ALL`, as clients send it.
        statement.kind !== 'useGraph' &&
        !c.at(';') &&
        !c.atEnd &&
        !c.token.newLine &&
        c.before.value !== '}' &&
        !(begun !== undefined && c.isWord(0, 'END', 'ABORT'))
      ) {
        c.fail("';' or a new line");
      }
    } catch (failure) {
      if (!(failure instanceof ParseFailure)) throw failure;
      skipShellStatement(c, index);
    }
  }
}

/** The first statement alone; undefined when it cannot be read. */
export function parseFirstStatement(c: Cursor): Statement | undefined {
  try {
    return parseShellStatement(c);
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    return undefined;
  }
}

/** Goes on at a `;`, or at a line that begins with the first word of a statement, outside braces. */
function skipShellStatement(c: Cursor, from: number): void {
  let depth = 0;
  if (c.index === from) c.advance();
  for (; !c.atEnd; c.advance()) {
    if (c.at('{')) depth++;
    else if (c.at('}')) depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (c.at(';')) return;
    else if (c.token.newLine && SHELL_STARTERS.has(c.token.upper) && !c.isWord(0, 'END', 'SET')) return;
  }
}

const STARTERS = [
  'CREATE',
  'USE',
  'LS',
  'SHOW',
  'DROP',
  'RUN',
  'INSTALL',
  'INTERPRET',
  'BEGIN',
  'SET',
  'TYPEDEF',
  'SELECT',
  'LET',
  'UPDATE',
  'UPSERT',
  'CLEAR',
  'RECOMPILE',
  'EXPORT',
  'IMPORT',
  'GRANT',
  'REVOKE',
  'ALTER',
  'ABORT',
  'RESUME',
  'UNDO',
  'CALL',
  'HELP',
  'EXIT',
  'QUIT',
] as const;

/** First words of statements that only a query's body has. */
const IN_QUERIES = ['INSERT', 'PRINT', 'FOREACH', 'WHILE', 'IF', 'CASE', 'TRY', 'RAISE', 'RETURN'];

function parseShellStatement(c: Cursor): Statement {
  const { start } = c.token;
  c.slot({ kind: 'statement' });
  if (c.isWord(0, ...IN_QUERIES)) {
    const { token } = c;
    c.failAt(token, finding('bodyStatementAtPrompt', { found: token.value, word: token.upper }));
  }
  if (atSelectAll(c)) return parseSelectAll(c, start);
  if (c.isWord(0, 'SELECT', 'LET')) return parseSelectBlock(c, start);
  const control = parseLoadControl(c);
  if (control !== undefined) return control;
  const word = c.takeWord(...STARTERS);
  switch (word?.upper) {
    case 'CREATE':
      return parseCreate(c, start);
    case 'UPSERT':
      return parseUpsert(c, start);
    case 'USE': {
      if (c.takeWord('GLOBAL')) return { kind: 'useGraph', name: null, span: c.spanFrom(start) };
      c.expectWord('GRAPH');
      return { kind: 'useGraph', name: c.name('a graph', 'graph'), span: c.spanFrom(start) };
    }
    case 'LS':
      return { kind: 'ls', span: c.spanFrom(start) };
    case 'SHOW':
      return c.atWord('DESCRIPTION') ? parseDescribe(c, start, 'show') : parseShow(c, start);
    case 'DROP':
      return c.atWord('DESCRIPTION') ? parseDescribe(c, start, 'drop') : parseDrop(c, start);
    case 'UPDATE':
      return parseDescribe(c, start, 'update');
    case 'RUN':
      if (c.takeWord('QUERY')) return parseRunQuery(c, start);
      // Earlier versions write RUN JOB.
      if (c.takeWord('LOADING') ?? c.isWord(0, 'JOB')) {
        c.expectWord('JOB');
        return parseRunLoadingJob(c, start);
      }
      return parseRunSchemaJob(c, start);
    case 'INSTALL':
      return c.takeWord('FUNCTION') ? parsePackage(c, start, 'install') : parseInstall(c, start, false);
    case 'RECOMPILE':
      return parseInstall(c, start, true);
    case 'CLEAR':
      c.expectWord('GRAPH');
      c.expectWord('STORE');
      // There is no confirmation: -HARD, which skips it elsewhere, changes nothing.
      checkFlags(c, ['hard']);
      return { kind: 'clearStore', span: c.spanFrom(start) };
    case 'EXPORT':
      return parseExportGraph(c, start);
    case 'IMPORT':
      return c.takeWord('PACKAGE') ? parsePackage(c, start, 'import') : parseImportGraph(c, start);
    case 'GRANT':
    case 'REVOKE':
      return parseGrant(c, start, word.upper);
    case 'ALTER':
      if (c.isWord(0, 'VERTEX', 'EDGE')) refuseAlter(c);
      c.expectWord('PASSWORD');
      return parseAlterPassword(c, start);
    case 'INTERPRET':
      return parseInterpret(c, start);
    case 'CALL':
      return parseCall(c, start);
    case 'HELP': {
      c.atWord('BASIC', 'QUERY');
      const topic = endsHere(c) ? {} : { topic: c.name('BASIC or QUERY', 'new', true).text.toUpperCase() };
      return { kind: 'help', ...topic, span: c.spanFrom(start) };
    }
    case 'EXIT':
    case 'QUIT':
      return { kind: 'quit', span: c.spanFrom(start) };
    case 'SET': {
      let name = c.name('a session parameter').text;
      if (c.take('-')) name += `-${c.name('a session parameter', 'new', true).text}`;
      while (c.take('.')) name += `.${c.name('a session parameter', 'new', true).text}`;
      c.expect('=');
      const value = c.token.kind === 'string' ? stringValue(c, 'a value') : c.advance().value;
      return { kind: 'set', name, value, span: c.spanFrom(start) };
    }
    case 'TYPEDEF':
      return parseCreateTuple(c, start);
    default:
      return c.fail('a statement');
  }
}

/** Options of INSTALL QUERY; how a query is installed is the same with all of them but -FORCE. */
const INSTALL_OPTIONS = ['force', 'single', 'distributed', 'cost', 'optimize', 'legacy', 'debug'];

/** Parses the rest after INSTALL or RECOMPILE. */
function parseInstall(c: Cursor, start: number, recompiled: boolean): Statement {
  c.expectWord('QUERY');
  const options = checkFlags(c, INSTALL_OPTIONS);
  const force = recompiled || options.includes('force');
  const ends = c.atEnd || c.at(';') || c.token.newLine;
  // `INSTALL QUERY -OPTIMIZE` names no query: it means all of them.
  const names = ends && options.includes('optimize') ? '*' : parsePatternsOrAll(c);
  return { kind: 'installQuery', names, force, options, span: c.spanFrom(start) };
}

/** `[GLOBAL] SCHEMA_CHANGE JOB j [-N]` after RUN: queries are always checked against the new schema. */
function parseRunSchemaJob(c: Cursor, start: number): Statement {
  const global = c.takeWord('GLOBAL') !== undefined;
  if (!c.takeWord('SCHEMA_CHANGE'))
    c.fail(global ? 'SCHEMA_CHANGE' : 'QUERY, LOADING JOB or SCHEMA_CHANGE JOB');
  c.expectWord('JOB');
  const name = c.name('a job', 'job');
  // -WARN and -FORCE are about loads under way: here a change waits for them, and neither stops the other.
  const reinstall = !checkFlags(c, ['n', 'warn', 'force']).includes('n');
  return { kind: 'runSchemaJob', global, name, reinstall, span: c.spanFrom(start) };
}

function parseCreate(c: Cursor, start: number): Statement {
  const orReplace = c.takeWords('OR', 'REPLACE');
  refuseCypher(c);
  if (c.isWord(0, 'BATCH') && c.isWord(1, 'QUERY')) {
    const fix = { title: 'Remove BATCH', replacement: '' };
    c.error(finding('batchQuery'), c.advance(), fix);
  }
  if (c.takeWord('TEMPLATE')) return parseCreateTemplate(c, start, orReplace);
  refuseFunction(c);
  if (c.atWord('DISTRIBUTED') || orReplace || c.atWord('QUERY')) {
    const distributed = c.takeWord('DISTRIBUTED') !== undefined;
    c.expectWord('QUERY');
    const query = parseQueryDefinition(c, start, distributed);
    const text = c.text.slice(query.span.start, query.span.end);
    return { kind: 'createQuery', orReplace, query, text, span: query.span };
  }
  const word = c.takeWord('VERTEX', 'DIRECTED', 'UNDIRECTED', 'GRAPH', 'LOADING', 'SCHEMA_CHANGE', 'GLOBAL');
  switch (word?.upper) {
    case 'VERTEX':
      return parseCreateVertex(c, start);
    case 'DIRECTED':
    case 'UNDIRECTED':
      c.expectWord('EDGE');
      return parseCreateEdge(c, start, word.upper === 'DIRECTED');
    case 'GRAPH':
      return parseCreateGraph(c, start);
    case 'LOADING':
      c.expectWord('JOB');
      return parseCreateLoadingJob(c, start);
    case 'GLOBAL':
      c.expectWord('SCHEMA_CHANGE');
      c.expectWord('JOB');
      return parseCreateSchemaJob(c, start, true);
    case 'SCHEMA_CHANGE':
      c.expectWord('JOB');
      return parseCreateSchemaJob(c, start, false);
    default:
  }
  const account = parseAccount(c, start, 'CREATE');
  if (account !== undefined) return account;
  refuseOldJob(c);
  if (c.isWord(0, 'EDGE')) return c.fail('DIRECTED or UNDIRECTED before EDGE');
  if (c.takeWord('PACKAGE')) return parsePackage(c, start, 'create');
  return c.fail('VERTEX, DIRECTED EDGE, UNDIRECTED EDGE, GRAPH, LOADING JOB, SCHEMA_CHANGE JOB or QUERY');
}

/** Refuses ALTER at the prompt, where types are only altered by jobs. */
function refuseAlter(c: Cursor): void {
  const at = c.token;
  let ahead = 0;
  while (c.peek(ahead).kind !== 'end' && (ahead === 0 || !c.peek(ahead).newLine)) {
    if (c.isWord(ahead, 'POLICY')) c.failAt(at, finding('rowPolicies'));
    ahead++;
  }
  c.failAt(at, finding('alterAtPrompt', { found: at.value, word: at.upper }));
}

function refuseFunction(c: Cursor): void {
  if (c.isWord(0, 'FUNCTION')) c.failAt(c.token, finding('gsqlFunctions'));
}

const DROPPED: Readonly<Record<string, DropKind>> = {
  VERTEX: 'vertex',
  EDGE: 'edge',
  GRAPH: 'graph',
  QUERY: 'query',
  JOB: 'job',
  TUPLE: 'tuple',
};

function parseDrop(c: Cursor, start: number): Statement {
  if (c.takeWord('ALL'))
    return { kind: 'drop', what: 'all', names: '*', cascade: false, span: c.spanFrom(start) };
  const account = parseAccount(c, start, 'DROP');
  if (account !== undefined) return account;
  if (c.takeWord('PACKAGE')) return parsePackage(c, start, 'drop');
  if (c.takeWords('TEMPLATE', 'QUERY')) return parsePackage(c, start, 'dropTemplates');
  refuseFunction(c);
  // A job may be called by its kind.
  if (c.isWord(1, 'JOB')) c.takeWord('LOADING', 'SCHEMA_CHANGE');
  const word =
    c.takeWord('VERTEX', 'EDGE', 'GRAPH', 'QUERY', 'JOB', 'TUPLE') ??
    c.fail('VERTEX, EDGE, GRAPH, QUERY, JOB, TUPLE or ALL');
  const what = DROPPED[word.upper] ?? 'all';
  const slots = {
    vertex: 'vertexType',
    edge: 'edgeType',
    graph: 'graph',
    query: 'query',
    job: 'job',
    tuple: 'new',
    all: 'new',
  } as const;
  const names =
    what === 'query'
      ? parsePatternsOrAll(c)
      : parseNamesOrAll(c, `a ${what === 'vertex' || what === 'edge' ? `${what} type` : what}`, slots[what]);
  const cascade = c.takeWord('CASCADE') !== undefined;
  return { kind: 'drop', what, names, cascade, span: c.spanFrom(start) };
}

function parseNamesOrAll(c: Cursor, what: string, slot: Parameters<Cursor['name']>[1]): Name[] | '*' {
  if (c.take('*') ?? c.takeWord('ALL')) return '*';
  const names: Name[] = [];
  do names.push(c.name(what, slot));
  while (c.take(','));
  return names;
}
