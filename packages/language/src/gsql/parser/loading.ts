/** Loading jobs: DEFINE, LOAD … TO … VALUES … WHERE … USING, and RUN LOADING JOB. */
import type { Span } from '../../diagnostic.ts';
import type {
  CreateLoadingJob,
  LoadCondition,
  LoadStatement,
  LoadTarget,
  LoadValue,
  Name,
  Statement,
} from '../ast.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

/** After CREATE LOADING JOB. */
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
      else if (c.isWord(0, 'DELETE'))
        c.failAt(c.token, 'SYN-20', 'DELETE in a loading job is not supported.');
      else c.fail('DEFINE or LOAD');
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
  if (c.isWord(0, 'VECTOR')) c.failAt(c.token, 'SYN-20', 'VECTOR is not supported.');
  if (c.takeWord('TEMP_TABLE')) return parseTempTable(c, start);
  const isVertex = c.atWord('VERTEX');
  if (!isVertex && !c.atWord('EDGE')) c.fail('VERTEX, EDGE or TEMP_TABLE');
  c.advance();
  const type = isVertex ? c.name('a vertex type', 'vertexType') : c.name('an edge type', 'edgeType');
  c.expectWord('VALUES');
  c.expect('(');
  const values: LoadValue[] = [];
  const endTypes: (Name | undefined)[] = [];
  do {
    values.push(parseLoadValue(c));
    const typed =
      !isVertex && values.length <= 2 && (c.token.kind === 'word' || c.token.kind === 'quotedName');
    if (!isVertex && values.length <= 2)
      endTypes.push(typed ? c.name('a vertex type', 'vertexType') : undefined);
  } while (c.take(','));
  c.expect(')');
  const where = c.takeWord('WHERE') ? parseCondition(c) : undefined;
  const span = c.spanFrom(start);
  const condition = where === undefined ? {} : { where };
  if (isVertex) return { kind: 'vertex', type, values, ...condition, span };
  const [fromType, toType] = endTypes;
  return {
    kind: 'edge',
    type,
    values,
    ...(fromType === undefined ? {} : { fromType }),
    ...(toType === undefined ? {} : { toType }),
    ...condition,
    span,
  };
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

function parseLoadValue(c: Cursor): LoadValue {
  c.slot({ kind: 'loadValue' });
  const { token } = c;
  const { start } = token;
  switch (token.kind) {
    case 'column': {
      c.advance();
      if (/^\d+$/.test(token.value)) {
        return { kind: 'column', index: Number(token.value), span: c.spanFrom(start) };
      }
      const path: string[] = [];
      while (c.take(':')) path.push(stringValue(c, 'a name in double quotes'));
      const names = path.length === 0 ? {} : { path };
      return { kind: 'namedColumn', name: token.value, ...names, span: c.spanFrom(start) };
    }
    case 'string':
      c.advance();
      return { kind: 'literal', value: token.value, span: c.spanFrom(start) };
    case 'int':
    case 'float':
      c.advance();
      return { kind: 'literal', value: loadNumber(token.value), span: c.spanFrom(start) };
    case 'word':
      if (token.value === '_' && !c.isSymbol(1, '(')) {
        c.advance();
        return { kind: 'skip', span: c.spanFrom(start) };
      }
      if (c.isWord(0, 'TRUE', 'FALSE')) {
        c.advance();
        return { kind: 'literal', value: token.upper === 'TRUE', span: c.spanFrom(start) };
      }
      if (c.isSymbol(1, '(')) {
        c.advance();
        return { kind: 'function', name: token.value, args: parseLoadArguments(c), span: c.spanFrom(start) };
      }
      return c.fail('a column such as $0 or $"name", a literal or a function');
    default:
      if (c.at('-') && (c.peek(1).kind === 'int' || c.peek(1).kind === 'float')) {
        c.advance();
        const value = loadNumber(`-${c.advance().value}`);
        return { kind: 'literal', value, span: c.spanFrom(start) };
      }
      return c.fail('a column such as $0 or $"name", a literal or a function');
  }
}

/** A number as a literal; past 2^53 its text, so that no digit is lost before the target's type reads it. */
function loadNumber(text: string): number | string {
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
}

function parseLoadArguments(c: Cursor): LoadValue[] {
  const args: LoadValue[] = [];
  c.expect('(');
  if (c.take(')')) return args;
  do args.push(c.deeper(() => parseLoadValue(c)));
  while (c.take(','));
  c.expect(')');
  return args;
}

function parseCondition(c: Cursor): LoadCondition {
  let left = parseAnd(c);
  for (let links = 0; c.takeWord('OR'); links++) {
    c.checkChain(links);
    const right = parseAnd(c);
    left = { kind: 'or', left, right, span: c.spanFrom(left.span.start) };
  }
  return left;
}

function parseAnd(c: Cursor): LoadCondition {
  let left = parseNot(c);
  for (let links = 0; c.takeWord('AND'); links++) {
    c.checkChain(links);
    const right = parseNot(c);
    left = { kind: 'and', left, right, span: c.spanFrom(left.span.start) };
  }
  return left;
}

const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>'] as const;

function parseNot(c: Cursor): LoadCondition {
  const { start } = c.token;
  if (c.takeWord('NOT'))
    return { kind: 'not', operand: c.deeper(() => parseNot(c)), span: c.spanFrom(start) };
  if (c.take('(')) {
    const inner = c.deeper(() => parseCondition(c));
    c.expect(')');
    return inner;
  }
  const value = parseLoadValue(c);
  if (c.takeWord('IS')) {
    const negated = c.takeWord('NOT') !== undefined;
    const test = c.takeWord('EMPTY', 'NUMERIC') ?? c.fail('EMPTY or NUMERIC');
    return {
      kind: test.upper === 'EMPTY' ? 'isEmpty' : 'isNumeric',
      value,
      negated,
      span: c.spanFrom(start),
    };
  }
  for (const op of COMPARISONS) {
    if (c.take(op))
      return { kind: 'compare', op, left: value, right: parseLoadValue(c), span: c.spanFrom(start) };
  }
  return { kind: 'value', value, span: c.spanFrom(start) };
}

/** After RUN LOADING JOB. Flags go to the options in lower case with '' as their value. */
export function parseRunLoadingJob(c: Cursor, start: number): Statement {
  const options: Record<string, string> = {};
  while (c.at('-')) {
    c.advance();
    const flag = c.name('an option such as -noprint', 'new', true).text.toLowerCase();
    options[flag] = '';
    if (flag === 'n' || flag === 'max_percent_error') {
      let value = '';
      while (c.token.kind === 'int' || c.token.kind === 'float' || c.at(',')) value += c.advance().value;
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

const RUN_OPTIONS: ReadonlySet<string> = new Set([
  'CONCURRENCY',
  'BATCH_SIZE',
  'EOF',
  'SEPARATOR',
  'EOL',
  'HEADER',
  'QUOTE',
]);
