/**
 * The GSQL tree: frozen, tagged, serialisable nodes. Every node carries its span in the text. The parser makes it, the
 * checker annotates it from outside (`Analysis`), the engine compiles it.
 */
import type { Span } from '../diagnostic.ts';
import type { CreateEdge } from './ast-statements.ts';
import type { TableStatement } from './ast-tables.ts';
import type { ScalarTypeName } from '../schema.ts';

export type { TableStatement } from './ast-tables.ts';

interface Node {
  readonly span: Span;
}

/** A name as written (back-quotes removed). */
export interface Name extends Node {
  readonly text: string;
}

// ---------------------------------------------------------------- types as written

export type TypeExpr = Node &
  /** `STRING(10)`: `size` bounds the field of a tuple. */
  (
    | { readonly kind: 'scalar'; readonly name: ScalarTypeName; readonly size?: number }
    | { readonly kind: 'vertex'; readonly vertexType?: string }
    | { readonly kind: 'edge'; readonly edgeType?: string }
    | { readonly kind: 'set' | 'bag' | 'list'; readonly element: TypeExpr }
    | { readonly kind: 'map'; readonly key: TypeExpr; readonly value: TypeExpr }
    | { readonly kind: 'json'; readonly name: 'JSONOBJECT' | 'JSONARRAY' }
    | { readonly kind: 'named'; readonly name: string }
    /** `TUPLE<INT, STRING>`: a tuple without a name, as subqueries return it. */
    | { readonly kind: 'tuple'; readonly fields: readonly TypeExpr[] }
    | { readonly kind: 'accum'; readonly accum: AccumType }
  );

export interface TupleField {
  readonly name: string;
  readonly type: TypeExpr;
}

export type ScalarAccumName =
  | 'SumAccum'
  | 'MinAccum'
  | 'MaxAccum'
  | 'AvgAccum'
  | 'AndAccum'
  | 'OrAccum'
  | 'BitwiseAndAccum'
  | 'BitwiseOrAccum'
  | 'DeviationAccum'
  | 'DeviationPAccum'
  | 'PercentileContAccum';

export type AccumType = Node &
  /** `size` is the value in `<…>` of bitwise accumulators (bits) and of PercentileContAccum (0 to 1). */
  (
    | { readonly kind: ScalarAccumName; readonly element?: TypeExpr; readonly size?: Expr }
    | { readonly kind: 'ListAccum' | 'SetAccum' | 'BagAccum'; readonly element: TypeExpr }
    | { readonly kind: 'ArrayAccum'; readonly element: TypeExpr }
    | { readonly kind: 'MapAccum'; readonly key: TypeExpr; readonly value: TypeExpr }
    | {
        readonly kind: 'HeapAccum';
        readonly tuple: string;
        /** Absent: it keeps everything. */
        readonly capacity?: Expr;
        readonly order: readonly { readonly field: string; readonly descending: boolean }[];
      }
    | {
        readonly kind: 'GroupByAccum';
        readonly keys: readonly TupleField[];
        readonly values: readonly { readonly name: string; readonly accum: AccumType }[];
      }
    /** An accumulator type named by TYPEDEF. */
    | { readonly kind: 'named'; readonly name: string }
  );

// ---------------------------------------------------------------- expressions

export type BinaryOp =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<<'
  | '>>'
  | '&'
  | '^'
  | '|'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'AND'
  | 'OR'
  | 'UNION'
  | 'INTERSECT'
  | 'MINUS';

