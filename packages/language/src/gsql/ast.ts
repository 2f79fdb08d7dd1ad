/**
 * The GSQL tree: frozen, tagged, serialisable nodes. Every node carries the span it was read from.
 * The parser makes it, the checker annotates it from outside (`Analysis`), the engine compiles it.
 */
import type { Span } from '../diagnostic.ts';
import type { ScalarTypeName } from '../schema.ts';

interface Node {
  readonly span: Span;
}

/** A name as written (back-quotes removed). */
export interface Name extends Node {
  readonly text: string;
}

// ---------------------------------------------------------------- types as written

export type TypeExpr = Node &
  (
    | { readonly kind: 'scalar'; readonly name: ScalarTypeName }
    | { readonly kind: 'vertex'; readonly vertexType?: string }
    | { readonly kind: 'edge'; readonly edgeType?: string }
    | { readonly kind: 'set' | 'bag' | 'list'; readonly element: TypeExpr }
    | { readonly kind: 'map'; readonly key: TypeExpr; readonly value: TypeExpr }
    | { readonly kind: 'json'; readonly name: 'JSONOBJECT' | 'JSONARRAY' }
    | { readonly kind: 'named'; readonly name: string }
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
  | 'BitwiseOrAccum';

export type AccumType = Node &
  (
    | { readonly kind: ScalarAccumName; readonly element?: TypeExpr }
    | { readonly kind: 'ListAccum' | 'SetAccum' | 'BagAccum' | 'ArrayAccum'; readonly element: TypeExpr }
    | { readonly kind: 'MapAccum'; readonly key: TypeExpr; readonly value: TypeExpr }
    | {
        readonly kind: 'HeapAccum';
        readonly tuple: string;
        readonly capacity: Expr;
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
    /** A parameter, variable, alias, vertex set, type or constant: the checker says which. */
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
    | { readonly kind: 'unary'; readonly op: '-' | 'NOT'; readonly operand: Expr }
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
    /** `*`, only as the argument of count. */
    | { readonly kind: 'star' }
    /** `INTERVAL 3 DAY` in datetime_add and datetime_sub. */
    | { readonly kind: 'interval'; readonly amount: Expr; readonly unit: string }
  );

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
  readonly sample?: Expr;
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

/** What may stand on the left of `=` or `+=`. */
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
  /** Where each of them stands. */
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
};

export type BodyStatement = Node &
  (
    | {
        readonly kind: 'declareAccums';
        readonly type: AccumType;
        readonly accums: readonly {
          readonly name: string;
          readonly global: boolean;
          readonly initial?: Expr;
          /** `[n][m]` of an ArrayAccum. */
          readonly dimensions?: readonly Expr[];
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
    /** `FILE f ("path")` */
    | { readonly kind: 'declareFile'; readonly name: Name; readonly path: Expr }
    | { readonly kind: 'return'; readonly value: Expr }
    | { readonly kind: 'expr'; readonly expr: Expr }
    | InsertStatement
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

// ---------------------------------------------------------------- catalog and shell statements

export interface AttributeDefinition extends Node {
  readonly name: string;
  readonly type: TypeExpr;
  readonly defaultValue?: Expr;
  readonly primaryKey: boolean;
}

export interface CreateVertex extends Node {
  readonly kind: 'createVertex';
  readonly name: Name;
  /** `PRIMARY_ID id TYPE`; absent when a PRIMARY KEY is used. */
  readonly primaryId?: AttributeDefinition;
  readonly attributes: readonly AttributeDefinition[];
  /** `PRIMARY KEY (a, b)` */
  readonly compositeKey: readonly string[];
  /** WITH options, names in lower case: stats, primary_id_as_attribute. */
  readonly options: Readonly<Record<string, string>>;
}

export interface CreateEdge extends Node {
  readonly kind: 'createEdge';
  readonly name: Name;
  readonly directed: boolean;
  /** `*` as written stands for every vertex type. */
  readonly pairs: readonly { readonly from: Name; readonly to: Name }[];
  readonly discriminator: readonly AttributeDefinition[];
  readonly attributes: readonly AttributeDefinition[];
  readonly reverseEdge?: Name;
}

export interface LoadStatement extends Node {
  /** The file variable, the quoted path, or a table that an earlier LOAD filled. */
  readonly source: {
    readonly kind: 'variable' | 'path' | 'tempTable';
    readonly text: string;
    readonly span: Span;
  };
  readonly targets: readonly LoadTarget[];
  /** USING options, names in upper case. */
  readonly using: Readonly<Record<string, string>>;
  /** Where the names of the options stand. */
  readonly usingSpans?: Readonly<Record<string, Span>>;
}

/** A value of a loading statement: tokens are strings until the target's type converts them. */
export type LoadValue = Node &
  (
    | { readonly kind: 'column'; readonly index: number }
    /** `$"a"`, or of a JSON file `$"a":"b"`: `path` holds the names after the first. */
    | { readonly kind: 'namedColumn'; readonly name: string; readonly path?: readonly string[] }
    | { readonly kind: 'literal'; readonly value: string | number | boolean }
    | { readonly kind: 'skip' }
    | { readonly kind: 'function'; readonly name: string; readonly args: readonly LoadValue[] }
  );

export type LoadCondition = Node &
  (
    | {
        readonly kind: 'compare';
        readonly op: '==' | '!=' | '<' | '<=' | '>' | '>=';
        readonly left: LoadValue;
        readonly right: LoadValue;
      }
    | { readonly kind: 'and' | 'or'; readonly left: LoadCondition; readonly right: LoadCondition }
    | { readonly kind: 'not'; readonly operand: LoadCondition }
    | { readonly kind: 'isEmpty' | 'isNumeric'; readonly value: LoadValue; readonly negated: boolean }
    | { readonly kind: 'value'; readonly value: LoadValue }
  );

export type LoadTarget = Node & {
  readonly where?: LoadCondition;
} & (
    | { readonly kind: 'vertex'; readonly type: Name; readonly values: readonly LoadValue[] }
    | {
        readonly kind: 'edge';
        readonly type: Name;
        /** The first two values are the ends, with their vertex types when written. */
        readonly values: readonly LoadValue[];
        readonly fromType?: Name;
        readonly toType?: Name;
      }
    /** `TO TEMP_TABLE t (a, b) VALUES (…)`: rows for the LOAD statements over it. */
    | {
        readonly kind: 'tempTable';
        readonly type: Name;
        readonly columns: readonly Name[];
        readonly values: readonly LoadValue[];
      }
  );

export interface CreateLoadingJob extends Node {
  readonly kind: 'createLoadingJob';
  readonly name: Name;
  readonly graph?: Name;
  readonly files: readonly { readonly name: Name; readonly path?: string }[];
  readonly headers: readonly { readonly name: Name; readonly columns: readonly string[] }[];
  /** `DEFINE INPUT_LINE_FILTER name = condition` */
  readonly filters: readonly { readonly name: Name; readonly condition: LoadCondition }[];
  readonly loads: readonly LoadStatement[];
  /** The statement as written: what the catalog stores. */
  readonly text: string;
}

/** One statement of a schema change job. */
export type SchemaStep = Node &
  (
    | { readonly kind: 'addType'; readonly type: CreateVertex | CreateEdge }
    | {
        readonly kind: 'alter';
        readonly what: 'vertex' | 'edge';
        readonly type: Name;
        readonly add: readonly AttributeDefinition[];
        readonly drop: readonly Name[];
      }
    | { readonly kind: 'addPairs'; readonly type: Name; readonly pairs: CreateEdge['pairs'] }
    | {
        readonly kind: 'index';
        readonly type: Name;
        readonly name: Name;
        /** Absent: the index is dropped. */
        readonly attribute?: Name;
      }
    | { readonly kind: 'dropTypes'; readonly what: 'vertex' | 'edge'; readonly names: readonly Name[] }
    | { readonly kind: 'dropTuples'; readonly names: readonly Name[] }
    /** `ADD VERTEX a, b TO GRAPH g`, `DROP EDGE e FROM GRAPH g`: in global jobs. */
    | {
        readonly kind: 'member';
        readonly what: 'vertex' | 'edge';
        readonly adds: boolean;
        readonly names: readonly Name[];
        readonly graph: Name;
      }
  );

export interface CreateSchemaJob extends Node {
  readonly kind: 'createSchemaJob';
  readonly name: Name;
  readonly global: boolean;
  readonly graph?: Name;
  readonly steps: readonly SchemaStep[];
  /** The statement as written: what the catalog stores. */
  readonly text: string;
}

export type DropKind = 'vertex' | 'edge' | 'graph' | 'query' | 'job' | 'tuple' | 'all';

/** Argument of RUN QUERY: positional, or one JSON object. */
export type RunArguments =
  | { readonly kind: 'positional'; readonly values: readonly (Expr | null)[] }
  | { readonly kind: 'json'; readonly text: string };

/**
 * `SELECT * FROM T WHERE primary_id == "x" LIMIT 3`, or `SELECT * FROM A-(E)->B WHERE from_id == "x"`: the shell's
 * look at what is stored.
 */
export interface SelectAll extends Node {
  readonly kind: 'selectAll';
  readonly type: Name;
  readonly edge?: { readonly type: Name; readonly to: Name };
  /** All must hold. */
  readonly conditions: readonly {
    readonly name: Name;
    readonly op: '==' | '!=' | '<' | '<=' | '>' | '>=';
    readonly value: string | number | bigint | boolean;
  }[];
  readonly limit?: number;
}

/** `UPDATE|SHOW|DROP DESCRIPTION OF QUERY a, b` or `… OF QUERY_PARAM a.p`. */
export interface DescribeStatement extends Node {
  readonly kind: 'describe';
  readonly action: 'update' | 'show' | 'drop';
  /** `parameter` is `*` for all of a query. */
  readonly subjects: readonly { readonly query: Name; readonly parameter?: Name }[] | '*';
  readonly graph?: Name;
  /** Of UPDATE. */
  readonly text?: string;
}

export type Statement =
  | SelectAll
  | DescribeStatement
  | CreateVertex
  | CreateEdge
  | (Node & { readonly kind: 'createGraph'; readonly name: Name; readonly types: readonly Name[] | '*' })
  | (Node & { readonly kind: 'useGraph'; readonly name: Name | null })
  | (Node & { readonly kind: 'ls' })
  /** `SET syntax_version = "v2"`: a parameter of the session. */
  | (Node & { readonly kind: 'set'; readonly name: string; readonly value: string })
  /** `TYPEDEF TUPLE <…> name` in the catalog. */
  | (Node & { readonly kind: 'createTuple'; readonly name: Name; readonly fields: readonly TupleField[] })
  | (Node & {
      readonly kind: 'show';
      readonly what: 'vertex' | 'edge' | 'graph' | 'job' | 'query';
      readonly pattern?: string;
    })
  | (Node & {
      readonly kind: 'drop';
      readonly what: DropKind;
      readonly names: readonly Name[] | '*';
      readonly cascade: boolean;
    })
  | CreateLoadingJob
  | CreateSchemaJob
  | (Node & { readonly kind: 'runSchemaJob'; readonly global: boolean; readonly name: Name })
  | (Node & {
      readonly kind: 'runLoadingJob';
      readonly name: Name;
      readonly files: readonly { readonly name: string; readonly path?: string }[];
      readonly options: Readonly<Record<string, string>>;
    })
  | (Node & {
      readonly kind: 'createQuery';
      readonly orReplace: boolean;
      readonly query: QueryDefinition;
      readonly text: string;
    })
  | (Node & {
      readonly kind: 'interpretQuery';
      readonly query: QueryDefinition;
      readonly args?: RunArguments;
      readonly text: string;
    })
  | (Node & { readonly kind: 'interpretStored'; readonly name: Name; readonly args: RunArguments })
  | (Node & {
      readonly kind: 'installQuery';
      readonly names: readonly Name[] | '*';
      readonly options: readonly string[];
    })
  | (Node & {
      readonly kind: 'runQuery';
      readonly name: Name;
      readonly args: RunArguments;
      readonly options: readonly string[];
    });

export interface Program {
  readonly statements: readonly Statement[];
}
