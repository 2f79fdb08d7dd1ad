/** Quotas of organisations, and the check of a change of a workspace against them (cloud product, quotas). */
import { memoryQuotaRefusal, workspaceQuotaRefusal, type OrgQuota } from '@acacia/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { organizations, workgroups, workspaces } from '../database/schema.ts';
import { badField, notFound } from '../errors/problem.ts';
import type { Catalog } from './catalog.ts';
import { demandCredit } from './credit-gate.ts';

/** Resources in use by an organisation's workspaces; those that are being terminated do not count. */
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

/** @throws Problem when there is no such organisation */
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
  /** The workspace that changes; null: a new one. */
  readonly workspaceId: string | null;
  readonly isRw: boolean;
  readonly workspaceTypeName: string;
  readonly enableHa: boolean;
  /** The call's field that asks for the memory. */
  readonly field: 'workspace_type_name' | 'enable_ha';
}

/**
 * Checks a wanted workspace against the quota. Locks the organisation until the transaction ends, so that two
 * concurrent changes cannot both use the last of the quota.
 * @throws Problem Quota-Exceed when the organisation may not have it, or is behind the credit gate
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
    await demandCredit(tx, orgId);
    const refusal = wanted.isRw
      ? workspaceQuotaRefusal(true, usage.rw, limits.rw_workspaces)
      : workspaceQuotaRefusal(false, usage.ro, limits.ro_workspaces);
    if (refusal !== null) throw badField('is_rw', 'workspaceQuota', { reason: refusal });
  }
  const memory = catalog.memoryGiB(wanted.workspaceTypeName, wanted.enableHa);
  const refusal = memoryQuotaRefusal(memory, usage.ownMemory, usage.memory, limits.memory);
  if (refusal !== null) throw badField(wanted.field, 'memoryQuota', { reason: refusal });
}
