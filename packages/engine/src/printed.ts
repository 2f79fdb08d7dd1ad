/** A query's printed results as bytes of JSON, which stay outside of V8's heap until somebody reads the values. */
import { parseJson } from '@acacia/base';
import { getHeapStatistics } from 'node:v8';
import { answerTooLarge } from './size-text.ts';

/** Parts of this thread's heap that a text and values may take: some answers at once must fit into it. */
const TEXT_PART = 1 / 8;
const VALUES_PART = 1 / 16;

/** Releases the memory of results that were garbage-collected without a release. */
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
    throw answerTooLarge(this.byteLength, most);
  }

  /**
   * The results as one text.
   * @throws EngineError when the text would be too long
   */
  text(): string {
    this.#demand(TEXT_PART);
    return Buffer.concat(this.chunks).toString();
  }

  /**
   * One object for each PRINT; INT beyond 2^53 is a bigint.
   * @throws EngineError when the values would be too many
   */
  values(): readonly Record<string, unknown>[] {
    this.#demand(VALUES_PART);
    return parseJson(`[${this.text()}]`) as Record<string, unknown>[];
  }

  /** Releases the memory for other queries. */
  release(): void {
    this.#onRelease();
  }
}
