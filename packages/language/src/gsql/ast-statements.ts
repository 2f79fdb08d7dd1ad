/** Nodes of the tree for statements outside of queries: the catalog, loading jobs, and commands of a shell. */
import type { Span } from '../diagnostic.ts';
import type { Expr, Name, QueryDefinition, TupleField, TypeExpr } from './ast.ts';
import type { AccountStatement, CallTemplate, CreateTemplate, PackageStatement } from './ast-access.ts';

interface Node {
  readonly span: Span;
}

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
  /** `*` as written means every vertex type. */
  readonly pairs: readonly { readonly from: Name; readonly to: Name }[];
  readonly discriminator: readonly AttributeDefinition[];
  readonly attributes: readonly AttributeDefinition[];
  readonly reverseEdge?: Name;
}

export interface CreateGraph extends Node {
  readonly kind: 'createGraph';
  readonly name: Name;
  readonly types: readonly Name[] | '*';
  /** `WITH ADMIN`: the user who becomes its administrator. */
  readonly admin?: string;
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
  /** Spans of the options' names. */
  readonly usingSpans?: Readonly<Record<string, Span>>;
}

/** A value of a loading statement: tokens are strings until the target's type converts them. */
export type LoadValue = Node &
  (
    | { readonly kind: 'column'; readonly index: number }
    /** `$"a"`, or of a JSON file `$"a":"b"`: `path` holds the names after the first. */
    | { readonly kind: 'namedColumn'; readonly name: string; readonly path?: readonly string[] }
    /** `$sys.file_name`: the path of the file that the line stands in. */
    | { readonly kind: 'fileName' }
    | { readonly kind: 'literal'; readonly value: string | number | boolean }
    | { readonly kind: 'skip' }
    | { readonly kind: 'function'; readonly name: string; readonly args: readonly LoadValue[] }
    /** `($1 -> $2)`: one entry of a MAP. */
    | { readonly kind: 'pair'; readonly key: LoadValue; readonly value: LoadValue }
    /** `($0, $1)`: a composite key. */
    | { readonly kind: 'tuple'; readonly items: readonly LoadValue[] }
    /** Of conditions alone. */
    | {
        readonly kind: 'arithmetic';
        readonly op: '+' | '-' | '*' | '/' | '^';
        readonly left: LoadValue;
        readonly right: LoadValue;
      }
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
    | {
        readonly kind: 'in';
        readonly value: LoadValue;
        readonly list: readonly LoadValue[];
        readonly negated: boolean;
      }
    | {
        readonly kind: 'between';
        readonly value: LoadValue;
        readonly low: LoadValue;
        readonly high: LoadValue;
        readonly negated: boolean;
      }
    | { readonly kind: 'value'; readonly value: LoadValue }
  );

/** An end of an edge in a loading job, with its vertex type: a name, or a value that gives it line by line. */
export interface LoadEnd {
  readonly value: LoadValue;
  readonly type?: Name;
  readonly typeValue?: LoadValue;
}

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
        /** The vertex types stand in the lines: `$2 $1`. */
        readonly fromTypeValue?: LoadValue;
        readonly toTypeValue?: LoadValue;
      }
    /** `TO VECTOR ATTRIBUTE e ON VERTEX v VALUES (id, vector)` */
    | {
        readonly kind: 'vector';
        readonly type: Name;
        readonly attribute: Name;
        readonly values: readonly LoadValue[];
      }
    /** `TO TEMP_TABLE t (a, b) VALUES (…)`: rows for the LOAD statements over it. */
    | {
        readonly kind: 'tempTable';
        readonly type: Name;
        readonly columns: readonly Name[];
        readonly values: readonly LoadValue[];
      }
  );

