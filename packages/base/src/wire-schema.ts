/**
 * TigerGraph's JSON of a graph schema (GSQL server endpoints, "Schema"): the contract parses this shape, and the
 * language converts it to a schema and back.
 */
import { z } from 'zod';

/** Types of attributes as TigerGraph names them. `TupleName` is for UDT. */
export const WireAttributeType = z.object({
  Name: z.string().min(1),
  KeyTypeName: z.string().optional(),
  ValueTypeName: z.string().optional(),
  TupleName: z.string().optional(),
});
export type WireAttributeType = z.infer<typeof WireAttributeType>;

export const WireAttribute = z.object({
  AttributeName: z.string().min(1),
  AttributeType: WireAttributeType,
  DefaultValue: z.union([z.string(), z.number(), z.boolean()]).optional(),
  IsDiscriminator: z.boolean().optional(),
  /** One of the attributes of `PRIMARY KEY (a, b)`; PrimaryId's name has them in the order of the key. */
  IsPartOfCompositeKey: z.boolean().optional(),
  HasIndex: z.boolean().optional(),
  IndexName: z.string().optional(),
  IsPrimaryKey: z.boolean().optional(),
});
export type WireAttribute = z.infer<typeof WireAttribute>;

const WirePrimaryId = z.object({
  AttributeName: z.string().min(1),
  AttributeType: WireAttributeType,
  /** The id can be read as an attribute. */
  PrimaryIdAsAttribute: z.boolean().optional(),
  /** Declared with PRIMARY KEY. */
  IsPrimaryKey: z.boolean().optional(),
});

/** A vector attribute of a vertex type. */
export const WireVector = z.object({
  Name: z.string().min(1),
  Dimension: z.number().int().min(1),
  IndexType: z.string().optional(),
  DataType: z.string().optional(),
  Metric: z.string().optional(),
});

export const WireVertexType = z
  .object({
    Name: z.string().min(1),
    PrimaryId: WirePrimaryId,
    Attributes: z.array(WireAttribute).default([]),
    EmbeddingAttributes: z.array(WireVector).optional(),
    Config: z
      .object({ STATS: z.string().optional(), PRIMARY_ID_AS_ATTRIBUTE: z.boolean().optional() })
      .default({}),
    IsLocal: z.boolean().optional(),
  })
  .meta({ id: 'WireVertexType' });
export type WireVertexType = z.output<typeof WireVertexType>;

export const WireEdgePair = z.object({ From: z.string().min(1), To: z.string().min(1) });

export const WireEdgeType = z
  .object({
    Name: z.string().min(1),
    IsDirected: z.boolean(),
    /** `*` when there are several pairs: they then stand in EdgePairs. */
    FromVertexTypeName: z.string().optional(),
    ToVertexTypeName: z.string().optional(),
    EdgePairs: z.array(WireEdgePair).optional(),
    Attributes: z.array(WireAttribute).default([]),
    Config: z.object({ REVERSE_EDGE: z.string().optional() }).default({}),
    IsLocal: z.boolean().optional(),
  })
  .meta({ id: 'WireEdgeType' });
export type WireEdgeType = z.output<typeof WireEdgeType>;

export const WireTuple = z.object({
  name: z.string(),
  fields: z.array(z.object({ fieldName: z.string(), fieldType: z.string(), length: z.number().optional() })),
});

/** `GraphName` is '' for the global scope. */
export const WireGraphSchema = z
  .object({
    GraphName: z.string(),
    VertexTypes: z.array(WireVertexType),
    EdgeTypes: z.array(WireEdgeType),
    UDTs: z.array(WireTuple).default([]),
  })
  .meta({ id: 'WireGraphSchema' });
export type WireGraphSchema = z.output<typeof WireGraphSchema>;
