/** A worker thread as the pool sees it: runs one query at a time, can be stopped, may have to be replaced. */
import { engineError, relayed } from '../errors/catalogue.ts';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { GraphSchema } from '@acacia/language';
import type { EngineError } from '../errors.ts';
import { shareSnapshot } from '../graph/assemble.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { Execution } from './execute.ts';
import { ABORTED, RUNNING, memoryError, stopError } from '../library/meter.ts';
import { lookAtMarks, sharedMarks } from '../library/profile.ts';
import { type FromWorker, STATE, type ToWorker, type WorkerStart } from './messages.ts';
import type { HeldMemory } from './held-memory.ts';
import { Printed } from '../printed.ts';
import type { RunOutcome } from './request.ts';

/** A worker that has not answered a stop request after this time is ended: stop acts within 200 ms. */
const STOP_GRACE_MS = 120;

/**
 * Heap that V8 may use beyond the meter's limit for a query. A thread near V8's limit is ended, but a single allocation
 * without room ends the whole process: that limit must be out of reach.
 */
const HEAP_SLACK_MB = 1024;

let lastId = 0;
const ids = new WeakMap<GraphSnapshot | GraphSchema, number>();

function idOf(sent: GraphSnapshot | GraphSchema): number {
  let id = ids.get(sent);
  if (id === undefined) {
    lastId += 1;
    id = lastId;
    ids.set(sent, id);
  }
  return id;
}

/** The end of a run. */
type Answer = Exclude<FromWorker, { kind: 'printed' }>;

/** Gives results away one after the other, and tells the query's thread what was taken. */
function takerOf(onPrinted: (lines: Uint8Array) => Promise<void>) {
  const untaken = new Int32Array(new SharedArrayBuffer(4));
  let last: Promise<void> = Promise.resolve();
  return {
    untaken,
    take: (lines: Uint8Array<ArrayBuffer>): void => {
      last = last
        .then(() => onPrinted(lines))
        .finally(() => {
          Atomics.sub(untaken, 0, lines.byteLength);
          Atomics.notify(untaken, 0);
        });
      // Whoever waits for the end is told.
      last.catch(() => undefined);
    },
    /** Resolves when all was taken. */
    taken: () => last,
  };
}

export class QueryWorker {
  /** No query can be given to it any more. */
  dead = false;
  busy = false;
  /** Index in `memory` at which the worker publishes the memory of its query. */
  readonly place: number;
  readonly #memory: Int32Array<SharedArrayBuffer>;
  readonly #state: Int32Array<SharedArrayBuffer>;
  readonly #worker: Worker;
  /** Ids of the snapshot and the schema that the worker holds of each graph: with each query they would cost more. */
  readonly #snapshots = new Map<string, number>();
  readonly #schemas = new Map<string, number>();
  readonly #handedOver: HeldMemory;
  #settle: ((message: Answer | EngineError | Error) => void) | null = null;
  /** Takes the results of the query that runs. */
  #take: ((lines: Uint8Array<ArrayBuffer>) => void) | null = null;