/** A DELETE statement of a loading job. */
export type LoadDelete = Node & {
  /** A file variable or a quoted path. */
  readonly source: { readonly kind: 'variable' | 'path'; readonly text: string; readonly span: Span };
  readonly where?: LoadCondition;
  readonly using: Readonly<Record<string, string>>;
  readonly usingSpans?: Readonly<Record<string, Span>>;
} & (
    | { readonly kind: 'deleteVertex'; readonly type: Name; readonly id: LoadValue }
    | {
        readonly kind: 'deleteEdge';
        /** Null: edges of every type. */
        readonly type: Name | null;
        readonly from: LoadEnd;
        readonly to?: LoadEnd;
        readonly discriminator: readonly LoadValue[];
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
  readonly deletes: readonly LoadDelete[];
  /** The statement as written, which the catalog stores. */
  readonly text: string;
}

/** Statements about runs of loading jobs: the id of one run, or `ALL` for those of the graph. */
export interface LoadRunStatement extends Node {
  readonly kind: 'loadRun';
  readonly action: 'status' | 'error' | 'abort' | 'resume' | 'undo';
  readonly id: string;
  /** Of `error`: the number of lines to show. */
  readonly limit?: number;
}

/** Statements about data sources: stores on the network from which loading jobs read. */
export type DataSourceStatement = Node & { readonly kind: 'dataSource' } & (
    | {
        readonly action: 'create';
        readonly name: Name;
        /** The word after DATA_SOURCE that older versions wanted, in lower case. */
        readonly type?: string;
        /** JSON, or the path of a file with it. */
        readonly config?: string;
        readonly graph?: Name;
      }
    | { readonly action: 'drop'; readonly names: readonly Name[] | '*' }
    | { readonly action: 'show'; readonly name?: Name }
    | { readonly action: 'grant' | 'revoke'; readonly name: Name; readonly graph: Name }
  );

/** `DIMENSION=3` or `METRIC="L2"` of a vector attribute; the name in upper case. */
export interface VectorOption extends Node {
  readonly name: string;
  readonly value: string | number;
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
    | {
        readonly kind: 'pairs';
        readonly adds: boolean;
        readonly type: Name;
        readonly pairs: CreateEdge['pairs'];
      }
    /** `ALTER EDGE e ADD FROM (A) TO (B)`: ends that join those that there are. */
    | {
        readonly kind: 'addEnds';
        readonly type: Name;
        readonly from: readonly Name[];
        readonly to: readonly Name[];
      }
    | {
        readonly kind: 'index';
        readonly type: Name;
        readonly name: Name;
        /** Absent: the index is dropped. */
        readonly attribute?: Name;
      }
    | {
        readonly kind: 'vector';
        readonly type: Name;
        readonly name: Name;
        /** Absent: the vector attribute is dropped. */
        readonly options?: readonly VectorOption[];
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
  /** The statement as written, which the catalog stores. */
  readonly text: string;
}

export type DropKind = 'vertex' | 'edge' | 'graph' | 'query' | 'job' | 'tuple' | 'all';

/** JSON as it is written: all parameters by name, or one map. */
export interface JsonText {
  readonly kind: 'json';
  readonly text: string;
}

/** Arguments of RUN QUERY: in order, null where `_` leaves one out, or one JSON object. */
export type RunArguments =
  | { readonly kind: 'positional'; readonly values: readonly (Expr | JsonText | null)[] }
  | JsonText;

/**
 * `SELECT * FROM T WHERE primary_id == "x" LIMIT 3`, or `SELECT * FROM A-(E)->B WHERE from_id == "x"`: the shell's
 * query for stored vertices and edges.
 */
export interface SelectAll extends Node {
  readonly kind: 'selectAll';
  /** Only the number. */
  readonly count: boolean;
  /** The attributes to show; all when absent. */
  readonly attributes?: readonly Name[];
  /** `_`: any, as in `edge`. */
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
  /** The description, for `update`. */
  readonly text?: string;
}

/** Kinds of objects that SHOW lists. */
export type Shown =
  | 'vertex'
  | 'edge'
  | 'graph'
  | 'job'
  | 'loadingJob'
  | 'schemaJob'
  | 'query'
  | 'tuple'
  | 'index'
  | 'package';

/** `EXPORT GRAPH ALL|a,b … TO "folder"` */
export interface ExportGraph extends Node {
  readonly kind: 'exportGraph';
  readonly graphs: readonly Name[] | '*';
  /** `schema`: types and graphs; `template`: jobs and queries too; `data`: rows too. */
  readonly content: 'schema' | 'template' | 'data';
  /** Between the values of a row. */
  readonly separator: string;
  readonly path: string;
}

/** `IMPORT GRAPH ALL|a,b FROM "folder"` */
export interface ImportGraph extends Node {
  readonly kind: 'importGraph';
  readonly graphs: readonly Name[] | '*';
  readonly path: string;
}

export type Statement =
  | ExportGraph
  | ImportGraph
  | PackageStatement
  | CreateTemplate
  | CallTemplate
  | AccountStatement
  /** `HELP`, `HELP QUERY`; the topic in upper case. */
  | (Node & { readonly kind: 'help'; readonly topic?: string })
  /** `EXIT` and `QUIT`: the statements after it are not executed. */
  | (Node & { readonly kind: 'quit' })
  /** `CLEAR GRAPH STORE`: all rows go, definitions stay. */
  | (Node & { readonly kind: 'clearStore' })
  | SelectAll
  | DescribeStatement
  | CreateVertex
  | CreateEdge
  | CreateGraph
  | (Node & { readonly kind: 'useGraph'; readonly name: Name | null })
  | (Node & { readonly kind: 'ls' })
  /** `SET syntax_version = "v2"`: a parameter of the session. */
  | (Node & { readonly kind: 'set'; readonly name: string; readonly value: string })
  /** `TYPEDEF TUPLE <…> name` in the catalog. */
  | (Node & {
      readonly kind: 'createTuple';
      readonly name: Name;
      readonly fields: readonly TupleField[];
      /** `TYPEDEF HeapAccum<…>(…) name`: the type as written; there are no fields then. */
      readonly accum?: string;
    })
  /** `pattern` has `*` and `?`; `expression` is a regular expression after -r. */
  | (Node & {
      readonly kind: 'show';
      readonly what: Shown;
      readonly pattern?: string;
      readonly expression?: string;
    })
  | (Node & {
      readonly kind: 'drop';
      readonly what: DropKind;
      readonly names: readonly Name[] | '*';
      readonly cascade: boolean;
    })
  | CreateLoadingJob
  | LoadRunStatement
  | DataSourceStatement
  | CreateSchemaJob
  | (Node & {
      readonly kind: 'runSchemaJob';
      readonly global: boolean;
      readonly name: Name;
      /** `-N`: queries that still fit are not installed again. */
      readonly reinstall: boolean;
    })
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
      /** A SELECT typed alone that only aggregates: its table prints as its one row. */
      readonly oneRow?: true;
    })
  | (Node & { readonly kind: 'interpretStored'; readonly name: Name; readonly args: RunArguments })
  | (Node & {
      readonly kind: 'installQuery';
      /** Names, or patterns with `*` and `?`. */
      readonly names: readonly Name[] | '*';
      /** `RECOMPILE QUERY`, or -FORCE: installed ones as well. */
      readonly force: boolean;
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