export type Expr = Node &
  (
    | { readonly kind: 'int'; readonly value: number | bigint }
    | { readonly kind: 'float'; readonly value: number }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'bool'; readonly value: boolean }
    | { readonly kind: 'null' }
    /** A parameter, variable, alias, vertex set, type or constant: the checker decides which. */
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'globalAccum'; readonly name: string; readonly previous: boolean }
    | {
        readonly kind: 'vertexAccum';
        readonly target: Expr;
        readonly name: string;
        readonly previous: boolean;
      }
    /** `target.name`: an attribute, `.type`, or a tuple's field. */
    | { readonly kind: 'member'; readonly target: Expr; readonly name: string }
    | {
        readonly kind: 'call';
        readonly name: string;
        readonly args: readonly Expr[];
        readonly distinct: boolean;
      }
    | {
        readonly kind: 'method';
        readonly target: Expr;
        readonly name: string;
        readonly args: readonly Expr[];
      }
    | { readonly kind: 'index'; readonly target: Expr; readonly index: Expr }
    | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'unary'; readonly op: '-' | '~' | 'NOT'; readonly operand: Expr }
    | { readonly kind: 'between'; readonly value: Expr; readonly low: Expr; readonly high: Expr }
    | { readonly kind: 'in'; readonly value: Expr; readonly collection: Expr; readonly negated: boolean }
    | {
        readonly kind: 'like';
        readonly value: Expr;
        readonly pattern: Expr;
        readonly escape?: string;
        readonly negated: boolean;
      }
    | { readonly kind: 'isNull'; readonly value: Expr; readonly negated: boolean }
    | {
        readonly kind: 'case';
        readonly operand?: Expr;
        readonly branches: readonly { readonly when: Expr; readonly then: Expr }[];
        readonly otherwise?: Expr;
      }
    /** `(a, b)`: a set, bag or tuple by context. */
    | { readonly kind: 'parenList'; readonly items: readonly Expr[] }
    /** `[a, b]` */
    | { readonly kind: 'list'; readonly items: readonly Expr[] }
    /** `(k1, k2 -> v1, v2)` */
    | { readonly kind: 'mapEntry'; readonly keys: readonly Expr[]; readonly values: readonly Expr[] }
    /** `{T.*, p, @@set}` or `T.*`: a vertex set. */
    | { readonly kind: 'vertexSet'; readonly seeds: readonly Seed[] }
    /** `$0` or `$"name"`: a column of a file that SelectVertex or LOADACCUM reads. */
    | { readonly kind: 'column'; readonly column: number | string }
    /** `*`, only as the argument of count. */
    | { readonly kind: 'star' }
    /** `INTERVAL 3 DAY` in datetime_add and datetime_sub. */
    | { readonly kind: 'interval'; readonly amount: Expr; readonly unit: string }
    | VectorSearch
  );

/** `vectorSearch({V.a, W.b}, query, k, {candidate_set: S, ef: 64, distance_map: @@m})` */
export interface VectorSearch {
  readonly kind: 'vectorSearch';
  readonly attributes: readonly { readonly type: Name; readonly name: Name }[];
  readonly query: Expr;
  readonly k: Expr;
  readonly candidates?: Expr;
  readonly ef?: Expr;
  readonly distances?: Extract<Expr, { kind: 'globalAccum' }>;
}

/** One member of `{…}`: all vertices of a type (`T.*`), any type (`ANY`, `_`), or an expression. */
export type Seed = Node &
  (
    | { readonly kind: 'allOf'; readonly name: string }
    | { readonly kind: 'any' }
    | { readonly kind: 'expr'; readonly expr: Expr }
  );

// ---------------------------------------------------------------- patterns

/**
 * `unspecified` is an edge written without an arrow in V1 or V2: undirected edges, and directed ones
 * from source to target. `any` is V3's `-[e:E]-`: both directions.
 */
export type Direction = 'out' | 'in' | 'undirected' | 'any' | 'unspecified';

export interface VertexPattern extends Node {
  readonly kind: 'vertexPattern';
  /** Vertex types, vertex sets or parameters, by name; empty means any vertex. */
  readonly sources: readonly Name[];
  readonly alias?: Name;
  /** V3 `{name: value}`. */
  readonly properties: readonly { readonly name: string; readonly value: Expr }[];
  /** V3 inline `WHERE`. */
  readonly where?: Expr;
}

export interface EdgeStep extends Node {
  /** Edge types or parameters that hold them; empty means any edge. */
  readonly name?: Name;
  readonly direction: Direction;
}

export interface EdgePattern extends Node {
  readonly kind: 'edgePattern';
  /** Alternatives (`E>|<F`), at least one. */
  readonly steps: readonly EdgeStep[];
  readonly alias?: Name;
  /** Shortest-path repetition; `max` null is unbounded. */
  readonly repeat?: { readonly min: number; readonly max: number | null };
  readonly properties: readonly { readonly name: string; readonly value: Expr }[];
  readonly where?: Expr;
}

