/** The plan of a pattern: operators in the order in which their loops are nested. Plain data. */
import type { Ast } from '@acacia/language';

/**
 * A part of the pattern that hangs on one vertex and of which nothing but the number of matches matters. It
 * is a function of that vertex, worked out at most once for each.
 */
export interface CountedBranch {
  readonly edge: number;
  readonly backward: boolean;
  /** Conditions about the vertex it hangs on, the edge and the vertex reached. */
  readonly filters: readonly Ast.Expr[];
  /** What hangs on the vertex reached. */
  readonly branches: readonly CountedBranch[];
}

export type Operator =
  /** Starts at the vertices of a node; `key` restricts them to the one with an id. */
  | {
      readonly kind: 'scan';
      readonly node: number;
      readonly key?: Ast.Expr;
      readonly filters: readonly Ast.Expr[];
    }
  /** Follows an edge from a bound node; `backward` from its `to` to its `from`. */
  | {
      readonly kind: 'expand';
      readonly edge: number;
      readonly backward: boolean;
      readonly filters: readonly Ast.Expr[];
    }
  /** As expand, for an edge whose ends are both bound: keeps the rows with such an edge, once per edge. */
  | {
      readonly kind: 'close';
      readonly edge: number;
      readonly backward: boolean;
      readonly filters: readonly Ast.Expr[];
    }
  /**
   * As an expand over `edge` and a close of `closing` behind it, which ends at the same node. `counted`: the
   * node and both edges are not asked for, but how often there are such.
   */
  | {
      readonly kind: 'intersect';
      readonly edge: number;
      readonly backward: boolean;
      readonly closing: number;
      readonly filters: readonly Ast.Expr[];
      readonly counted: boolean;
    }
  /** Multiplies a row by the matches of a branch that hangs on a bound node; drops it when there are none. */
  | { readonly kind: 'count'; readonly node: number; readonly branch: CountedBranch }
  /** Rows with the same vertex of a node become one: nothing else of them is asked for from here on. */
  | { readonly kind: 'gather'; readonly node: number };

export interface PatternPlan {
  readonly operators: readonly Operator[];
  /** Whether rows that look the same to the body may be one. */
  readonly merged: boolean;
  /** Whether the body has to be told for how many rows one stands. */
  readonly weighted: boolean;
}
