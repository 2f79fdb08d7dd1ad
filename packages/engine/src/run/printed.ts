/** What a query printed, as the bytes of its JSON: they lie outside of V8's heap until somebody wants the values. */
import { getHeapStatistics } from 'node:v8';
import { EngineError } from '../errors.ts';
import { parseStored } from './library/stored-json.ts';

/** Parts of this thread's heap that a text and values may take: some answers at once must fit into it. */
const TEXT_PART = 1 / 8;
const VALUES_PART = 1 / 16;

/** Ends the room of answers that nobody has released and nobody can any more. */
const forgotten = new FinalizationRegistry<() => void>((release) => release());

export class Printed {
  /** JSON objects, one for each PRINT, with commas between them: UTF-8, in pieces. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly byteLength: number;
  readonly #onRelease: () => void;

  constructor(chunks: readonly Uint8Array<ArrayBuffer>[], onRelease: () => void = () => undefined) {
    this.chunks = chunks;
    this.byteLength = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    this.#onRelease = onRelease;
    forgotten.register(this, onRelease);
  }

  #demand(part: number): void {
    const most = getHeapStatistics().heap_size_limit * part;
    if (this.byteLength <= most) return;
    const [size, limit] = [this.byteLength, most].map((bytes) => `${Math.ceil(bytes / 2 ** 20)}MB`);
    throw new EngineError('REST-4000', `The query response size is ${size}, which exceeds limit ${limit}.`);
  }

  /** The same as a text. Throws EngineError when it is too long for one. */
  text(): string {
    this.#demand(TEXT_PART);
    return Buffer.concat(this.chunks).toString();
  }

  /** One object for each PRINT; INT beyond 2^53 is a bigint. Throws EngineError when they are too many. */
  values(): readonly Record<string, unknown>[] {
    this.#demand(VALUES_PART);
    return parseStored(`[${this.text()}]`) as Record<string, unknown>[];
  }

  /** Nobody needs it any more: other queries may have its room. */
  release(): void {
    this.#onRelease();
  }
}
