/** What the control plane asks of a workspace it runs; never reachable through the gateway. */
import { z } from 'zod';

export const InternalStatus = z.object({
  activity: z.object({
    runningQueries: z.number(),
    runningLoads: z.number(),
    lastActivityAt: z.iso.datetime(),
  }),
  memory: z.object({ graphBytes: z.number(), limitBytes: z.number(), processBytes: z.number() }),
  readOnly: z.boolean(),
});
export type InternalStatus = z.infer<typeof InternalStatus>;

/** Headers by which the gateway tells a workspace who calls. */
export const GATEWAY_HEADERS = { key: 'x-acacia-key', user: 'x-acacia-user', role: 'x-acacia-role' } as const;
