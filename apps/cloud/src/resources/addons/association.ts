/** Add-ons of organisations, and the workspaces that have them turned on. */
import { AddonId, can, isAlwaysOn, type Addon, type AddonWorkspace } from '@acacia/contract';
import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { orgAddons, workgroups, workspaceAddons, workspaces } from '../../database/schema.ts';
import { problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { addonOf } from './catalogue.ts';

export async function addedBy(db: Db, orgId: string): Promise<ReadonlySet<AddonId>> {
  const rows = await db.select().from(orgAddons).where(eq(orgAddons.orgId, orgId));
  return new Set(rows.map(({ addonId }) => addonId));
}

export async function listAddons(db: Db, orgId: string): Promise<Addon[]> {
  const added = await addedBy(db, orgId);
  return AddonId.options.map((id) => addonOf(id, added));
}

/** Adds an add-on to the organisation; does nothing when it has it already. */
export async function addAddon(tx: Db, orgId: string, addonId: AddonId): Promise<void> {
  await tx.insert(orgAddons).values({ orgId, addonId }).onConflictDoNothing();
}

/** Workspaces of the organisation with the add-on turned on, oldest first. */
async function workspacesWith(db: Db, orgId: string, addonId: AddonId) {
  // The co-pilot is on when the list of add-ons says so, else by a flag of its own.
  const on = isAlwaysOn(addonId)
    ? undefined
    : addonId === 'copilot'
      ? or(
          eq(workspaceAddons.enable, true),
          and(isNull(workspaceAddons.enable), eq(workspaces.enableCopilot, true)),
        )
      : eq(workspaceAddons.enable, true);
  return db
    .select({
      workgroup_id: workgroups.id,
      workgroup_name: workgroups.name,
      workspace_id: workspaces.id,
      name: workspaces.name,
      status: workspaces.status,
      port: workspaces.port,
    })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .leftJoin(
      workspaceAddons,
      and(eq(workspaceAddons.workspaceId, workspaces.id), eq(workspaceAddons.addonId, addonId)),
    )
    .where(and(eq(workgroups.orgId, orgId), on))
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id));
}

/** Removes an add-on from the organisation. @throws Problem Conflict while a workspace has it turned on */
export async function removeAddon(tx: Db, orgId: string, addonId: AddonId): Promise<void> {
  const users = await workspacesWith(tx, orgId, addonId);
  if (users.length > 0) {
    const { Title } = addonOf(addonId, new Set());
    const names = users.map(({ name }) => `'${name}'`).join(', ');
    throw problem('addonInUse', { addon: Title, workspaces: names });
  }
  await tx.delete(orgAddons).where(and(eq(orgAddons.orgId, orgId), eq(orgAddons.addonId, addonId)));
}

/** Workspaces with the add-on that the actor can see. @param publicHost host name of the public ports of workspaces */
export async function listAddonWorkspaces(
  db: Db,
  actor: Actor,
  addonId: AddonId,
  publicHost: string,
): Promise<z.input<typeof AddonWorkspace>[]> {
  const rows = await workspacesWith(db, actor.orgId, addonId);
  return rows
    .filter(({ workgroup_id, workspace_id }) =>
      can(actor.grants, 'workspace.read', { workgroup_id, workspace_id }),
    )
    .map(({ port, ...row }) => ({ ...row, nginx_host: `${publicHost}:${port}` }));
}
