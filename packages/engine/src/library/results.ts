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

/** Takes lines of JSON as they are printed; may wait. */
export type Sink = (lines: Uint8Array<ArrayBuffer>) => void;

/** A printed list gives a line for each member, under the list's name; everything else one line. */
function* linesOf(entry: Readonly<Record<string, unknown>>): Generator<string> {
  const [[name, only] = [], ...others] = Object.entries(entry);
  if (name === undefined || others.length > 0 || !Array.isArray(only)) yield `${jsonText(entry)}\n`;
  else for (const member of only as unknown[]) yield `${jsonText({ [name]: member })}\n`;
}

export class Results {
  /** Number of printed rows: members of lists, and single values. */
  rows = 0;
  readonly #encoder = new TextEncoder();
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #waiting: string[] = [];
  #length = 0;
  readonly #writing: Writing | undefined;
  #isFirst = true;
  readonly #sink: Sink | undefined;

  /** @param sink takes the results in place of `finish` */
  constructor(writing?: Writing, sink?: Sink) {
    this.#writing = writing;
    this.#sink = sink;
  }

  /** Adds an object, a key for each value that is printed. */
  push(entry: Readonly<Record<string, unknown>>): void {
    for (const key in entry) {
      const value = entry[key];
      this.rows += Array.isArray(value) ? value.length : 1;
    }
    if (this.#sink !== undefined) return this.#handOver(entry, this.#sink);
    const shown = this.#writing?.firstRows === true ? firstRows(entry) : entry;
    const text = this.#writing === undefined ? jsonText(shown) : indentedJson(shown);
    account(text.length);
    const between = this.#isFirst ? '' : this.#writing === undefined ? ',' : `,\n${MARGIN}`;
    this.#waiting.push(between, text);
    this.#isFirst = false;
    this.#length += text.length;
    if (this.#length >= CHUNK) this.#encode();
  }

  /** Adds one object whose long lists come in parts, which are encoded at once; not for lines. */
  pushParts(
    lists: readonly (readonly [name: string, parts: Iterable<readonly unknown[]>])[],
    rest: Readonly<Record<string, unknown>>,
  ): void {
    this.#add(this.#isFirst ? '{' : ',{');
    this.#isFirst = false;
    const names = [...lists.map(([name]) => name), ...Object.keys(rest)];
    const separator = (at: number): string => (at + 1 < names.length ? ',' : '');
    for (const [place, [name, parts]] of lists.entries()) {
      this.#add(`${JSON.stringify(name)}:[`);
      let isFirst = true;
      for (const part of parts) {
        this.rows += part.length;
        const text = jsonText(part).slice(1, -1);
        account(text.length);
        this.#add(isFirst ? text : `,${text}`);
        isFirst = false;
      }
      this.#add(`]${separator(place)}`);
    }
    this.#add(jsonText(rest).slice(1));
  }

  #add(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= CHUNK) this.#encode();
  }

  /** Hands the lines of one PRINT over, so that none waits for the next PRINT. */
  #handOver(entry: Readonly<Record<string, unknown>>, sink: Sink): void {
    for (const line of linesOf(entry)) {
      this.#waiting.push(line);
      this.#length += line.length;
      if (this.#length >= CHUNK) this.#flush(sink);
    }
    if (this.#length > 0) this.#flush(sink);
  }

  #flush(sink: Sink): void {
    const lines = this.#encoder.encode(this.#waiting.join(''));
    this.#waiting = [];
    this.#length = 0;
    sink(lines);
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
