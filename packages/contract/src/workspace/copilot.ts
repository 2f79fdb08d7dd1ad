/** Descriptions of queries, and the queries that the copilot may use (specification part 2, section 7). */
import { z } from 'zod';
import { GsqlEnvelope } from './envelope.ts';

export const QueryDescription = z.object({
  queryName: z.string(),
  /** Absent when nobody described it. */
  description: z.string().optional(),
  parameters: z.array(z.object({ paramName: z.string(), description: z.string().optional() })),
});
export type QueryDescription = z.infer<typeof QueryDescription>;

/** GET /gsql/v1/description?graph=…: every query of the graph, or those that `query=a,b` names. */
export const QueryDescriptions = GsqlEnvelope.extend({
  results: z.object({ queries: z.array(QueryDescription) }),
});

const Description = z.string().max(10_000, 'A description has at most 10000 characters.');

/** PUT /gsql/v1/description?graph=… */
export const DescribeQueries = z.object({
  queries: z
    .array(
      z.object({
        queryName: z.string(),
        description: Description.optional(),
        parameters: z.array(z.object({ paramName: z.string(), description: Description })).default([]),
      }),
    )
    .min(1, 'Name at least one query.'),
});

/** DELETE /gsql/v1/description?graph=…: `q` or `*`, and `q.p` or `q.*`. */
export const DropDescriptions = z.object({
  queries: z.array(z.string()).default([]),
  queryParameters: z.array(z.string()).default([]),
});

/** GET /copilot/{graph}/list_registered_queries, without an envelope. */
export const RegisteredQueries = z.array(QueryDescription);
export type RegisteredQueries = z.infer<typeof RegisteredQueries>;

/** POST /copilot/{graph}/upsert_from_gsql and POST /copilot/{graph}/delete_from_gsql. */
export const RegisterQueries = z.object({
  queries: z.array(z.string()).min(1, 'Name at least one query.'),
});
export const QueriesRegistered = z.object({
  upserted_functions: RegisteredQueries,
  upserted_count: z.number(),
});
export type QueriesRegistered = z.infer<typeof QueriesRegistered>;
export const QueriesUnregistered = z.object({
  deleted_functions: RegisteredQueries,
  deleted_count: z.number(),
});
export type QueriesUnregistered = z.infer<typeof QueriesUnregistered>;
