/**
 * Changes to graph data as plain values, the common form of REST upserts and of queries' writes. A batch is one
 * transaction: durable, then visible, or not done at all.
 */

/** Attribute values: JSON-like; INT beyond 2^53 as bigint, DATETIME as 'YYYY-MM-DD hh:mm:ss' or seconds. */
export type AttributeValue =
  | string
  | number
  | bigint
  | boolean
  | readonly AttributeValue[]
  | ReadonlyMap<AttributeValue, AttributeValue>;

/** Operators of TigerGraph's upsert (`~ + & | > <`); without one the value overwrites. */
export type UpsertOperator = 'ignore_if_exists' | 'add' | 'and' | 'or' | 'max' | 'min' | 'overwrite';

export interface AttributeWrite {
  readonly value: AttributeValue;
  readonly op?: UpsertOperator;
}

export type Write =
  | {
      readonly kind: 'upsertVertex';
      readonly type: string;
      readonly id: string;
      readonly attributes: Readonly<Record<string, AttributeWrite>>;
    }
  | {
      readonly kind: 'upsertEdge';
      readonly type: string;
      readonly from: { readonly type: string; readonly id: string };
      readonly to: { readonly type: string; readonly id: string };
      readonly attributes: Readonly<Record<string, AttributeWrite>>;
    }
  | { readonly kind: 'deleteVertex'; readonly type: string; readonly id: string }
  | {
      readonly kind: 'deleteEdge';
      readonly type: string;
      readonly from: { readonly type: string; readonly id: string };
      readonly to: { readonly type: string; readonly id: string };
      /** Values that tell one of several edges between the same ends apart; all of them when absent. */
      readonly discriminator?: Readonly<Record<string, AttributeValue>>;
    };

/** Values of one attribute for many vertices or edges, row by row; undefined: not given in that row. */
export interface ColumnWrite {
  readonly values: readonly (AttributeValue | undefined)[];
  readonly op?: UpsertOperator;
}

/** A write of a query: attributes that it sets are grouped by type, column by column. */
export type QueryWrite =
  | Write
  | {
      readonly kind: 'setVertices';
      readonly type: string;
      readonly ids: readonly string[];
      readonly attributes: ReadonlyMap<string, ColumnWrite>;
    }
  | {
      readonly kind: 'setEdges';
      readonly type: string;
      readonly fromType: string;
      readonly toType: string;
      readonly from: readonly string[];
      readonly to: readonly string[];
      readonly attributes: ReadonlyMap<string, ColumnWrite>;
    };

export type EndsMustExist = 'source' | 'target' | 'both';

export interface WriteOptions {
  readonly newVertexOnly?: boolean;
  readonly updateVertexOnly?: boolean;
  /**
   * Leave out edges whose ends, or the one that is named, do not exist; other ends are created with default
   * values. Of an undirected edge neither end is the source: both have to exist (RESTPP, "Upsert data").
   */
  readonly endsMustExist?: EndsMustExist;
}

export interface WriteSummary {
  readonly acceptedVertices: number;
  readonly acceptedEdges: number;
  readonly skippedVertices: number;
  readonly skippedEdges: number;
  /** Those that `newVertexOnly` left as they are. */
  readonly presentVertices: readonly { readonly type: string; readonly id: string }[];
  readonly missingVertices: readonly { readonly type: string; readonly id: string }[];
  readonly deletedVertices: number;
  readonly deletedEdges: number;
}
