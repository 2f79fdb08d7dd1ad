/**
 * Texts that people wrote, read so that no text holds up the others' requests: short ones here, where reading
 * takes time in proportion to their length, long ones and all checking of names and types in threads of their own.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import {
  parseProgram,
  parseQuery,
  type Ast,
  type Diagnostic,
  type GraphSchema,
  type ParsedProgram,
  type ParsedQuery,
} from '@acacia/language';
import { Turnstile } from '../turnstile.ts';
import { ReaderThread } from './reader-thread.ts';
import type { ReaderJob } from './reader.worker.ts';

/** Characters of a text that is read here: some ten milliseconds. */
const SHORT = 8_192;
/** How long work on parts goes on before others have their turn. */
const TURN_MS = 10;
const THREADS = 2;

const LIMITS = { deadlineMs: 5_000, memoryMb: 384 };

const idle: ReaderThread[] = [];
const turnstile = new Turnstile('texts', { running: THREADS, waiting: 200 });

const read = (job: ReaderJob) =>
  turnstile.run(async () => {
    const thread = idle.pop() ?? new ReaderThread(LIMITS);
    try {
      return await thread.run(job);
    } finally {
      idle.push(thread);
    }
  });

/** Lets other requests have their turn where this one has had its own for a while. */
export const fairly = (): (() => Promise<void>) => {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await nextTurn();
    began = performance.now();
  };
};

const unpacked = async <T>(trees: readonly Uint8Array[]): Promise<T[]> => {
  const pause = fairly();
  const whole: T[] = [];
  for (const tree of trees) {
    await pause();
    whole.push(deserialize(tree) as T);
  }
  return whole;
};

/** Reads shell text. Throws EngineError for one that takes too much time or memory. */
export const readProgram = async (text: string): Promise<ParsedProgram> => {
  if (text.length <= SHORT) return parseProgram(text);
  const { diagnostics, trees } = await read({ kind: 'program', text });
  return { program: { statements: await unpacked<Ast.Statement>(trees) }, diagnostics };
};

/** Reads one query. Throws EngineError for one that takes too much time or memory. */
export const readQuery = async (text: string): Promise<ParsedQuery> => {
  if (text.length <= SHORT) return parseQuery(text);
  const { diagnostics, trees } = await read({ kind: 'query', text });
  const [query] = await unpacked<Ast.QueryDefinition>(trees);
  return { ...(query === undefined ? {} : { query }), diagnostics };
};

/** Of the schemas that were last asked about: what is wrong with texts that were checked against them. */
const known = new WeakMap<GraphSchema, Map<string, readonly Diagnostic[]>>();
const KEPT_TEXTS = 500;

/**
 * Faults and warnings of one query's text in its order; `CREATE QUERY` and `INTERPRET QUERY` are taken. Throws
 * EngineError for a text that takes too much time or memory.
 */
export const queryFaults = async (text: string, schema: GraphSchema): Promise<readonly Diagnostic[]> => {
  const texts = known.get(schema) ?? new Map<string, readonly Diagnostic[]>();
  known.set(schema, texts);
  const before = texts.get(text);
  if (before !== undefined) return before;
  const { diagnostics } = await read({ kind: 'faults', text, schema });
  texts.set(text, diagnostics);
  if (texts.size > KEPT_TEXTS) texts.delete(texts.keys().next().value ?? '');
  return diagnostics;
};

/** As `queryFaults`, of names and types alone, for a query whose text stands in another form than it was written. */
export const treeFaults = async (
  query: Ast.QueryDefinition,
  schema: GraphSchema,
): Promise<readonly Diagnostic[]> => (await read({ kind: 'treeFaults', query, schema })).diagnostics;

/** Faults of shell text: of its syntax, and of names and types as far as its statements could be read. */
export const programFaults = async (
  text: string,
  schema: GraphSchema,
  graphs: readonly GraphSchema[],
): Promise<readonly Diagnostic[]> => (await read({ kind: 'allFaults', text, schema, graphs })).diagnostics;
