/**
 * Splits the JSON of an answer into tables while its pieces come, without making values of it: one line for each member
 * of a printed list or map. Works on bytes, because an answer may be larger than any text.
 */

const [QUOTE, BACKSLASH, COLON, COMMA, NEWLINE] = [0x22, 0x5c, 0x3a, 0x2c, 0x0a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A table's column: where its values are in the JSON of a row; an empty path is the row itself. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
}

/** A value in the JSON of a row; undefined: there is none. */
export function valueAt(row: unknown, { path }: Column): unknown {
  let value = row;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** Receives the tables, one after the other. */
export interface TableSink {
  begin(name: string): void;
  /** @param line JSON without line breaks, valid until the call returns */
  row(line: Uint8Array): void;
  end(columns: readonly Column[]): void;
}

/** Depths: the answer's own list is 0, in an object of PRINT 1, in a printed list or map 2, in its member 3. */
const [IN_PRINT, IN_TABLE, IN_ROW, IN_PART] = [1, 2, 3, 4];

/** Columns that a table may have; a row's other fields are in its JSON alone. */
const MOST_COLUMNS = 20_000;

const decoder = new TextDecoder();
/** The text of a JSON string with its quotes. */
const textOf = (json: Uint8Array): string => JSON.parse(decoder.decode(json)) as string;

/** Collects the columns of a table from the keys of its rows, in the order in which they are seen first. */
class ColumnFinder {
  readonly #byKey = new Map<string, Column>();
  /** Keys of the row before: most rows have the same ones in the same order. */
  readonly #before: Uint8Array[] = [];
  #place = 0;
  #allObjects = true;

  beginRow(): void {
    this.#place = 0;
  }

  /** @param key the JSON of the key */
  see(key: Uint8Array, within: string | null): void {
    const before = this.#before[this.#place];
    if (before !== undefined && sameBytes(before, key)) {
      this.#place += 1;
      return;
    }
    // One sign a byte: names the key without its being decoded.
    const name = `${within ?? ''}\0${Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1')}`;
    if (!this.#byKey.has(name)) {
      if (this.#byKey.size >= MOST_COLUMNS) return;
      const text = textOf(key);
      this.#byKey.set(name, { name: text, path: within === null ? [text] : [within, text] });
    }
    this.#before[this.#place] = key.slice();
    this.#place += 1;
  }

  seeScalar(): void {
    this.#allObjects = false;
  }

  columns(): readonly Column[] {
    if (!this.#allObjects || this.#byKey.size === 0) return [{ name: 'value', path: [] }];
    const all = [...this.#byKey.values()];
    const ofAttributes = all.filter(({ path }) => path.length > 1);
    if (ofAttributes.length === 0) return all.filter(({ name }) => name !== ATTRIBUTES || !this.#isElement());
    const own = all.filter(({ path, name }) => path.length === 1 && name !== ATTRIBUTES);
    // Computed attributes (accumulators) come before stored ones.
    const computed = ofAttributes.filter(({ name }) => name.startsWith('@'));
    return [...own, ...computed, ...ofAttributes.filter(({ name }) => !name.startsWith('@'))];
  }

  #isElement(): boolean {
    return [...this.#byKey.values()].some(({ name }) => name === 'v_id' || name === 'e_type');
  }
}

const ATTRIBUTES = 'attributes';
const ELEMENT_KEYS = new Set(['v_id', 'e_type']);

interface SplitterTable {
  readonly kind: 'list' | 'map';
  readonly finder: ColumnFinder;
}

const columnsNamed = (...names: readonly string[]): readonly Column[] =>
  names.map((name) => ({ name, path: [name] }));

export class AnswerSplitter {
  readonly #sink: TableSink;
  #window: Uint8Array = new Uint8Array();
  #at = 0;
  #depth = 0;
  /** Whether each open bracket, by depth, is an object. */
  readonly #objects: boolean[] = [];
  /** Start of the string that is being read; -1: none. */
  #string = -1;
  /** Place and end of the last whole string. */
  #last: readonly [number, number] = [0, 0];
  /** Start of the value of a PRINT, of a member of a table, and of a map's value; -1: none. */
  #value = -1;
  #member = -1;
  #memberValue = -1;
  #name = '';
  /** JSON of the key of a map's member. */
  #key = '';
  #table: SplitterTable | null = null;
  #rowIsElement = false;
  #within: string | null = null;
  readonly #singles: (readonly [string, Uint8Array])[] = [];

  constructor(sink: TableSink) {
    this.#sink = sink;
  }

  /** Takes the next piece. Line breaks between its values become blanks. */
  push(chunk: Uint8Array): void {
    const from = [this.#string, this.#value, this.#member].filter((place) => place >= 0);
    // A value of PRINT is needed whole only while it may be a single value.
    const keep = this.#at === 0 ? 0 : Math.min(this.#at, this.#last[0], ...from);
    const rest = this.#window.subarray(keep);
    if (rest.length === 0) this.#window = chunk;
    else {
      const joined = new Uint8Array(rest.length + chunk.length);
      joined.set(rest);
      joined.set(chunk, rest.length);
      this.#window = joined;
    }
    this.#at -= keep;
    this.#last = [this.#last[0] - keep, this.#last[1] - keep];
    for (const place of ['string', 'value', 'member', 'memberValue'] as const) this.#shift(place, keep);
    this.#read();
  }

  /** Ends the answer, or what has come of it: single values come as the last table. */
  end(): void {
    if (this.#table !== null) this.#endTable(this.#table);
    if (this.#singles.length === 0) return;
    this.#sink.begin('Values');
    for (const [name, value] of this.#singles) this.#sink.row(keyValue('name', JSON.stringify(name), value));
    this.#sink.end(columnsNamed('name', 'value'));
  }

  #shift(place: 'string' | 'value' | 'member' | 'memberValue', by: number): void {
    const moved = (now: number): number => (now < 0 ? now : now - by);
    if (place === 'string') this.#string = moved(this.#string);
    else if (place === 'value') this.#value = moved(this.#value);
    else if (place === 'member') this.#member = moved(this.#member);
    else this.#memberValue = moved(this.#memberValue);
  }

  #read(): void {
    while (this.#at < this.#window.length) {
      if (this.#string >= 0) {
        if (!this.#endString()) return;
        continue;
      }
      const byte = this.#window[this.#at];
      switch (byte) {
        case QUOTE:
          this.#string = this.#at;
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          this.#open(byte === OPEN_OBJECT);
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          this.#close();
          break;
        case COLON:
          this.#colon();
          this.#last = [this.#at, this.#at];
          break;
        case COMMA:
          this.#part();
          this.#last = [this.#at, this.#at];
          break;
        case NEWLINE:
          this.#window[this.#at] = 0x20;
          break;
        default:
      }
      this.#at += 1;
    }
  }

  /** Reads on to the string's closing quote; false when it is in a later piece. */
  #endString(): boolean {
    let quote = this.#window.indexOf(QUOTE, Math.max(this.#at, this.#string + 1));
    for (; quote >= 0; quote = this.#window.indexOf(QUOTE, quote + 1)) {
      let slashes = 0;
      while (this.#window[quote - 1 - slashes] === BACKSLASH) slashes += 1;
      if (slashes % 2 === 0) break;
    }
    if (quote < 0) {
      this.#at = this.#window.length;
      return false;
    }
    this.#last = [this.#string, quote + 1];
    this.#string = -1;
    this.#at = quote + 1;
    return true;
  }

  #open(isObject: boolean): void {
    this.#depth += 1;
    this.#objects[this.#depth] = isObject;
    if (this.#depth === IN_TABLE && !isObject) this.#begin('list');
    if (this.#depth === IN_ROW) {
      this.#rowIsElement = false;
      this.#within = null;
      this.#table?.finder.beginRow();
    }
    this.#last = [this.#at, this.#at];
  }

  #close(): void {
    if (this.#depth <= IN_TABLE) this.#part();
    if (this.#depth === IN_TABLE && this.#table !== null) {
      this.#endTable(this.#table);
      this.#member = -1;
      this.#value = -1;
    }
    this.#depth -= 1;
    if (this.#depth === IN_ROW) this.#within = null;
  }

  #endTable({ kind, finder }: SplitterTable): void {
    this.#table = null;
    this.#sink.end(kind === 'list' ? finder.columns() : columnsNamed('key', 'value'));
  }

  #begin(kind: 'list' | 'map'): void {
    this.#table = { kind, finder: new ColumnFinder() };
    this.#sink.begin(this.#name);
    this.#value = -1;
    this.#member = this.#at + 1;
  }

  #colon(): void {
    const key = this.#window.subarray(...this.#last);
    if (this.#depth === IN_PRINT) {
      this.#name = textOf(key);
      this.#value = this.#at + 1;
    } else if (this.#depth === IN_TABLE) {
      if (this.#table === null) {
        // A vertex or an edge by itself is a single value.
        if (ELEMENT_KEYS.has(textOf(key))) this.#objects[IN_TABLE] = false;
        if (this.#objects[IN_TABLE] === false) return;
        this.#begin('map');
        this.#member = this.#last[0];
      }
      this.#key = decoder.decode(key);
      this.#memberValue = this.#at + 1;
    } else if (this.#table?.kind === 'list') this.#column(key);
  }

  #column(key: Uint8Array): void {
    const { finder } = this.#table ?? {};
    if (this.#depth === IN_ROW) {
      finder?.see(key, null);
      // Keys of elements are short and without escapes.
      if (key.length > 14) this.#within = null;
      else {
        const name = decoder.decode(key).slice(1, -1);
        this.#rowIsElement ||= ELEMENT_KEYS.has(name);
        this.#within = this.#rowIsElement && name === ATTRIBUTES ? name : null;
      }
    } else if (this.#depth === IN_PART && this.#within !== null) finder?.see(key, this.#within);
  }

  /** A comma or a closing bracket: a part of a PRINT, a list or a map has ended before it. */
  #part(): void {
    if (this.#depth === IN_PRINT && this.#value >= 0) {
      const value = trimmed(this.#window.subarray(this.#value, this.#at));
      if (equals(value, '{}')) {
        this.#sink.begin(this.#name);
        this.#sink.end(columnsNamed('key', 'value'));
      } else this.#singles.push([this.#name, value.slice()]);
      this.#value = -1;
    }
    if (this.#depth !== IN_TABLE || this.#table === null || this.#member < 0) return;
    if (this.#table.kind === 'list') {
      const member = trimmed(this.#window.subarray(this.#member, this.#at));
      if (member.length > 0) {
        if (member[0] !== OPEN_OBJECT) this.#table.finder.seeScalar();
        this.#sink.row(member);
      }
    } else if (this.#memberValue >= 0) {
      const value = trimmed(this.#window.subarray(this.#memberValue, this.#at));
      this.#sink.row(keyValue('key', this.#key, value));
      this.#memberValue = -1;
    }
    this.#member = this.#at + 1;
  }
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x09;

function trimmed(bytes: Uint8Array): Uint8Array {
  let [from, to] = [0, bytes.length];
  while (from < to && isBlank(bytes[from])) from += 1;
  while (to > from && isBlank(bytes[to - 1])) to -= 1;
  return bytes.subarray(from, to);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

const equals = (bytes: Uint8Array, text: string): boolean =>
  bytes.length === text.length && decoder.decode(bytes) === text;

const keyValue = (name: string, key: string, value: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`{"${name}":${key},"value":`), value, Buffer.from('}')]);
