/** The plan of a pattern: operators in the order in which their loops are nested. Plain data. */
import type { Ast } from '@acacia/language';

/**
 * A part of the pattern that is connected to the rest by one vertex and of which only the number of matches matters.
 * The number is a function of that vertex, computed at most once for each.
 */
export interface CountedBranch {
  readonly edge: number;
  readonly backward: boolean;
  /** Conditions on the vertex at which the branch starts, the edge and the vertex reached. */
  readonly filters: readonly Ast.Expr[];
  /** Branches that start at the vertex reached. */
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
   * As an expand over `edge` followed by a close of `closing`, which ends at the same node. `counted`: only the number
   * of matches is needed, not the node and the edges.
   */
  | {
      readonly kind: 'intersect';
      readonly edge: number;
      readonly backward: boolean;
      readonly closing: number;
      readonly filters: readonly Ast.Expr[];
      readonly counted: boolean;
    }
  /** Multiplies a row by the number of matches of a branch at a bound node; drops the row when there are none. */
  | { readonly kind: 'count'; readonly node: number; readonly branch: CountedBranch }
  /** Merges rows with the same vertex of a node: later operators and the body read nothing else of them. */
  | { readonly kind: 'gather'; readonly node: number };

export interface PatternPlan {
  readonly operators: readonly Operator[];
  /** Whether rows that are equal to the body may be merged to one. */
  readonly merged: boolean;
  /** Whether the body needs the number of rows that one stands for. */
  readonly weighted: boolean;
}
