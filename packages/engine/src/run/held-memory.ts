/** Memory of results and writes that queries have handed over and that have not been delivered yet. */
import { memoryError } from '../library/meter.ts';

const MIB = 2 ** 20;
const LITTLE = MIB;

export class HeldMemory {
  /** The held memory in MiB, which counts against the limit of the threads that run queries. */
  readonly shared = new Int32Array(new SharedArrayBuffer(4));
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Reserves memory and gives a function that releases it, which may be called more than once. Small results always
   * have room, so that slow readers of large ones shut nobody out.
   * @throws EngineError when there is no room for so many bytes more
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
