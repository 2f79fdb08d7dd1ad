/** Has indexes of vectors built in a thread of their own; searches go on meanwhile, one by one where it is not yet. */
import { Worker } from 'node:worker_threads';
import { PUBLISHED, STOPPED, WRITTEN, type VectorBuffers } from '../graph/vectors/buffers.ts';
import { INDEX_FROM } from '../graph/vectors/search.ts';

export interface ToIndexBuilder {
  readonly id: number;
  readonly buffers: VectorBuffers;
}

export class IndexBuilder {
  #worker: Worker | null = null;
  /** Numbers of buffers: sent twice they are two objects over there, and only one thread of work may hold them. */
  readonly #ids = new WeakMap<VectorBuffers, number>();
  #lastId = 0;

  /** Brings the index of these buffers up to what is written into them. */
  build(buffers: VectorBuffers): void {
    if (isIndexed(buffers)) return;
    this.#worker ??= this.#start();
    let id = this.#ids.get(buffers);
    if (id === undefined) {
      this.#lastId += 1;
      id = this.#lastId;
      this.#ids.set(buffers, id);
    }
    this.#worker.postMessage({ id, buffers } satisfies ToIndexBuilder);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./index-builder.worker.ts', import.meta.url), { execArgv: [] });
    worker.unref();
    // Without an index searches compare one by one: slower, and right. The next write starts another thread.
    const lost = (): void => {
      if (this.#worker === worker) this.#worker = null;
    };
    worker.on('error', lost);
    worker.on('exit', lost);
    return worker;
  }
}

/** Whether all that is written is in the index, or too little for one. */
export const isIndexed = ({ header }: VectorBuffers): boolean => {
  const written = Atomics.load(header, WRITTEN);
  return (
    written < INDEX_FROM || Atomics.load(header, PUBLISHED) >= written || Atomics.load(header, STOPPED) === 1
  );
};
