/** Reads members of workgroups and workspaces with their roles. */
import { can, databaseRole, type Member, type OrgUser, type RoleName, type Scope } from '@acacia/contract';
import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import type { Actor } from '../../identity/person.ts';

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
 * @param which `joined`: without those whose invitation is pending, who have no access yet
 */
export async function membersOf(
  db: Db,
  orgId: string,
  scope: Scope,
  which: 'all' | 'joined' = 'all',
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
        which === 'joined' ? isNotNull(memberships.joinedAt) : undefined,
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

/**
 * People of the organisation that the actor may see, by e-mail: all of them with that permission; otherwise the actor,
 * and those with a role in a workgroup or workspace whose members the actor may see.
 */
export async function usersFor(db: Db, actor: Actor): Promise<OrgUser[]> {
  const rows = await db
    .select({ id: accounts.id, email: accounts.email, name: accounts.name, membershipId: memberships.id })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(eq(memberships.orgId, actor.orgId))
    .orderBy(asc(accounts.email));
  const present = (seen: typeof rows) => seen.map(({ id, email, name }) => ({ user_id: id, email, name }));
  if (can(actor.grants, 'user.listAll')) return present(rows);
  const grants = await db
    .select({ grant: roleGrants })
    .from(roleGrants)
    .innerJoin(memberships, eq(memberships.id, roleGrants.membershipId))
    .where(eq(memberships.orgId, actor.orgId));
  const near = new Set(
    grants.filter(({ grant }) => isMemberFor(actor, grant)).map(({ grant }) => grant.membershipId),
  );
  return present(rows.filter(({ id, membershipId }) => id === actor.userId || near.has(membershipId)));
}

/** Whether the actor may see the members of the place where a grant holds. */
function isMemberFor({ grants }: Actor, { workgroupId, workspaceId }: GrantRow): boolean {
  // Administrators of the organisation are members everywhere.
  if (workgroupId === null) return true;
  return workspaceId === null
    ? grants.some((own) => own.workgroup_id === workgroupId)
    : can(grants, 'workspaceMember.read', { workgroup_id: workgroupId, workspace_id: workspaceId });
}
