/** Turns add-ons of workspaces on and off. */
import { addonRefusal, isAlwaysOn, type WorkspaceAddon } from '@acacia/contract';
import type { Db } from '../../database/database.ts';
import { workspaceAddons } from '../../database/schema.ts';
import { findWorkspace } from '../../operations/workspace-state.ts';
import { meter } from '../../operations/usage.ts';
import { badField } from '../../errors/problem.ts';
import { addedBy } from './association.ts';
import { addonOf } from './catalogue.ts';

interface Place {
  readonly orgId: string;
  readonly workspaceId: string;
  readonly isRw: boolean;
}

/**
 * Turns the given add-ons of a workspace on or off; others stay as they are.
 * @throws Problem at `addons` for an add-on that the organisation has not added, that the workspace cannot have,
 * or that is always on
 */
export async function writeAddons(tx: Db, place: Place, addons: readonly WorkspaceAddon[]): Promise<void> {
  if (addons.length === 0) return;
  const added = await addedBy(tx, place.orgId);
  for (const { addons_id: addonId, enable, enable_configuration: enableConfiguration } of addons) {
    const isFixed = isAlwaysOn(addonId);
    if (enable && !isFixed && !added.has(addonId)) {
      throw badField('addons', 'addonNotAdded', { id: addonId });
    }
    const refusal = enable || isFixed ? addonRefusal(addonOf(addonId, added), { is_rw: place.isRw }) : null;
    if (refusal !== null) throw badField('addons', 'addonRefused', { reason: refusal });
    await tx
      .insert(workspaceAddons)
      .values({ workspaceId: place.workspaceId, addonId, enable, enableConfiguration })
      .onConflictDoUpdate({
        target: [workspaceAddons.workspaceId, workspaceAddons.addonId],
        set: { enable, enableConfiguration },
      });
  }
  const row = await findWorkspace(tx, place.workspaceId);
  if (row !== undefined) await meter(tx, row);
}
