/**
 * The pool of query workers: queues queries that find no free worker, enforces time limits and cancellation. It is fair
 * between people: the next query is of the person with the fewest running, and a person with none running may get one
 * of a few additional workers.
 */
import { engineError } from '../errors/catalogue.ts';
import { asError } from '@acacia/base';
import { setFlagsFromString } from 'node:v8';
import { EngineError } from '../errors.ts';
import { FairLine, MORE_PLACES } from '../fair-line.ts';
import { OPERATOR } from '../files/person.ts';
import { HeldMemory } from './held-memory.ts';
import { ABORTED, TIMED_OUT, stopError } from '../library/meter.ts';
import { QueryWorker } from './query-worker.ts';
import { warmUp } from './warm-up.ts';
import type { QueryRunner, QueryRunnerOptions, RunOutcome, RunRequest } from './request.ts';

interface Waiting {
  /** Name of the person for whom the query runs. */
  readonly person: string;
  readonly start: (worker: QueryWorker) => void;
  readonly cancel: () => void;
}

/** Queries over less are not worth a second thread. */
const LARGE_GRAPH_BYTES = 4 * 2 ** 20;

export const createQueryRunner = (options: QueryRunnerOptions): QueryRunner => new Pool(options);

class Pool implements QueryRunner {
  readonly #options: QueryRunnerOptions;
  #workers: QueryWorker[] = [];
  readonly #line = new FairLine<Waiting>();
  readonly #held: HeldMemory;
  /** MiB that the query of each worker takes. */
  readonly #memory: Int32Array<SharedArrayBuffer>;
  #closed = false;

  constructor(options: QueryRunnerOptions) {
    this.#options = options;
    this.#held = new HeldMemory(options.memoryLimitBytes);
    this.#memory = new Int32Array(new SharedArrayBuffer(4 * (options.workers + MORE_PLACES)));
    // The limit that the process was started with is for this thread: V8 has read it by now. Left as it is,
    // it would go before the limits of the workers that are started from here on (Node's documentation of
    // resourceLimits).
    setFlagsFromString('--max-old-space-size=0');
    // The first query finds a thread that has started.
    this.#spawn();
  }

  #spawn(): QueryWorker {
    const taken = new Set(this.#workers.filter((worker) => !worker.dead).map((worker) => worker.place));
    let place = 0;
    while (taken.has(place)) place += 1;
    const worker = new QueryWorker(this.#options.memoryLimitBytes, this.#memory, place, this.#held);
    for (const other of this.#workers) if (!other.dead) worker.connect(other);
    this.#workers.push(worker);
    return worker;
  }

  #fill(): void {
    while (this.#workers.length < this.#options.workers) this.#spawn();
  }

  /** A free worker for a query of the person, or a new one while the pool is not full. */
  #free(person: string): QueryWorker | undefined {
    this.#workers = this.#workers.filter((worker) => !worker.dead);
    const busy = this.#workers.filter((worker) => worker.busy).length;
    if (busy >= this.#line.limit(person, this.#options.workers)) return undefined;
    const free = this.#workers.filter((worker) => !worker.busy);
    const idle = free.find((worker) => !worker.helping) ?? free[0];
    if (idle !== undefined) return idle;
    return this.#spawn();
  }

  #dispatch(): void {
    for (;;) {
      const next = this.#line.next();
      if (next === undefined) return;
      const worker = this.#free(next.person);
      if (worker === undefined) return;
      this.#line.leave(next);
      next.start(worker);
    }
  }

  /** Ends workers beyond the number asked for, the last first, once the others are enough. */
  #shrink(): void {
    if (this.#workers.filter((worker) => worker.busy).length >= this.#options.workers) return;
    for (const worker of this.#workers.toReversed()) {
      if (this.#workers.length <= this.#options.workers) return;
      if (worker.retire()) this.#workers = this.#workers.filter((other) => other !== worker);
    }
  }

  async run(request: RunRequest): Promise<RunOutcome> {
    if (this.#closed) throw engineError('engineEnded');
    const { signal, profile, memoryLimitMb, writing, onPrinted } = request.options;
    const { name: person } = request.options.person ?? OPERATOR;
    if (signal?.aborted === true) throw stopError(ABORTED);
    // Others help with a large graph, once they have started.
    if (request.snapshot.bytes > LARGE_GRAPH_BYTES) this.#fill();
    const limitMs = request.options.timeLimitMs ?? this.#options.defaultTimeLimitMs ?? 0;
    const { options: _options, snapshot, ...rest } = request;
    const memoryLimitBytes = Math.min(
      memoryLimitMb !== undefined && memoryLimitMb > 0 ? memoryLimitMb * 2 ** 20 : Infinity,
      this.#options.memoryLimitBytes,
    );
    const { optimise } = this.#options;
    const execution = {
      ...rest,
      profile: profile ?? false,
      optimise: optimise ?? true,
      memoryLimitBytes,
      ...(writing === undefined ? {} : { writing }),
    };
    return new Promise<RunOutcome>((resolve, reject) => {
      let running: QueryWorker | null = null;
      const waiting: Waiting = {
        person,
        cancel: () => stop(ABORTED),
        start: (worker) => {
          running = worker;
          const ended = this.#line.begin(person);
          worker
            .run(execution, snapshot, onPrinted)
            .then(
              (outcome) => {
                for (const line of outcome.logs) this.#options.log?.('info', `LOG ${line}`);
                resolve(outcome);
              },
              (error: unknown) => reject(this.#logged(error, worker)),
            )
            .finally(() => {
              end();
              ended();
              this.#dispatch();
              this.#shrink();
            });
        },
      };
      const stop = (state: number): void => {
        if (running !== null) {
          running.stop(state);
          return;
        }
        this.#line.leave(waiting);
        end();
        reject(stopError(state));
      };
      const timer = limitMs > 0 ? setTimeout(() => stop(TIMED_OUT), limitMs) : undefined;
      const onAbort = (): void => stop(ABORTED);
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort);
      this.#line.join(waiting);
      this.#dispatch();
    });
  }

  async restart(): Promise<void> {
    const old = this.#workers;
    this.#workers = [];
    await Promise.all(old.map((worker) => worker.close()));
    if (!this.#closed && this.#workers.length === 0) this.#spawn();
    this.#dispatch();
  }

  async warm(): Promise<void> {
    const request = warmUp();
    const all = async (): Promise<void> => {
      // One by itself first: beside all of them, the first request of a client would wait for a core.
      await this.run(request);
      await Promise.all(Array.from({ length: this.#options.workers }, () => this.run(request)));
    };
    await all().catch((problem: unknown) => {
      if (!this.#closed) throw problem;
    });
  }

  #logged(error: unknown, worker: QueryWorker): Error {
    const problem = asError(error);
    if (!(problem instanceof EngineError)) {
      this.#options.log?.('error', problem.message, { stack: problem.cause ?? problem.stack });
    } else if (worker.dead && !this.#closed) {
      this.#options.log?.('warn', `A query worker was replaced: ${problem.message}`);
    }
    return problem;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { cancel } of this.#line.waiting) cancel();
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }
}
