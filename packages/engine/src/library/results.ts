/** Results of PRINT, encoded as bytes of JSON at once, so that they take no more memory than the answer will. */
import type { Writing } from '../engine.ts';
import { jsonText } from './json-text.ts';
import { account, demand } from './meter.ts';

/** Characters that are encoded together. */
const CHUNK = 2 ** 16;

/** Indentation of results, which are two levels deep in the shell's output. */
const MARGIN = '    ';

function indentedJson(entry: unknown): string {
  const text = jsonText(entry, 2);
  demand(6 * text.length);
  return text.replaceAll('\n', `\n${MARGIN}`);
}

const firstRows = (entry: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      Array.isArray(value) ? (value as unknown[])[0] : value,
    ]),
  );

export class Results {
  /** Number of printed rows: members of lists, and single values. */
  rows = 0;
  readonly #encoder = new TextEncoder();
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #waiting: string[] = [];
  #length = 0;
  readonly #writing: Writing | undefined;
  #isFirst = true;

  constructor(writing?: Writing) {
    this.#writing = writing;
  }

  /** Adds an object, a key for each value that is printed. */
  push(entry: Readonly<Record<string, unknown>>): void {
    for (const key in entry) {
      const value = entry[key];
      this.rows += Array.isArray(value) ? value.length : 1;
    }
    const shown = this.#writing?.firstRows === true ? firstRows(entry) : entry;
    const text = this.#writing === undefined ? jsonText(shown) : indentedJson(shown);
    account(text.length);
    const between = this.#isFirst ? '' : this.#writing === undefined ? ',' : `,\n${MARGIN}`;
    this.#waiting.push(between, text);
    this.#isFirst = false;
    this.#length += text.length;
    if (this.#length >= CHUNK) this.#encode();
  }

  #encode(): void {
    this.#chunks.push(this.#encoder.encode(this.#waiting.join('')));
    this.#waiting = [];
    this.#length = 0;
  }

  /** The objects with commas between them, as UTF-8. */
  finish(): readonly Uint8Array<ArrayBuffer>[] {
    if (this.#length > 0) this.#encode();
    return this.#chunks;
  }
}
