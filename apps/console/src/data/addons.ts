/** Add-ons: the catalogue, and those that a workspace has switched on. */
import type { Addon, AddonId, Workspace } from '@acacia/contract';
import { formatCostPerHour, formatPercent } from '@acacia/ui';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useServices, type Services } from '../services/services.ts';

export const addonKeys = { all: ['addons'] as const };

const isThere = (addons: readonly Addon[]): Addon[] =>
  addons.filter((addon) => addon.Configurable || addon.UnavailableReason === '');

/** Add-ons that can be used or set up; those of later releases are not shown anywhere. */
export const addonsQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: addonKeys.all,
    queryFn: ({ signal }) => cloud.listAddons({ signal }),
    select: isThere,
    staleTime: 300_000,
  });

/** Suspends until they are fetched. */
export const useAddons = (): readonly Addon[] => useSuspenseQuery(addonsQuery(useServices())).data;

/**
 * Whether an add-on is on: by the workspace's list of add-ons, for the co-pilot else by its own flag (specification
 * part 2, section 4).
 */
export function isAddonOn(workspace: Pick<Workspace, 'addons' | 'enable_copilot'>, id: AddonId): boolean {
  const listed = workspace.addons.find(({ addons_id }) => addons_id === id);
  return listed?.enable ?? (id === 'copilot' && workspace.enable_copilot);
}

/** Address of an add-on of a workspace: below its host; the co-pilot's is in the console. */
export function addonAddress({ AddonsID, Path }: Addon, workspaceId: string, host: string): string {
  return AddonsID === 'copilot'
    ? `/explore?tab=copilot&workspace_id=${encodeURIComponent(workspaceId)}`
    : `${window.location.protocol}//${host}${Path}`;
}

/** `Free`, or its share of the size's price. */
export function addonPrice(addon: Addon, costPerHour: number): string {
  if (addon.Amount === 0) return 'Free';
  return `${formatPercent(addon.Amount * 100)} of the compute price, ${formatCostPerHour(addon.Amount * costPerHour)}`;
}
