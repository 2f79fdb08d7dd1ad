/** Add-ons of workspaces (specification part 2, sections 2, 3, 7). */
import { z } from 'zod';

export const AddonId = z.enum(['graphstudio', 'insights', 'graphql', 'adminportal', 'copilot']);
export type AddonId = z.infer<typeof AddonId>;

export const WorkspaceAddon = z
  .object({ addons_id: AddonId, enable: z.boolean(), enable_configuration: z.boolean() })
  .meta({ id: 'WorkspaceAddon' });
export type WorkspaceAddon = z.infer<typeof WorkspaceAddon>;

export const Addon = z
  .object({
    ID: z.string(),
    AddonsID: AddonId,
    Title: z.string(),
    Description: z.string(),
    /** Address of its picture, below the console's. */
    WorkspaceAvatar: z.string(),
    /** Below the workspace's host, e.g. `/studio`. */
    Path: z.string(),
    /** US dollars an hour as a share of the size's base price; 0 is free. */
    Amount: z.number(),
    /** Whether the add-on has been added to the organisation. */
    Added: z.boolean(),
    /** Whether the add-on has settings. */
    Configurable: z.boolean(),
    /** '' when it can be used; else why not, for people. */
    UnavailableReason: z.string(),
    /** Listed only for read-write workspaces. */
    ReadWriteOnly: z.boolean(),
  })
  .meta({ id: 'Addon' });
export type Addon = z.infer<typeof Addon>;

export const ASK_FOR_ADDON = "Request addition from your organization's administrator.";
export const CLICK_TO_ADD = 'Click to add';

/** The admin portal needs neither to be added nor to be switched on (specification part 4, section 4). */
export const isAlwaysOn = (id: AddonId): boolean => id === 'adminportal';

/**
 * Why an add-on cannot be switched on in a workspace (nor off, when it is always on), in words for the page; null when
 * it can.
 */
export function addonRefusal(addon: Addon, workspace: { readonly is_rw: boolean }): string | null {
  if (isAlwaysOn(addon.AddonsID)) return `${addon.Title} is always on.`;
  if (addon.ReadWriteOnly && !workspace.is_rw) {
    return `${addon.Title} can be used with read-write workspaces only.`;
  }
  // An add-on with settings can be set up before it can be opened. Nobody needs to ask for one that nobody can use.
  if (addon.UnavailableReason !== '' && !addon.Configurable) return addon.UnavailableReason;
  return addon.Added ? null : ASK_FOR_ADDON;
}

/** A workspace that has an add-on. */
export const AddonWorkspace = z.object({
  workgroup_id: z.string(),
  workgroup_name: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  status: z.string(),
  nginx_host: z.string(),
});
