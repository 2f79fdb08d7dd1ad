/** Loads of a workspace as the control plane knows them from it: also while the workspace does not run. */
import { z } from 'zod';
import { LoadState } from '../workspace/loading.ts';

/** The most that one answer holds. */
export const PAST_LOADS = 200;

export const PastLoad = z
  .object({
    id: z.string(),
    graph: z.string(),
    job: z.string(),
    /** Name of the person in the workspace who began it; null where that was not kept. */
    by: z.string().nullable(),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    /** As the workspace last told it. */
    state: LoadState,
    /** Names of its files. */
    files: z.array(z.string()),
    /** Vertices and edges that are new, and that were there. */
    made: z.number(),
    updated: z.number(),
    /** Lines and objects that were not loaded. */
    rejected: z.number(),
    /** Why it failed; null when it did not. */
    error: z.string().nullable(),
  })
  .meta({ id: 'PastLoad' });
export type PastLoad = z.infer<typeof PastLoad>;
