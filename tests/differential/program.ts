/** Queries of the differential tests: trees that are printed as GSQL and interpreted directly. */

export type Scalar = 'int' | 'double' | 'string' | 'bool';

export type BinaryOp = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'AND' | 'OR';

/** Numbers of INT are bigint, those of DOUBLE number. */
export type Literal = bigint | number | string | boolean;

export type Expr =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'attribute'; readonly alias: string; readonly name: string }
  | { readonly kind: 'typeOf'; readonly alias: string }
  /** The vertex itself. */
  | { readonly kind: 'vertex'; readonly alias: string }
  | { readonly kind: 'outdegree'; readonly alias: string; readonly edgeType: string }
  | {
      readonly kind: 'vertexAccum';
      readonly alias: string;
      readonly name: string;
      readonly previous: boolean;
    }
  | { readonly kind: 'globalAccum'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'size'; readonly of: Expr }
  | { readonly kind: 'setSize'; readonly set: string }
  | { readonly kind: 'contains'; readonly of: Expr; readonly item: Expr }
  | { readonly kind: 'mapGet'; readonly of: Expr; readonly key: Expr }
  | {
      readonly kind: 'binary';
      readonly op: BinaryOp;
      readonly left: Expr;
      readonly right: Expr;
      readonly type: Scalar;
    }
  | { readonly kind: 'not'; readonly of: Expr }
  | { readonly kind: 'negative'; readonly of: Expr }
  | { readonly kind: 'in'; readonly item: Expr; readonly list: readonly Expr[]; readonly negated: boolean }
  | { readonly kind: 'between'; readonly item: Expr; readonly low: Expr; readonly high: Expr }
  | { readonly kind: 'like'; readonly item: Expr; readonly pattern: string }
  | {
      readonly kind: 'call';
      readonly name: 'abs' | 'lower' | 'upper' | 'length' | 'to_string';
      readonly of: Expr;
    }
  | {
      readonly kind: 'case';
      readonly branches: readonly (readonly [Expr, Expr])[];
      readonly otherwise: Expr;
    };

export type AccumType =
  | { readonly kind: 'SumAccum'; readonly element: 'INT' | 'DOUBLE' }
  | { readonly kind: 'MinAccum' | 'MaxAccum'; readonly element: 'INT' | 'DOUBLE' | 'STRING' }
  | { readonly kind: 'OrAccum' | 'AndAccum' | 'AvgAccum' }
  | { readonly kind: 'SetAccum' | 'BagAccum' | 'ListAccum'; readonly element: 'INT' | 'STRING' | 'VERTEX' }
  | { readonly kind: 'MapAccum'; readonly key: 'INT' | 'STRING'; readonly value: AccumType }
  | { readonly kind: 'GroupByAccum'; readonly value: AccumType }
  | { readonly kind: 'HeapAccum'; readonly capacity: number };

export interface AccumDeclaration {
  readonly name: string;
  readonly type: AccumType;
  readonly initial?: Literal;
}

/** Input of an accumulator: one value, keys with the input of their value, or the fields of a tuple. */
export type Input = readonly Expr[];

export type RowStatement =
  | { readonly kind: 'addToVertex'; readonly alias: string; readonly name: string; readonly input: Input }
  | { readonly kind: 'addToGlobal'; readonly name: string; readonly input: Input }
  | { readonly kind: 'setVertexAccum'; readonly alias: string; readonly name: string; readonly value: Expr }
  | { readonly kind: 'setAttribute'; readonly alias: string; readonly name: string; readonly value: Expr }
  | { readonly kind: 'local'; readonly name: string; readonly type: Scalar; readonly value: Expr }
  | {
      readonly kind: 'if';
      readonly condition: Expr;
      readonly then: readonly RowStatement[];
      readonly otherwise: readonly RowStatement[];
    };

export interface Step {
  readonly edgeType: string;
  readonly direction: 'out' | 'in' | 'undirected';
}

export interface PatternNode {
  readonly alias: string;
  /** Names of vertex types, or of one vertex set. */
  readonly sources: readonly string[];
}

