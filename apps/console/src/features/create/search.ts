import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** Keeps the form of a new workgroup in the address, so that Back and Reload lose nothing. */
export const createWorkgroupSearch = z.object({
  name: text,
  region: text,
  cloud_provider_id: text,
  enable_application_log: z.enum(['true', 'false']).optional().catch(undefined),
  solution: text,
});

export const createWorkspaceSearch = z.object({ solution: text });
