/**
 * A JSON reader for two things that JSON.parse cannot do: it keeps repeated keys of an object (clients write several
 * edges between the same ends that way), and it reports the position of a syntax error.
 */

import { unstorableText } from '@acacia/contract';

/** An object with its entries as they stand in the text. */
export class JsonObject {
  readonly entries: readonly (readonly [string, JsonNode])[];
  constructor(entries: readonly (readonly [string, JsonNode])[]) {
    this.entries = entries;
  }
}

export type JsonNode = string | number | bigint | boolean | null | readonly JsonNode[] | JsonObject;

/** A syntax error in JSON, with its position. `line` and `column` count from 1. */
export class JsonTextError extends Error {
  readonly line: number;
  readonly column: number;
  constructor(reason: string, text: string, at: number) {
    const before = text.slice(0, at).split('\n');
    const line = before.length;
    const column = (before.at(-1)?.length ?? 0) + 1;
    super(`${reason} at line ${line}, column ${column}`);
    this.name = 'JsonTextError';
    this.line = line;
    this.column = column;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANK = 0x20;
/** Levels of arrays and objects in one another, at most. */
export const MAX_DEPTH = 500;

class Reader {
  #at = 0;
  /** The last field whose value was begun; '' before the first. */
  #field = '';
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const value = this.#value(0);
    this.#white();
    if (this.#at < this.#text.length) this.#fail('the text goes on after the end of the JSON value');
    return value;
  }

  #fail(reason: string): never {
    throw new JsonTextError(reason, this.#text, this.#at);
  }

  #white(): void {
    const text = this.#text;
    let code = text.charCodeAt(this.#at);
    // Tab, line feed and carriage return are the white space besides the blank.
    while (code === BLANK || code === 0x0a || code === 0x0d || code === 0x09) {
      code = text.charCodeAt(++this.#at);
    }
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) this.#fail(`more than ${MAX_DEPTH} levels`);
    this.#white();
    const first = this.#text[this.#at];
    switch (first) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number(first);
    }
  }

  #word<T extends boolean | null>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('expected a JSON value');
    this.#at += word.length;
    return value;
  }

  #number(first: string | undefined): number | bigint {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null) {
      this.#fail(
        first === undefined
          ? 'the text ends where a JSON value is expected'
          : `expected a JSON value, found '${first}'`,
      );
    }
    this.#at = NUMBER.lastIndex;
    const [source, fraction, exponent] = match;
    const value = Number(source);
    const isInteger = fraction === undefined && exponent === undefined;
    return isInteger && !Number.isSafeInteger(value) ? BigInt(source) : value;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let escaped = false;
    let end = start;
    for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
      // Past the end of the text the code is NaN, which is not at least a blank either.
      if (!(code >= BLANK)) this.#fail('a string is not closed, or holds a line break');
      if (code === BACKSLASH) {
        escaped = true;
        end++;
      }
      end++;
    }
    const value = escaped ? this.#unescaped(start, end) : text.slice(start, end);
    this.#at = end + 1;
    return value;
  }

  #unescaped(start: number, end: number): string {
    let value: string;
    try {
      value = JSON.parse(this.#text.slice(start - 1, end + 1)) as string;
    } catch {
      this.#fail('a string holds an unknown escape');
    }
    // Texts of a request can hold such characters only by an escape.
    const found = unstorableText(value, this.#field);
    if (found !== null) this.#fail(found.reason.replace(/\.$/, ''));
    return value;
  }

  #array(depth: number): readonly JsonNode[] {
    this.#at++;
    const items: JsonNode[] = [];
    if (this.#closes(']')) return items;
    for (;;) {
      items.push(this.#value(depth + 1));
      if (this.#closes(']')) return items;
      this.#comma(']');
    }
  }

  #object(depth: number): JsonObject {
    this.#at++;
    const entries: [string, JsonNode][] = [];
    if (this.#closes('}')) return new JsonObject(entries);
    for (;;) {
      this.#white();
      if (this.#text[this.#at] !== '"') this.#fail('expected a key in double quotes');
      const key = this.#string();
      this.#white();
      if (this.#text[this.#at] !== ':') this.#fail(`expected ':' after the key "${key}"`);
      this.#at++;
      this.#field = key;
      entries.push([key, this.#value(depth + 1)]);
      if (this.#closes('}')) return new JsonObject(entries);
      this.#comma('}');
    }
  }

  #closes(bracket: string): boolean {
    this.#white();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  #comma(bracket: string): void {
    if (this.#text[this.#at] !== ',') this.#fail(`expected ',' or '${bracket}'`);
    this.#at++;
  }
}

/** Integers beyond 2^53 are bigint. @throws JsonTextError when the text is no JSON */
export const parseJsonText = (text: string): JsonNode => new Reader(text).document();
