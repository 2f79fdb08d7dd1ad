/** The people whom files and explorations are shared with, their permissions, and who owns them. */
import type { FilePermission, FileShare, HeldPermission } from '@acacia/contract';
import { and, asc, eq, or } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, organizations } from '../../database/schema.ts';
import { badField } from '../../errors/problem.ts';
import { inForce } from '../../identity/in-force.ts';

/** Permissions by their rank, the more the higher. */
const RANKS = ['none', 'view', 'edit', 'owner'] as const satisfies readonly FilePermission[];

export const rankOfPermission = (permission: FilePermission): number => RANKS.indexOf(permission);

export function permissionOfRank(rank: number): HeldPermission {
  const permission = RANKS[rank];
  if (permission === undefined || permission === 'none')
    throw new Error(`No permission has the rank ${rank}.`);
  return permission;
}

/** Name of an owner for people. */
export async function ownerName(db: Db, ownerId: string): Promise<string> {
  const [owner] = await db
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, ownerId));
  if (owner === undefined) return 'somebody who is gone';
  return owner.name === '' || owner.name === owner.email ? owner.email : `${owner.name} (${owner.email})`;
}

/** @throws Problem when nobody of the organisation is meant */
export async function memberOf(tx: Db, orgId: string, target: string) {
  const [member] = await tx
    .select({ membershipId: memberships.id, userId: accounts.id, email: accounts.email })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(
      and(
        eq(memberships.orgId, orgId),
        inForce,
        or(eq(accounts.email, target.toLowerCase()), eq(accounts.id, target)),
      ),
    );
  if (member === undefined) throw badField('target', 'nobodyToShareWith', { target });
  return member;
}

interface Shared {
  /** Permission of everybody. */
  readonly access: FileShare['permission'];
  readonly people: readonly { readonly membershipId: string; readonly permission: FileShare['permission'] }[];
}

/** Shares as the API shows them: everybody first, then people by address. */
export async function presentShares(db: Db, orgId: string, { access, people }: Shared): Promise<FileShare[]> {
  const [organization] = await db
    .select({ name: organizations.displayName })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  const permissions = new Map(people.map(({ membershipId, permission }) => [membershipId, permission]));
  const members = await db
    .select({ membershipId: memberships.id, target: accounts.id, name: accounts.name, email: accounts.email })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(anyOf(memberships.id, [...permissions.keys()]))
    .orderBy(asc(accounts.email));
  return [
    { type: 'org', target: orgId, name: organization?.name ?? '', email: '', permission: access },
    ...members.map(({ membershipId, ...person }) => ({
      type: 'user' as const,
      ...person,
      permission: permissions.get(membershipId) ?? 'none',
    })),
  ];
}
