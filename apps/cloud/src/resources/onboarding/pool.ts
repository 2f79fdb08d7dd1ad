/**
 * The pool: workgroups with a running workspace that belong to nobody yet, so that the first workspace of an organisation
 * is there at once (specification part 1, section 4.3; docs/adr/0097-a-pool-of-workspaces.md).
 */
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Catalog } from '../../catalog/catalog.ts';
import { keepToQuota } from '../../catalog/quota.ts';
import type { Database, Db } from '../../database/database.ts';
import { POOL_ORG } from '../../database/seed.ts';
import { organizations, usageIntervals, workgroups, workspaces } from '../../database/schema.ts';
import type { Actor } from '../../identity/person.ts';
import { removeWorkgroup } from '../workgroups/service.ts';
import type { Places } from '../workspaces/create.ts';
import { begin } from '../workspaces/lifecycle.ts';
import { createUsual, freeWorkgroupName, usualAutoStop, usualSize } from './create-usual.ts';

/** The actor in operations. */
const ACTOR = 'pool';

const ready = and(eq(workgroups.orgId, POOL_ORG), eq(workspaces.status, 'Active'));

/**
 * Makes a workgroup of the pool the actor's: renamed, and created by them now. Whoever asks at the same time gets another.
 * @returns its id; null where the pool has none that the organisation may have
 * @throws Problem Quota-Exceed when the organisation may have no workspace
 */
export async function takeFromPool(
  tx: Db,
  catalog: Catalog,
  actor: Pick<Actor, 'orgId' | 'email'>,
  organization: typeof organizations.$inferSelect,
): Promise<string | null> {
  const [found] = await tx
    .select({ workgroupId: workgroups.id, workspaceId: workspaces.id, size: workspaces.workspaceTypeName })
    .from(workgroups)
    .innerJoin(workspaces, eq(workspaces.workgroupId, workgroups.id))
    .where(ready)
    .orderBy(asc(workgroups.createdAt), asc(workgroups.id))
    .limit(1)
    .for('update', { skipLocked: true });
  if (found === undefined) return null;
  const { workgroupId, workspaceId, size } = found;
  if (usualSize(catalog, organization.maxWorkspaceMemory)?.size.typeName !== size) return null;
  const { orgId, email: creator } = actor;
  await keepToQuota(tx, catalog, orgId, {
    workspaceId: null,
    isRw: true,
    workspaceTypeName: size,
    enableHa: false,
    field: 'workspace_type_name',
  });
  const createdAt = new Date();
  await tx
    .update(workgroups)
    .set({ orgId, name: await freeWorkgroupName(tx, orgId), creator, createdAt })
    .where(eq(workgroups.id, workgroupId));
  await tx
    .update(workspaces)
    .set({ creator, createdAt, lastModifiedAt: createdAt, autoStopMinutes: usualAutoStop(organization) })
    .where(eq(workspaces.id, workspaceId));
  // The time in the pool is nobody's to pay.
  const ofWorkspace = eq(usageIntervals.workspaceId, workspaceId);
  await tx.delete(usageIntervals).where(and(ofWorkspace, isNotNull(usageIntervals.endedAt)));
  await tx
    .update(usageIntervals)
    .set({ startedAt: createdAt })
    .where(and(ofWorkspace, isNull(usageIntervals.endedAt)));
  return workgroupId;
}

interface Pool {
  readonly db: Database['db'];
  readonly catalog: Catalog;
  /** Workspaces that stand ready. */
  readonly size: number;
  readonly places: Places;
  /** Called when operations were enqueued. */
  readonly begun: () => void;
}

/** Milliseconds for which a workspace that failed keeps its place: where none can be made, few are tried. */
const FAILED_MS = 10 * 60_000;

/** The workgroups of the pool, each with its workspace while that is there. */
const roomsOf = (tx: Db) =>
  tx
    .select({
      workgroupId: workgroups.id,
      workspaceId: workspaces.id,
      status: workspaces.status,
      made: workspaces.createdAt,
    })
    .from(workgroups)
    .leftJoin(workspaces, eq(workspaces.workgroupId, workgroups.id))
    .where(eq(workgroups.orgId, POOL_ORG))
    .orderBy(asc(workgroups.createdAt), asc(workgroups.id));

/** Fills the pool up to its size; ends workspaces that failed a while ago or are too many, and removes workgroups that are empty. */
export async function keepPool({ db, catalog, size, places, begun }: Pool): Promise<void> {
  const changed = await db.transaction(async (tx) => {
    if (size > 0) await tx.insert(organizations).values(POOL).onConflictDoNothing();
    // One control plane at a time.
    const [pool] = await tx
      .select()
      .from(organizations)
      .where(eq(organizations.id, POOL_ORG))
      .for('update', { skipLocked: true });
    if (pool === undefined) return false;
    const rooms = await roomsOf(tx);
    let kept = 0;
    let changes = 0;
    const failedLongAgo = new Date(Date.now() - FAILED_MS);
    for (const { workgroupId, workspaceId, status, made } of rooms) {
      if (workspaceId === null || status === null || made === null) {
        await removeWorkgroup(tx, workgroupId, ACTOR);
        changes += 1;
      } else if ((status === 'Error' && made < failedLongAgo) || (status === 'Active' && kept >= size)) {
        await begin(tx, workspaceId, 'terminate', ACTOR);
        changes += 1;
      } else if (status !== 'Terminating') kept += 1;
    }
    for (; kept < size; kept += 1) {
      const creator = { orgId: POOL_ORG, email: ACTOR };
      const made = { autoStopMinutes: 0, maxMemoryGiB: pool.maxWorkspaceMemory, places };
      await createUsual(tx, catalog, creator, made);
      changes += 1;
    }
    return changes > 0;
  });
  if (changed) begun();
}

const POOL: typeof organizations.$inferInsert = {
  id: POOL_ORG,
  name: '_pool',
  displayName: 'Pool',
  creator: ACTOR,
  tier: 'enterprise',
  maxWorkspaceMemory: 4_096,
  marketingDone: true,
};
