/** Vertices and edges on the wire of a workspace. */
import { z } from 'zod';
import { recordOf } from '../record-of.ts';

export const WireVertex = z.object({
  v_id: z.string(),
  v_type: z.string(),
  attributes: recordOf(z.unknown()),
});
export type WireVertex = z.infer<typeof WireVertex>;

export const WireEdge = z.object({
  e_type: z.string(),
  directed: z.boolean(),
  from_id: z.string(),
  from_type: z.string(),
  to_id: z.string(),
  to_type: z.string(),
  discriminator: z.string().optional(),
  attributes: recordOf(z.unknown()),
});
export type WireEdge = z.infer<typeof WireEdge>;

export const VertexCount = z.object({ v_type: z.string(), count: z.number() });
export type VertexCount = z.infer<typeof VertexCount>;
export const EdgeCount = z.object({
  e_type: z.string(),
  count: z.number(),
  from_type: z.string().optional(),
  to_type: z.string().optional(),
});
export type EdgeCount = z.infer<typeof EdgeCount>;

/** Parameters of reading vertices or edges; `limit` counts rows. */
export const ListParameters = z.object({
  /** `a,b` */
  select: z.string().optional(),
  /** `a>1,b="x"` */
  filter: z.string().optional(),
  /** `-a,b` */
  sort: z.string().optional(),
  limit: z.coerce.number().int().min(0).optional(),
  offset: z.coerce.number().int().min(0).optional(),
  count_only: z.stringbool().optional(),
});
export type ListParameters = z.output<typeof ListParameters>;

/** Parameters of GET /vector/status. */
export const VectorStatusParameters = z.object({ verbose: z.stringbool().optional() });

/** Operators of an upsert: `~` and the like are short forms. */
export const WireUpsertOperator = z.enum([
  'ignore_if_exists',
  '~',
  'add',
  '+',
  'and',
  '&',
  'or',
  '|',
  'max',
  '>',
  'min',
  '<',
  'overwrite',
  '',
]);
export type WireUpsertOperator = z.infer<typeof WireUpsertOperator>;

/** One attribute of an upsert; the bare value is the short form `{"value": …}`. */
export const WireUpsertAttribute = z.object({
  value: z.unknown(),
  op: WireUpsertOperator.optional(),
});
export type WireUpsertAttribute = z.infer<typeof WireUpsertAttribute>;

/** Body of POST /restpp/graph/{graph}; to write several edges between the same ends repeat the target id's key. */
export interface WireUpsert {
  readonly vertices?: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, WireUpsertAttribute>>>>>
  >;
  readonly edges?: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          Readonly<
            Record<
              string,
              Readonly<
                Record<string, Readonly<Record<string, Readonly<Record<string, WireUpsertAttribute>>>>>
              >
            >
          >
        >
      >
    >
  >;
}

export const UpsertParameters = z.object({
  ack: z.enum(['all', 'none']).optional(),
  new_vertex_only: z.stringbool().optional(),
  update_vertex_only: z.stringbool().optional(),
  vertex_must_exist: z.stringbool().optional(),
  source_vertex_must_exist: z.stringbool().optional(),
  target_vertex_must_exist: z.stringbool().optional(),
});

const NamedVertex = z.object({ v_type: z.string(), v_id: z.string() });

export const UpsertResult = z.object({
  accepted_vertices: z.number(),
  accepted_edges: z.number(),
  skipped_vertices: z.number().optional(),
  /** Vertices that `new_vertex_only` left unchanged. */
  vertices_already_exist: z.array(NamedVertex).optional(),
  skipped_edges: z.number().optional(),
  edge_vertices_not_exist: z.array(NamedVertex).optional(),
});
export type UpsertResult = z.infer<typeof UpsertResult>;

export const DeletedVertices = z.object({ v_type: z.string(), deleted_vertices: z.number() });
export type DeletedVertices = z.infer<typeof DeletedVertices>;
export const DeletedEdges = z.object({ e_type: z.string(), deleted_edges: z.number() });
export type DeletedEdges = z.infer<typeof DeletedEdges>;

/** POST /restpp/builtins/{graph}. `type`, `from_type` and `to_type`: `*` or absent for every type. */
export const BuiltinRequest = z.object({
  function: z.enum(['stat_vertex_number', 'stat_edge_number', 'stat_vertex_attr', 'stat_edge_attr']),
  type: z.string().optional(),
  from_type: z.string().optional(),
  to_type: z.string().optional(),
});