/** A path: first vertex, then pairs of edge and vertex. Several paths are joined on shared aliases. */
export interface PathPattern extends Node {
  readonly kind: 'path';
  readonly start: VertexPattern;
  readonly hops: readonly { readonly edge: EdgePattern; readonly vertex: VertexPattern }[];
}

// ---------------------------------------------------------------- statements of a query body

export interface OrderItem extends Node {
  readonly expr: Expr;
  readonly descending: boolean;
}

/** One output column of `SELECT … INTO t`. */
export interface Column extends Node {
  readonly expr: Expr;
  readonly as?: string;
}

export interface PostAccumClause extends Node {
  /** The alias in `POST-ACCUM(a)`, when written. */
  readonly alias?: Name;
  readonly body: readonly DmlStatement[];
}

export interface SelectExpr extends Node {
  readonly kind: 'select';
  readonly distinct: boolean;
  /** `SELECT alias FROM …` */
  readonly alias?: Name;
  /** `SELECT a, b INTO t FROM …`; `alias` is then absent. */
  readonly into?: { readonly table: Name; readonly columns: readonly Column[] };
  readonly from: readonly PathPattern[];
  /** `SAMPLE 5 EDGE WHEN c`, `SAMPLE 10 % TARGET PINNED WHEN c`: some of the edges of each source. */
  readonly sample?: {
    readonly size: Expr;
    readonly percent: boolean;
    readonly of: 'edge' | 'target';
    readonly when?: Expr;
  };
  readonly where?: Expr;
  readonly per: readonly Name[];
  readonly accum: readonly DmlStatement[];
  readonly postAccum: readonly PostAccumClause[];
  readonly groupBy: readonly Expr[];
  readonly having?: Expr;
  readonly orderBy: readonly OrderItem[];
  readonly limit?: Expr;
  readonly offset?: Expr;
}

/** Expressions allowed on the left of `=` or `+=`. */
export type Target = Extract<Expr, { kind: 'name' | 'globalAccum' | 'vertexAccum' | 'member' | 'index' }>;

/** Statements inside ACCUM and POST-ACCUM, separated by commas. */
export type DmlStatement = Node &
  (
    | { readonly kind: 'declare'; readonly type: TypeExpr; readonly name: string; readonly value?: Expr }
    | { readonly kind: 'assign'; readonly target: Target; readonly op: '=' | '+='; readonly value: Expr }
    | { readonly kind: 'expr'; readonly expr: Expr }
    | DmlControl
    | InsertStatement
    | { readonly kind: 'deleteElement'; readonly alias: Name }
  );

type DmlControl =
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly when: Expr; readonly body: readonly DmlStatement[] }[];
      readonly otherwise?: readonly DmlStatement[];
    }
  | {
      readonly kind: 'while';
      readonly condition: Expr;
      readonly limit?: Expr;
      readonly body: readonly DmlStatement[];
    }
  | { readonly kind: 'foreach'; readonly loop: ForeachLoop; readonly body: readonly DmlStatement[] }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' };

export type ForeachLoop =
  | { readonly kind: 'items'; readonly names: readonly Name[]; readonly collection: Expr }
  | {
      readonly kind: 'range';
      readonly name: Name;
      readonly from: Expr;
      readonly to: Expr;
      readonly step?: Expr;
    };

export interface InsertStatement extends Node {
  readonly kind: 'insert';
  readonly type: Name;
  /** Column names as written; absent means declaration order. */
  readonly columns?: readonly string[];
  /** Span of each of them. */
  readonly columnSpans?: readonly Span[];
  /** `_` is null: the default. For an edge the first two are its ends, with their types when written. */
  readonly values: readonly { readonly value: Expr | null; readonly vertexType?: string }[];
}

export type PrintItem = Node & {
  readonly expr: Expr;
  readonly as?: string;
  /** `S[S.x, S.@c AS n]` */
  readonly projection?: readonly Column[];
  /** The expression's text without white space: the key when there is no AS. */
  readonly text: string;
  /** `WITH VECTOR`: the vertices' vectors are shown besides. */
  readonly withVector?: true;
};

