/**
 * Idle query workers help the one that runs a large SELECT: each takes parts of the scan until none is left. The
 * thread that runs the query calls `ask`, the helping thread `answer`.
 */
import { relayed } from '../errors/catalogue.ts';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { GraphSchema } from '@acacia/language';
import { EngineError } from '../errors.ts';
import type { SharedEdgeTable } from '../graph/edge-table.ts';
import { type SnapshotDescription, assembleSnapshot, shareSnapshot } from '../graph/assemble.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { partsOfQuery } from './execute.ts';
import { type SentContributions, ReceivedAccumulator, addContributions } from '../library/accum-transfer.ts';
import type { GlobalAccumulator } from '../library/collections.ts';
import type { QueryContext, Shape } from '../library/context.ts';
import { dropShared } from '../library/heap-use.ts';
import { account, check, endRows, memoryLeft, startMeter, usedBytes } from '../library/meter.ts';
import { type SentArgument, receiveArguments, sendArguments } from '../library/part-transfer.ts';
import { type AskForHelp, type Help, type Part, type Results, partsOf, takeBlock } from '../library/parts.ts';
import { GroupedRows, type SentGroups } from '../library/grouped-rows.ts';
import { type SentRows, TableRows } from '../library/sorting.ts';
import { lendShared, releaseShared, sharedBytes } from '../library/shared-pool.ts';
import { NotTransferable, type SentCell, packCell, unpackCell } from '../library/transfer.ts';
import { forgetCanonical } from '../library/values.ts';
import { VertexAccumulator } from '../library/vertex-accumulators.ts';
import { Collector, type VertexSet } from '../library/vertex-set.ts';
import { STATE } from './messages.ts';

/** Another query worker, as this one sees it. */
export interface Sibling {
  readonly port: MessagePort;
  readonly state: Int32Array<SharedArrayBuffer>;
}

export interface Job {
  readonly text: string;
  readonly shape: Omit<Shape, 'schema'>;
  readonly virtual?: readonly SharedEdgeTable[];
  /** Absent where they are those of the job before. */
  readonly snapshot?: SnapshotDescription;
  readonly schema?: GraphSchema;
  readonly part: number;
  /** The start vertices, the values that the SELECT has declared, and the variables of the query. */
  readonly start: SentArgument;
  readonly given: readonly SentArgument[];
  readonly variables: readonly SentArgument[];
  /** The next part to take. */
  readonly next: Int32Array<SharedArrayBuffer>;
  /** Threads that take part, with the one that asks. */
  readonly threads: number;
  /** ASKED, STARTED, ANSWERED or WITHDRAWN. */
  readonly phase: Int32Array<SharedArrayBuffer>;
  /** Not 0 when the results have been added, or will not be: the helper may use their arrays again. */
  readonly done: Int32Array<SharedArrayBuffer>;
  /** Where the answer is sent. */
  readonly reply: MessagePort;
  readonly stop: Int32Array<SharedArrayBuffer>;
  readonly memoryLimitBytes: number;
}

/** The graph and its types that a thread was sent last by another one that it helps. */
export interface Held {
  snapshot: GraphSnapshot | null;
  schema: GraphSchema | null;
}

const ASKED = 0;
const STARTED = 1;
const ANSWERED = 2;
/** Nobody waits for an answer any more. */
const WITHDRAWN = 3;

type SentResult = number | SentCell | SentRows | SentGroups;
type SentBlock = readonly [from: number, to: number, values: readonly SentResult[]];

type Answer =
  | {
      readonly kind: 'done';
      /** Of blocks of parts; `to`: the part behind the last. */
      readonly results: readonly SentBlock[];
      readonly met: readonly (readonly (readonly [typeIndex: number, bits: Uint8Array<ArrayBuffer>])[])[];
      readonly added: readonly (readonly SentContributions[])[];
      readonly warnings: readonly string[];
      /** Bytes that the helper uses, and how many of them become free once its results are added. */
      readonly bytes: number;
      readonly returned: number;
    }
  /** The helper could not send its results: the parts that it took have to be run again. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string };

/** Runs a job in the helping thread. `snapshots`: those that the sibling has sent, by id. */
export function answer(job: Job, held: Held, own: Int32Array): void {
  const transfer: ArrayBuffer[] = [];
  let reply: Answer;
  if (job.snapshot !== undefined) held.snapshot = assembleSnapshot(job.snapshot);
  if (job.schema !== undefined) held.schema = job.schema;
  try {
    const part = prepare(job, held);
    // Nobody waits for a thread that has not begun.
    if (Atomics.compareExchange(job.phase, 0, ASKED, STARTED) !== ASKED) return;
    reply = takeParts(job, part, own, transfer);
    lendShared(job.done);
  } catch (problem) {
    reply = failure(problem);
  } finally {
    Atomics.store(own, STATE.helping, 0);
    forgetCanonical();
  }
  job.reply.postMessage(reply, transfer);
  Atomics.store(job.phase, 0, ANSWERED);
  Atomics.notify(job.phase, 0);
}

