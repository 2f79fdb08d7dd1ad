/** Creates workspaces (specification part 2, sections 4 and 5). */
import { randomUUID } from 'node:crypto';
import type { CreateWorkspace } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { databases, workspaces } from '../../database/schema.ts';
import { badField } from '../../errors/problem.ts';
import { withUniqueName } from '../../http/unique.ts';
import type { Actor } from '../../identity/person.ts';
import { enqueue } from '../../operations/queue.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { keepToQuota } from '../../catalog/quota.ts';
import { planSnapshot, writerOf } from '../databases/snapshots.ts';
import { organizationOf } from '../identity/store.ts';
import { beginInstall } from '../solutions/service.ts';
import { holdWorkgroup } from '../../policies/locks.ts';
import { writeAddons } from '../addons/turn-on.ts';
import { keepSuspending } from './auto-suspend.ts';
import { nextPort } from './ports.ts';

export const uniqueWorkspaceName = (name: string, field: string) => ({
  constraint: 'workspaces_name',
  field,
  name,
});

type Wish = z.output<typeof CreateWorkspace>;

/** @throws Problem at the field when there is no such size, or the organisation may not have it */
export function checkSize(
  catalog: Catalog,
  typeName: string,
  { cloudProviderId, region }: { readonly cloudProviderId: string; readonly region: string },
  maxMemoryGiB: number,
): void {
  const { platform } = catalog.provider(cloudProviderId);
  const type = catalog.types(platform, region, maxMemoryGiB)?.find((each) => each.typeName === typeName);
  if (type === undefined) throw badField('workspace_type_name', 'noSize', { size: typeName });
  if (type.disabled) throw badField('workspace_type_name', 'sizeNotAvailable');
}

/**
 * Whether the new workspace is read-write. Further workspaces of a database are read-only.
 * @throws Problem when there is no such database, or no active read-write workspace to take a snapshot from
 */
async function writes(tx: Db, workgroupId: string, wish: Wish): Promise<boolean> {
  const [database] = await tx
    .select()
    .from(databases)
    .where(and(eq(databases.id, wish.tg_database_id), eq(databases.workgroupId, workgroupId)))
    .for('update');
  if (database === undefined) {
    throw badField('tg_database_id', 'noDatabaseInWorkgroup');
  }
  const writer = await writerOf(tx, database.id);
  if (writer === undefined && wish.is_rw) return true;
  if (writer?.status !== 'Active') throw badField('tg_database_id', 'noActiveWriter');
  return false;
}

export interface Places {
  /** Lowest public port. */
  readonly firstPort: number;
  readonly host: string;
}

/**
 * Stores a new workspace and enqueues its creation. Returns its id.
 * @param begin enqueues another operation instead, which fills the database before the workspace starts
 * @throws Problem when a field names what there is not or what cannot be had
 */
export async function createWorkspace(
  tx: Db,
  catalog: Catalog,
  actor: Pick<Actor, 'orgId' | 'email'>,
  workgroupId: string,
  wish: Wish,
  places: Places,
  begin?: (workspaceId: string) => Promise<unknown>,
): Promise<string> {
  const workgroup = await holdWorkgroup(tx, workgroupId);
  const organization = await organizationOf(tx, actor.orgId);
  checkSize(catalog, wish.workspace_type_name, workgroup, organization.maxWorkspaceMemory);
  if (!catalog.versions.some(({ name }) => name === wish.tg_version)) {
    throw badField('tg_version', 'noVersion', { version: wish.tg_version });
  }
  keepSuspending(organization.tier, wish.auto_stop_minutes);
  const isRw = await writes(tx, workgroupId, wish);
  const enableHa = isRw && wish.enable_ha;
  const { workspace_type_name: workspaceTypeName } = wish;
  await keepToQuota(tx, catalog, actor.orgId, {
    workspaceId: null,
    isRw,
    workspaceTypeName,
    enableHa,
    field: 'workspace_type_name',
  });

  const id = randomUUID();
  const databaseId = wish.tg_database_id;
  const values = {
    id,
    workgroupId,
    databaseId,
    name: wish.name,
    status: 'Pending' as const,
    isRw,
    enableHa,
    workspaceTypeName,
    autoStopMinutes: wish.auto_stop_minutes,
    enableAutoStart: wish.enable_auto_start,
    maintenanceWindowTimeZone: wish.maintenance_window_time_zone,
    port: await nextPort(tx, places.firstPort, places.host),
    tgVersion: wish.tg_version,
    snapshotId: isRw ? null : await planSnapshot(tx, databaseId, id),
    creator: actor.email,
  };
  await withUniqueName(uniqueWorkspaceName(wish.name, 'name'), () => tx.insert(workspaces).values(values));
  await writeAddons(tx, { orgId: actor.orgId, workspaceId: id, isRw }, wish.addons);
  if (begin === undefined) {
    await enqueue(tx, { kind: 'create', workspaceId: id, databaseId, actor: actor.email });
  } else {
    await begin(id);
  }
  if (wish.solution_install_request !== undefined) {
    if (!isRw) throw badField('solution_install_request', 'solutionForReadOnly');
    await beginInstall(
      tx,
      { workspaceId: id, databaseId },
      wish.solution_install_request,
      actor.email,
      'solution_install_request.',
    );
  }
  return id;
}
