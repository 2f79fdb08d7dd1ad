/** Loading jobs: DEFINE, LOAD … TO … VALUES … WHERE … USING, DELETE, and RUN LOADING JOB. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Span } from '../../diagnostic.ts';
import type {
  CreateLoadingJob,
  LoadCondition,
  LoadDelete,
  LoadEnd,
  LoadStatement,
  LoadTarget,
  LoadValue,
  Name,
  Statement,
} from '../ast.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';
import { parseCondition, parseLoadArguments, parseLoadValue } from './load-values.ts';

/** Refuses jobs of TigerGraph 1, where their name follows CREATE, with the modern form in the message. */
export function refuseOldJob(c: Cursor): void {
  if (!c.isWord(0, 'ONLINE_POST', 'OFFLINE_POST') || !c.isWord(1, 'JOB')) return;
  c.failAt(
    { start: c.token.start, end: c.peek(1).end },
    finding('jobOfOlderVersion', { word: c.token.upper }),
  );
}

/** Parses the rest after CREATE LOADING JOB. */
export function parseCreateLoadingJob(c: Cursor, start: number): CreateLoadingJob {
  const name = c.name('a name for the loading job');
  let graph: Name | undefined;
  if (c.takeWord('FOR')) {
    c.expectWord('GRAPH');
    graph = c.name('a graph', 'graph');
  }
  const files: { name: Name; path?: string }[] = [];
  const headers: { name: Name; columns: readonly string[] }[] = [];
  const filters: { name: Name; condition: LoadCondition }[] = [];
  const loads: LoadStatement[] = [];
  const deletes: LoadDelete[] = [];
  c.expect('{');
  for (;;) {
    while (c.take(';'));
    if (c.atEnd || c.at('}')) break;
    try {
      if (c.takeWord('DEFINE')) {
        if (c.takeWord('FILENAME')) files.push(parseFilename(c));
        else if (c.takeWord('HEADER')) headers.push(parseHeader(c));
        else if (c.takeWord('INPUT_LINE_FILTER')) filters.push(parseLineFilter(c));
        else c.fail('FILENAME, HEADER or INPUT_LINE_FILTER');
      } else if (c.takeWord('LOAD')) loads.push(parseLoad(c));
      else if (c.takeWord('DELETE')) deletes.push(...parseDelete(c));
      else c.fail('DEFINE, LOAD or DELETE');
      if (!c.at('}')) c.expect(';');
    } catch (failure) {
      if (!(failure instanceof ParseFailure)) throw failure;
      while (!c.atEnd && !c.at(';') && !c.at('}')) c.advance();
    }
  }
  c.close('}');
  const span = c.spanFrom(start);
  return {
    kind: 'createLoadingJob',
    name,
    ...(graph === undefined ? {} : { graph }),
    files,
    headers,
    filters,
    loads,
    deletes,
    text: c.text.slice(span.start, span.end),
    span,
  };
}

function parseFilename(c: Cursor): { name: Name; path?: string } {
  const name = c.name('a name for the file');
  return c.take('=') ? { name, path: stringValue(c, 'a path in double quotes') } : { name };
}

function parseHeader(c: Cursor): { name: Name; columns: readonly string[] } {
  const name = c.name('a name for the header');
  c.expect('=');
  const columns: string[] = [];
  do columns.push(stringValue(c, "a column's name in double quotes"));
  while (c.take(','));
  return { name, columns };
}

function parseLineFilter(c: Cursor): { name: Name; condition: LoadCondition } {
  const name = c.name('a name for the filter');
  c.expect('=');
  return { name, condition: parseCondition(c) };
}

function parseLoad(c: Cursor): LoadStatement {
  const isTable = c.takeWord('TEMP_TABLE') !== undefined;
  const { token } = c;
  const { start, end } = token;
  const source: LoadStatement['source'] =
    token.kind === 'string' && !isTable
      ? { kind: 'path', text: c.advance().value, span: { start, end } }
      : isTable
        ? { kind: 'tempTable', text: c.name('a table').text, span: { start, end } }
        : { kind: 'variable', text: c.name('a file', 'loadFile').text, span: { start, end } };
  const targets: LoadTarget[] = [];
  do targets.push(parseTarget(c));
  while (c.take(','));
  if (c.isWord(0, 'TAGS')) {
    c.failAt(c.token, finding('loadTags'));
  }
  const { using, usingSpans } = c.takeWord('USING') ? parseUsing(c) : { using: {}, usingSpans: {} };
  return { source, targets, using, usingSpans, span: c.spanFrom(start) };
}

