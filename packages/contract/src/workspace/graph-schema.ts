/** TigerGraph's JSON of changes of a graph schema (GSQL server endpoints, "Schema"). */
import { WireAttribute, WireEdgePair, WireEdgeType, WireVector, WireVertexType } from '@acacia/base';
import { z } from 'zod';

export { WireAttribute, WireEdgeType, WireGraphSchema, WireVertexType } from '@acacia/base';

/** A name, or an attribute with one: clients send both. */
const AttributeNamed = z
  .union([z.string().min(1), z.object({ AttributeName: z.string().min(1) })])
  .transform((value) => (typeof value === 'string' ? value : value.AttributeName));

/** An index by its name, or with its attribute. */
const IndexNamed = z
  .union([z.string().min(1), z.object({ indexName: z.string().min(1) })])
  .transform((value) => (typeof value === 'string' ? value : value.indexName));

export const WireAlterType = z.object({
  name: z.string().min(1),
  addAttributes: z.array(WireAttribute).optional(),
  dropAttributes: z.array(AttributeNamed).optional(),
  addIndexAttributes: z
    .array(z.object({ indexName: z.string().min(1), attributeName: z.string().min(1) }))
    .optional(),
  dropIndexAttributes: z.array(IndexNamed).optional(),
  /** Vector attributes, of vertex types. */
  addEmbeddingAttributes: z.array(WireVector).optional(),
  dropEmbeddingAttributes: z.array(z.string().min(1)).optional(),
  /** Of edge types. */
  addEdgePairs: z.array(WireEdgePair).optional(),
  dropEdgePairs: z.array(WireEdgePair).optional(),
});

export type WireAlterType = z.input<typeof WireAlterType>;

/** POST /gsql/v1/schema/change: done whole or not at all. Added types belong to the graph alone. */
export const WireSchemaChange = z
  .object({
    addVertexTypes: z.array(WireVertexType).optional(),
    addEdgeTypes: z.array(WireEdgeType).optional(),
    dropVertexTypes: z.array(z.string().min(1)).optional(),
    dropEdgeTypes: z.array(z.string().min(1)).optional(),
    alterVertexTypes: z.array(WireAlterType).optional(),
    alterEdgeTypes: z.array(WireAlterType).optional(),
    /** Global types that the graph uses from now on, or no longer: an addition of Acacia. */
    addGlobalTypes: z.array(z.string().min(1)).optional(),
    dropGlobalTypes: z.array(z.string().min(1)).optional(),
  })
  .meta({ id: 'WireSchemaChange' });
export type WireSchemaChange = z.input<typeof WireSchemaChange>;

/** A schema change job as data: `json=true` of GET /gsql/v1/schema/jobs. */
export const WireSchemaJob = WireSchemaChange.omit({ addGlobalTypes: true, dropGlobalTypes: true })
  .extend({
    name: z.string(),
    /** Of a job of one graph. */
    graph: z.string().optional(),
    /** Of a global job: types that it adds to graphs, or drops from them. */
    graphs: z
      .array(
        z.object({
          graphName: z.string(),
          addVertexTypes: z.array(z.string()),
          dropVertexTypes: z.array(z.string()),
          addEdgeTypes: z.array(z.string()),
          dropEdgeTypes: z.array(z.string()),
        }),
      )
      .optional(),
  })
  .meta({ id: 'WireSchemaJob' });
export type WireSchemaJob = z.input<typeof WireSchemaJob>;

const OfGraph = z.object({ graph: z.string(), name: z.string() });

/** Rows of a type, or values of one of its attributes. */
const RowsOfType = z.object({
  kind: z.enum(['vertex', 'edge']),
  type: z.string(),
  attribute: z.string().optional(),
  rows: z.number(),
});

/** The effects of a change that was not made: POST /gsql/v1/schema/change/preview, an addition of Acacia. */
export const SchemaChangePreview = z
  .object({
    /** GSQL that makes the change. */
    job: z.string(),
    /** Rows and values that the change erases. */
    erased: z.array(RowsOfType),
    /** Whether what is erased is kept for a time, so that the change can be reverted with it. */
    kept: z.boolean(),
    /** Queries that would become drafts. */
    queries: z.array(OfGraph),
    /** Loading jobs that would be disabled. */
    jobs: z.array(OfGraph),
  })
  .meta({ id: 'SchemaChangePreview' });
export type SchemaChangePreview = z.infer<typeof SchemaChangePreview>;

/** One of GET /gsql/v1/schema/versions, newest first: an addition of Acacia. */
export const SchemaVersion = z
  .object({
    /** From 1 on. */
    version: z.number(),
    /** null: made before versions were kept. */
    made_at: z.string().nullable(),
    /** The name of who made it; '': nobody that is known. */
    author: z.string(),
    /** Facts that it has and the version before had not, and the other way round: `attribute Person.age INT`. */
    added: z.array(z.string()),
    dropped: z.array(z.string()),
    /** Until when it can be reverted, and the bytes that are kept for that; null: not any more. */
    revert: z.object({ until: z.string(), bytes: z.number() }).nullable(),
  })
  .meta({ id: 'SchemaVersion' });
export type SchemaVersion = z.infer<typeof SchemaVersion>;

/** The effects of reverting a version, which was not done: GET /gsql/v1/schema/versions/:version/revert. */
export const SchemaRevertPreview = SchemaChangePreview.extend({
  /** Rows and values that are kept of it: those of vertices that are gone do not come back. */
  restored: z.array(RowsOfType),
}).meta({ id: 'SchemaRevertPreview' });
export type SchemaRevertPreview = z.infer<typeof SchemaRevertPreview>;

/** The answer to POST /gsql/v1/schema/versions/:version/revert: what is back. */
export const SchemaReverted = z.object({ restored: z.array(RowsOfType) }).meta({ id: 'SchemaReverted' });
export type SchemaReverted = z.infer<typeof SchemaReverted>;

/** One graph of GET /gsql/v1/schema/graphs. */
export const WireGraph = z.object({
  graphName: z.string(),
  vertices: z.array(z.string()),
  edges: z.array(z.string()),
});
export type WireGraph = z.infer<typeof WireGraph>;
