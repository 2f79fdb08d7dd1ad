/** Statistics of a graph's data (specification part 2, Data Profile tab). */
import { z } from 'zod';

/** Statistics of an attribute's values, from all of them or from a sample. */
export const AttributeProfile = z.object({
  name: z.string(),
  type: z.string(),
  /** Values other than the type's default. */
  filled: z.number().int(),
  distinct: z.number().int(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** Buckets of numbers and times, most frequent values of texts. */
  histogram: z.array(z.object({ label: z.string(), count: z.number().int() })),
});

export const TypeProfile = z.object({
  type: z.string(),
  count: z.number().int(),
  attributes: z.array(AttributeProfile),
});

export const DataProfile = z
  .object({
    graph: z.string(),
    measured_at: z.iso.datetime(),
    vertices: z.array(TypeProfile),
    edges: z.array(
      TypeProfile.extend({
        from: z.array(z.string()),
        to: z.array(z.string()),
        directed: z.boolean(),
        /**
         * Distribution of degrees: numbers of vertices of `from` (of an undirected type of both ends) by their number
         * of these edges, in powers of two.
         */
        degrees: z.array(z.object({ label: z.string(), count: z.number().int() })),
      }),
    ),
    /** Rows that attribute statistics were taken from, at most, of each type. */
    sample_rows: z.number().int(),
  })
  .meta({ id: 'DataProfile' });
export type DataProfile = z.infer<typeof DataProfile>;

/** A data profile while it is measured, and after that. */
export const DataProfileEntry = z
  .object({
    /** The name of its graph. */
    id: z.string(),
    workgroup_id: z.string(),
    workspace_id: z.string(),
    workspace_name: z.string(),
    cache_status: z.enum(['pending', 'success', 'failed']),
    /** Why it could not be measured; '' otherwise. */
    cache_error: z.string(),
    /** Null unless it was measured. */
    profile: DataProfile.nullable(),
  })
  .meta({ id: 'DataProfileEntry' });
export type DataProfileEntry = z.infer<typeof DataProfileEntry>;

/** Why there are no statistics of a workspace that sleeps: asking for them never wakes it. */
export const profileNeedsActive = (name: string, status: string): string =>
  `The workspace '${name}' is ${status}. Resume it to see the statistics of its data.`;
