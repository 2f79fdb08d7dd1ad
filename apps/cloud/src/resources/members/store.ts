/** Reads members of workgroups and workspaces with their roles. */
import { databaseRole, type Member, type RoleName, type Scope } from '@acacia/contract';
import { and, eq, inArray, isNull, not, or, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { apiKeys } from '../../database/organization-tables.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import { inForce } from '../../identity/in-force.ts';

/** Roles that give access to a workspace's data, the most powerful first. */
const RANKS: readonly RoleName[] = ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'];

type GrantRow = typeof roleGrants.$inferSelect;

function scopeOf(grant: GrantRow): Member['scope'] {
  if (grant.workgroupId === null) return 'organization';
  return grant.workspaceId === null ? 'workgroup' : 'workspace';
}

const rank = ({ name }: GrantRow): number => RANKS.indexOf(name);

/** Condition for grants that hold in a workgroup, or in a workspace of it when the scope names one. */
function holdsIn(scope: Scope) {
  const inGroup = and(eq(roleGrants.workgroupId, scope.workgroup_id ?? ''), isNull(roleGrants.workspaceId));
  const everywhere = isNull(roleGrants.workgroupId);
  return scope.workspace_id === undefined
    ? or(everywhere, inGroup)
    : or(everywhere, inGroup, eq(roleGrants.workspaceId, scope.workspace_id));
}

/** Condition for service accounts whose key has expired. */
export const keyHasExpired = sql<boolean>`exists (select from ${apiKeys} where ${apiKeys.accountId} = ${accounts.id} and ${apiKeys.expiresAt} <= now())`;

/** The id of a person's membership of the organisation; undefined where they are not in it. */
export async function membershipOf(db: Db, orgId: string, accountId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.orgId, orgId), eq(memberships.accountId, accountId)));
  return row?.id;
}

/**
 * People of the organisation with a role that holds in the scope, each with the most powerful one, by e-mail.
 * @param which `all`: without service accounts; `in force`: with those whose key has not expired, and without people
 *   whose invitation is pending or whom a directory has deactivated
 */
export async function membersOf(
  db: Db,
  orgId: string,
  scope: Scope,
  which: 'all' | 'in force' = 'all',
): Promise<Member[]> {
  const rows = await db
    .select({ user: accounts, grant: roleGrants })
    .from(roleGrants)
    .innerJoin(memberships, eq(memberships.id, roleGrants.membershipId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(
      and(
        eq(memberships.orgId, orgId),
        inArray(roleGrants.name, [...RANKS]),
        holdsIn(scope),
        which === 'in force' ? and(inForce, not(keyHasExpired)) : eq(accounts.kind, 'person'),
      ),
    );
  const byUser = Map.groupBy(rows, ({ user }) => user.id);
  const members = [...byUser.values()].flatMap((held): Member[] => {
    const [best] = [...held].sort((a, b) => rank(a.grant) - rank(b.grant));
    if (best === undefined) return [];
    const { user, grant } = best;
    const role = { name: grant.name, workgroup_id: grant.workgroupId, workspace_id: grant.workspaceId };
    return [
      {
        user_id: user.id,
        email: user.email,
        name: user.name,
        role: grant.name,
        scope: scopeOf(grant),
        database_role:
          databaseRole([role], {
            workgroup_id: scope.workgroup_id ?? '',
            workspace_id: scope.workspace_id ?? '',
          }) ?? 'globalobserver',
      },
    ];
  });
  return members.sort((a, b) => a.email.localeCompare(b.email));
}
