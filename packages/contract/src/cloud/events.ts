/** Events of the push channel: each names a thing that has changed, and holds nothing of it. */
import { z } from 'zod';

/** Below `/api`. The answer is a stream of server-sent events, each with a `CloudEvent` as its data. */
export const EVENTS_PATH = '/v2/events';

export const CloudEvent = z
  .object({
    /**
     * `access`: the roles of the caller; `organization`: something else in the organisation that the caller may see.
     */
    kind: z.enum(['workgroup', 'workspace', 'solution', 'profile', 'access', 'organization']),
    workgroup_id: z.string().nullable(),
    workspace_id: z.string().nullable(),
  })
  .meta({ id: 'CloudEvent' });
export type CloudEvent = z.infer<typeof CloudEvent>;
