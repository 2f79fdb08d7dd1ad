/**
 * Fuzzes GSQL: expressions and statements from tables of the grammar, and the texts of the language cases with tokens
 * cut, doubled, swapped and taken from one another. Each text is parsed, checked, formatted and run by an engine in
 * this process. A throw that is no EngineError, a run that outlives its limit, or parsing in more than linear time is a
 * fault: the text is shortened as long as it stays a fault, and printed.
 *
 * node tests/hostile/fuzz-gsql.ts [--seconds 60] [--seed 1]
 */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EngineError, openEngine, type Engine } from '@acacia/engine';
import { checkProgram, formatGsql, type GraphSchema } from '@acacia/language';
import { lex } from '../../packages/language/src/gsql/lexer.ts';
import { Cursor } from '../../packages/language/src/gsql/parser/cursor.ts';
import { parseShellStatements } from '../../packages/language/src/gsql/parser/program.ts';
import { createRandom, type Random } from '../random.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const GRAPH = 'social';
const TIME_LIMIT_MS = 2_000;
/** Milliseconds that a thread may take to end after its limit; more is a fault. */
const LATEST_MS = 15_000;
const SLOW = 'outlives its limit';

const CONFORMANCE = path.resolve(import.meta.dirname, '../conformance');

/** Queries of the language cases over the graph. */
async function corpus(): Promise<string[]> {
  const texts: string[] = [];
  const folder = path.join(CONFORMANCE, 'cases');
  for (const name of await readdir(folder)) {
    const text = await readFile(path.join(folder, name), 'utf8');
    if (!text.startsWith(`graph: ${GRAPH}\n`)) continue;
    for (const [, query = ''] of text.matchAll(/^--- query\n([\s\S]*?)\n--- /gm)) texts.push(query);
  }
  return texts;
}

/** A whole number from 0 up to, but not, `limit`. */
const below = (random: Random, limit: number): number => Math.floor(random.next() * limit);

// ---------------------------------------------------------------- from the grammar

const LITERALS = [
  '0',
  '1',
  '-1',
  '2.5',
  '9223372036854775807',
  '"a"',
  '""',
  'TRUE',
  'NULL',
  '[]',
  '()',
  '(1 -> 2)',
  'now()',
];
const NAMES = [
  'i',
  's',
  'd',
  'v',
  'S',
  '@@n',
  '@@l',
  '@@t',
  '@@m',
  '@@h',
  '@@g',
  'j',
  'Person',
  'p',
  'p.@x',
  'p.age',
  'p.name',
  'S.@x',
];
const BINARY = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '>=',
  'AND',
  'OR',
  'UNION',
  'MINUS',
  'IN',
  'LIKE',
  '&',
  '|',
  '<<',
  '.',
];
const CALLS = [
  'sum',
  'avg',
  'max',
  'min',
  'count',
  'abs',
  'str',
  'lower',
  'length',
  'pow',
  'to_string',
  'to_datetime',
  'substr',
  'split',
  'coalesce',
  'parse_json_object',
  'evaluate',
  'isempty',
  'find_in_set',
  'str_to_int',
  'range',
];
const METHODS = [
  'size',
  'get',
  'contains',
  'outdegree',
  'type',
  'getAttr',
  'containsKey',
  'top',
  'neighbors',
  'clear',
  'remove',
  'reallocate',
  'getInt',
  'getString',
  'keys',
];
const ACCUMS = [
  'SumAccum<INT>',
  'SumAccum<STRING>',
  'MaxAccum<DOUBLE>',
  'MinAccum<VERTEX>',
  'ListAccum<INT>',
  'SetAccum<STRING>',
  'BagAccum<INT>',
  'MapAccum<INT, SumAccum<INT>>',
  'HeapAccum<T2>(2, a ASC)',
  'GroupByAccum<INT k, SumAccum<INT> c>',
  'ArrayAccum<SumAccum<INT>>',
  'AvgAccum',
  'OrAccum',
  'BitwiseOrAccum',
];

function expression(random: Random, depth: number): string {
  const inner = (): string => expression(random, depth - 1);
  if (depth <= 0) return random.next() < 0.5 ? random.pick(LITERALS) : random.pick(NAMES);
  switch (below(random, 9)) {
    case 0:
    case 1:
      return `${inner()} ${random.pick(BINARY)} ${inner()}`;
    case 2:
      return `(${inner()})`;
    case 3:
      return `[${inner()}, ${inner()}]`;
    case 4:
      return `${random.pick(CALLS)}(${inner()}${random.next() < 0.4 ? `, ${inner()}` : ''})`;
    case 5:
      return `${random.pick(NAMES)}.${random.pick(METHODS)}(${random.next() < 0.5 ? inner() : ''})`;
    case 6:
      return `CASE WHEN ${inner()} THEN ${inner()}${random.next() < 0.5 ? ` ELSE ${inner()}` : ''} END`;
    case 7:
      return `${random.pick(NAMES)}[${inner()}]`;
    default:
      return `${random.pick(['NOT ', '- ', ''])}${inner()}`;
  }
}