export interface PatternEdge {
  readonly steps: readonly Step[];
  readonly alias: string | null;
  /** Least and greatest number of edges; null: no end. */
  readonly repeat: { readonly min: number; readonly max: number | null } | null;
}

/** Nodes with an edge between each and the next one. */
export interface Path {
  readonly nodes: readonly PatternNode[];
  readonly edges: readonly PatternEdge[];
}

export interface OrderKey {
  readonly by: Expr;
  readonly descending: boolean;
}

export interface PostAccum {
  readonly alias: string;
  readonly statements: readonly RowStatement[];
}

export interface Select {
  readonly kind: 'select';
  readonly into: string;
  readonly alias: string;
  readonly paths: readonly Path[];
  readonly where: Expr | null;
  readonly accum: readonly RowStatement[];
  readonly postAccum: readonly PostAccum[];
  readonly having: Expr | null;
  readonly order: readonly OrderKey[];
  readonly limit: { readonly count: number; readonly offset: number } | null;
}

export type Column =
  | { readonly kind: 'key'; readonly name: string; readonly of: Expr }
  | { readonly kind: 'count'; readonly name: string }
  | { readonly kind: 'countDistinct' | 'sum' | 'min' | 'max'; readonly name: string; readonly of: Expr };

export interface SelectInto {
  readonly kind: 'selectInto';
  readonly table: string;
  readonly paths: readonly Path[];
  readonly where: Expr | null;
  /** A condition on single rows; null where there are aggregates. */
  readonly having: Expr | null;
  readonly distinct: boolean;
  readonly columns: readonly Column[];
}

export type Statement =
  | Select
  | SelectInto
  | { readonly kind: 'seed'; readonly into: string; readonly types: readonly string[] }
  | {
      readonly kind: 'combine';
      readonly into: string;
      readonly op: 'UNION' | 'INTERSECT' | 'MINUS';
      readonly left: string;
      readonly right: string;
    }
  | { readonly kind: 'addToGlobal'; readonly name: string; readonly input: Input }
  | { readonly kind: 'setGlobal'; readonly name: string; readonly value: Expr }
  | { readonly kind: 'setVariable'; readonly name: string; readonly value: Expr }
  | {
      readonly kind: 'if';
      readonly condition: Expr;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly kind: 'while';
      readonly condition: Expr;
      readonly limit: number;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: 'foreach';
      readonly variable: string;
      readonly from: number;
      readonly to: number;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: 'insertVertex';
      readonly type: string;
      readonly id: string;
      readonly attributes: Readonly<Record<string, Expr>>;
    }
  | {
      readonly kind: 'insertEdge';
      readonly type: string;
      readonly from: string;
      readonly to: string;
      readonly attributes: Readonly<Record<string, Expr>>;
    }
  | {
      readonly kind: 'update';
      readonly alias: string;
      readonly set: string;
      readonly name: string;
      readonly value: Expr;
      readonly where: Expr;
    }
  | { readonly kind: 'delete'; readonly alias: string; readonly set: string; readonly where: Expr }
  | { readonly kind: 'deleteEdge'; readonly path: Path; readonly where: Expr }
  /** The vertices of a global set of vertices. */
  | { readonly kind: 'fromAccum'; readonly into: string; readonly name: string }
  | { readonly kind: 'printSet'; readonly set: string }
  | {
      readonly kind: 'printColumns';
      readonly set: string;
      readonly columns: readonly { readonly name: string; readonly of: Expr }[];
    }
  | { readonly kind: 'print'; readonly values: readonly { readonly name: string; readonly of: Expr }[] };

/** Syntax of patterns: they mean the same in each, but not each can say all. */
export type Syntax = 'v1' | 'v2' | 'v3';

export interface Query {
  readonly syntax: Syntax;
  readonly parameters: readonly { readonly name: string; readonly type: Scalar; readonly value: Literal }[];
  readonly globals: readonly AccumDeclaration[];
  readonly vertexAccums: readonly AccumDeclaration[];
  readonly variables: readonly { readonly name: string; readonly type: Scalar; readonly initial: Literal }[];
  readonly body: readonly Statement[];
}
