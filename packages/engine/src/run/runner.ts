/** The pool of query workers: queues what finds no free worker, enforces time limits and cancellation. */
import { EngineError } from '../errors.ts';
import { ABORTED, TIMED_OUT, stopError } from './library/meter.ts';
import { QueryWorker } from './query-worker.ts';
import { warmUp } from './warm-up.ts';
import type { QueryRunner, QueryRunnerOptions, RunOutcome, RunRequest } from './request.ts';

interface Waiting {
  readonly start: (worker: QueryWorker) => void;
  readonly cancel: () => void;
}

const MIN_HEAP_MB = 96;
/** Queries over less are not worth a second thread. */
const LARGE_GRAPH_BYTES = 4 * 2 ** 20;

export const createQueryRunner = (options: QueryRunnerOptions): QueryRunner => new Pool(options);

class Pool implements QueryRunner {
  readonly #options: QueryRunnerOptions;
  readonly #heapMb: number;
  #workers: QueryWorker[] = [];
  #queue: Waiting[] = [];
  #closed = false;

  constructor(options: QueryRunnerOptions) {
    this.#options = options;
    this.#heapMb = Math.max(MIN_HEAP_MB, Math.floor(options.memoryLimitBytes / 2 ** 20 / options.workers));
    // The first query finds a thread that has started.
    this.#spawn();
  }

  #spawn(): QueryWorker {
    const worker = new QueryWorker(this.#heapMb);
    for (const other of this.#workers) if (!other.dead) worker.connect(other);
    this.#workers.push(worker);
    return worker;
  }

  #fill(): void {
    while (this.#workers.length < this.#options.workers) this.#spawn();
  }

  /** A free worker, or a new one while the pool is not full. */
  #free(): QueryWorker | undefined {
    this.#workers = this.#workers.filter((worker) => !worker.dead);
    const free = this.#workers.filter((worker) => !worker.busy);
    const idle = free.find((worker) => !worker.helping) ?? free[0];
    if (idle !== undefined) return idle;
    return this.#workers.length < this.#options.workers ? this.#spawn() : undefined;
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const worker = this.#free();
      if (worker === undefined) return;
      this.#queue.shift()?.start(worker);
    }
  }

  async run(request: RunRequest): Promise<RunOutcome> {
    if (this.#closed) throw new EngineError('SYS-0001', 'The engine is closed.');
    const { signal, profile, memoryLimitMb } = request.options;
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
    const execution = { ...rest, profile: profile ?? false, optimise: optimise ?? true, memoryLimitBytes };
    return new Promise<RunOutcome>((resolve, reject) => {
      let running: QueryWorker | null = null;
      const waiting: Waiting = {
        cancel: () => stop(ABORTED),
        start: (worker) => {
          running = worker;
          worker
            .run(execution, snapshot)
            .then(
              (outcome) => {
                for (const line of outcome.logs) this.#options.log?.('info', `LOG ${line}`);
                resolve(outcome);
              },
              (error: unknown) => reject(this.#logged(error, worker)),
            )
            .finally(() => {
              end();
              this.#dispatch();
            });
        },
      };
      const stop = (state: number): void => {
        if (running !== null) {
          running.stop(state);
          return;
        }
        this.#queue = this.#queue.filter((entry) => entry !== waiting);
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
      this.#queue.push(waiting);
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
    const runs = Array.from({ length: this.#options.workers }, () => this.run(request));
    await Promise.all(runs).catch((problem: unknown) => {
      if (!this.#closed) throw problem;
    });
  }

  #logged(error: unknown, worker: QueryWorker): Error {
    const problem = error instanceof Error ? error : new Error(String(error));
    if (!(problem instanceof EngineError)) {
      this.#options.log?.('error', problem.message, { stack: problem.cause ?? problem.stack });
    } else if (worker.dead && !this.#closed) {
      this.#options.log?.('warn', `A query worker was replaced: ${problem.message}`);
    }
    return problem;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { cancel } of [...this.#queue]) cancel();
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }
}
