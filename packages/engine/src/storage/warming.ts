/** Brings graphs into memory that are read often, one at a time. */
import type { EngineOptions } from '../engine.ts';

export type Log = NonNullable<EngineOptions['log']>;

/** Reads from the store's tables after which a graph is worth its memory. */
const READS = 16;
/** After a graph was brought in, so many times as long passes before it is brought in again. */
const PAUSE = 10;
/** After a failure (a graph that is too large), this many milliseconds. */
const PAUSE_AFTER_FAILURE_MS = 60_000;

export class Warming {
  readonly #bringIn: (graph: string, signal: AbortSignal) => Promise<unknown>;
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #misses = new Map<string, number>();
  /** By `performance.now()`. */
  #notBefore = 0;

  constructor(bringIn: (graph: string, signal: AbortSignal) => Promise<unknown>, log: Log) {
    this.#bringIn = bringIn;
    this.#log = log;
  }

  /** Called for each read of a graph that was not answered from memory. */
  missed(graph: string): void {
    const misses = (this.#misses.get(graph) ?? 0) + 1;
    this.#misses.set(graph, misses);
    if (misses < READS || performance.now() < this.#notBefore) return;
    this.#misses.clear();
    this.#notBefore = Infinity;
    void this.#run(graph);
  }

  async #run(graph: string): Promise<void> {
    const started = performance.now();
    try {
      await this.#bringIn(graph, this.#stop.signal);
      const ended = performance.now();
      this.#notBefore = ended + PAUSE * (ended - started);
    } catch (cause) {
      this.#notBefore = performance.now() + PAUSE_AFTER_FAILURE_MS;
      if (this.#stop.signal.aborted) return;
      this.#log('warn', `Vertices and edges of the graph '${graph}' are read from the disk.`, { cause });
    }
  }

  /** Gives up the work under way, and begins no other. */
  stop(): void {
    this.#notBefore = Infinity;
    this.#stop.abort();
  }
}
