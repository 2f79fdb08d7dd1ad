/** Add-ons: the catalogue, and those that a workspace has switched on. */
import { said, t } from '@acacia/texts';
import {
  addonPerHour,
  isAlwaysOn,
  type Addon,
  type AddonId,
  type Workspace,
  type WorkspaceType,
} from '@acacia/contract';
import { formatCostPerHour, formatPercent } from '@acacia/ui';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useServices, type Services } from '../services/services.ts';

export const addonKeys = { all: ['addons'] as const };

/** Those that are there, in the person's language. */
const shown = (addons: readonly Addon[]): Addon[] =>
  addons
    .filter((addon) => addon.Configurable || addon.UnavailableReason === '')
    .map((addon) => ({
      ...addon,
      Title: said(addon.Title),
      Description: said(addon.Description),
      UnavailableReason: said(addon.UnavailableReason),
    }));

/** Add-ons that can be used or set up; those of later releases are not shown anywhere. */
export const addonsQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: addonKeys.all,
    queryFn: ({ signal }) => cloud.listAddons({ signal }),
    select: shown,
    staleTime: 300_000,
  });

/** Suspends until they are fetched. */
export const useAddons = (): readonly Addon[] => useSuspenseQuery(addonsQuery(useServices())).data;

/**
 * Whether an add-on is on: the admin portal always, others by the workspace's list of add-ons, the co-pilot else by its
 * own flag (specification part 2, section 4; part 4, section 4).
 */
export function isAddonOn(workspace: Pick<Workspace, 'addons' | 'enable_copilot'>, id: AddonId): boolean {
  if (isAlwaysOn(id)) return true;
  const listed = workspace.addons.find(({ addons_id }) => addons_id === id);
  return listed?.enable ?? (id === 'copilot' && workspace.enable_copilot);
}

/**
 * Address of a tool below a workspace's host, in the protocol of the page; '' for a host that is none (specification
 * part 4, section 2, "Workspace Connect menu").
 */
export function toolsAddress(host: string, path: string): string {
  const origin = `${window.location.protocol}//${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(origin)) return '';
  return `${origin}${path}`;
}

/** Address of an add-on of a workspace; the co-pilot's is in the console. '' where the host is unusable. */
export function addonAddress({ AddonsID, Path }: Addon, workspaceId: string, host: string): string {
  return AddonsID === 'copilot'
    ? `/explore?tab=copilot&workspace_id=${encodeURIComponent(workspaceId)}`
    : toolsAddress(host, Path);
}

export const UNUSABLE_HOST = t`The workspace has no usable host.`;

/** An add-on's item in the Connect menu: its address, or why it cannot be opened. */
type AddonItem =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'disabled'; readonly reason: string };

/**
 * Null where there is nothing to open: add-ons of later releases, and those of read-write workspaces in a read-only one
 * (specification part 4, sections 2 and 4).
 */
export function addonItem(addon: Addon, workspace: Workspace): AddonItem | null {
  if (addon.UnavailableReason !== '' || (addon.ReadWriteOnly && !workspace.is_rw)) return null;
  if (!isAddonOn(workspace, addon.AddonsID)) {
    return {
      kind: 'disabled',
      reason: t`${addon.Title} is not switched on in the configuration of the workspace.`,
    };
  }
  const href = addonAddress(addon, workspace.workspace_id, workspace.nginx_host);
  return href === '' ? { kind: 'disabled', reason: UNUSABLE_HOST } : { kind: 'link', href };
}

/** `Free`, or its share of a size's base price, and what that is. @param size undefined: of no size in particular */
export function addonPrice(
  { Amount }: Pick<Addon, 'Amount'>,
  size: Pick<WorkspaceType, 'base_cost_per_hour'> | undefined,
): string {
  if (Amount === 0) return t`Free`;
  const share = formatPercent(Amount * 100);
  if (size === undefined) return t`${share} of the base compute price`;
  return t`${share} of the base compute price, ${formatCostPerHour(addonPerHour(Amount, size.base_cost_per_hour))}`;
}
