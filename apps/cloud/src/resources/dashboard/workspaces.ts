/** Workspaces of all organisations, as an operator sees them: metadata, never data. */
import type { DashboardWorkspace, DashboardWorkspaces, ListDashboardWorkspaces } from '@acacia/contract';
import { and, asc, count, eq, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Db } from '../../database/database.ts';
import {
  databases,
  organizations,
  solutionInstances,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import { contains, ordered } from './pages.ts';

type Query = z.output<typeof ListDashboardWorkspaces>;

/** When the workspace last ran: now while it does, null when it has not. */
const lastActive = sql<string | null>`(
  select max(coalesce(u.ended_at, now())) from usage_intervals u where u.workspace_id = workspaces.id)`;

const SORTS: Readonly<Record<NonNullable<Query['sort']>, AnyColumn | SQL>> = {
  name: sql`lower(${workspaces.name})`,
  org: sql`lower(${organizations.displayName})`,
  status: workspaces.status,
  size: workspaces.workspaceTypeName,
  version: workspaces.tgVersion,
  created: workspaces.createdAt,
  data: databases.sizeBytes,
};

const within = (db: Db) =>
  db
    .select({
      workspace: workspaces,
      workgroup: workgroups,
      orgName: organizations.displayName,
      sizeBytes: databases.sizeBytes,
      lastActive,
      solutionStatus: solutionInstances.status,
    })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .innerJoin(databases, eq(databases.id, workspaces.databaseId))
    // At most one.
    .leftJoin(
      solutionInstances,
      and(eq(solutionInstances.workspaceId, workspaces.id), ne(solutionInstances.status, 'uninstalled')),
    );

type Row = Awaited<ReturnType<typeof within>>[number];

const present = ({ workspace, workgroup, orgName, ...row }: Row, catalog: Catalog): DashboardWorkspace => ({
  workspace_id: workspace.id,
  name: workspace.name,
  org_id: workgroup.orgId,
  org_display_name: orgName,
  workgroup_id: workgroup.id,
  workgroup_name: workgroup.name,
  status: workspace.status,
  condition_type: workspace.conditionType,
  err_message: workspace.errMessage,
  workspace_type_name: workspace.workspaceTypeName,
  enable_ha: workspace.enableHa,
  memory: catalog.memoryGiB(workspace.workspaceTypeName, workspace.enableHa),
  tg_version: workspace.tgVersion,
  cloud_provider_id: workgroup.cloudProviderId,
  region: workgroup.region,
  is_rw: workspace.isRw,
  enable_auto_start: workspace.enableAutoStart,
  solution_status: row.solutionStatus,
  creator: workspace.creator,
  created_at: workspace.createdAt.toISOString(),
  last_active_at: row.lastActive === null ? null : new Date(row.lastActive).toISOString(),
  size_bytes: row.sizeBytes,
});

/** A page of the workspaces that match. */
export async function listWorkspaces(db: Db, query: Query, catalog: Catalog): Promise<DashboardWorkspaces> {
  const where = and(
    contains(query.find, [
      workspaces.name,
      workspaces.id,
      workgroups.name,
      organizations.displayName,
      organizations.name,
    ]),
    query.status === undefined ? undefined : eq(workspaces.status, query.status),
    query.org_id === undefined ? undefined : eq(organizations.id, query.org_id),
    query.cloud_provider_id === undefined
      ? undefined
      : eq(workgroups.cloudProviderId, query.cloud_provider_id),
  );
  const [all] = await db
    .select({ total: count() })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .where(where);
  const rows = await within(db)
    .where(where)
    .orderBy(ordered(SORTS[query.sort ?? 'name'], query.desc), asc(workspaces.id))
    .offset(query.offset)
    .limit(query.limit);
  return { total: all?.total ?? 0, items: rows.map((row) => present(row, catalog)) };
}

/** @throws Problem Not-Found when no organisation has the workspace */
export async function workspaceOfAny(db: Db, id: string, catalog: Catalog): Promise<DashboardWorkspace> {
  const [row] = await within(db).where(eq(workspaces.id, id));
  if (row === undefined) throw notFound('workspace');
  return present(row, catalog);
}
