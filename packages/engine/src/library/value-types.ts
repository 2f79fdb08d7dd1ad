/**
 * Types of values as generated code needs them: they decide on representation, arithmetic and printing. The compiler
 * makes them, and calls of the library are given them.
 */
import type { Ast } from '@acacia/language';
import type { AccumSpec } from './accumulators.ts';
import type { VertexAccumLayout } from './vertex-accumulators.ts';

export interface TupleType {
  readonly kind: 'tuple';
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: ValueType }[];
}

export interface TableType {
  readonly kind: 'table';
  readonly columns: readonly { readonly name: string; readonly type: ValueType }[];
}

export type ValueType =
  /** `safe`: certainly a JavaScript number, never a bigint. */
  | { readonly kind: 'int'; readonly unsigned?: boolean; readonly safe?: boolean }
  /** `float`: a FLOAT, which is printed with fewer digits; it is kept as a DOUBLE is. */
  | { readonly kind: 'double'; readonly float?: true }
  | { readonly kind: 'bool' | 'string' | 'datetime' | 'null' | 'any' | 'bits' }
  | { readonly kind: 'vertex'; readonly types?: readonly string[] }
  | { readonly kind: 'edge'; readonly types?: readonly string[] }
  | { readonly kind: 'vertexSet' | 'file' }
  | TableType
  | { readonly kind: 'list' | 'set' | 'bag' | 'heap' | 'groups'; readonly element: ValueType }
  /** `element`: the type after one index, an array of one dimension less or the value of `place`. */
  | {
      readonly kind: 'array';
      readonly element: ValueType;
      readonly dimensions: number;
      readonly place: AccumInfo;
    }
  | { readonly kind: 'map'; readonly key: ValueType; readonly value: ValueType; readonly accum?: boolean }
  | TupleType;

/** An accumulator: its behaviour at run time, and the types of its values. */
export interface AccumInfo {
  readonly spec: AccumSpec;
  readonly layout: VertexAccumLayout;
  /** Type of the value that reading gives. */
  readonly type: ValueType;
  /** Type that `+=` takes, when it is a single value. */
  readonly input: ValueType;
  /** Parts of the spec that the run evaluates: capacities and lengths. */
  readonly dynamic: readonly DynamicPart[];
}

/** A number of a spec, by the names of the properties that lead to it. */
export interface DynamicPart {
  readonly path: readonly (string | number)[];
  readonly value: Ast.Expr;
}

/** A name that the text of evaluate may use, with the type of the value that it is given. */
export type EvaluateName =
  | { readonly kind: 'value'; readonly name: string; readonly type: ValueType }
  | {
      readonly kind: 'global' | 'attached';
      readonly name: string;
      readonly info: AccumInfo;
      readonly edge: boolean;
    };

/** A call of evaluate without its text: the expected type, and the names that the text may use. */
export interface EvaluateScope {
  readonly type: ValueType;
  readonly names: readonly EvaluateName[];
}
