/**
 * The pool: workgroups with a running workspace that belong to nobody yet, so that the first workspace of an organisation
 * is there at once (specification part 1, section 4.3; docs/adr/0097-a-pool-of-workspaces.md), with the graph that its
 * people are welcomed by (docs/adr/0105-the-fraud-graph-in-full-size.md).
 */
import { and, asc, eq, isNotNull, isNull, ne, notExists, type SQL } from 'drizzle-orm';
import type { Catalog } from '../../catalog/catalog.ts';
import { keepToQuota } from '../../catalog/quota.ts';
import type { Database, Db } from '../../database/database.ts';
import { POOL_ORG } from '../../database/seed.ts';
import {
  organizations,
  solutionInstances,
  usageIntervals,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import type { Actor } from '../../identity/person.ts';
import type { PoolData } from '../../settings.ts';
import { beginInstall } from '../solutions/service.ts';
import { removeWorkgroup } from '../workgroups/service.ts';
import type { Places } from '../workspaces/create.ts';
import { begin } from '../workspaces/lifecycle.ts';
import {
  createUsual,
  freeWorkgroupName,
  usualAutoStop,
  usualSize,
  WELCOME_SOLUTION,
} from './create-usual.ts';

/** The actor in operations. */
const ACTOR = 'pool';

const ofWorkspace = and(
  eq(solutionInstances.workspaceId, workspaces.id),
  ne(solutionInstances.status, 'uninstalled'),
);

/** A workspace that is up, with its solution where it is given one. */
const ready = (tx: Db): SQL | undefined =>
  and(
    eq(workgroups.orgId, POOL_ORG),
    eq(workspaces.status, 'Active'),
    notExists(
      tx
        .select({ id: solutionInstances.id })
        .from(solutionInstances)
        .where(and(ofWorkspace, ne(solutionInstances.status, 'installed'))),
    ),
  );

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
    .where(ready(tx))
    .orderBy(asc(workgroups.createdAt), asc(workgroups.id))
    .limit(1)
    // A row about the workspace that is being written does not make it pass for taken.
    .for('no key update', { skipLocked: true });
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
  await tx
    .update(solutionInstances)
    .set({ ownerEmail: creator, createdAt, updatedAt: createdAt })
    .where(eq(solutionInstances.workspaceId, workspaceId));
  // The time in the pool is nobody's to pay.
  const usage = eq(usageIntervals.workspaceId, workspaceId);
  await tx.delete(usageIntervals).where(and(usage, isNotNull(usageIntervals.endedAt)));
  await tx
    .update(usageIntervals)
    .set({ orgId, startedAt: createdAt })
    .where(and(usage, isNull(usageIntervals.endedAt)));
  return workgroupId;
}

export interface Pool {
  readonly db: Database['db'];
  readonly catalog: Catalog;
  /** Workspaces that stand ready. */
  readonly size: number;
  /** Data of the solution in each of them; `none`: they have no solution. */
  readonly data: PoolData;
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
      solution: solutionInstances.status,
      made: workspaces.createdAt,
    })
    .from(workgroups)
    .leftJoin(workspaces, eq(workspaces.workgroupId, workgroups.id))
    .leftJoin(solutionInstances, ofWorkspace)
    .where(eq(workgroups.orgId, POOL_ORG))
    .orderBy(asc(workgroups.createdAt), asc(workgroups.id));

/** Fills the pool up to its size; ends workspaces that failed a while ago or are too many, and removes workgroups that are empty. */
export async function keepPool({ db, catalog, size, data, places, begun }: Pool): Promise<void> {
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
    let loading = 0;
    let changes = 0;
    const failedLongAgo = new Date(Date.now() - FAILED_MS);
    for (const { workgroupId, workspaceId, status, solution, made } of rooms) {
      if (workspaceId === null || status === null || made === null) {
        await removeWorkgroup(tx, workgroupId, ACTOR);
        changes += 1;
      } else if (
        ((status === 'Error' || solution === 'install_error') && made < failedLongAgo) ||
        (status === 'Active' && kept >= size)
      ) {
        await begin(tx, workspaceId, 'terminate', ACTOR);
        changes += 1;
      } else if (status !== 'Terminating') {
        kept += 1;
        if (solution === 'install_pending') loading += 1;
      }
    }
    // A load takes a processor for a minute: one at a time, so that others have theirs.
    const most = data === 'none' ? size : Math.min(size, kept + (loading === 0 ? 1 : 0));
    for (; kept < most; kept += 1) {
      await add(tx, { catalog, places, data }, pool.maxWorkspaceMemory);
      changes += 1;
    }
    return changes > 0;
  });
  if (changed) begun();
}

/** Begins a workspace of the pool, and the installation of its solution. */
async function add(
  tx: Db,
  { catalog, places, data }: Pick<Pool, 'catalog' | 'places' | 'data'>,
  maxMemoryGiB: number,
): Promise<void> {
  const creator = { orgId: POOL_ORG, email: ACTOR };
  const made = { autoStopMinutes: 0, maxMemoryGiB, places };
  const workgroupId = await createUsual(tx, catalog, creator, made);
  if (data === 'none') return;
  const [place] = await tx
    .select({ workspaceId: workspaces.id, databaseId: workspaces.databaseId })
    .from(workspaces)
    .where(eq(workspaces.workgroupId, workgroupId));
  if (place !== undefined)
    await beginInstall(tx, place, { ...WELCOME_SOLUTION, data_source_origin: data }, ACTOR);
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