function statement(random: Random, depth: number): string {
  const value = (): string => expression(random, below(random, 4));
  const body = (): string => statement(random, depth - 1);
  switch (below(random, depth > 0 ? 10 : 6)) {
    case 0:
      return `PRINT ${value()};`;
    case 1:
      return `${random.pick(['@@n', '@@l', '@@t', '@@m', '@@h', '@@g', 'i', 's', 'S'])} ${random.pick(['=', '+='])} ${value()};`;
    case 2:
      return `S = SELECT p FROM Person:p WHERE ${value()} ORDER BY ${value()} LIMIT 3;`;
    case 3:
      return `S = SELECT p FROM Person:p ACCUM p.@x += ${value()}, @@n += ${value()} POST-ACCUM p.@x = ${value()};`;
    case 4:
      return `S = {${random.pick(['Person.*', 'ANY', 'v', '@@t', 'S'])}};`;
    case 5:
      return `${random.pick(['INT', 'STRING', 'DOUBLE', 'BOOL', 'JSONOBJECT', 'SET<INT>', 'LIST<STRING>', 'DATETIME'])} x${below(random, 1000)} = ${value()};`;
    case 6:
      return `IF ${value()} THEN ${body()} ELSE ${body()} END;`;
    case 7:
      return `WHILE ${value()} LIMIT 3 DO ${body()} END;`;
    case 8:
      return `FOREACH f IN ${value()} DO ${body()} END;`;
    default:
      return `${body()} ${body()}`;
  }
}

/** Whether the checker accepts a text, so that it is run. */
const isSound = (text: string, schema: GraphSchema): boolean =>
  !checkProgram(text, schema).some(({ severity }) => severity === 'error');

/** A query of statements that the checker accepts, and now and then of one that it refuses. */
function generated(random: Random, schema: GraphSchema): string {
  const accum = (name: string): string => {
    const type = random.pick(ACCUMS);
    return `${type} ${name}${type.startsWith('Array') ? '[3]' : ''};`;
  };
  const names = ['@@n', '@@l', '@@t', '@@m', '@@h', '@@g', '@x'];
  const head = `TYPEDEF TUPLE<INT a, STRING b> T2; ${names.map(accum).join(' ')} JSONOBJECT j; S = {Person.*};`;
  const whole = (body: readonly string[]): string =>
    `INTERPRET QUERY (INT i = 1, STRING s = "a", DOUBLE d = 0.5, SET<VERTEX<Person>> v) FOR GRAPH ${GRAPH} {\n${head}\n${body.join('\n')}\n}`;
  const kept: string[] = [];
  for (let tries = 0; tries < 60 && kept.length < 4; tries += 1) {
    const next = [...kept, statement(random, 2)];
    if (random.next() < 0.02 || isSound(whole(next), schema)) kept.push(...next.slice(-1));
  }
  return whole(kept);
}

// ---------------------------------------------------------------- from other texts

const pieces = (text: string): string[] =>
  lex(text)
    .tokens.filter(({ kind }) => kind !== 'end')
    .map(({ start, end }) => text.slice(start, end));

/** Of several mutations the first that the checker accepts, or the last. */
function mutated(random: Random, texts: readonly string[], schema: GraphSchema): string {
  for (let tries = 0; tries < 8; tries += 1) {
    const text = changed(random, texts);
    if (isSound(text, schema)) return text;
  }
  return changed(random, texts);
}

function changed(random: Random, texts: readonly string[]): string {
  const tokens = pieces(random.pick(texts));
  for (let changes = 1 + below(random, 3); changes > 0; changes -= 1) {
    const at = below(random, tokens.length + 1);
    const length = below(random, 4);
    const other = pieces(random.pick(texts));
    const from = below(random, other.length);
    switch (below(random, 6)) {
      case 0:
        tokens.splice(at, 1 + length);
        break;
      case 1:
        tokens.splice(at, 0, ...tokens.slice(at, at + length + 1));
        break;
      case 2:
        tokens.splice(at, length, ...other.slice(from, from + 1 + below(random, 8)));
        break;
      case 3:
        tokens.splice(at, 1, expression(random, 2));
        break;
      case 4:
        tokens.splice(at, 1, random.pick([...LITERALS, ...NAMES, ...BINARY, ...ACCUMS]));
        break;
      default:
        tokens.splice(at, 0, ...Array.from({ length: 200 }, () => tokens[at] ?? '('));
    }
  }
  return tokens.join(' ');
}

