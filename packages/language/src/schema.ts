/**
 * A graph schema as plain data: the compiler's input, in the browser and in the server alike. Serialisable; holds no
 * behaviour. Produced from the engine's catalog or from a schema answer.
 */

export type ScalarTypeName = 'INT' | 'UINT' | 'FLOAT' | 'DOUBLE' | 'BOOL' | 'STRING' | 'DATETIME';

/** The type of an attribute of a vertex or edge type. */
export type AttributeType =
  | { readonly kind: 'scalar'; readonly name: ScalarTypeName }
  | { readonly kind: 'list' | 'set'; readonly element: AttributeType }
  | { readonly kind: 'map'; readonly key: AttributeType; readonly value: AttributeType }
  /** A tuple of the catalog; `fields` are present where they were looked up in the catalog. */
  | { readonly kind: 'udt'; readonly name: string; readonly fields?: TupleType['fields'] };

export interface Attribute {
  readonly name: string;
  readonly type: AttributeType;
  /** Default as it is written in GSQL (a literal's value), when one was declared. */
  readonly defaultValue?: string | number | boolean;
}

export type VectorMetric = 'COSINE' | 'L2' | 'IP';

/** An embedding that vertices of a type may carry: so many 32-bit floats, searched by distance. */
export interface VectorAttribute {
  readonly name: string;
  readonly dimension: number;
  readonly metric: VectorMetric;
}

export interface VertexType {
  readonly name: string;
  /** The id. `asAttribute`: whether `v.<name>` can be read as an attribute. */
  readonly primaryId: {
    readonly name: string;
    readonly type: ScalarTypeName;
    readonly asAttribute: boolean;
    /** Declared with PRIMARY KEY after the attribute rather than with PRIMARY_ID. */
    readonly isPrimaryKey: boolean;
    /**
     * Attributes of a composite key, declared by `PRIMARY KEY (a, b)` or behind other attributes: their values, joined
     * by commas in this order, are the id. They are among the attributes; `name` is their names joined by commas, and
     * the id itself is no attribute.
     */
    readonly parts?: readonly string[];
  };
  /** Attributes other than the primary id, in declaration order. */
  readonly attributes: readonly Attribute[];
  /** `STATS="none"`; absent for the default, outdegree_by_edgetype. */
  readonly stats?: 'none';
  readonly indexes?: readonly AttributeIndex[];
  /** Absent when there are none. */
  readonly vectors?: readonly VectorAttribute[];
}

/** `ADD INDEX name ON (attribute)` */
export interface AttributeIndex {
  readonly name: string;
  readonly attribute: string;
}

export interface EdgePair {
  readonly from: string;
  readonly to: string;
}

export interface EdgeType {
  readonly name: string;
  readonly directed: boolean;
  readonly pairs: readonly EdgePair[];
  readonly attributes: readonly Attribute[];
  /** Names of the attributes that make an edge unique beside its two ends; empty when there are none. */
  readonly discriminator: readonly string[];
  /** Name of the reverse edge type kept in step with this one. */
  readonly reverseEdge?: string;
  /** For a reverse edge type: the edge type it is the reverse of (same rows, ends swapped). */
  readonly reverseOf?: string;
}

/** A type that a TYPEDEF of the catalog names: a tuple by its fields, or an accumulator type. */
export interface TupleType {
  readonly name: string;
  /** Empty for an accumulator type. `length`: as `STRING(10)` states it, for clients; longer texts are stored as well. */
  readonly fields: readonly (Attribute & { readonly length?: number })[];
  /** The accumulator type as GSQL writes it: `HeapAccum<Score>(3, points DESC)`. */
  readonly accum?: string;
}

/** One parameter of a query that is stored in the catalog. */
export interface QueryParameter {
  readonly name: string;
  /** In GSQL's notation: `INT`, `VERTEX<Person>`, `SET<STRING>`. */
  readonly type: string;
  readonly hasDefault: boolean;
}

export interface QuerySignature {
  readonly name: string;
  readonly parameters: readonly QueryParameter[];
  /** In GSQL's notation, after RETURNS; absent where there is none. */
  readonly returns?: string;
}

/** A function that the people of a workspace wrote; queries of every graph may call it. */
export interface FunctionSignature {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: AttributeType }[];
  readonly returns: AttributeType;
  /** The description above it, on one line. */
  readonly description?: string;
}

/** All types that a graph can see; `name` is '' for the global scope. */
export interface GraphSchema {
  readonly name: string;
  readonly vertexTypes: readonly VertexType[];
  readonly edgeTypes: readonly EdgeType[];
  readonly tuples: readonly TupleType[];
  readonly queries: readonly QuerySignature[];
  /** Absent when there are none. */
  readonly functions?: readonly FunctionSignature[];
}