/** `SEPARATOR=",", HEADER="true"`; names in upper case. */
function parseUsing(c: Cursor): Pick<Required<LoadStatement>, 'using' | 'usingSpans'> {
  const using: Record<string, string> = {};
  const usingSpans: Record<string, Span> = {};
  do {
    const option = c.name('an option', 'loadOption', true);
    const name = option.text.toUpperCase();
    c.expect('=');
    using[name] =
      c.token.kind === 'int' || c.token.kind === 'word'
        ? c.advance().value
        : stringValue(c, 'a value in double quotes');
    usingSpans[name] = option.span;
  } while (c.take(','));
  return { using, usingSpans };
}

function parseTarget(c: Cursor): LoadTarget {
  const { start } = c.token;
  c.expectWord('TO');
  if (c.takeWord('VECTOR')) return parseVectorTarget(c, start);
  if (c.takeWord('TEMP_TABLE')) return parseTempTable(c, start);
  const isVertex = c.atWord('VERTEX');
  if (!isVertex && !c.atWord('EDGE')) c.fail('VERTEX, EDGE, VECTOR ATTRIBUTE or TEMP_TABLE');
  c.advance();
  const type = isVertex ? c.name('a vertex type', 'vertexType') : c.name('an edge type', 'edgeType');
  c.expectWord('VALUES');
  c.expect('(');
  const values: LoadValue[] = [];
  const ends: LoadEnd[] = [];
  do {
    if (isVertex || values.length >= 2) values.push(parseLoadValue(c));
    else {
      const end = parseEnd(c);
      ends.push(end);
      values.push(end.value);
    }
  } while (c.take(','));
  c.expect(')');
  const where = c.takeWord('WHERE') ? parseCondition(c) : undefined;
  const span = c.spanFrom(start);
  const condition = where === undefined ? {} : { where };
  if (isVertex) return { kind: 'vertex', type, values, ...condition, span };
  const [from, to] = ends;
  return {
    kind: 'edge',
    type,
    values,
    ...(from?.type === undefined ? {} : { fromType: from.type }),
    ...(to?.type === undefined ? {} : { toType: to.type }),
    ...(from?.typeValue === undefined ? {} : { fromTypeValue: from.typeValue }),
    ...(to?.typeValue === undefined ? {} : { toTypeValue: to.typeValue }),
    ...condition,
    span,
  };
}

/** `$0`, `$0 Person`, `$0 "Person"` or `$0 $1`, where the second column of a line gives the vertex type. */
function parseEnd(c: Cursor): LoadEnd {
  const value = parseLoadValue(c);
  const { token } = c;
  if (token.kind === 'quotedName' || (token.kind === 'word' && !c.isSymbol(1, '('))) {
    return { value, type: c.name('a vertex type', 'vertexType') };
  }
  if (token.kind === 'string') {
    c.advance();
    return { value, type: { text: token.value, span: { start: token.start, end: token.end } } };
  }
  if (token.kind !== 'column' && token.kind !== 'word') return { value };
  return { value, typeValue: parseLoadValue(c) };
}

/**
 * `VERTEX V (PRIMARY_ID $0) FROM f WHERE …` or `EDGE E (FROM $0, TO $1, DISCRIMINATOR ($2)) FROM f …`; further
 * clauses of the same type follow after commas, and have the USING of the last one.
 */
function parseDelete(c: Cursor): LoadDelete[] {
  const what = c.takeWord('VERTEX', 'EDGE') ?? c.fail('VERTEX or EDGE');
  const isVertex = what.upper === 'VERTEX';
  const type = isVertex
    ? c.name('a vertex type', 'vertexType')
    : c.take('*') !== undefined
      ? null
      : c.name('an edge type', 'edgeType');
  const found: LoadDelete[] = [];
  do {
    const { start } = c.token;
    const rest = type === null || !isVertex ? parseDeletedEdges(c, type) : parseDeletedVertices(c, type);
    found.push({ ...rest, ...parseDeleteSource(c), using: {}, span: c.spanFrom(start) });
  } while (c.take(','));
  const using = c.takeWord('USING') ? parseUsing(c) : { using: {}, usingSpans: {} };
  return found.map((each) => ({ ...each, ...using }));
}

type WithoutSource<T> = T extends LoadDelete ? Omit<T, 'source' | 'where' | 'using' | 'span'> : never;

function parseDeletedVertices(c: Cursor, type: Name): WithoutSource<LoadDelete> {
  c.expect('(');
  if (!c.takeWords('PRIMARY', 'KEY')) c.takeWord('PRIMARY_ID');
  const { start } = c.token;
  const ids: LoadValue[] = [];
  do ids.push(parseLoadValue(c));
  while (c.take(','));
  const [first] = ids;
  const id: LoadValue =
    first !== undefined && ids.length === 1 ? first : { kind: 'tuple', items: ids, span: c.spanFrom(start) };
  c.expect(')');
  return { kind: 'deleteVertex', type, id };
}

