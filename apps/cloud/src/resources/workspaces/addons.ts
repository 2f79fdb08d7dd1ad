/** Add-ons that a workspace has. */
import type { WorkspaceAddon } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { orgAddons, workspaceAddons } from '../../database/schema.ts';
import { badField } from '../../http/problem.ts';

interface Place {
  readonly orgId: string;
  readonly workspaceId: string;
  readonly isRw: boolean;
}

/**
 * Turns add-ons of a workspace on and off; those that are not named stay as they are.
 * @throws Problem at `addons` for one that the organisation has not, or that a read-only workspace cannot have
 */
export async function writeAddons(tx: Db, place: Place, addons: readonly WorkspaceAddon[]): Promise<void> {
  if (addons.length === 0) return;
  const taken = await tx.select().from(orgAddons).where(eq(orgAddons.orgId, place.orgId));
  for (const { addons_id: addonId, enable, enable_configuration: enableConfiguration } of addons) {
    if (enable && !taken.some((each) => each.addonId === addonId)) {
      throw badField('addons', `The organization has not added the add-on '${addonId}'.`);
    }
    if (enable && addonId === 'copilot' && !place.isRw) {
      throw badField('addons', `A read-only workspace cannot have the add-on '${addonId}'.`);
    }
    await tx
      .insert(workspaceAddons)
      .values({ workspaceId: place.workspaceId, addonId, enable, enableConfiguration })
      .onConflictDoUpdate({
        target: [workspaceAddons.workspaceId, workspaceAddons.addonId],
        set: { enable, enableConfiguration },
      });
  }
}
