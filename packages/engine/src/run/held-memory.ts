/** Memory of answers and changes that queries have handed over and that are still on their way. */
import { memoryError } from './library/meter.ts';

const MIB = 2 ** 20;
const LITTLE = MIB;

export class HeldMemory {
  /** In MiB, for the threads that run queries: what is held here is not for them to take. */
  readonly shared = new Int32Array(new SharedArrayBuffer(4));
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Gives a function that ends it, once or more. Throws EngineError when there is no room for so much more; for
   * little there is, so that nobody is shut out by those who take long to fetch much.
   */
  hold(bytes: number): () => void {
    if (bytes > LITTLE && this.#bytes + bytes > this.#limitBytes) throw memoryError();
    this.#add(bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(-bytes);
      isHeld = false;
    };
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    Atomics.store(this.shared, 0, Math.ceil(this.#bytes / MIB));
  }
}