function parseDeletedEdges(c: Cursor, type: Name | null): WithoutSource<LoadDelete> {
  c.expect('(');
  c.expectWord('FROM');
  const from = parseEnd(c);
  let to: LoadEnd | undefined;
  let discriminator: LoadValue[] = [];
  while (c.take(',')) {
    if (to === undefined && discriminator.length === 0 && c.takeWord('TO')) to = parseEnd(c);
    else if (discriminator.length === 0 && c.takeWord('DISCRIMINATOR')) discriminator = parseLoadArguments(c);
    else c.fail(to === undefined ? 'TO or DISCRIMINATOR' : 'DISCRIMINATOR');
  }
  c.expect(')');
  return { kind: 'deleteEdge', type, ...(to === undefined ? { from } : { from, to }), discriminator };
}

function parseDeleteSource(c: Cursor): Pick<LoadDelete, 'source' | 'where'> {
  c.expectWord('FROM');
  const { token } = c;
  const span = { start: token.start, end: token.end };
  const source: LoadDelete['source'] =
    token.kind === 'string'
      ? { kind: 'path', text: c.advance().value, span }
      : { kind: 'variable', text: c.name('a file', 'loadFile').text, span };
  const where = c.takeWord('WHERE') ? parseCondition(c) : undefined;
  return { source, ...(where === undefined ? {} : { where }) };
}

/** Parses the rest after VECTOR. */
function parseVectorTarget(c: Cursor, start: number): LoadTarget {
  c.expectWord('ATTRIBUTE');
  c.slot({ kind: 'attributeOf', owner: null, vectors: true });
  const attribute = c.name('a vector attribute', 'new', true);
  c.expectWord('ON');
  c.expectWord('VERTEX');
  const type = c.name('a vertex type', 'vertexType');
  c.expectWord('VALUES');
  const values = parseLoadArguments(c);
  const where = c.takeWord('WHERE') ? parseCondition(c) : undefined;
  const condition = where === undefined ? {} : { where };
  return { kind: 'vector', type, attribute, values, ...condition, span: c.spanFrom(start) };
}

function parseTempTable(c: Cursor, start: number): LoadTarget {
  const type = c.name('a name for the table');
  const columns: Name[] = [];
  c.expect('(');
  do columns.push(c.name('a column', 'new', true));
  while (c.take(','));
  c.expect(')');
  c.expectWord('VALUES');
  const values = parseLoadArguments(c);
  const where = c.takeWord('WHERE') ? parseCondition(c) : undefined;
  const condition = where === undefined ? {} : { where };
  return { kind: 'tempTable', type, columns, values, ...condition, span: c.spanFrom(start) };
}

/** Parses the rest after RUN LOADING JOB. Flags become options in lower case with '' as their value. */
export function parseRunLoadingJob(c: Cursor, start: number): Statement {
  const options: Record<string, string> = {};
  while (c.at('-')) {
    c.advance();
    const { token } = c;
    const flag = c.name('an option such as -noprint', 'new', true).text.toLowerCase();
    if (!RUN_FLAGS.has(flag)) {
      const known = [...RUN_FLAGS].map((each) => `-${each}`).join(', ');
      c.failAt(token, finding('foundInstead', { found: `-${token.value}`, expected: `one of ${known}` }));
    }
    options[flag] = '';
    if (FLAGS_WITH_VALUE.has(flag)) {
      c.take('=');
      let value = '';
      while (c.token.kind === 'int' || c.token.kind === 'float' || c.at(',') || c.at('$'))
        value += c.advance().value;
      options[flag] = value;
    }
  }
  const name = c.name('a loading job', 'job');
  const files: { name: string; path?: string }[] = [];
  if (c.takeWord('USING')) {
    do {
      const key = c.name('a file variable or an option', 'new', true).text;
      if (!c.take('=')) {
        files.push({ name: key });
        continue;
      }
      const value =
        c.token.kind === 'int' || c.token.kind === 'word'
          ? c.advance().value
          : stringValue(c, 'a value in double quotes');
      if (RUN_OPTIONS.has(key.toUpperCase())) options[key.toUpperCase()] = value;
      else files.push({ name: key, path: value });
    } while (c.take(','));
  }
  return { kind: 'runLoadingJob', name, files, options, span: c.spanFrom(start) };
}

const FLAGS_WITH_VALUE: ReadonlySet<string> = new Set(['n', 'max_num_error', 'max_percent_error']);
const RUN_FLAGS: ReadonlySet<string> = new Set(['noprint', 'dryrun', ...FLAGS_WITH_VALUE]);

const RUN_OPTIONS: ReadonlySet<string> = new Set([
  'CONCURRENCY',
  'BATCH_SIZE',
  'EOF',
  'SEPARATOR',
  'EOL',
  'HEADER',
  'QUOTE',
]);
