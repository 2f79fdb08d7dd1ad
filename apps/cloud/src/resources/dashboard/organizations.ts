/** Organisations as an operator sees them: how much each has, its people without secrets, and its recent operations. */
import {
  DASHBOARD_DETAIL_ROWS,
  type DashboardOperation,
  type DashboardOrganization,
  type DashboardOrganizationDetail,
  type DashboardOrganizations,
  type DashboardPeople,
  type DashboardWorkgroup,
  type ListDashboardOrganizations,
  type ListDashboardPeople,
  type OrgQuota,
  type RoleName,
} from '@acacia/contract';
import { and, asc, count, desc, eq, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Catalog } from '../../catalog/catalog.ts';
import { quotaOf } from '../../catalog/quota.ts';
import type { Db } from '../../database/database.ts';
import {
  accounts,
  databases,
  memberships,
  operations,
  organizations,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import { POOL_ORG } from '../../database/seed.ts';
import { notFound } from '../../errors/problem.ts';
import { contains, ordered } from './pages.ts';

type Query = z.output<typeof ListDashboardOrganizations>;
type PeopleQuery = z.output<typeof ListDashboardPeople>;

// Names as text: a query of one table would be given its columns without the table's name, and mean those within.
const people = sql<number>`(
  select count(*)::int from memberships m join accounts a on a.id = m.account_id
  where m.org_id = organizations.id and a.kind = 'person' and m.joined_at is not null and m.deactivated_at is null)`;
const groups = sql<number>`(select count(*)::int from workgroups g where g.org_id = organizations.id)`;
const spaces = sql<number>`(
  select count(*)::int from workspaces w join workgroups g on g.id = w.workgroup_id
  where g.org_id = organizations.id)`;
const running = sql<number>`(
  select count(*)::int from workspaces w join workgroups g on g.id = w.workgroup_id
  where g.org_id = organizations.id and w.status = 'Active')`;

const SORTS: Readonly<Record<NonNullable<Query['sort']>, AnyColumn | SQL>> = {
  name: sql`lower(${organizations.displayName})`,
  created: organizations.createdAt,
  people,
  workgroups: groups,
  workspaces: spaces,
  running,
  tier: organizations.tier,
};

const counted = (db: Db) =>
  db.select({ row: organizations, people, groups, spaces, running }).from(organizations);
type Counted = Awaited<ReturnType<typeof counted>>[number];

const present = ({ row, ...counts }: Counted): DashboardOrganization => ({
  org_id: row.id,
  org_name: row.name,
  org_display_name: row.displayName,
  creator: row.creator,
  created_at: row.createdAt.toISOString(),
  people: counts.people,
  workgroups: counts.groups,
  workspaces: counts.spaces,
  running: counts.running,
  tier: row.tier,
});

export async function listOrganizations(db: Db, query: Query): Promise<DashboardOrganizations> {
  const { displayName, name, id, creator } = organizations;
  const where = and(
    contains(query.find, [displayName, name, id, creator]),
    query.tier === undefined ? undefined : eq(organizations.tier, query.tier),
  );
  const total = await db.$count(organizations, where);
  const rows = await counted(db)
    .where(where)
    .orderBy(ordered(SORTS[query.sort ?? 'name'], query.desc), asc(organizations.id))
    .offset(query.offset)
    .limit(query.limit);
  return { total, items: rows.map(present) };
}

async function workgroupsOf(db: Db, orgId: string): Promise<DashboardWorkgroup[]> {
  const rows = await db
    .select({
      group: workgroups,
      spaces: sql<number>`(select count(*)::int from workspaces w where w.workgroup_id = workgroups.id)`,
    })
    .from(workgroups)
    .where(eq(workgroups.orgId, orgId))
    .orderBy(asc(workgroups.name))
    .limit(DASHBOARD_DETAIL_ROWS);
  return rows.map(({ group, spaces: n }) => ({
    workgroup_id: group.id,
    name: group.name,
    cloud_provider_id: group.cloudProviderId,
    region: group.region,
    creator: group.creator,
    created_at: group.createdAt.toISOString(),
    workspaces: n,
  }));
}

async function operationsOf(db: Db, orgId: string): Promise<DashboardOperation[]> {
  const rows = await db
    .select({ operation: operations, workspace: workspaces.name })
    .from(operations)
    .leftJoin(databases, eq(databases.id, operations.databaseId))
    .leftJoin(workgroups, eq(workgroups.id, databases.workgroupId))
    .leftJoin(workspaces, eq(workspaces.id, operations.workspaceId))
    .where(or(eq(workgroups.orgId, orgId), eq(operations.orgId, orgId)))
    .orderBy(desc(operations.createdAt), desc(operations.id))
    .limit(DASHBOARD_DETAIL_ROWS);
  return rows.map(({ operation, workspace }) => ({
    id: operation.id,
    kind: operation.kind,
    workspace_name: workspace,
    state: operation.state,
    error: operation.error,
    actor: operation.actor,
    created_at: operation.createdAt.toISOString(),
    finished_at: operation.finishedAt?.toISOString() ?? null,
  }));
}

/** @throws Problem Not-Found when there is no such organisation */
export async function organizationDetail(
  db: Db,
  id: string,
  catalog: Catalog,
): Promise<DashboardOrganizationDetail> {
  const [row] = await counted(db).where(eq(organizations.id, id));
  if (row === undefined) throw notFound('organisation');
  return {
    ...present(row),
    require_second_factor: row.row.requireSecondFactor,
    quota: await quotaOf(db, catalog, id),
    workgroup_list: await workgroupsOf(db, id),
    operations: await operationsOf(db, id),
  };
}

/**
 * Changes the tier of an organisation, with the largest workspace that the tier allows.
 * @returns both before
 * @throws Problem Not-Found when there is no such organisation, or it is that of the pool, which has no plan
 */
export async function changeTier(tx: Db, id: string, tier: OrgQuota['tier'], catalog: Catalog) {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  if (row === undefined || id === POOL_ORG) throw notFound('organisation');
  const maxWorkspaceMemory = catalog.quota(tier).max_workspace_memory;
  await tx.update(organizations).set({ tier, maxWorkspaceMemory }).where(eq(organizations.id, id));
  return {
    before: { tier: row.tier, max_workspace_memory: row.maxWorkspaceMemory },
    after: { tier, max_workspace_memory: maxWorkspaceMemory },
  };
}

const PEOPLE_SORTS: Readonly<Record<NonNullable<PeopleQuery['sort']>, AnyColumn>> = {
  email: accounts.email,
  active: memberships.lastActiveAt,
  joined: memberships.joinedAt,
};

const roles = sql<RoleName[]>`(
  select coalesce(json_agg(distinct r.name), '[]') from role_grants r where r.membership_id = memberships.id)`;

/** @throws Problem Not-Found when there is no such organisation */
export async function listPeople(db: Db, id: string, query: PeopleQuery): Promise<DashboardPeople> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, id));
  if (organization === undefined) throw notFound('organisation');
  const where = and(
    eq(memberships.orgId, id),
    eq(accounts.kind, 'person'),
    contains(query.find, [accounts.email, accounts.id]),
  );
  const [all] = await db
    .select({ total: count() })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(where);
  const rows = await db
    .select({ membership: memberships, email: accounts.email, name: accounts.name, roles })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(where)
    .orderBy(ordered(PEOPLE_SORTS[query.sort ?? 'email'], query.desc), asc(memberships.id))
    .offset(query.offset)
    .limit(query.limit);
  return {
    total: all?.total ?? 0,
    items: rows.map(({ membership, email, name, roles: held }) => ({
      user_id: membership.accountId,
      email,
      // The name of somebody who has an account elsewhere is theirs to tell: by accepting.
      name: membership.joinedAt === null ? email : name,
      roles: held,
      joined_at: membership.joinedAt?.toISOString() ?? null,
      last_active_at: membership.lastActiveAt?.toISOString() ?? null,
      deactivated: membership.deactivatedAt !== null,
    })),
  };
}
