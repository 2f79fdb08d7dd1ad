/**
 * Copies columns of a table from DuckDB's vectors to the arrays of the graph in memory. DuckDB casts to the element
 * type of the array, so that numbers are copied without conversion.
 */
import duckdb from '@duckdb/node-bindings';
import type { DuckDBVarCharVector } from '@duckdb/node-api';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Attribute, ScalarTypeName } from '@acacia/language';
import type { SharedColumn } from '../graph/columns.ts';
import {
  sharedBigInt64,
  sharedBigUint64,
  sharedFloat64,
  sharedInt32,
  sharedUint8,
} from '../graph/shared-arrays.ts';
import { TextBuilder } from '../graph/text-builder.ts';
import { sql, type Sql } from '../sql.ts';
import { defaultValue } from '../catalog/stored-values.ts';

/** Rows that a chunk's rows are: one after another from a number on, or each its own. */
export type Rows = number | Uint32Array;

export interface ColumnReader {
  /** The expression to select. */
  readonly sql: Sql;
  /** Takes a column of a chunk. */
  add(chunk: DuckDBDataChunk, column: number, rows: Rows): void;
  finish(): SharedColumn;
}

type NumberArray = Int32Array | Uint32Array | Float64Array | BigInt64Array | BigUint64Array | Uint8Array;

/** The bytes of a column of a chunk, of which every value has `width`. */
export const vectorBytes = (chunk: DuckDBDataChunk, column: number, width: number): Uint8Array =>
  duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk.chunk, column), chunk.rowCount * width);

/** Copies a column of numbers, which have the array's element type, into rows of the array. */
export function placeNumbers(values: NumberArray, chunk: DuckDBDataChunk, column: number, rows: Rows): void {
  const width = values.BYTES_PER_ELEMENT;
  const bytes = vectorBytes(chunk, column, width);
  if (typeof rows === 'number') {
    new Uint8Array(values.buffer, values.byteOffset + rows * width, bytes.length).set(bytes);
    return;
  }
  const given = new Uint8Array(bytes).buffer;
  const source = new (values.constructor as new (buffer: ArrayBuffer) => NumberArray)(given);
  for (let at = 0; at < rows.length; at += 1) values[rows[at] as number] = source[at] as never;
}

class NumberReader implements ColumnReader {
  readonly sql: Sql;
  readonly #column: Extract<SharedColumn, { kind: 'number' | 'bigint' | 'bool' }>;

  constructor(select: Sql, column: Extract<SharedColumn, { kind: 'number' | 'bigint' | 'bool' }>) {
    this.sql = select;
    this.#column = column;
  }

  add(chunk: DuckDBDataChunk, column: number, rows: Rows): void {
    placeNumbers(this.#column.values, chunk, column, rows);
  }

  finish(): SharedColumn {
    return this.#column;
  }
}

/** How a text of a vector begins: its length, then its bytes where there are at most so many. */
const TEXT_BYTES = 16;
const INLINE = 12;

/** Calls `take` for every text of a column with its bytes. */
export function eachText(
  chunk: DuckDBDataChunk,
  column: number,
  take: (at: number, bytes: Uint8Array, start: number, end: number) => void,
): void {
  const bytes = vectorBytes(chunk, column, TEXT_BYTES);
  const lengths = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let long: DuckDBVarCharVector | null = null;
  const { rowCount } = chunk;
  for (let at = 0, start = 0; at < rowCount; at += 1, start += TEXT_BYTES) {
    const length = lengths.getUint32(start, true);
    if (length <= INLINE) take(at, bytes, start + 4, start + 4 + length);
    else {
      long ??= chunk.getColumnVector(column) as DuckDBVarCharVector;
      const text = Buffer.from(long.getItem(at) ?? '');
      take(at, text, 0, text.length);
    }
  }
}

/** Different texts of a column for which room is made: there are as many as rows at most, and mostly far fewer. */
const MOST_EXPECTED = 1024;

class TextReader implements ColumnReader {
  readonly sql: Sql;
  readonly #kind: 'string' | 'json';
  readonly #codes: Int32Array;
  readonly #texts: TextBuilder;

  /** Rows that are not read hold `missing`; null: all are read. */
  constructor(column: Sql, kind: 'string' | 'json', size: number, missing: string | null) {
    this.sql = column;
    this.#kind = kind;
    this.#codes = sharedInt32(size);
    this.#texts = new TextBuilder(Math.min(size, MOST_EXPECTED));
    if (missing === null) return;
    const text = Buffer.from(missing);
    this.#codes.fill(this.#texts.code(text, 0, text.length));
  }

  add(chunk: DuckDBDataChunk, column: number, rows: Rows): void {
    const codes = this.#codes;
    eachText(chunk, column, (at, bytes, start, end) => {
      const row = typeof rows === 'number' ? rows + at : (rows[at] as number);
      codes[row] = this.#texts.code(bytes, start, end);
    });
  }

  finish(): SharedColumn {
    return { kind: this.#kind, codes: this.#codes, texts: this.#texts.finish() };
  }
}

/** Least and greatest value of a column of whole numbers; null of an empty one. */
export type Range = readonly [low: bigint, high: bigint] | null;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The narrowest form that keeps every value. */
export function wholeReader(column: Sql, unsigned: boolean, size: number, range: Range): ColumnReader {
  const [low, high] = range ?? [0n, 0n];
  if (low >= -(2n ** 31n) && high < 2n ** 31n) {
    return new NumberReader(sql`coalesce(${column}::INTEGER, 0)`, {
      kind: 'number',
      values: sharedInt32(size),
    });
  }
  if (low >= -SAFE && high <= SAFE) {
    return new NumberReader(sql`coalesce(${column}::DOUBLE, 0)`, {
      kind: 'number',
      values: sharedFloat64(size),
    });
  }
  return unsigned
    ? new NumberReader(sql`coalesce(${column}::UBIGINT, 0)`, {
        kind: 'bigint',
        values: sharedBigUint64(size),
      })
    : new NumberReader(sql`coalesce(${column}::BIGINT, 0)`, { kind: 'bigint', values: sharedBigInt64(size) });
}

export const isWhole = (type: Attribute['type']): boolean =>
  type.kind === 'scalar' && (['INT', 'UINT', 'DATETIME'] as ScalarTypeName[]).includes(type.name);

/** `holes`: not all of the `size` rows will be read. */
export function attributeReader(
  attribute: Attribute,
  column: Sql,
  { size, holes, range }: { readonly size: number; readonly holes: boolean; readonly range: Range },
): ColumnReader {
  const { type } = attribute;
  const missing = holes ? String(defaultValue(attribute)) : null;
  if (type.kind !== 'scalar') return new TextReader(column, 'json', size, missing);
  switch (type.name) {
    case 'INT':
    case 'UINT':
    case 'DATETIME':
      return wholeReader(column, type.name === 'UINT', size, range);
    case 'FLOAT':
    case 'DOUBLE':
      return new NumberReader(sql`coalesce(${column}::DOUBLE, 0)`, {
        kind: 'number',
        values: sharedFloat64(size),
      });
    case 'BOOL':
      return new NumberReader(sql`coalesce(${column}, false)`, { kind: 'bool', values: sharedUint8(size) });
    case 'STRING':
      return new TextReader(sql`coalesce(${column}, '')`, 'string', size, holes ? '' : null);
  }
}