function failure(problem: unknown): Answer {
  if (problem instanceof NotTransferable) return { kind: 'refused' };
  if (problem instanceof EngineError) return { kind: 'failed', code: problem.code, message: problem.message };
  const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return { kind: 'broken', message: text };
}

/** A part with all that it needs. */
interface Prepared {
  readonly context: QueryContext;
  readonly part: Part;
  readonly start: VertexSet;
  readonly given: readonly unknown[];
  readonly variables: readonly unknown[];
}

function prepare(job: Job, { snapshot, schema }: Held): Prepared {
  if (snapshot === null || schema === null) throw new Error('No snapshot or no schema was sent');
  releaseShared();
  startMeter(job.stop, job.memoryLimitBytes);
  const { context, parts } = partsOfQuery(job.text, { ...job.shape, schema }, snapshot, job.virtual);
  const part = parts[job.part];
  if (part === undefined) throw new Error(`The query has no part ${job.part}`);
  const [start, ...rest] = receiveArguments([job.start, ...job.given, ...job.variables], snapshot);
  const given = rest.slice(0, job.given.length);
  const variables = rest.slice(job.given.length);
  part.set(variables);
  return { context, part, start: start as VertexSet, given, variables };
}

function takeParts(
  job: Job,
  { context, part, start, given, variables }: Prepared,
  own: Int32Array,
  transfer: ArrayBuffer[],
): Answer {
  const ranges = partsOf(start);
  const results: SentBlock[] = [];
  const isWanted = (): boolean => Atomics.load(own, STATE.wanted) !== 0;
  while (!isWanted()) {
    const block = takeBlock(job.next, ranges.length, job.threads);
    if (block === null) break;
    let gathered: readonly unknown[] | null = null;
    let index = block.from;
    for (; index < block.to && !isWanted(); index += 1) {
      check();
      gathered = part.work(ranges[index] as VertexSet, ...given, gathered);
    }
    if (gathered !== null) results.push([block.from, index, sendResults(part, gathered)]);
  }
  endRows();
  const collectors = given.filter((value) => value instanceof Collector);
  const met = collectors.map((collector) => collector.met());
  for (const pages of met) transfer.push(...pages.map(([, bits]) => bits.buffer));
  const accumulators = part.written.flatMap((index) => {
    const variable = variables[index];
    return variable instanceof ReceivedAccumulator ? [variable.contributions()] : [];
  });
  return {
    kind: 'done',
    results,
    met,
    added: accumulators,
    warnings: context.warnings,
    bytes: usedBytes(),
    returned: sharedBytes(),
  };
}

const sendResults = (part: Part, values: readonly unknown[]): readonly SentResult[] =>
  values.map((value, index) => {
    if (value instanceof TableRows || value instanceof GroupedRows) return value.pack();
    return part.cells[index] === null ? (value as number) : packCell(value);
  });

/** The thread that runs the query. */
export class Asking {
  #siblings: readonly Sibling[] = [];
  readonly #own: Int32Array<SharedArrayBuffer>;
  /** The graph and its types that each sibling was sent last. */
  readonly #sent = new WeakMap<Sibling, Readonly<Held>>();

  constructor(own: Int32Array<SharedArrayBuffer>) {
    this.#own = own;
  }

  add(sibling: Sibling): void {
    this.#siblings = [...this.#siblings.filter(({ state }) => state[STATE.dead] === 0), sibling];
  }

