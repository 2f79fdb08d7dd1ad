/** Changes of schemas, their versions, and what they erase and bring back. */
import type {
  Attribute,
  AttributeIndex,
  EdgePair,
  EdgeType,
  VectorAttribute,
  VertexType,
} from '@acacia/language';

/** A change of one graph's schema, done whole or not at all. Added types are local to the graph. */
export interface SchemaChange {
  readonly addVertexTypes?: readonly VertexType[];
  readonly addEdgeTypes?: readonly EdgeType[];
  /** The type and its data go; edges of a dropped vertex type go with it. */
  readonly dropVertexTypes?: readonly string[];
  readonly dropEdgeTypes?: readonly string[];
  readonly alterVertexTypes?: readonly AlterType[];
  readonly alterEdgeTypes?: readonly AlterType[];
  /** Of a graph: global types that it sees from now on (with the ends of edge types), or no longer; they keep their data. */
  readonly addGlobalTypes?: readonly string[];
  readonly dropGlobalTypes?: readonly string[];
}

/** A schema change job as data. */
export interface SchemaJobChange {
  readonly change: SchemaChange;
  /** Global types that a global job adds to graphs, or drops from them. */
  readonly members: readonly {
    readonly graph: string;
    readonly what: 'vertex' | 'edge';
    readonly adds: boolean;
    readonly names: readonly string[];
  }[];
}

/** Rows of a type, or values of one of its attributes, that a change erases. */
export interface ErasedRows {
  readonly kind: 'vertex' | 'edge';
  readonly type: string;
  /** Absent: whole vertices or edges. */
  readonly attribute?: string;
  readonly rows: number;
}

/** The effects of a change that was not made. */
export interface ChangePreview {
  /** GSQL that makes the change. */
  readonly job: string;
  readonly erased: readonly ErasedRows[];
  /** Whether what is erased is kept for a time, so that the change can be reverted with it. */
  readonly kept: boolean;
  /** Queries that would become drafts, and loading jobs that would be disabled. */
  readonly queries: readonly { readonly graph: string; readonly name: string }[];
  readonly jobs: readonly { readonly graph: string; readonly name: string }[];
}

/** One version of a graph's schema, or of the global types. */
export interface SchemaVersion {
  /** From 1 on. */
  readonly version: number;
  /** Milliseconds since 1970; null: made before versions were kept. */
  readonly at: number | null;
  /** The name of who made it; '': nobody that is known. */
  readonly author: string;
  /** Facts that it has and the version before had not, and the other way round: `attribute Person.age INT`. */
  readonly added: readonly string[];
  readonly dropped: readonly string[];
  /** Until when (milliseconds since 1970) it can be reverted, and the bytes that are kept for that; null: not any more. */
  readonly revert: { readonly until: number; readonly bytes: number } | null;
}

/** The effects of reverting a version, which was not done. */
export interface RevertPreview extends ChangePreview {
  /** Rows and values that are kept: those whose vertices are gone do not come back. */
  readonly restored: readonly ErasedRows[];
}

export interface AlterType {
  readonly name: string;
  readonly addAttributes?: readonly Attribute[];
  readonly dropAttributes?: readonly string[];
  /** Of a vertex type. */
  readonly addIndexes?: readonly AttributeIndex[];
  readonly dropIndexes?: readonly string[];
  readonly addVectors?: readonly VectorAttribute[];
  readonly dropVectors?: readonly string[];
  /** Of an edge type: vertex types that it connects from now on, or no longer. */
  readonly addPairs?: readonly EdgePair[];
  readonly dropPairs?: readonly EdgePair[];
}
