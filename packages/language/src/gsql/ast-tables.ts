/** Statements over the tables of a query body. Source: GSQL tutorial for 4.2, "Table". */
import type { Span } from '../diagnostic.ts';
import type { Column, Expr, Name, OrderItem } from './ast.ts';

/** One side of a join, and the name by which its columns are reached. */
export interface JoinSide {
  readonly table: Name;
  readonly alias: Name;
}

export type TableStatement = { readonly span: Span } & (
  | { readonly kind: 'initTable'; readonly table: Name; readonly columns: readonly Column[] }
  | {
      readonly kind: 'orderTable';
      readonly table: Name;
      readonly orderBy: readonly OrderItem[];
      readonly limit?: Expr;
      readonly offset?: Expr;
    }
  | { readonly kind: 'filterTable'; readonly table: Name; readonly condition: Expr }
  | {
      readonly kind: 'projectTable';
      readonly table: Name;
      readonly columns: readonly Column[];
      readonly into: Name;
    }
  /** Vertex sets of the vertices in columns. */
  | {
      readonly kind: 'projectVertices';
      readonly table: Name;
      readonly sets: readonly { readonly column: Name; readonly into: Name }[];
    }
  | {
      readonly kind: 'joinTables';
      readonly join: 'inner' | 'left' | 'semi';
      readonly left: JoinSide;
      readonly right: JoinSide;
      /** Absent: every row with every row. */
      readonly condition?: Expr;
      readonly distinct: boolean;
      readonly columns: readonly Column[];
      readonly into: Name;
    }
  | {
      readonly kind: 'unionTables';
      readonly all: boolean;
      readonly tables: readonly Name[];
      readonly into: Name;
    }
  /** One row per member of the list; without a table only the list. */
  | {
      readonly kind: 'unwind';
      readonly table?: Name;
      readonly list: Expr;
      readonly as: Name;
      readonly into: Name;
    }
);
