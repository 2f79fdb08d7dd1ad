/** Health check and slow queries of a workspace, which the admin portal shows. */
import { z } from 'zod';

/** Milliseconds from which a query counts as slow: it gets a line in the log, and is listed. */
export const SLOW_QUERY_MS = 1000;
/** Slow queries that are listed; the oldest are forgotten first. */
export const SLOW_QUERIES_KEPT = 100;

/** Queries that were slow or met their time limit since the workspace was started, newest first. */
export const SlowQuery = z.object({
  requestid: z.string(),
  graph: z.string(),
  /** '' for text without a name. */
  query: z.string(),
  endTime: z.iso.datetime(),
  milliseconds: z.number(),
  outcome: z.enum(['done', 'failed', 'timeout', 'aborted']),
  /** Why it failed; null when it did not. */
  error: z.string().nullable(),
});
export type SlowQuery = z.infer<typeof SlowQuery>;

export const HealthCheck = z.object({
  /** Subject of the check, for people. */
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  /** The finding in a sentence; of a fault also what to do. */
  detail: z.string(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

export const HealthReport = z.object({
  checkedAt: z.iso.datetime(),
  checks: z.array(HealthCheck),
});
export type HealthReport = z.infer<typeof HealthReport>;
