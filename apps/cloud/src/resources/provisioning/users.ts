/** Reads the people of an organisation as SCIM shows them. The id of a person over SCIM is that of the membership. */
import { normalEmail } from '@acacia/contract';
import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships } from '../../database/schema.ts';
import { scimGroups, scimGroupMembers, scimUsers } from '../../database/scim-tables.ts';
import { notFound } from '../../errors/problem.ts';
import { versionOf } from './answers.ts';
import { USER_SCHEMA } from './discovery.ts';
import { badFilter } from './fault.ts';
import type { Comparison, Filter } from './filter.ts';

export interface ScimMember {
  readonly account: typeof accounts.$inferSelect;
  readonly membership: typeof memberships.$inferSelect;
  /** Null: the directory has not written the person yet. */
  readonly kept: typeof scimUsers.$inferSelect | null;
}

const shownName = sql<string>`coalesce(${scimUsers.userName}, ${accounts.email})`;
/** The name of somebody who has an account elsewhere is theirs to tell: by accepting. */
const shownDisplay = sql<string>`coalesce(${scimUsers.names} ->> 'displayName', case when ${memberships.joinedAt} is null then ${accounts.email} else ${accounts.name} end)`;

const sameText = (column: SQL, text: string): SQL => sql`lower(${column}) = lower(${text})`;

function comparison({ attribute, value }: Comparison): SQL | undefined {
  if (attribute === 'active') {
    if (typeof value !== 'boolean') throw badFilter('active is true or false.');
    return value ? isNull(memberships.deactivatedAt) : isNotNull(memberships.deactivatedAt);
  }
  const text = String(value);
  switch (attribute) {
    case 'id':
      return eq(memberships.id, text);
    case 'username':
      return sameText(shownName, text);
    case 'externalid':
      return eq(scimUsers.externalId, text);
    case 'displayname':
      return sameText(shownDisplay, text);
    case 'emails':
    case 'emails.value':
      return eq(accounts.email, normalEmail(text));
    default:
      throw badFilter(`People cannot be filtered by '${attribute}'.`);
  }
}

/** @throws ScimFault when it compares an attribute that it cannot */
export function whereOf(filter: Filter, compare: (each: Comparison) => SQL | undefined): SQL | undefined {
  if (filter.kind === 'eq') return compare(filter);
  const parts = filter.of.map((each) => whereOf(each, compare));
  return filter.kind === 'and' ? and(...parts) : or(...parts);
}

/** Accounts of API keys are not the directory's. */
const isPerson = and(eq(accounts.id, memberships.accountId), eq(accounts.kind, 'person'));

const select = (db: Db) =>
  db
    .select({ account: accounts, membership: memberships, kept: scimUsers })
    .from(memberships)
    .innerJoin(accounts, isPerson)
    .leftJoin(scimUsers, eq(scimUsers.membershipId, memberships.id));

/** A page of people in the order in which they came. */
export async function findUsers(
  db: Db,
  orgId: string,
  filter: Filter | null,
  page: { readonly startIndex: number; readonly count: number },
): Promise<{ readonly total: number; readonly members: readonly ScimMember[] }> {
  const where = and(eq(memberships.orgId, orgId), filter === null ? undefined : whereOf(filter, comparison));
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(memberships)
    .innerJoin(accounts, isPerson)
    .leftJoin(scimUsers, eq(scimUsers.membershipId, memberships.id))
    .where(where);
  const members =
    page.count === 0
      ? []
      : await select(db)
          .where(where)
          .orderBy(asc(memberships.createdAt), asc(memberships.id))
          .limit(page.count)
          .offset(page.startIndex - 1);
  return { total: counted?.total ?? 0, members };
}

/** @throws Problem Not-Found when nobody in the organisation has the id */
export async function findUser(db: Db, orgId: string, id: string): Promise<ScimMember> {
  const [found] = await select(db).where(and(eq(memberships.orgId, orgId), eq(memberships.id, id)));
  if (found === undefined) throw notFound('person');
  return found;
}

/** Whether somebody else in the organisation has the name, or the address where they have no name. */
export async function isUserNameTaken(db: Db, orgId: string, name: string, own: string): Promise<boolean> {
  const found = await select(db)
    .where(and(eq(memberships.orgId, orgId), sameText(shownName, name), sql`${memberships.id} <> ${own}`))
    .limit(1);
  return found.length > 0;
}

export interface ShownGroup {
  readonly value: string;
  readonly display: string;
}

/** The groups of people, by the id of the person. */
export async function groupsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ShownGroup[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ of: scimGroupMembers.membershipId, value: scimGroups.id, display: scimGroups.displayName })
    .from(scimGroupMembers)
    .innerJoin(scimGroups, eq(scimGroups.id, scimGroupMembers.groupId))
    .where(inArray(scimGroupMembers.membershipId, [...ids]))
    .orderBy(asc(scimGroups.displayName));
  const held = new Map<string, ShownGroup[]>();
  for (const { of, ...group } of rows) held.set(of, [...(held.get(of) ?? []), group]);
  return held;
}

export const userNameOf = ({ account, kept }: ScimMember): string => kept?.userName ?? account.email;

/** @param base address of SCIM */
export function presentUser(base: string, member: ScimMember, groups: readonly ShownGroup[] = []) {
  const { account, membership, kept } = member;
  const { displayName, formatted, givenName, familyName } = kept?.names ?? {};
  const externalId = kept?.externalId ?? null;
  const whole = [givenName, familyName].filter((part) => part !== undefined).join(' ');
  const shown = {
    userName: userNameOf(member),
    ...(externalId === null ? {} : { externalId }),
    displayName: displayName ?? (membership.joinedAt === null ? account.email : account.name),
    ...(formatted === undefined && whole === ''
      ? {}
      : { name: { formatted: formatted ?? whole, givenName, familyName } }),
    active: membership.deactivatedAt === null,
    emails: [{ value: account.email, type: 'work', primary: true }],
    groups,
  };
  return {
    schemas: [USER_SCHEMA],
    id: membership.id,
    ...shown,
    meta: {
      resourceType: 'User',
      created: membership.createdAt.toISOString(),
      lastModified: (kept?.updatedAt ?? membership.createdAt).toISOString(),
      location: `${base}/Users/${membership.id}`,
      version: versionOf(shown),
    },
  };
}
