/** Creates, changes and removes workgroups (specification part 2, section 5). */
import { randomUUID } from 'node:crypto';
import type { CreateWorkgroup, UpdateWorkgroup } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { databases, workgroups, workspaces } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import { withUniqueName } from '../../http/unique.ts';
import type { Actor } from '../../identity/person.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { removeDatabase } from '../databases/service.ts';

type WorkgroupRow = typeof workgroups.$inferSelect;

const unique = (name: string, field: string) => ({ constraint: 'workgroups_name', field, name });

/**
 * Creates a workgroup.
 * @returns its id
 * @throws Problem when provider and region do not fit each other
 */
export async function createWorkgroup(
  tx: Db,
  catalog: Catalog,
  actor: Pick<Actor, 'orgId' | 'email'>,
  body: z.output<typeof CreateWorkgroup>,
): Promise<string> {
  const provider = catalog.providers.find(({ id }) => id === body.cloud_provider_id);
  if (provider === undefined || provider.platform !== body.platform) {
    throw badField('cloud_provider_id', 'noProvider', {
      id: body.cloud_provider_id,
      platform: body.platform,
    });
  }
  if (provider.status !== 'Active') throw badField('cloud_provider_id', 'providerUnavailable');
  if (provider.region !== '' && provider.region !== body.region) {
    throw badField('region', 'providerElsewhere', provider);
  }
  if (!catalog.regions.some(({ name, platform }) => name === body.region && platform === body.platform)) {
    throw badField('region', 'noRegion', body);
  }
  const id = randomUUID();
  await withUniqueName(unique(body.name, 'name'), () =>
    tx.insert(workgroups).values({
      id,
      orgId: actor.orgId,
      name: body.name,
      creator: actor.email,
      cloudProviderId: provider.id,
      region: body.region,
      enableApplicationLog: body.enable_application_log,
    }),
  );
  return id;
}

async function lockWorkgroup(tx: Db, id: string): Promise<WorkgroupRow> {
  const [row] = await tx.select().from(workgroups).where(eq(workgroups.id, id)).for('update');
  if (row === undefined) throw notFound('workgroup');
  return row;
}

type Patch = Partial<Pick<WorkgroupRow, 'name' | 'enableApplicationLog'>>;

/** Changed values by their names in the API. */
const described = ({ name, enableApplicationLog }: Patch) => ({
  name,
  enable_application_log: enableApplicationLog,
});

/** Changes a workgroup. Returns the changed values before and after. */
export async function updateWorkgroup(
  tx: Db,
  id: string,
  body: z.output<typeof UpdateWorkgroup>,
): Promise<{ before: object; after: object }> {
  const row = await lockWorkgroup(tx, id);
  const after: Patch = {
    ...(body.workgroup_name === undefined ? {} : { name: body.workgroup_name }),
    ...(body.enable_application_log === undefined
      ? {}
      : { enableApplicationLog: body.enable_application_log }),
  };
  if (Object.keys(after).length > 0) {
    await withUniqueName(unique(after.name ?? '', 'workgroup_name'), () =>
      tx.update(workgroups).set(after).where(eq(workgroups.id, id)),
    );
  }
  const before: Patch = Object.fromEntries(Object.keys(after).map((key) => [key, row[key as keyof Patch]]));
  return { before: described(before), after: described(after) };
}

/**
 * Removes a workgroup with its databases.
 * @throws Problem Conflict while it has a workspace
 */
export async function removeWorkgroup(
  tx: Db,
  id: string,
  actor: string,
): Promise<{ name: string; databases: string[] }> {
  const row = await lockWorkgroup(tx, id);
  const [workspace] = await tx.select().from(workspaces).where(eq(workspaces.workgroupId, id)).limit(1);
  if (workspace !== undefined) {
    throw problem('workgroupHoldsWorkspace', { name: row.name, workspace: workspace.name });
  }
  const held = await tx.select().from(databases).where(eq(databases.workgroupId, id));
  for (const database of held) await removeDatabase(tx, database.id, actor);
  await tx.delete(workgroups).where(eq(workgroups.id, id));
  return { name: row.name, databases: held.map(({ name }) => name) };
}
