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

const OfGraph = z.object({ graph: z.string(), name: z.string() });

/** The effects of a change that was not made: POST /gsql/v1/schema/change/preview, an addition of Acacia. */
export const SchemaChangePreview = z
  .object({
    /** GSQL that makes the change. */
    job: z.string(),
    /** Rows of a type that the change erases, or values of one of its attributes. */
    erased: z.array(
      z.object({
        kind: z.enum(['vertex', 'edge']),
        type: z.string(),
        attribute: z.string().optional(),
        rows: z.number(),
      }),
    ),
    /** Queries that would become drafts. */
    queries: z.array(OfGraph),
    /** Loading jobs that would be disabled. */
    jobs: z.array(OfGraph),
  })
  .meta({ id: 'SchemaChangePreview' });
export type SchemaChangePreview = z.infer<typeof SchemaChangePreview>;

/** One graph of GET /gsql/v1/schema/graphs. */
export const WireGraph = z.object({
  graphName: z.string(),
  vertices: z.array(z.string()),
  edges: z.array(z.string()),
});
export type WireGraph = z.infer<typeof WireGraph>;
