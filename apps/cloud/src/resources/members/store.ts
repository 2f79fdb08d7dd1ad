/** Who has which role where. */
import { databaseRole, type Member, type RoleName, type Scope } from '@acacia/contract';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { roleGrants, users } from '../../database/schema.ts';

/** Roles that reach a workspace's data, the most powerful first. */
const RANKS: readonly RoleName[] = ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'];

type GrantRow = typeof roleGrants.$inferSelect;

const scopeOf = (grant: GrantRow): Member['scope'] => {
  if (grant.workgroupId === null) return 'organization';
  return grant.workspaceId === null ? 'workgroup' : 'workspace';
};

const rank = ({ name }: GrantRow): number => RANKS.indexOf(name);

/** Grants that hold in a workgroup, and in a workspace of it when one is named. */
const holdsIn = (scope: Scope) => {
  const inGroup = and(eq(roleGrants.workgroupId, scope.workgroup_id ?? ''), isNull(roleGrants.workspaceId));
  const everywhere = isNull(roleGrants.workgroupId);
  return scope.workspace_id === undefined
    ? or(everywhere, inGroup)
    : or(everywhere, inGroup, eq(roleGrants.workspaceId, scope.workspace_id));
};

/** Everybody of the organisation with a role that holds there, each with the most powerful one, by e-mail. */
export async function membersOf(db: Db, orgId: string, scope: Scope): Promise<Member[]> {
  const rows = await db
    .select({ user: users, grant: roleGrants })
    .from(roleGrants)
    .innerJoin(users, eq(users.id, roleGrants.userId))
    .where(and(eq(users.orgId, orgId), inArray(roleGrants.name, [...RANKS]), holdsIn(scope)));
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
