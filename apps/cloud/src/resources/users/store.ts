/** Reads the people of an organisation, and the service accounts of its API keys. */
import { can, operationDenied, ROLE_IN_API, rolePath, type OrgUser, type RoleGrant } from '@acacia/contract';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import { problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';

/** A member of the organisation with their account and roles. */
export interface MemberRow {
  readonly account: Pick<typeof accounts.$inferSelect, 'id' | 'kind' | 'email' | 'name'>;
  readonly membership: typeof memberships.$inferSelect;
  readonly grants: readonly RoleGrant[];
}

/**
 * Members of the organisation by e-mail, service accounts among them; `emails`: only those with these addresses, in
 * normal form.
 */
export async function membersWithRoles(
  db: Db,
  orgId: string,
  emails?: readonly string[],
): Promise<MemberRow[]> {
  const chosen = and(
    eq(memberships.orgId, orgId),
    emails === undefined ? undefined : inArray(accounts.email, [...emails]),
  );
  const rows = await db
    .select({
      account: { id: accounts.id, kind: accounts.kind, email: accounts.email, name: accounts.name },
      membership: memberships,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(chosen)
    .orderBy(asc(accounts.email));
  const { membershipId, name, workgroupId, workspaceId } = roleGrants;
  const grants = await db
    // A person and a group of the directory may give the same role.
    .selectDistinct({ grant: { membershipId, name, workgroupId, workspaceId } })
    .from(roleGrants)
    .innerJoin(memberships, eq(memberships.id, roleGrants.membershipId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(chosen);
  const held = Map.groupBy(grants, ({ grant }) => grant.membershipId);
  return rows.map((row) => ({
    ...row,
    grants: (held.get(row.membership.id) ?? []).map(({ grant }) => ({
      name: grant.name,
      workgroup_id: grant.workgroupId,
      workspace_id: grant.workspaceId,
    })),
  }));
}

/** Whether the actor may see that somebody has the grant. */
function seesGrant(own: readonly RoleGrant[], { name, workgroup_id, workspace_id }: RoleGrant): boolean {
  // Administrators of the organisation are members everywhere.
  if (workgroup_id === null) return name === 'org-admins';
  return workspace_id === null
    ? own.some((grant) => grant.workgroup_id === workgroup_id)
    : can(own, 'workspaceMember.read', { workgroup_id, workspace_id });
}

function present({ account, membership, grants }: MemberRow): OrgUser {
  const { joinedAt, deactivatedAt, lastActiveAt, createdAt } = membership;
  // A person who joined has signed in; a key may never have been used.
  const since = account.kind === 'person' ? joinedAt : null;
  return {
    id: account.id,
    email: account.email,
    // The name of somebody who has an account elsewhere is theirs to tell: by accepting.
    name: joinedAt === null ? account.email : account.name,
    roles: grants.map((grant) => ({ name: ROLE_IN_API[grant.name], path: rolePath(grant) })),
    created: createdAt.toISOString(),
    enabled: joinedAt !== null && deactivatedAt === null,
    deactivated: deactivatedAt !== null,
    metadata: {
      lastLogin: joinedAt === null ? null : ((lastActiveAt ?? since)?.toISOString() ?? null),
    },
  };
}

/**
 * People of the organisation that the actor may see, by e-mail: all of them with that permission; otherwise the actor,
 * and those with a role in a workgroup or workspace whose members the actor may see, with such roles alone.
 */
export async function usersFor(db: Db, actor: Actor): Promise<OrgUser[]> {
  const members = (await membersWithRoles(db, actor.orgId)).filter(
    ({ account }) => account.kind === 'person',
  );
  if (can(actor.grants, 'user.listAll')) return members.map(present);
  return members.flatMap((member) => {
    if (member.account.id === actor.userId) return [present(member)];
    const grants = member.grants.filter((grant) => seesGrant(actor.grants, grant));
    return grants.length === 0 ? [] : [present({ ...member, grants })];
  });
}

/** Service accounts of the organisation's API keys, by e-mail. @throws Problem when the actor may not manage keys */
export async function keyUsersFor(db: Db, actor: Actor): Promise<OrgUser[]> {
  if (!can(actor.grants, 'apiKey.manage')) {
    throw problem('notAllowed', { reason: operationDenied('apiKey.manage') });
  }
  const members = await membersWithRoles(db, actor.orgId);
  return members.filter(({ account }) => account.kind === 'service').map(present);
}
