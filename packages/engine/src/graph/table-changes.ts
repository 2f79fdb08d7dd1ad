/** Changes of a table by a write, row by row, for the graph in memory. */

/** A value as the store gives it: INT, UINT and DATETIME as bigint, collections as JSON text. */
export type StoredCell = string | number | bigint | boolean;

export type VertexChange =
  /** Vertices with all their values, new or changed. */
  | {
      readonly kind: 'put';
      readonly attributes: readonly string[];
      readonly rows: readonly {
        readonly number: number;
        readonly id: string;
        readonly values: readonly StoredCell[];
      }[];
    }
  | { readonly kind: 'gone'; readonly numbers: readonly number[] };

interface EdgeCells {
  readonly from: number;
  readonly to: number;
  readonly values: readonly StoredCell[];
}

export type EdgeChange =
  /** Edges with all their values, new or changed. */
  | { readonly kind: 'putEdges'; readonly attributes: readonly string[]; readonly rows: readonly EdgeCells[] }
  /** Edges with the values of their discriminators. */
  | {
      readonly kind: 'goneEdges';
      readonly attributes: readonly string[];
      readonly rows: readonly EdgeCells[];
    }
  /** All edges at some vertices, which are at this end of the table's pair. */
  | { readonly kind: 'goneEnds'; readonly end: 'from' | 'to'; readonly numbers: readonly number[] };

export type TableChange = VertexChange | EdgeChange;

/** The number of rows in a change. */
export const rowsChanged = (change: TableChange): number =>
  'rows' in change ? change.rows.length : change.numbers.length;
