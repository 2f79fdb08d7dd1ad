/** Rules of workspaces (specification part 2, sections 4 and 5). */
import { randomUUID } from 'node:crypto';
import { workspaceCan, type CreateWorkspace, type UpdateWorkspace } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { databases, workspaces } from '../../database/schema.ts';
import { badField, conflict } from '../../http/problem.ts';
import { withUniqueName } from '../../http/unique.ts';
import type { Actor } from '../../identity/actor.ts';
import { enqueue } from '../../operations/queue.ts';
import type { WorkspaceRow } from '../../operations/workspace-state.ts';
import { cloudProvider, TG_VERSIONS, workspaceTypes } from '../catalog/catalog.ts';
import { organizationOf } from '../identity/store.ts';
import { holdWorkgroup } from '../workgroups/hold.ts';
import { lockWorkspace, stateOf } from './lifecycle.ts';
import { nextPort } from './ports.ts';

const SIZE_NOT_AVAILABLE =
  "The size is not available within your organization's current quota. Please contact sales to request an upgrade.";
const NO_READ_ONLY = 'Read-only workspaces are not available yet.';
const NO_HA = 'High availability is not available where workspaces run on this machine.';

const unique = (name: string, field: string) => ({ constraint: 'workspaces_name', field, name });

async function checkChoices(
  tx: Db,
  actor: Actor,
  workgroup: { readonly cloudProviderId: string; readonly region: string },
  body: z.output<typeof CreateWorkspace>,
): Promise<void> {
  const { maxWorkspaceMemory } = await organizationOf(tx, actor.orgId);
  const { platform } = cloudProvider(workgroup.cloudProviderId);
  const types = workspaceTypes(platform, workgroup.region, maxWorkspaceMemory) ?? [];
  const type = types.find(({ typeName }) => typeName === body.workspace_type_name);
  if (type === undefined) {
    throw badField('workspace_type_name', `There is no workspace size '${body.workspace_type_name}'.`);
  }
  if (type.disabled) throw badField('workspace_type_name', SIZE_NOT_AVAILABLE, 'Quota-Exceed');
  if (!TG_VERSIONS.some(({ name }) => name === body.tg_version)) {
    throw badField('tg_version', `There is no version '${body.tg_version}'.`);
  }
  if (!body.is_rw) throw badField('is_rw', NO_READ_ONLY);
  if (body.enable_ha) throw badField('enable_ha', NO_HA);
}

/** The database to open. @throws Problem when it is not there, or has its read-write workspace already */
async function checkDatabase(tx: Db, workgroupId: string, databaseId: string): Promise<void> {
  const [database] = await tx
    .select()
    .from(databases)
    .where(and(eq(databases.id, databaseId), eq(databases.workgroupId, workgroupId)))
    .for('update');
  if (database === undefined) {
    throw badField('tg_database_id', 'There is no such database in the workgroup.');
  }
  const [writer] = await tx
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.databaseId, databaseId), eq(workspaces.isRw, true)));
  if (writer !== undefined) {
    throw badField(
      'tg_database_id',
      `The database '${database.name}' has the read-write workspace '${writer.name}' already; another one would be read-only. ${NO_READ_ONLY}`,
      'Conflict',
    );
  }
}

export interface Places {
  /** Lowest public port. */
  readonly firstPort: number;
  readonly host: string;
}

/** Creates a workspace and begins its creation. Returns its id. */
export async function createWorkspace(
  tx: Db,
  actor: Actor,
  workgroupId: string,
  body: z.output<typeof CreateWorkspace>,
  places: Places,
): Promise<string> {
  const workgroup = await holdWorkgroup(tx, workgroupId);
  await checkChoices(tx, actor, workgroup, body);
  await checkDatabase(tx, workgroupId, body.tg_database_id);
  const id = randomUUID();
  const port = await nextPort(tx, places.firstPort, places.host);
  const values = {
    id,
    workgroupId,
    databaseId: body.tg_database_id,
    name: body.name,
    status: 'Pending' as const,
    isRw: body.is_rw,
    enableHa: body.enable_ha,
    workspaceTypeName: body.workspace_type_name,
    autoStopMinutes: body.auto_stop_minutes,
    enableAutoStart: body.enable_auto_start,
    port,
    tgVersion: body.tg_version,
    creator: actor.email,
  };
  await withUniqueName(unique(body.name, 'name'), () => tx.insert(workspaces).values(values));
  await enqueue(tx, {
    kind: 'create',
    workspaceId: id,
    databaseId: body.tg_database_id,
    actor: actor.email,
  });
  return id;
}

type Patch = Partial<Pick<WorkspaceRow, 'name' | 'enableAutoStart' | 'autoStopMinutes' | 'status'>>;

function patchOf(row: WorkspaceRow, body: z.output<typeof UpdateWorkspace>): Patch {
  const patch: Patch = {};
  const demand = (action: 'rename' | 'configure') => {
    const verdict = workspaceCan(action, stateOf(row));
    if (!verdict.allowed) throw conflict(verdict.reason);
  };
  if (body.workspace_name !== undefined && body.workspace_name !== row.name) {
    demand('rename');
    patch.name = body.workspace_name;
  }
  if (body.enable_auto_start !== undefined || body.auto_stop_minutes !== undefined) {
    demand('configure');
    if (body.auto_stop_minutes !== undefined) patch.autoStopMinutes = body.auto_stop_minutes;
    if (body.enable_auto_start !== undefined) {
      patch.enableAutoStart = body.enable_auto_start;
      // Suspended is Idle with auto-resume and Stopped without (cloud product, lifecycle).
      if (!body.enable_auto_start && row.status === 'Idle') patch.status = 'Stopped';
    }
  }
  return patch;
}

/** What changed, by the names that the API has for it. */
const described = ({ name, enableAutoStart, autoStopMinutes, status }: Patch) => ({
  name,
  enable_auto_start: enableAutoStart,
  auto_stop_minutes: autoStopMinutes,
  status,
});

/** Renames or configures. Returns what was before and is after, for what changed. */
export async function updateWorkspace(
  tx: Db,
  id: string,
  body: z.output<typeof UpdateWorkspace>,
): Promise<{ before: object; after: object }> {
  const row = await lockWorkspace(tx, id);
  const after = patchOf(row, body);
  const before: Patch = Object.fromEntries(Object.keys(after).map((key) => [key, row[key as keyof Patch]]));
  if (Object.keys(after).length > 0) {
    await withUniqueName(unique(after.name ?? '', 'workspace_name'), () =>
      tx
        .update(workspaces)
        .set({ ...after, lastModifiedAt: new Date() })
        .where(eq(workspaces.id, id)),
    );
  }
  return { before: described(before), after: described(after) };
}