// ---------------------------------------------------------------- the trial

function looksAt(text: string): number {
  const c = new Cursor(text);
  parseShellStatements(c);
  return c.looks;
}

/** Refusals by their code. */
const told = new Map<string, number>();

/** A run that is endless is no fault: it is ended at its limit. */
async function running(work: Promise<unknown>): Promise<string | undefined> {
  const began = performance.now();
  try {
    await work;
  } catch (cause) {
    if (cause instanceof EngineError) told.set(cause.code, (told.get(cause.code) ?? 0) + 1);
    else return String(cause instanceof Error ? cause.message : cause);
  }
  return performance.now() - began > LATEST_MS ? SLOW : undefined;
}

/** The product's fault on this text; undefined: none. */
async function trial(engine: Engine, schema: GraphSchema, text: string): Promise<string | undefined> {
  try {
    if (looksAt(`${text}\n${text}`) > 3 * looksAt(text) + 10_000) return 'is read in more than linear time';
    checkProgram(text, schema);
    formatGsql(text);
  } catch (cause) {
    return `throws in the language: ${String(cause)}`;
  }
  const isQuery = /^\s*INTERPRET/i.test(text);
  const options = { timeLimitMs: TIME_LIMIT_MS };
  if (isQuery) return running(engine.interpretQuery(text, GRAPH, {}, options));
  const name = /QUERY\s+(\w+)/i.exec(text)?.[1];
  const session = { graph: GRAPH };
  const shell = (part: string): Promise<string | undefined> =>
    running(engine.executeGsql(part, session, () => undefined, options));
  const made = await shell(text);
  if (made !== undefined || name === undefined) return made;
  const installed = await shell(`INSTALL QUERY ${name}`);
  const ran = installed ?? (await running(engine.runQuery(GRAPH, name, {}, options)));
  return ran ?? shell(`DROP QUERY ${name}`);
}

/** As `trial`; a run is slow only when it is slow twice, since something else may have kept the machine busy. */
async function judged(engine: Engine, schema: GraphSchema, text: string): Promise<string | undefined> {
  const fault = await trial(engine, schema, text);
  return fault === SLOW ? trial(engine, schema, text) : fault;
}

const kindOf = (fault: string): string => fault.replace(/\d+|"[^"]*"|'[^']*'/g, '').slice(0, 60);

/** The text without whatever it stays a fault without. */
async function shrunk(text: string, isFault: (text: string) => Promise<boolean>): Promise<string> {
  let tokens = pieces(text);
  for (let size = tokens.length >> 1; size >= 1; size = size >> 1) {
    for (let at = 0; at < tokens.length;) {
      const fewer = tokens.toSpliced(at, size);
      if (await isFault(fewer.join(' '))) tokens = fewer;
      else at += size;
    }
  }
  return tokens.join(' ');
}

const seed = Number(values.seed);
const random = createRandom(seed);
const folder = await mkdtemp(path.join(tmpdir(), 'acacia-fuzz-'));
const engine = await openEngine({ dataDir: folder, memoryLimitBytes: 512 * 2 ** 20, workers: 1 });
await engine.executeGsql(
  await readFile(path.join(CONFORMANCE, 'graphs', `${GRAPH}.gsql`), 'utf8'),
  { graph: null },
  () => undefined,
);
await engine.write(
  GRAPH,
  ['a', 'b', 'c'].map((id) => ({ kind: 'upsertVertex', type: 'Person', id, attributes: {} })),
);
const schema = engine.schema(GRAPH);
if (schema === undefined) throw new Error('The graph was not made.');
const texts = await corpus();
const found = new Map<string, string>();
const until = performance.now() + Number(values.seconds) * 1000;
let count = 0;
for (; performance.now() < until; count += 1) {
  const text = random.next() < 0.5 ? generated(random, schema) : mutated(random, texts, schema);
  const fault = await judged(engine, schema, text);
  if (fault === undefined || found.has(kindOf(fault))) continue;
  const kind = kindOf(fault);
  found.set(kind, '');
  const short = await shrunk(
    text,
    async (other) => kindOf((await judged(engine, schema, other)) ?? '') === kind,
  );
  found.set(kind, short);
  console.log(`FAULT ${fault}\n${short}\n`);
}
await engine.close();
await rm(folder, { recursive: true, force: true });
const refusals = [...told].sort(([, a], [, b]) => b - a).slice(0, 20);
console.log(`Refused: ${refusals.map(([code, times]) => `${code} ${times}`).join(', ')}`);
console.log(`${count} texts of seed ${seed}: ${found.size} kinds of faults.`);
process.exitCode = found.size > 0 ? 1 : 0;
