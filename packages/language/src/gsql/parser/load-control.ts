/** Statements about runs of loading jobs and about data sources. */
import type { DataSourceStatement, LoadRunStatement, Name } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

/** Undefined when another statement begins here. */
export function parseLoadControl(c: Cursor): LoadRunStatement | DataSourceStatement | undefined {
  const { start } = c.token;
  if (c.isWord(0, 'ABORT', 'RESUME', 'UNDO') && c.isWord(1, 'LOADING')) return parseRunAction(c, start);
  if (c.isWord(0, 'SHOW') && c.isWord(1, 'LOADING') && c.isWord(2, 'STATUS', 'ERROR')) {
    return parseShowRun(c, start);
  }
  if (!c.isWord(1, 'DATA_SOURCE')) return undefined;
  if (c.isWord(0, 'CREATE')) return parseCreateDataSource(c, start);
  if (c.isWord(0, 'DROP')) return parseDropDataSource(c, start);
  if (c.isWord(0, 'SHOW')) return parseShowDataSource(c, start);
  if (c.isWord(0, 'GRANT', 'REVOKE')) return parseGrantDataSource(c, start);
  return undefined;
}

function parseRunAction(c: Cursor, start: number): LoadRunStatement {
  const action = c.advance().upper.toLowerCase() as 'abort' | 'resume' | 'undo';
  c.expectWord('LOADING');
  c.expectWord('JOB');
  const id = parseRunId(c, action === 'abort');
  return { kind: 'loadRun', action, id, span: c.spanFrom(start) };
}

function parseShowRun(c: Cursor, start: number): LoadRunStatement {
  c.advance();
  c.advance();
  const action = c.advance().upper === 'STATUS' ? 'status' : 'error';
  const id = parseRunId(c, action === 'status');
  let limit: number | undefined;
  if (action === 'error' && c.takeWord('LIMIT')) {
    if (c.token.kind !== 'int') c.fail('a number of lines');
    limit = Number(c.advance().value);
  }
  const rest = limit === undefined ? {} : { limit };
  return { kind: 'loadRun', action, id, ...rest, span: c.spanFrom(start) };
}

/** Ids such as `social.load.file.m1.1700000000000` are several tokens without space between them. */
function parseRunId(c: Cursor, orAll: boolean): string {
  if (orAll && (c.takeWord('ALL') ?? c.take('*')) !== undefined) return 'ALL';
  if (c.token.kind === 'string') return stringValue(c, 'the id of a run');
  const from = c.token;
  if (c.atEnd || c.at(';')) c.fail(orAll ? 'the id of a run, or ALL' : 'the id of a run');
  do c.advance();
  while (!c.atEnd && !c.at(';') && c.token.start === c.before.end);
  return c.text.slice(from.start, c.before.end);
}

/** Words that older versions wanted after DATA_SOURCE. */
const OLDER_KINDS = ['S3', 'KAFKA', 'STREAM', 'GCS', 'ABS', 'SNOWFLAKE', 'BIGQUERY', 'POSTGRESQL', 'SPARK'];

/** `CREATE DATA_SOURCE [S3] s [= "{…}" | "/path.json"] [FOR GRAPH g]` */
function parseCreateDataSource(c: Cursor, start: number): DataSourceStatement {
  c.advance();
  c.advance();
  const older =
    c.isWord(0, ...OLDER_KINDS) && (c.peek(1).kind === 'word' || c.peek(1).kind === 'quotedName')
      ? c.advance().upper.toLowerCase()
      : undefined;
  const name = c.name('a name for the data source');
  const config = c.take('=') ? stringValue(c, 'JSON, or the path of a file with it, in quotes') : undefined;
  let graph: Name | undefined;
  if (c.takeWord('FOR')) {
    c.expectWord('GRAPH');
    graph = c.name('a graph', 'graph');
  }
  return {
    kind: 'dataSource',
    action: 'create',
    name,
    ...(older === undefined ? {} : { type: older }),
    ...(config === undefined ? {} : { config }),
    ...(graph === undefined ? {} : { graph }),
    span: c.spanFrom(start),
  };
}

function parseDropDataSource(c: Cursor, start: number): DataSourceStatement {
  c.advance();
  c.advance();
  const names: Name[] = [];
  if ((c.take('*') ?? c.takeWord('ALL')) === undefined) {
    do names.push(c.name('a data source'));
    while (c.take(','));
  }
  return {
    kind: 'dataSource',
    action: 'drop',
    names: names.length === 0 ? '*' : names,
    span: c.spanFrom(start),
  };
}

/** `SHOW DATA_SOURCE [s | *]` */
function parseShowDataSource(c: Cursor, start: number): DataSourceStatement {
  c.advance();
  c.advance();
  const all = c.take('*') !== undefined || c.atEnd || c.at(';') || c.token.newLine;
  const name = all ? {} : { name: c.name('a data source') };
  return { kind: 'dataSource', action: 'show', ...name, span: c.spanFrom(start) };
}

/** `GRANT DATA_SOURCE s TO GRAPH g`, `REVOKE DATA_SOURCE s FROM GRAPH g` */
function parseGrantDataSource(c: Cursor, start: number): DataSourceStatement {
  const action = c.advance().upper === 'GRANT' ? 'grant' : 'revoke';
  c.advance();
  const name = c.name('a data source');
  c.expectWord(action === 'grant' ? 'TO' : 'FROM');
  c.expectWord('GRAPH');
  const graph = c.name('a graph', 'graph');
  return { kind: 'dataSource', action, name, graph, span: c.spanFrom(start) };
}
