/** A thread that reads texts, and its end: of memory, at a job's deadline, or with the process. */
import { Worker } from 'node:worker_threads';
import { EngineError } from '../errors.ts';
import type { ReaderAnswer, ReaderJob } from './reader.worker.ts';

interface ReaderLimits {
  /** A job that takes longer is ended with its thread. What people write takes milliseconds. */
  readonly deadlineMs: number;
  readonly memoryMb: number;
}

const tooMuch = (): EngineError =>
  new EngineError('GSQL-SYNTAX', 'This text takes too much time or memory to read: cut it into several.');

export class ReaderThread {
  readonly #limits: ReaderLimits;
  #worker: Worker | null = null;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
  }

  /** Does one job; the thread has no other meanwhile. Throws EngineError for a text that takes too much. */
  async run(job: ReaderJob): Promise<Exclude<ReaderAnswer, { readonly failed: string }>> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    let settle = (): void => undefined;
    try {
      const answer = await new Promise<ReaderAnswer>((resolve, reject) => {
        // It ends of its own when its memory is used up.
        const end = (): void => reject(tooMuch());
        const timer = setTimeout(end, this.#limits.deadlineMs);
        settle = () => {
          clearTimeout(timer);
          worker.off('message', resolve).off('error', end).off('exit', end);
        };
        worker.on('message', resolve).on('error', end).on('exit', end);
        worker.postMessage(job);
      });
      if ('failed' in answer) throw new Error(`A text could not be read: ${answer.failed}`);
      return answer;
    } catch (cause) {
      this.#worker = null;
      // What the thread still says while it ends is nobody's concern.
      worker.on('error', () => undefined);
      void worker.terminate();
      throw cause;
    } finally {
      settle();
      worker.unref();
    }
  }

  #start(): Worker {
    return new Worker(new URL('./reader.worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb, stackSizeMb: 4 },
    });
  }
}