  /** `memoryLimitBytes`: for the queries of all workers that share `memory`, with results not delivered yet. */
  constructor(
    memoryLimitBytes: number,
    memory: Int32Array<SharedArrayBuffer>,
    place: number,
    held: HeldMemory,
  ) {
    this.#state = new Int32Array(new SharedArrayBuffer(4 * Object.keys(STATE).length));
    this.#memory = memory;
    this.place = place;
    this.#handedOver = held;
    const workerData: WorkerStart = {
      state: this.#state,
      memoryLimitBytes,
      workers: memory.length,
      memory,
      place,
      held: held.shared,
    };
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryLimitBytes / 2 ** 20) + HEAP_SLACK_MB },
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'printed') this.#take?.(message.lines);
      else this.#settle?.(message);
    });
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryError() : error);
    });
    this.#worker.on('exit', () => this.#fail(engineError('workerEnded')));
  }

  #fail(error: Error): void {
    // Its place may be another's by the time that the thread has ended.
    if (!this.dead) Atomics.store(this.#memory, this.place, 0);
    this.dead = true;
    Atomics.store(this.#state, STATE.dead, 1);
    // Workers that help it have to stop too.
    Atomics.compareExchange(this.#state, STATE.stop, RUNNING, ABORTED);
    this.#settle?.(error);
  }

  /** Whether the worker helps with another worker's query, so that a query given to it waits a moment. */
  get helping(): boolean {
    return Atomics.load(this.#state, STATE.helping) !== 0;
  }

  /** Makes two workers known to each other. */
  connect(other: QueryWorker): void {
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage({ kind: 'sibling', port: port1, state: other.#state } satisfies ToWorker, [
      port1,
    ]);
    other.#worker.postMessage({ kind: 'sibling', port: port2, state: this.#state } satisfies ToWorker, [
      port2,
    ]);
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Sends what the worker does not hold, in the place of what it holds of the graph. */
  #provide(
    held: Map<string, number>,
    graph: string,
    provided: GraphSnapshot | GraphSchema,
    message: (id: number) => ToWorker,
  ): number {
    const id = idOf(provided);
    const before = held.get(graph);
    if (before === id) return id;
    if (before !== undefined) this.#send({ kind: 'forget', id: before });
    this.#send(message(id));
    held.set(graph, id);
    return id;
  }

  /** Rejects with EngineError for the caller's faults, with Error for ours. */
  async run(
    execution: Execution,
    snapshot: GraphSnapshot,
    onPrinted?: (lines: Uint8Array) => Promise<void>,
  ): Promise<RunOutcome> {
    const taking = onPrinted === undefined ? undefined : takerOf(onPrinted);
    this.busy = true;
    const marks = execution.profile ? sharedMarks() : null;
    const looking = marks === null ? undefined : setInterval(lookAtMarks, 1, marks);
    this.#worker.ref();
    Atomics.store(this.#state, STATE.stop, RUNNING);
    Atomics.store(this.#state, STATE.busy, 1);
    if (this.helping) Atomics.store(this.#state, STATE.wanted, 1);
    try {
      const message = await new Promise<Answer | Error>((resolve) => {
        this.#settle = resolve;
        this.#take = taking?.take ?? null;
        const { schema, ...rest } = execution;
        const asked = {
          ...rest,
          ...(marks === null ? {} : { marks }),
          ...(taking === undefined ? {} : { untaken: taking.untaken }),
        };
        const snapshotId = this.#provide(this.#snapshots, snapshot.graph, snapshot, (id) => ({
          kind: 'snapshot',
          id,
          description: shareSnapshot(snapshot),
        }));
        const schemaId = this.#provide(this.#schemas, schema.name, schema, (id) => ({
          kind: 'schema',
          id,
          schema,
        }));
        this.#send({ kind: 'run', snapshotId, schemaId, execution: asked });
      });
      if (message instanceof Error) throw message;
      if (message.kind === 'done') {
        await taking?.taken();
        return this.#outcome(message);
      }
      if (message.kind === 'failed') throw relayed(message.code, message.message);
      throw new Error(`The query engine failed: ${message.message}`, { cause: message.stack });
    } finally {
      clearInterval(looking);
      this.#settle = null;
      this.#take = null;
      this.busy = false;
      Atomics.store(this.#state, STATE.busy, 0);
      // A worker that is being ended keeps the process alive until it has, so that code that waits for it continues.
      if (!this.dead) this.#worker.unref();
    }
  }

  #outcome({ outcome, printed, bytes }: Extract<FromWorker, { kind: 'done' }>): RunOutcome {
    const release = this.#handedOver.hold(bytes);
    try {
      const { byteLength } = new Printed(printed);
      return { ...outcome, printed: new Printed(printed, this.#handedOver.hold(byteLength)), release };
    } catch (problem) {
      release();
      throw problem;
    }
  }

  /** Stops the query that runs (`state`: ABORTED or TIMED_OUT), by ending the thread if it does not listen. */
  stop(state: number): void {
    Atomics.store(this.#state, STATE.stop, state);
    const settle = this.#settle;
    setTimeout(() => {
      if (this.#settle !== settle || settle === null) return;
      this.#fail(stopError(state));
      void this.#worker.terminate();
    }, STOP_GRACE_MS).unref();
  }

  /** Ends it unless it has something to do: then false. */
  retire(): boolean {
    if (this.busy || Atomics.compareExchange(this.#state, STATE.helping, 0, 1) !== 0) return false;
    void this.close();
    return true;
  }

  async close(): Promise<void> {
    this.#fail(stopError(Atomics.load(this.#state, STATE.stop)));
    this.#worker.ref();
    await this.#worker.terminate();
  }
}
