/** Result of checking a query: diagnostics for the editor, types and bindings for the engine. */
import type { Diagnostic } from '../diagnostic.ts';
import type { AccumType, Expr, Parameter, QueryDefinition, TupleField, TypeExpr } from './ast.ts';
import type { ScalarTypeName } from '../schema.ts';

/** A type after resolution. `unknown` follows an error already reported, or a dynamic value. */
export type Type =
  | { readonly kind: 'scalar'; readonly name: ScalarTypeName }
  /** Vertex types it may be of; empty means any. */
  | { readonly kind: 'vertex'; readonly types: readonly string[] }
  | { readonly kind: 'edge'; readonly types: readonly string[] }
  | { readonly kind: 'vertexSet'; readonly types: readonly string[] }
  | { readonly kind: 'list' | 'set' | 'bag'; readonly element: Type }
  | { readonly kind: 'map'; readonly key: Type; readonly value: Type }
  | {
      readonly kind: 'tuple';
      readonly name: string;
      readonly fields: readonly { readonly name: string; readonly type: Type }[];
    }
  | { readonly kind: 'accum'; readonly accum: AccumType }
  | { readonly kind: 'table'; readonly columns: readonly { readonly name: string; readonly type: Type }[] }
  | { readonly kind: 'null' }
  | { readonly kind: 'unknown' };

/** The declaration that a name refers to where it is used. */
export type Binding =
  | { readonly kind: 'parameter'; readonly parameter: Parameter }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'vertexSet'; readonly name: string }
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'vertexAlias'; readonly name: string }
  | { readonly kind: 'edgeAlias'; readonly name: string }
  | { readonly kind: 'loopVariable'; readonly name: string }
  /** A column of SELECT … INTO, by the name that it was given, in its HAVING and ORDER BY. */
  | { readonly kind: 'column'; readonly name: string }
  /** `FILE f (…)` or a FILE parameter. */
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'vertexType'; readonly name: string }
  | { readonly kind: 'edgeType'; readonly name: string }
  | { readonly kind: 'constant'; readonly name: string };

export interface Analysis {
  readonly query: QueryDefinition;
  readonly diagnostics: readonly Diagnostic[];
  readonly globalAccums: ReadonlyMap<string, AccumType>;
  readonly vertexAccums: ReadonlyMap<string, AccumType>;
  readonly tuples: ReadonlyMap<string, readonly TupleField[]>;
  readonly accumTypedefs: ReadonlyMap<string, AccumType>;
  readonly variables: ReadonlyMap<string, TypeExpr>;
  /** The type of every expression of the query, by node. */
  readonly typeOf: ReadonlyMap<Expr, Type>;
  /** The binding of every `name` expression, by node. */
  readonly bindingOf: ReadonlyMap<Expr, Binding>;
}