  /** The siblings that have nothing to do, claimed. */
  #claim(): readonly Sibling[] {
    return this.#siblings.filter(({ state }) => {
      if (state[STATE.busy] !== 0 || state[STATE.dead] !== 0) return false;
      if (Atomics.compareExchange(state, STATE.helping, 0, 1) !== 0) return false;
      if (Atomics.load(state, STATE.busy) === 0) return true;
      Atomics.store(state, STATE.helping, 0);
      return false;
    });
  }

  readonly ask: AskForHelp = (context, part, { start, given, next }) => {
    const helpers: {
      readonly sibling: Sibling;
      readonly phase: Int32Array<SharedArrayBuffer>;
      readonly done: Int32Array<SharedArrayBuffer>;
      readonly reply: MessagePort;
    }[] = [];
    const counter = new Int32Array(new SharedArrayBuffer(4));
    counter[0] = next;
    const { snapshot, source } = context;
    if (source === null) return null;
    const { shape, ...query } = source;
    const { schema, ...restOfShape } = shape;
    const claimed = this.#claim();
    if (claimed.length === 0) return null;
    const common = splitArguments(part, start, given, part.get());
    if (common === null) {
      for (const { state } of claimed) Atomics.store(state, STATE.helping, 0);
      return null;
    }
    for (const sibling of claimed) {
      const phase = new Int32Array(new SharedArrayBuffer(4));
      const done = new Int32Array(new SharedArrayBuffer(4));
      const { port1, port2 } = new MessageChannel();
      const known = this.#sent.get(sibling);
      const job: Job = {
        ...query,
        shape: restOfShape,
        ...(known?.snapshot === snapshot ? {} : { snapshot: shareSnapshot(snapshot) }),
        ...(known?.schema === schema ? {} : { schema }),
        part: part.index,
        ...common,
        next: counter,
        threads: 1 + claimed.length,
        phase,
        done,
        reply: port2,
        stop: this.#own,
        memoryLimitBytes: memoryLeft(),
      };
      sibling.port.postMessage(job, [port2]);
      this.#sent.set(sibling, { snapshot, schema });
      helpers.push({ sibling, phase, done, reply: port1 });
    }
    return {
      threads: 1 + helpers.length,
      next: () => takeBlock(counter, partsOf(start).length, 1 + helpers.length),
      join: (results) => {
        for (const { sibling, phase, done, reply } of helpers) {
          const answered = receive(sibling, phase, reply);
          reply.close();
          const isLost = Atomics.load(phase, 0) === STARTED || answered?.kind === 'refused';
          if (part.inPlace && isLost) throw new Error('What a query worker changed in part is not known');
          if (answered !== null) addAnswer(context, part, given, results, answered);
          Atomics.store(done, 0, 1);
        }
        return results.flatMap((result, index) => (result === undefined ? [index] : []));
      },
      abandon: () => {
        Atomics.store(counter, 0, NONE_LEFT);
        for (const { sibling, phase, done, reply } of helpers) {
          Atomics.compareExchange(phase, 0, ASKED, WITHDRAWN);
          // It works with arrays of this query, which the next query of this thread may get.
          while (isAtWork(phase, sibling)) Atomics.wait(phase, 0, STARTED, WAIT_MS);
          Atomics.store(done, 0, 1);
          reply.close();
        }
      },
    } satisfies Help;
  };
}

/** Null when something cannot be sent. */
function splitArguments(
  part: Part,
  start: VertexSet,
  given: readonly unknown[],
  variables: readonly unknown[],
): Pick<Job, 'start' | 'given' | 'variables'> | null {
  const first = 1 + given.length;
  try {
    const isWritten = (index: number): boolean => part.written.includes(index - first);
    const types = part.inPlace ? start.parts.map(({ typeIndex }) => typeIndex) : null;
    const sent = sendArguments([start, ...given, ...variables], isWritten, types);
    return {
      start: sent[0] as SentArgument,
      given: sent.slice(1, first),
      variables: sent.slice(first),
    };
  } catch (problem) {
    if (problem instanceof NotTransferable) return null;
    throw problem;
  }
}

/** Beyond the number of any part. */
const NONE_LEFT = 2 ** 30;

/** Interval, in milliseconds, at which a waiting thread checks for a stop and for the sibling's end. */
const WAIT_MS = 20;

function isAtWork(phase: Int32Array<SharedArrayBuffer>, { state }: Sibling): boolean {
  return Atomics.load(phase, 0) === STARTED && Atomics.load(state, STATE.dead) === 0;
}

/** The sibling's answer; null when it has not begun or has ended, so that none of its results count. */
function receive(sibling: Sibling, phase: Int32Array<SharedArrayBuffer>, reply: MessagePort): Answer | null {
  if (Atomics.compareExchange(phase, 0, ASKED, WITHDRAWN) === ASKED) return null;
  while (Atomics.wait(phase, 0, STARTED, WAIT_MS) === 'timed-out') {
    check();
    if (Atomics.load(sibling.state, STATE.dead) !== 0) return null;
  }
  const received: { readonly message: unknown } | undefined = receiveMessageOnPort(reply);
  if (received === undefined) throw new Error('A query worker that helped sent no answer');
  return received.message as Answer;
}

function addAnswer(
  context: QueryContext,
  part: Part,
  given: readonly unknown[],
  results: Results,
  reply: Answer,
): void {
  const variables = part.get();
  switch (reply.kind) {
    case 'refused':
      return;
    case 'failed':
      throw relayed(reply.code, reply.message);
    case 'broken':
      throw new Error(reply.message);
    case 'done':
      break;
  }
  account(reply.bytes);
  for (const warning of reply.warnings) context.warn(warning);
  for (const [from, to, values] of reply.results) {
    results.fill(null, from, to);
    results[from] = values.map((value, at) => {
      const box = part.cells[at] ?? null;
      if (box === null || typeof value !== 'object') return value;
      return unpackCell(value as SentCell, (variables[box] as GlobalAccumulator).spec);
    });
  }
  const collectors = given.filter((value) => value instanceof Collector);
  collectors.forEach((collector, index) => {
    for (const [typeIndex, bits] of reply.met[index] ?? []) collector.page(typeIndex).absorb(bits);
  });
  const accumulators = part.written
    .map((index) => variables[index])
    .filter((value) => value instanceof VertexAccumulator);
  accumulators.forEach((accumulator, index) => {
    for (const added of reply.added[index] ?? []) addContributions(accumulator, added);
  });
  account(-reply.returned);
  dropShared(reply.returned);
}