export type BodyStatement = Node &
  (
    | {
        readonly kind: 'declareAccums';
        readonly type: AccumType;
        readonly accums: readonly {
          readonly name: string;
          readonly global: boolean;
          /** `SumAccum<INT> EDGE @a`: attached to edges. */
          readonly edge: boolean;
          readonly initial?: Expr;
          /** `[n][m]` of an ArrayAccum; null is `[]`, whose size reallocate sets. */
          readonly dimensions?: readonly (Expr | null)[];
          readonly span: Span;
        }[];
      }
    | {
        readonly kind: 'declareVars';
        readonly type: TypeExpr;
        readonly vars: readonly { readonly name: string; readonly value?: Expr; readonly span: Span }[];
      }
    | { readonly kind: 'typedefTuple'; readonly name: string; readonly fields: readonly TupleField[] }
    | { readonly kind: 'typedefAccum'; readonly name: string; readonly type: AccumType }
    /** `S = …`, `S (ANY) = …`; the value is a vertex set, a set expression or a SELECT. */
    | {
        readonly kind: 'assign';
        readonly target: Target;
        readonly op: '=' | '+=';
        readonly value: Expr;
        readonly declaredTypes?: readonly string[];
      }
    | {
        readonly kind: 'assignSelect';
        readonly target: Name;
        readonly declaredTypes?: readonly string[];
        readonly select: SelectExpr;
      }
    | { readonly kind: 'select'; readonly select: SelectExpr }
    | {
        readonly kind: 'if';
        readonly branches: readonly { readonly when: Expr; readonly body: readonly BodyStatement[] }[];
        readonly otherwise?: readonly BodyStatement[];
      }
    | {
        readonly kind: 'while';
        readonly condition: Expr;
        readonly limit?: Expr;
        readonly body: readonly BodyStatement[];
      }
    | { readonly kind: 'foreach'; readonly loop: ForeachLoop; readonly body: readonly BodyStatement[] }
    | { readonly kind: 'break' }
    | { readonly kind: 'continue' }
    | {
        readonly kind: 'print';
        readonly items: readonly PrintItem[];
        readonly where?: Expr;
        /** `TO_CSV f`: a file variable or a path. */
        readonly toCsv?: Expr;
      }
    /** `EXCEPTION e (40001)` */
    | { readonly kind: 'declareException'; readonly name: Name; readonly code: number }
    | { readonly kind: 'raise'; readonly name: Name; readonly message?: Expr }
    | {
        readonly kind: 'try';
        readonly body: readonly BodyStatement[];
        readonly handlers: readonly { readonly name: Name; readonly body: readonly BodyStatement[] }[];
        readonly otherwise?: readonly BodyStatement[];
      }
    /** `FILE f ("path", "764")`; the permission in octal digits. */
    | {
        readonly kind: 'declareFile';
        readonly name: Name;
        readonly path: Expr;
        readonly permission?: Expr;
      }
    /** `CREATE DIRECTED VIRTUAL EDGE e (FROM A, TO B)`: edges that end with the query. */
    | { readonly kind: 'createVirtualEdge'; readonly edge: CreateEdge }
    | { readonly kind: 'return'; readonly value: Expr }
    | { readonly kind: 'expr'; readonly expr: Expr }
    | InsertStatement
    | TableStatement
    | {
        readonly kind: 'delete';
        readonly alias: Name;
        readonly from: readonly PathPattern[];
        readonly where?: Expr;
      }
    | {
        readonly kind: 'update';
        readonly alias: Name;
        readonly from: readonly PathPattern[];
        readonly set: readonly DmlStatement[];
        readonly where?: Expr;
      }
  );

export interface Parameter extends Node {
  readonly name: string;
  readonly type: TypeExpr;
  readonly defaultValue?: Expr;
}

export interface QueryDefinition extends Node {
  readonly kind: 'query';
  readonly name: Name;
  readonly graph?: Name;
  readonly parameters: readonly Parameter[];
  readonly returns?: TypeExpr;
  readonly distributed: boolean;
  readonly syntax?: 'v1' | 'v2' | 'v3';
  readonly body: readonly BodyStatement[];
}

export type * from './ast-access.ts';
export type * from './ast-statements.ts';
