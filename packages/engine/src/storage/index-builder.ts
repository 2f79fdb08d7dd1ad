/** Builds indexes of vectors in other threads. Searches go on meanwhile, and scan the vectors not yet indexed. */
import { Worker } from 'node:worker_threads';
import type { EngineOptions } from '../engine.ts';
import { PUBLISHED, STOPPED, WRITTEN, type VectorBuffers } from '../graph/vectors/buffers.ts';
import { INDEX_FROM } from '../graph/vectors/search.ts';

export interface ToIndexBuilder {
  readonly id: number;
  readonly buffers: VectorBuffers;
  /** Where the index is kept; null: nowhere. */
  readonly file: string | null;
}

/** Why an index could not be written to its file. */
export interface FromIndexBuilder {
  readonly file: string;
  readonly reason: string;
}

export interface IndexBuilderOptions {
  readonly threads: number;
  readonly log: NonNullable<EngineOptions['log']>;
}

export class IndexBuilder {
  readonly #options: IndexBuilderOptions;
  readonly #workers: (Worker | undefined)[] = [];
  /** Numbers of buffers: sent twice they are two objects over there, and only one thread of work may hold them. */
  readonly #ids = new WeakMap<VectorBuffers, number>();
  #lastId = 0;

  constructor(options: IndexBuilderOptions) {
    this.#options = options;
  }

  /** Extends the index of these buffers to all vectors written into them. */
  build(buffers: VectorBuffers, file: string | null): void {
    if (isIndexed(buffers)) return;
    let id = this.#ids.get(buffers);
    if (id === undefined) {
      this.#lastId += 1;
      id = this.#lastId;
      this.#ids.set(buffers, id);
    }
    const thread = id % this.#options.threads;
    const worker = (this.#workers[thread] ??= this.#start(thread));
    worker.postMessage({ id, buffers, file } satisfies ToIndexBuilder);
  }

  async close(): Promise<void> {
    for (const worker of this.#workers.splice(0)) await worker?.terminate();
  }

  #start(thread: number): Worker {
    const worker = new Worker(new URL('./index-builder.worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', (failure: FromIndexBuilder) =>
      this.#options.log('warn', 'An index of vectors could not be written to its file.', { ...failure }),
    );
    // Without an index searches compare one by one: slower, and right. The next write starts another thread.
    const lost = (): void => {
      if (this.#workers[thread] === worker) this.#workers[thread] = undefined;
    };
    worker.on('error', lost);
    worker.on('exit', lost);
    return worker;
  }
}

/** Whether the index has all written vectors, has been stopped, or is not needed for so few. */
export function isIndexed({ header }: VectorBuffers): boolean {
  const written = Atomics.load(header, WRITTEN);
  return (
    written < INDEX_FROM || Atomics.load(header, PUBLISHED) >= written || Atomics.load(header, STOPPED) === 1
  );
}
