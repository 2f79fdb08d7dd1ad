/**
 * The graph in memory: one immutable version of it, held in shared memory so that query workers
 * read it without copying. Built by `storage` from DuckDB, read by `run`.
 *
 * A vertex inside the engine is one number, `typeIndex * 2^40 + number` (`VertexRef`), where `number`
 * is the dense number of the vertex within its type. It is an exact double, so it works as array
 * element, map key and set member. A deleted vertex leaves a hole (`alive` is 0 there).
 *
 * INT and UINT values are a JavaScript number when they are safe integers and a bigint otherwise.
 * DATETIME is a number of seconds since 1970-01-01 UTC. Collections are arrays and Maps.
 */
import type { EdgeType, VertexType } from '@acacia/language';
import type { SharedVectors } from './vectors/buffers.ts';

export type VertexRef = number;

export const VERTEX_NUMBER_SPAN = 2 ** 40;

export const vertexRef = (typeIndex: number, number: number): VertexRef =>
  typeIndex * VERTEX_NUMBER_SPAN + number;
export const typeIndexOf = (ref: VertexRef): number => Math.floor(ref / VERTEX_NUMBER_SPAN);
export const numberOf = (ref: VertexRef): number => ref % VERTEX_NUMBER_SPAN;

/** Strings stored once, by code. Bytes and offsets are shared; each thread decodes what it reads. */
interface StringTable {
  readonly size: number;
  get(code: number): string;
  /** The code of a string, or -1. */
  find(text: string): number;
}

/** One column of attribute values, by row. */
export type ColumnData =
  | { readonly kind: 'number'; readonly values: Float64Array | Int32Array }
  | { readonly kind: 'bigint'; readonly values: BigInt64Array | BigUint64Array }
  | { readonly kind: 'bool'; readonly values: Uint8Array }
  | { readonly kind: 'string'; readonly codes: Int32Array; readonly strings: StringTable }
  /** LIST, SET, MAP and UDT values, as JSON text. */
  | { readonly kind: 'json'; readonly codes: Int32Array; readonly strings: StringTable }
  /** Vectors, empty where a vertex has none. */
  | { readonly kind: 'vector'; readonly read: (row: number) => number[] };

/** All vertices of one type. Arrays have `size` rows, holes included. */
export interface VertexTable {
  readonly typeIndex: number;
  readonly type: VertexType;
  /** Rows, holes included: numbers run from 0 to size - 1. */
  readonly size: number;
  /** Live vertices. */
  readonly count: number;
  /** 1 where the vertex exists; null when there is no hole. */
  readonly alive: Uint8Array | null;
  /** The id of a vertex as text, as it stands in JSON (`v_id`). */
  id(number: number): string;
  /** The number of the vertex with this id, or -1. */
  lookup(id: string): number;
  /** Column of an attribute, or of the primary id when it is readable as one. */
  column(attribute: string): ColumnData | undefined;
}

/**
 * Adjacency of one edge type between one pair of vertex types in one direction: the neighbours of
 * vertex `v` are `neighbours[offsets[v] .. ends[v])`, sorted by neighbour; `rows` holds the edge's row in
 * the attribute columns of its EdgeTable. Lists follow one another until they change: a changed list is
 * written behind all others. The arrays may be longer than there are vertices and entries.
 */
export interface Adjacency {
  readonly offsets: Uint32Array;
  readonly ends: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly rows: Uint32Array;
}

/** The edges of one edge type between one pair of vertex types. */
export interface EdgeTable {
  readonly type: EdgeType;
  readonly fromIndex: number;
  readonly toIndex: number;
  /** Live edges. An undirected edge counts once. */
  readonly count: number;
  /** Ends by row. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /**
   * From source to target (`out`) and back (`in`). An undirected edge between two vertices of one type
   * stands at both ends in `out`, and `in` is the same object; between two types `out` starts at the
   * pair's `from` and `in` at its `to`.
   */
  readonly out: Adjacency;
  readonly in: Adjacency;
  column(attribute: string): ColumnData | undefined;
}

/** One version of the types and data that a graph sees. Reverse edge types are resolved by their `reverseOf`. */
export interface GraphSnapshot {
  readonly graph: string;
  readonly version: number;
  /** By type index; the index is the same for all graphs of a catalog version. */
  vertexTable(typeIndex: number): VertexTable;
  vertexTableByName(name: string): VertexTable | undefined;
  readonly vertexTables: readonly VertexTable[];
  /** One entry per pair of the edge type; none for a reverse type: ask for its `reverseOf`. */
  edgeTables(edgeType: string): readonly EdgeTable[];
  readonly edgeTypes: readonly EdgeType[];
  /** The vectors of an attribute; undefined when the type has no vector attribute of the name. */
  vectors(typeIndex: number, name: string): SharedVectors | undefined;
  /** Bytes of shared memory that this version holds. */
  readonly bytes: number;
}
