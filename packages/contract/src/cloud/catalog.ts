/** What can be chosen when something is created: versions, sizes, regions (cloud product, sizes and prices). */
import { z } from 'zod';

export const Platform = z.enum(['AWS', 'GCP', 'AZURE']);
export type Platform = z.infer<typeof Platform>;

export const WorkspaceType = z
  .object({
    typeName: z.string(),
    /** Virtual processors. */
    cpu: z.string(),
    /** GiB. */
    memory: z.string(),
    partition: z.number().int(),
    /** US dollars an hour in the region. */
    cost_per_hour: z.number(),
    cost_per_hour_with_ha: z.number(),
    disabled: z.boolean(),
  })
  .meta({ id: 'WorkspaceType' });
export type WorkspaceType = z.infer<typeof WorkspaceType>;

export const Region = z
  .object({
    name: z.string(),
    description: z.string(),
    platform: Platform,
    /** Emulated on this machine, as all regions are in local mode. */
    emulated: z.boolean(),
  })
  .meta({ id: 'Region' });
export type Region = z.infer<typeof Region>;

export const CloudProvider = z
  .object({
    id: z.string(),
    name: z.string(),
    platform: Platform,
    type: z.enum(['public', 'private']),
    status: z.enum(['Active', 'ComingSoon', 'Unavailable']),
  })
  .meta({ id: 'CloudProvider' });
export type CloudProvider = z.infer<typeof CloudProvider>;

export const WorkspaceMeta = z
  .object({
    regions: z.array(Region),
    cloudProviders: z.array(CloudProvider),
    tgVersions: z.array(z.object({ name: z.string(), image: z.string() })),
    workspaceTypes: z.array(WorkspaceType),
  })
  .meta({ id: 'WorkspaceMeta' });
export type WorkspaceMeta = z.infer<typeof WorkspaceMeta>;
