/**
 * A JSON reader for two things that JSON.parse cannot do: it keeps repeated keys of an object (clients
 * write several edges between the same ends that way), and it tells where a text stops being JSON.
 */

/** An object with its entries as they stand in the text. */
export class JsonObject {
  readonly entries: readonly (readonly [string, JsonNode])[];
  constructor(entries: readonly (readonly [string, JsonNode])[]) {
    this.entries = entries;
  }
}

export type JsonNode = string | number | bigint | boolean | null | readonly JsonNode[] | JsonObject;

/** Where and why a text is not JSON. `line` and `column` count from 1. */
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
const WHITE = /[ \t\n\r]*/y;
/** A string without escapes, the usual case. */
const PLAIN_STRING = /"([^"\\\u0000-\u001f]*)"/y; // eslint-disable-line no-control-regex -- JSON forbids these characters inside strings
const ANY_STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y; // eslint-disable-line no-control-regex -- as above
const MAX_DEPTH = 500;

class Reader {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  document(): JsonNode {
    const value = this.value(0);
    this.white();
    if (this.at < this.text.length) this.fail('the text goes on after the end of the JSON value');
    return value;
  }

  private fail(reason: string): never {
    throw new JsonTextError(reason, this.text, this.at);
  }

  private white(): void {
    WHITE.lastIndex = this.at;
    WHITE.exec(this.text);
    this.at = WHITE.lastIndex;
  }

  private value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) this.fail(`more than ${MAX_DEPTH} levels`);
    this.white();
    const first = this.text[this.at];
    switch (first) {
      case '{':
        return this.object(depth);
      case '[':
        return this.array(depth);
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number(first);
    }
  }

  private word<T extends boolean | null>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('expected a JSON value');
    this.at += word.length;
    return value;
  }

  private number(first: string | undefined): number | bigint {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) {
      this.fail(
        first === undefined
          ? 'the text ends where a JSON value is expected'
          : `expected a JSON value, found '${first}'`,
      );
    }
    this.at = NUMBER.lastIndex;
    const [source, fraction, exponent] = match;
    const value = Number(source);
    const isInteger = fraction === undefined && exponent === undefined;
    return isInteger && !Number.isSafeInteger(value) ? BigInt(source) : value;
  }

  private string(): string {
    PLAIN_STRING.lastIndex = this.at;
    const plain = PLAIN_STRING.exec(this.text);
    if (plain !== null) {
      this.at = PLAIN_STRING.lastIndex;
      return plain[1] as string;
    }
    ANY_STRING.lastIndex = this.at;
    const escaped = ANY_STRING.exec(this.text);
    if (escaped === null) this.fail('a string is not closed, or holds a line break');
    let value: unknown;
    try {
      value = JSON.parse(escaped[0]);
    } catch {
      this.fail('a string holds an unknown escape');
    }
    this.at = ANY_STRING.lastIndex;
    return value as string;
  }

  private array(depth: number): readonly JsonNode[] {
    this.at++;
    const items: JsonNode[] = [];
    if (this.closes(']')) return items;
    for (;;) {
      items.push(this.value(depth + 1));
      if (this.closes(']')) return items;
      this.comma(']');
    }
  }

  private object(depth: number): JsonObject {
    this.at++;
    const entries: [string, JsonNode][] = [];
    if (this.closes('}')) return new JsonObject(entries);
    for (;;) {
      this.white();
      if (this.text[this.at] !== '"') this.fail('expected a key in double quotes');
      const key = this.string();
      this.white();
      if (this.text[this.at] !== ':') this.fail(`expected ':' after the key "${key}"`);
      this.at++;
      entries.push([key, this.value(depth + 1)]);
      if (this.closes('}')) return new JsonObject(entries);
      this.comma('}');
    }
  }

  private closes(bracket: string): boolean {
    this.white();
    if (this.text[this.at] !== bracket) return false;
    this.at++;
    return true;
  }

  private comma(bracket: string): void {
    if (this.text[this.at] !== ',') this.fail(`expected ',' or '${bracket}'`);
    this.at++;
  }
}

/** Throws JsonTextError. Integers beyond 2^53 are bigint. */
export const parseJsonText = (text: string): JsonNode => new Reader(text).document();
