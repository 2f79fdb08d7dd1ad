/** The co-pilot's settings in a workspace. */
import { addonRefusal } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { workspaceAddons } from '../../database/schema.ts';
import { problem } from '../../errors/problem.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { demand } from '../../policies/states.ts';
import { addedBy } from './association.ts';
import { addonOf } from './catalogue.ts';
import { demandProvider } from './llm-providers.ts';

const Settings = z.object({ llm_provider_id: z.string().nullable().default(null) });
type Settings = z.infer<typeof Settings>;

const own = (workspaceId: string) =>
  and(eq(workspaceAddons.workspaceId, workspaceId), eq(workspaceAddons.addonId, 'copilot'));

export async function copilotSettings(db: Db, workspaceId: string): Promise<Settings> {
  const [row] = await db.select().from(workspaceAddons).where(own(workspaceId));
  return Settings.parse(row?.settings ?? {});
}

/**
 * Sets the provider of a workspace's co-pilot.
 * @throws Problem Conflict when the workspace cannot have a co-pilot or has it turned off
 * @throws Problem at `llm_provider_id` when the organisation has no such provider
 */
export async function chooseProvider(
  tx: Db,
  orgId: string,
  workspaceId: string,
  providerId: string,
): Promise<{ readonly before: Settings; readonly after: Settings }> {
  const workspace = await lockWorkspace(tx, workspaceId);
  demand('configure', workspace);
  const addon = addonOf('copilot', await addedBy(tx, orgId));
  const refusal = addonRefusal(addon, { is_rw: workspace.isRw });
  if (refusal !== null) throw problem('addonNotForWorkspace', { reason: refusal });
  const [row] = await tx.select().from(workspaceAddons).where(own(workspaceId));
  const enable = row?.enable ?? workspace.enableCopilot;
  if (!enable) throw problem('addonOff', { addon: addon.Title });
  await demandProvider(tx, orgId, providerId);
  const settings = { ...row?.settings, llm_provider_id: providerId };
  await tx
    .insert(workspaceAddons)
    .values({ workspaceId, addonId: 'copilot', enable, enableConfiguration: true, settings })
    .onConflictDoUpdate({
      target: [workspaceAddons.workspaceId, workspaceAddons.addonId],
      set: { settings },
    });
  return { before: Settings.parse(row?.settings ?? {}), after: Settings.parse(settings) };
}
