/** A thread that parses texts. It ends when its memory is used up, at a job's deadline, or with the process. */
import { engineError } from '../errors/catalogue.ts';
import { Worker } from 'node:worker_threads';
import type { EngineError } from '../errors.ts';
import type { ReaderAnswer, ReaderJob } from './reader.worker.ts';

interface ReaderLimits {
  /** A job that takes longer is ended with its thread. Ordinary texts take milliseconds. */
  readonly deadlineMs: number;
  readonly memoryMb: number;
}

const tooMuch = (): EngineError => engineError('textTooMuchToRead');

export class ReaderThread {
  readonly #limits: ReaderLimits;
  #worker: Worker | null = null;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a job; the thread has one at a time.
   * @throws EngineError when the text takes too much time or memory
   */
  async run(job: ReaderJob): Promise<Exclude<ReaderAnswer, { readonly failed: string }>> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    let settle = (): void => undefined;
    try {
      const answer = await new Promise<ReaderAnswer>((resolve, reject) => {
        // The thread ends by itself when its memory is used up.
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
      // Errors of the thread while it is being ended are ignored.
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
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb, stackSizeMb: 4 },
    });
  }
}
