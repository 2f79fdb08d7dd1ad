/** Envelopes of a workspace's answers, after TigerGraph's HTTP API. */
import { z } from 'zod';

export const RestppVersion = z.object({
  edition: z.string(),
  api: z.string(),
  /** Version of the graph's schema. */
  schema: z.number(),
});

/** Answer of a call below `/restpp`, before its results are looked at. */
export const RestppEnvelope = z.object({
  version: RestppVersion.optional(),
  error: z.boolean(),
  message: z.string(),
  results: z.unknown().optional(),
  /** `REST-0000`-like; often absent on success. */
  code: z.string().optional(),
});
export type RestppEnvelope = z.infer<typeof RestppEnvelope>;

/** Answer of a call of the GSQL server or below `/api`. */
export const GsqlEnvelope = z.object({
  error: z.boolean(),
  message: z.string(),
  results: z.unknown().optional(),
  code: z.string().optional(),
});
export type GsqlEnvelope = z.infer<typeof GsqlEnvelope>;
