/** Roles that allowed nothing for some time, for an admin to look through. */
import { rolePath, type UnusedRole } from '@acacia/contract';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import { inForce } from '../../identity/in-force.ts';

/** Roles in force of an organisation that were neither given nor used for so many days, longest ago first. */
export async function unusedRoles(db: Db, orgId: string, days: number): Promise<UnusedRole[]> {
  const last = sql`greatest(${roleGrants.givenAt}, ${roleGrants.lastUsedAt})`;
  const rows = await db
    .select({
      user_id: accounts.id,
      email: accounts.email,
      name: accounts.name,
      kind: accounts.kind,
      role: roleGrants.name,
      workgroup_id: roleGrants.workgroupId,
      workspace_id: roleGrants.workspaceId,
      given: roleGrants.givenAt,
      lastUsed: roleGrants.lastUsedAt,
    })
    .from(roleGrants)
    .innerJoin(memberships, eq(memberships.id, roleGrants.membershipId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.orgId, orgId), inForce, lt(last, sql`now() - make_interval(days => ${days})`)))
    .orderBy(last, asc(accounts.email), asc(roleGrants.name));
  return rows.map(({ kind, role, workgroup_id, workspace_id, given, lastUsed, ...person }) => ({
    ...person,
    is_api_key: kind === 'service',
    path: rolePath({ name: role, workgroup_id, workspace_id }),
    given: given.toISOString(),
    last_used: lastUsed?.toISOString() ?? null,
  }));
}
