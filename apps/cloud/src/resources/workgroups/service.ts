/** Rules of workgroups (specification part 2, section 5). */
import { randomUUID } from 'node:crypto';
import {
  PROVIDER_UNAVAILABLE,
  SOLUTION_PENDING,
  type CreateWorkgroup,
  type UpdateWorkgroup,
} from '@acacia/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { databases, workgroups, workspaces } from '../../database/schema.ts';
import { badField, conflict, notFound } from '../../http/problem.ts';
import { withUniqueName } from '../../http/unique.ts';
import type { Actor } from '../../identity/actor.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { enqueue } from '../../operations/queue.ts';
import { writeWorkspace } from '../../operations/workspace-state.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { removeDatabase } from '../databases/service.ts';
import { lockWorkspace } from '../workspaces/lifecycle.ts';
import type { ChangePayload } from '../workspaces/performers.ts';

type WorkgroupRow = typeof workgroups.$inferSelect;

const unique = (name: string, field: string) => ({ constraint: 'workgroups_name', field, name });

/** @returns its id */
export async function createWorkgroup(
  tx: Db,
  catalog: Catalog,
  actor: Actor,
  body: z.output<typeof CreateWorkgroup>,
): Promise<string> {
  const provider = catalog.providers.find(({ id }) => id === body.cloud_provider_id);
  if (provider === undefined || provider.platform !== body.platform) {
    throw badField(
      'cloud_provider_id',
      `There is no cloud provider '${body.cloud_provider_id}' of ${body.platform}.`,
    );
  }
  if (provider.status !== 'Active') throw badField('cloud_provider_id', PROVIDER_UNAVAILABLE);
  if (!catalog.regions.some(({ name, platform }) => name === body.region && platform === body.platform)) {
    throw badField('region', `There is no region '${body.region}' of ${body.platform}.`);
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

/** What changed, by the names that the API has for it. */
const described = ({ name, enableApplicationLog }: Patch) => ({
  name,
  enable_application_log: enableApplicationLog,
});

/**
 * Restarts the running workspaces: collecting their logs begins and ends with a start (specification part 2, section 9).
 * @throws Problem Conflict while a solution is installed in one of them
 */
async function restartWorkspaces(tx: Db, workgroupId: string, actor: string): Promise<void> {
  const running = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.workgroupId, workgroupId), eq(workspaces.status, 'Active')))
    .orderBy(asc(workspaces.id));
  for (const { id } of running) {
    const row = await lockWorkspace(tx, id);
    if (row.status !== 'Active') continue;
    if (row.solutionStatus !== null && SOLUTION_PENDING.has(row.solutionStatus)) {
      throw conflict(
        `A solution is being installed in or removed from the workspace '${row.name}', which would be restarted. Wait until that has ended.`,
      );
    }
    const payload: ChangePayload = { restart: true };
    await enqueue(tx, { kind: 'reconfigure', workspaceId: id, databaseId: row.databaseId, actor, payload });
    await writeWorkspace(tx, id, {
      status: STATUS_DURING.reconfigure,
      errMessage: '',
      lastModifiedAt: new Date(),
    });
  }
}

/** Returns what was before and is after, for what changed. */
export async function updateWorkgroup(
  tx: Db,
  id: string,
  body: z.output<typeof UpdateWorkgroup>,
  actor: string,
): Promise<{ before: object; after: object }> {
  const row = await lockWorkgroup(tx, id);
  const after: Patch = {
    ...(body.workgroup_name === undefined ? {} : { name: body.workgroup_name }),
    ...(body.enable_application_log === undefined
      ? {}
      : { enableApplicationLog: body.enable_application_log }),
  };
  const { enableApplicationLog } = after;
  if (enableApplicationLog !== undefined && enableApplicationLog !== row.enableApplicationLog) {
    await restartWorkspaces(tx, id, actor);
  }
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
 * @throws Problem Conflict while it holds a workspace
 */
export async function removeWorkgroup(
  tx: Db,
  id: string,
  actor: string,
): Promise<{ name: string; databases: string[] }> {
  const row = await lockWorkgroup(tx, id);
  const [workspace] = await tx.select().from(workspaces).where(eq(workspaces.workgroupId, id)).limit(1);
  if (workspace !== undefined) {
    throw conflict(
      `The workgroup '${row.name}' holds the workspace '${workspace.name}'. Terminate its workspaces first.`,
    );
  }
  const held = await tx.select().from(databases).where(eq(databases.workgroupId, id));
  for (const database of held) await removeDatabase(tx, database.id, actor);
  await tx.delete(workgroups).where(eq(workgroups.id, id));
  return { name: row.name, databases: held.map(({ name }) => name) };
}
