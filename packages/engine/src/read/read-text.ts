/**
 * Parses and checks texts that people wrote, so that none delays other requests: short ones are parsed in this thread,
 * in time proportional to their length; long ones, and all checks of names and types, in separate threads.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
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
  type PrintedValue,
} from '@acacia/language';
import { Turnstile } from '../turnstile.ts';
import { ReaderThread } from './reader-thread.ts';
import type { ReaderJob } from './reader.worker.ts';

/** The most characters of a text that is parsed in this thread: some ten milliseconds. */
const SHORT = 8_192;
/** Milliseconds of work before other requests have their turn. */
const TURN_MS = 10;
const THREADS = 2;

const LIMITS = { deadlineMs: 5_000, memoryMb: 384 };

const idle: ReaderThread[] = [];
const turnstile = new Turnstile('texts', { running: THREADS, waiting: 200 });

const reader = new AsyncLocalStorage<string>();

/** Attributes all texts that the work reads, also asynchronously, to a person, by whom the queue of jobs is fair. */
export const readFor = <T>(person: string, work: () => T): T => reader.run(person, work);

const read = (job: ReaderJob) =>
  turnstile.run(
    async () => {
      const thread = idle.pop() ?? new ReaderThread(LIMITS);
      try {
        return await thread.run(job);
      } finally {
        idle.push(thread);
      }
    },
    undefined,
    reader.getStore(),
  );

/** Gives a function that yields to other requests once this one has worked for TURN_MS. */
export function fairly(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await nextTurn();
    began = performance.now();
  };
}

async function unpacked<T>(trees: readonly Uint8Array[]): Promise<T[]> {
  const pause = fairly();
  const whole: T[] = [];
  for (const tree of trees) {
    await pause();
    whole.push(deserialize(tree) as T);
  }
  return whole;
}

/**
 * Parses shell text.
 * @throws EngineError when the text takes too much time or memory
 */
export async function readProgram(text: string): Promise<ParsedProgram> {
  if (text.length <= SHORT) return parseProgram(text);
  const { diagnostics, trees } = await read({ kind: 'program', text });
  return { program: { statements: await unpacked<Ast.Statement>(trees) }, diagnostics };
}

/**
 * Parses one query.
 * @throws EngineError when the text takes too much time or memory
 */
export async function readQuery(text: string): Promise<ParsedQuery> {
  if (text.length <= SHORT) return parseQuery(text);
  const { diagnostics, trees } = await read({ kind: 'query', text });
  const [query] = await unpacked<Ast.QueryDefinition>(trees);
  return { ...(query === undefined ? {} : { query }), diagnostics };
}

/** Diagnostics of checked texts, by the schema against which they were checked. */
const known = new WeakMap<GraphSchema, Map<string, readonly Diagnostic[]>>();
const KEPT_TEXTS = 500;

/**
 * Errors and warnings of one query's text in its order; the text may be `CREATE QUERY` or `INTERPRET QUERY`.
 * @throws EngineError when the text takes too much time or memory
 */
export async function queryFaults(text: string, schema: GraphSchema): Promise<readonly Diagnostic[]> {
  const texts = known.get(schema) ?? new Map<string, readonly Diagnostic[]>();
  known.set(schema, texts);
  const before = texts.get(text);
  if (before !== undefined) return before;
  const { diagnostics } = await read({ kind: 'faults', text, schema });
  texts.set(text, diagnostics);
  if (texts.size > KEPT_TEXTS) texts.delete(texts.keys().next().value ?? '');
  return diagnostics;
}

/**
 * The values that a stored query prints, by key.
 * @throws EngineError when the text takes too much time or memory
 */
export async function queryOutputs(text: string, schema: GraphSchema): Promise<readonly PrintedValue[]> {
  const { trees } = await read({ kind: 'printed', text, schema });
  const [values = []] = await unpacked<readonly PrintedValue[]>(trees);
  return values;
}

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
