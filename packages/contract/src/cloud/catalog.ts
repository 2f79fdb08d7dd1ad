/** Choices for creating a workgroup or workspace: versions, sizes, regions (cloud product, sizes and prices). */
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
    /** GiB over all copies with high availability. */
    memory_with_ha: z.number().int(),
    partition: z.number().int(),
    /** US dollars an hour in the region. */
    cost_per_hour: z.number(),
    cost_per_hour_with_ha: z.number(),
    /** US dollars an hour where the region's factor is 1: add-ons cost a share of it. */
    base_cost_per_hour: z.number(),
    disabled: z.boolean(),
    /**
     * Resources that a workspace of this size would get now, where they are less than the size names; '' where they are
     * not.
     */
    runs_with: z.string(),
    /** Meaning of high availability where workspaces run. */
    high_availability: z.string(),
  })
  .meta({ id: 'WorkspaceType' });
export type WorkspaceType = z.infer<typeof WorkspaceType>;

/** Why sizes that are `disabled` cannot be chosen (specification part 2, section 5). */
export const SIZE_NOT_AVAILABLE =
  "The size is not available within your organization's current quota. Please contact sales to request an upgrade.";

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
    /** `private` is shown as BYOC. */
    type: z.enum(['public', 'private']),
    /** The one region that it is in; '' where it has all regions of its platform. */
    region: z.string(),
    status: z.enum(['Active', 'ComingSoon', 'Unavailable']),
  })
  .meta({ id: 'CloudProvider' });
export type CloudProvider = z.infer<typeof CloudProvider>;

export const PROVIDER_UNAVAILABLE = 'Cloud provider is unavailable.';

export const WorkspaceMeta = z
  .object({
    regions: z.array(Region),
    cloudProviders: z.array(CloudProvider),
    /** Latest first. */
    tgVersions: z.array(z.object({ name: z.string(), image: z.string() })),
    workspaceTypes: z.array(WorkspaceType),
  })
  .meta({ id: 'WorkspaceMeta' });
export type WorkspaceMeta = z.infer<typeof WorkspaceMeta>;

/** Tier and limits of an organisation (cloud product, plans and quotas). */
export const OrgQuota = z
  .object({
    tier: z.enum(['free', 'paid', 'premium', 'enterprise']),
    /** GiB that the largest workspace may have. */
    max_workspace_memory: z.number().int(),
    rw_workspace_count_limit: z.number().int(),
    rw_workspace_count_usage: z.number().int(),
    ro_workspace_count_limit: z.number().int(),
    ro_workspace_count_usage: z.number().int(),
    /** GiB over all workspaces. */
    memory_limit: z.number().int(),
    memory_usage: z.number().int(),
    /** For each read-write workspace; failed and forbidden backups are not counted. */
    workspace_manual_backup_count_limit: z.number().int(),
    workspace_auto_backup_count_limit: z.number().int(),
  })
  .meta({ id: 'OrgQuota' });
export type OrgQuota = z.infer<typeof OrgQuota>;

/**
 * Why a workspace would take too much memory; null when it would not.
 * @param memory GiB over all its replicas, as requested
 * @param own GiB that it takes already
 * @param others GiB of the other workspaces
 * @param limit GiB over all
 */
export function memoryQuotaRefusal(
  memory: number,
  own: number,
  others: number,
  limit: number,
): string | null {
  // Shrinking stays possible where limits were lowered below the present use.
  if (memory <= own || others + memory <= limit) return null;
  return `Your organization's quota is ${limit} GiB of memory over all workspaces. This one would take ${memory} GiB beside the ${others} GiB of the others. Please contact sales to request an upgrade.`;
}

/** Why one workspace more is too many; null when it is not. */
export function workspaceQuotaRefusal(isRw: boolean, used: number, limit: number): string | null {
  if (used < limit) return null;
  const what = `${isRw ? 'read-write' : 'read-only'} workspace${limit === 1 ? '' : 's'}`;
  return `Your organization's quota is ${limit} ${what}, and it has ${used}. Please contact sales to request an upgrade.`;
}
