/** The plan of a pattern: operators in the order in which their loops are nested. Plain data. */
import type { Ast } from '@acacia/language';

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
    };

export interface PatternPlan {
  readonly operators: readonly Operator[];
}
