/**
 * Puts a table of the graph in memory together from chunks of its rows. Plain data in and out, so that
 * it works in the thread that reads DuckDB and in one beside it.
 */
import type { Attribute, EdgeType, VertexType } from '@acacia/language';
import { attributeColumn, type SharedColumn } from '../graph/columns.ts';
import { buildEdgeTable, type SharedEdgeTable } from '../graph/edge-table.ts';
import { sharedUint32 } from '../graph/shared-arrays.ts';
import { buildVertexTable, type SharedVertexTable } from '../graph/vertex-table.ts';
import { defaultValue } from './columns.ts';

/** One column of a chunk. */
export type ChunkColumn =
  | readonly string[]
  | readonly boolean[]
  | BigInt64Array
  | BigUint64Array
  | Float64Array
  | Float32Array
  | Uint32Array;

type Value = string | number | bigint | boolean;
type Values = Value[] | BigInt64Array | BigUint64Array | Float64Array | Uint8Array;

/** An array for a column's values; holes keep the type's default. */
const makeValues = (attribute: Attribute, size: number): Values => {
  if (attribute.type.kind !== 'scalar') return new Array<Value>(size).fill(defaultValue(attribute));
  switch (attribute.type.name) {
    case 'INT':
    case 'DATETIME':
      return new BigInt64Array(size);
    case 'UINT':
      return new BigUint64Array(size);
    case 'FLOAT':
    case 'DOUBLE':
      return new Float64Array(size);
    case 'BOOL':
      return new Uint8Array(size);
    case 'STRING':
      return new Array<Value>(size).fill('');
  }
};

const place = (chunk: ChunkColumn | undefined, into: Values, rowOf: (index: number) => number): void => {
  const target = into as { [index: number]: unknown };
  const length = chunk?.length ?? 0;
  for (let index = 0; index < length; index += 1) target[rowOf(index)] = chunk?.[index];
};

const toColumns = (attributes: readonly Attribute[], values: readonly Values[]): Map<string, SharedColumn> =>
  new Map(
    attributes.map((attribute, index) => [
      attribute.name,
      attributeColumn(attribute.type, (values[index] ?? []) as ArrayLike<Value>),
    ]),
  );

/** What a table is made for. */
export type TableSpec =
  | {
      readonly kind: 'vertex';
      readonly typeIndex: number;
      readonly type: VertexType;
      readonly size: number;
      readonly holes: boolean;
    }
  | { readonly kind: 'edge'; readonly attributes: readonly Attribute[]; readonly size: number }
  /** Some columns of a vertex table, the rest of which is known. */
  | { readonly kind: 'columns'; readonly attributes: readonly Attribute[]; readonly size: number };

/** The rows of an edge table, in shared memory; its adjacency depends on the vertex tables besides. */
export interface EdgeRows {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly columns: ReadonlyMap<string, SharedColumn>;
}

export interface TableParts {
  /** Takes a chunk: the key columns, then one for each attribute. */
  add(columns: readonly ChunkColumn[]): void;
  finish(): SharedVertexTable | EdgeRows | VertexColumns;
}

export type VertexColumns = ReadonlyMap<string, SharedColumn>;

export const tableParts = (spec: TableSpec): TableParts => {
  switch (spec.kind) {
    case 'vertex':
      return new VertexParts(spec);
    case 'edge':
      return new EdgeParts(spec);
    case 'columns':
      return new ColumnParts(spec);
  }
};

class ColumnParts implements TableParts {
  readonly #attributes: readonly Attribute[];
  readonly #values: Values[];

  constructor({ attributes, size }: Extract<TableSpec, { kind: 'columns' }>) {
    this.#attributes = attributes;
    this.#values = attributes.map((attribute) => makeValues(attribute, size));
  }

  add([numbers, ...columns]: readonly ChunkColumn[]): void {
    const rows = numbers as Uint32Array;
    this.#values.forEach((values, index) => place(columns[index], values, (at) => rows[at] ?? 0));
  }

  finish(): VertexColumns {
    return toColumns(this.#attributes, this.#values);
  }
}

class VertexParts implements TableParts {
  readonly #spec: Extract<TableSpec, { kind: 'vertex' }>;
  readonly #ids: string[];
  readonly #alive: Uint8Array | null;
  readonly #values: Values[];

  constructor(spec: Extract<TableSpec, { kind: 'vertex' }>) {
    this.#spec = spec;
    this.#ids = new Array<string>(spec.size).fill('');
    this.#alive = spec.holes ? new Uint8Array(spec.size) : null;
    this.#values = spec.type.attributes.map((attribute) => makeValues(attribute, spec.size));
  }

  add([numbers, ids, ...columns]: readonly ChunkColumn[]): void {
    const rows = numbers as Uint32Array;
    const rowOf = (index: number): number => rows[index] ?? 0;
    place(ids, this.#ids, rowOf);
    if (this.#alive !== null) for (const row of rows) this.#alive[row] = 1;
    this.#values.forEach((values, index) => place(columns[index], values, rowOf));
  }

  finish(): SharedVertexTable {
    const { typeIndex, type } = this.#spec;
    const columns = toColumns(type.attributes, this.#values);
    return buildVertexTable({ typeIndex, type, ids: this.#ids, alive: this.#alive, columns });
  }
}

class EdgeParts implements TableParts {
  readonly #attributes: readonly Attribute[];
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #values: Values[];
  #rows = 0;

  constructor({ attributes, size }: Extract<TableSpec, { kind: 'edge' }>) {
    this.#attributes = attributes;
    this.#from = sharedUint32(size);
    this.#to = sharedUint32(size);
    this.#values = attributes.map((attribute) => makeValues(attribute, size));
  }

  add([from, to, ...columns]: readonly ChunkColumn[]): void {
    const start = this.#rows;
    this.#from.set(from as Uint32Array, start);
    this.#to.set(to as Uint32Array, start);
    this.#values.forEach((values, index) => place(columns[index], values, (row) => start + row));
    this.#rows += (from as Uint32Array).length;
  }

  finish(): EdgeRows {
    return { from: this.#from, to: this.#to, columns: toColumns(this.#attributes, this.#values) };
  }
}

/** What an edge table with its adjacency is made of. */
export interface EdgeTableSpec {
  readonly type: EdgeType;
  readonly fromIndex: number;
  readonly toIndex: number;
  /** Rows of the two vertex tables. */
  readonly fromSize: number;
  readonly toSize: number;
  readonly rows: EdgeRows;
}

export const edgeTableOf = ({ rows, ...spec }: EdgeTableSpec): SharedEdgeTable =>
  buildEdgeTable({ ...spec, ...rows });
