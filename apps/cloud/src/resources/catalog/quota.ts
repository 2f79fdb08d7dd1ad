/** What an organisation may use, and whether a change of a workspace keeps to it (cloud product, quotas). */
import { workspaceQuotaRefusal, type OrgQuota } from '@acacia/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { organizations, workgroups, workspaces } from '../../database/schema.ts';
import { badField, notFound } from '../../http/problem.ts';
import type { Catalog } from './catalog.ts';

const ASK = 'Please contact sales to request an upgrade.';

/** Those being terminated take nothing any more, as far as the quota goes. */
async function usageOf(db: Db, catalog: Catalog, orgId: string, exceptId: string | null) {
  const rows = await db
    .select({
      id: workspaces.id,
      isRw: workspaces.isRw,
      enableHa: workspaces.enableHa,
      typeName: workspaces.workspaceTypeName,
    })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(and(eq(workgroups.orgId, orgId), ne(workspaces.status, 'Terminating')));
  const gib = ({ typeName, enableHa }: (typeof rows)[number]) => catalog.memoryGiB(typeName, enableHa);
  const counted = rows.filter(({ id }) => id !== exceptId);
  const excepted = rows.find(({ id }) => id === exceptId);
  return {
    ownMemory: excepted === undefined ? 0 : gib(excepted),
    rw: counted.filter(({ isRw }) => isRw).length,
    ro: counted.filter(({ isRw }) => !isRw).length,
    memory: counted.reduce((sum, row) => sum + gib(row), 0),
  };
}

export async function quotaOf(db: Db, catalog: Catalog, orgId: string): Promise<OrgQuota> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, orgId));
  if (organization === undefined) throw notFound('organisation');
  const limits = catalog.quota(organization.tier);
  const usage = await usageOf(db, catalog, orgId, null);
  return {
    tier: organization.tier,
    max_workspace_memory: organization.maxWorkspaceMemory,
    rw_workspace_count_limit: limits.rw_workspaces,
    rw_workspace_count_usage: usage.rw,
    ro_workspace_count_limit: limits.ro_workspaces,
    ro_workspace_count_usage: usage.ro,
    memory_limit: limits.memory,
    memory_usage: usage.memory,
    workspace_manual_backup_count_limit: limits.manual_backups,
    workspace_auto_backup_count_limit: limits.auto_backups,
  };
}

interface Wanted {
  /** Null: a new one. */
  readonly workspaceId: string | null;
  readonly isRw: boolean;
  readonly workspaceTypeName: string;
  readonly enableHa: boolean;
  /** Of the call, that asks for the memory. */
  readonly field: 'workspace_type_name' | 'enable_ha';
}

/**
 * Holds the organisation until the transaction ends, so that two changes at once cannot both have the last place.
 * @throws Problem Quota-Exceed when a workspace as it is wanted is more than the organisation may have
 */
export async function keepToQuota(tx: Db, catalog: Catalog, orgId: string, wanted: Wanted): Promise<void> {
  const [organization] = await tx
    .select()
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for('no key update');
  if (organization === undefined) throw notFound('organisation');
  const limits = catalog.quota(organization.tier);
  const usage = await usageOf(tx, catalog, orgId, wanted.workspaceId);
  if (wanted.workspaceId === null) {
    const refusal = wanted.isRw
      ? workspaceQuotaRefusal(true, usage.rw, limits.rw_workspaces)
      : workspaceQuotaRefusal(false, usage.ro, limits.ro_workspaces);
    if (refusal !== null) throw badField('is_rw', refusal, 'Quota-Exceed');
  }
  const memory = catalog.memoryGiB(wanted.workspaceTypeName, wanted.enableHa);
  // Where limits were lowered below what is used, getting smaller is a way back.
  if (memory > usage.ownMemory && usage.memory + memory > limits.memory) {
    throw badField(
      wanted.field,
      `Your organization's quota is ${limits.memory} GiB of memory over all workspaces. This one would take ${memory} GiB beside the ${usage.memory} GiB of the others. ${ASK}`,
      'Quota-Exceed',
    );
  }
}
