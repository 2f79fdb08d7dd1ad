/** Groups of a directory: reads them, and changes them together with the roles that they give. */
import { randomUUID } from 'node:crypto';
import { SCIM_LIMITS } from '@acacia/contract';
import { and, asc, eq, exists, inArray, ne, notExists, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import { scimGroups, scimGroupMembers, scimGroupRoles } from '../../database/scim-tables.ts';
import { notFound, problem } from '../../errors/problem.ts';
import { versionOf } from './answers.ts';
import { GROUP_SCHEMA } from './discovery.ts';
import { badFilter, badValue, fault } from './fault.ts';
import type { Comparison, Filter } from './filter.ts';
import { entriesOf, parsePath, type Operation, type Path } from './patch.ts';
import { textOf } from './user-input.ts';
import { whereOf } from './users.ts';

export type ScimGroup = typeof scimGroups.$inferSelect;

function comparison(db: Db) {
  return ({ attribute, value }: Comparison): SQL | undefined => {
    const text = String(value);
    switch (attribute) {
      case 'id':
        return eq(scimGroups.id, text);
      case 'externalid':
        return eq(scimGroups.externalId, text);
      case 'displayname':
        return sql`lower(${scimGroups.displayName}) = lower(${text})`;
      case 'members':
      case 'members.value':
        return exists(
          db
            .select({ found: sql`1` })
            .from(scimGroupMembers)
            .where(and(eq(scimGroupMembers.groupId, scimGroups.id), eq(scimGroupMembers.membershipId, text))),
        );
      default:
        throw badFilter(`Groups cannot be filtered by '${attribute}'.`);
    }
  };
}

/** A page of groups in the order in which they came. */
export async function findGroups(
  db: Db,
  orgId: string,
  filter: Filter | null,
  page: { readonly startIndex: number; readonly count: number },
): Promise<{ readonly total: number; readonly groups: readonly ScimGroup[] }> {
  const where = and(
    eq(scimGroups.orgId, orgId),
    filter === null ? undefined : whereOf(filter, comparison(db)),
  );
  const groups =
    page.count === 0
      ? []
      : await db
          .select()
          .from(scimGroups)
          .where(where)
          .orderBy(asc(scimGroups.createdAt), asc(scimGroups.id))
          .limit(page.count)
          .offset(page.startIndex - 1);
  return { total: await db.$count(scimGroups, where), groups };
}

/** @throws Problem Not-Found when the organisation has no such group */
export async function findGroup(db: Db, orgId: string, id: string): Promise<ScimGroup> {
  const [found] = await db
    .select()
    .from(scimGroups)
    .where(and(eq(scimGroups.orgId, orgId), eq(scimGroups.id, id)));
  if (found === undefined) throw notFound('group');
  return found;
}

/** Ids of the members of groups, by the group. */
export async function membersOfGroups(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(scimGroupMembers)
    .where(inArray(scimGroupMembers.groupId, [...ids]))
    .orderBy(asc(scimGroupMembers.membershipId));
  const byGroup = Map.groupBy(rows, ({ groupId }) => groupId);
  return new Map([...byGroup].map(([id, held]) => [id, held.map(({ membershipId }) => membershipId)]));
}

/** @param members ids of them */
export function presentGroup(base: string, group: ScimGroup, members: readonly string[]) {
  const { id, displayName, externalId, createdAt, updatedAt } = group;
  const shown = {
    displayName,
    ...(externalId === null ? {} : { externalId }),
    members: members.map((value) => ({ value })),
  };
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...shown,
    meta: {
      resourceType: 'Group',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Groups/${id}`,
      version: versionOf(shown),
    },
  };
}

/** A group as a request writes it. */
export interface GroupInput {
  readonly displayName: string;
  readonly externalId: string | null;
  /** Ids; they are those of people of the organisation only once they were stored. */
  readonly members: ReadonlySet<string>;
}

interface Draft {
  displayName: string;
  externalId: string | null;
  readonly members: Set<string>;
}

/** The ids among values of `members`. @throws ScimFault when one has none */
const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((each: unknown) => {
    const id = typeof each === 'object' && each !== null && 'value' in each ? each.value : each;
    if (typeof id !== 'string') throw badValue('members must be a list of objects with a value.');
    return id;
  });

/** The ids that a condition in brackets names. @throws ScimFault when it is about something else */
function idsOfCondition(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.of.flatMap(idsOfCondition);
  if (filter.kind !== 'eq' || filter.attribute !== 'value')
    throw badFilter('In the brackets of members, value eq "id" is known, and several with or.');
  return [String(filter.value)];
}

function setMembers({ members }: Draft, op: Operation['op'], { filter }: Path, value: unknown): void {
  if (op === 'remove') {
    const isAll = filter === null && (value === undefined || value === null);
    if (isAll) members.clear();
    else for (const id of filter === null ? idsIn(value) : idsOfCondition(filter)) members.delete(id);
    return;
  }
  if (op === 'replace') members.clear();
  if (value === undefined || value === null) return;
  for (const id of idsIn(value)) members.add(id);
}

/** Sets one attribute; those that are not kept are passed over. */
function setAttribute(draft: Draft, op: Operation['op'], path: Path, value: unknown): void {
  if (path.attribute === 'members') setMembers(draft, op, path, value);
  if (path.attribute === 'displayname') {
    const name = op === 'remove' ? '' : textOf('displayName', value);
    if (name === '') throw badValue('displayName must not be empty.');
    draft.displayName = name;
  }
  if (path.attribute === 'externalid')
    draft.externalId =
      op === 'remove' || value === null || value === undefined ? null : textOf('externalId', value);
}

function setAll(draft: Draft, op: Operation['op'], value: unknown): void {
  for (const [key, each] of entriesOf(value))
    if (key.toLowerCase() !== 'schemas') setAttribute(draft, op, parsePath(key), each);
}

/** @throws ScimFault naming the attribute that is not as it must be */
export function groupOfResource(body: unknown): GroupInput {
  const draft: Draft = { displayName: '', externalId: null, members: new Set() };
  setAll(draft, 'replace', body);
  if (draft.displayName === '') throw badValue('displayName is needed.');
  return draft;
}

/** @throws ScimFault naming the attribute or path that is not as it must be */
export function groupAfter(
  group: ScimGroup,
  members: readonly string[],
  operations: readonly Operation[],
): GroupInput {
  const { displayName, externalId } = group;
  const draft: Draft = { displayName, externalId, members: new Set(members) };
  for (const { op, path, value } of operations) {
    if (path !== null) setAttribute(draft, op, path, value);
    else if (op !== 'remove') setAll(draft, op, value);
  }
  return draft;
}

/** Gives the members of a group its role, and takes it from all others who had it by the group. */
async function giveRole(tx: Db, groupId: string): Promise<void> {
  const held = tx
    .select({ id: roleGrants.membershipId })
    .from(roleGrants)
    .where(eq(roleGrants.groupId, groupId));
  // Waits for what those who may lose the role are doing; in one order, as all changes of roles do.
  await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(inArray(memberships.id, held))
    .orderBy(asc(memberships.id))
    .for('update');
  const { name, workgroupId, workspaceId } = scimGroupRoles;
  const stays = tx
    .select({ found: sql`1` })
    .from(scimGroupMembers)
    .innerJoin(scimGroupRoles, eq(scimGroupRoles.groupId, scimGroupMembers.groupId))
    .where(
      and(
        eq(scimGroupMembers.groupId, groupId),
        eq(scimGroupMembers.membershipId, roleGrants.membershipId),
        eq(name, roleGrants.name),
        sql`${workgroupId} is not distinct from ${roleGrants.workgroupId}`,
        sql`${workspaceId} is not distinct from ${roleGrants.workspaceId}`,
      ),
    );
  // Those who keep it keep since when they have had it.
  await tx.delete(roleGrants).where(and(eq(roleGrants.groupId, groupId), notExists(stays)));
  await tx
    .insert(roleGrants)
    .select(
      tx
        .select({
          membershipId: scimGroupMembers.membershipId,
          name,
          workgroupId,
          workspaceId,
          groupId: scimGroupMembers.groupId,
          givenAt: sql<Date>`now()`.as('given_at'),
          lastUsedAt: sql<null>`null::timestamptz`.as('last_used_at'),
        })
        .from(scimGroupMembers)
        .innerJoin(scimGroupRoles, eq(scimGroupRoles.groupId, scimGroupMembers.groupId))
        .where(eq(scimGroupMembers.groupId, groupId)),
    )
    .onConflictDoNothing();
}

async function storeMembers(
  tx: Db,
  orgId: string,
  groupId: string,
  members: ReadonlySet<string>,
): Promise<void> {
  const ids = [...members];
  const inOrganisation = eq(scimGroups.orgId, orgId);
  const [others] = await tx
    .select({ number: sql<number>`count(*)::int` })
    .from(scimGroupMembers)
    .innerJoin(scimGroups, eq(scimGroups.id, scimGroupMembers.groupId))
    .where(and(inOrganisation, ne(scimGroups.id, groupId)));
  if (ids.length + (others?.number ?? 0) > SCIM_LIMITS.members) throw problem('scimTooManyMembers');
  await tx.delete(scimGroupMembers).where(eq(scimGroupMembers.groupId, groupId));
  if (ids.length > 0) {
    const list = sql`${JSON.stringify(ids)}::jsonb`;
    const added = await tx
      .insert(scimGroupMembers)
      .select(
        tx
          .select({ groupId: sql<string>`${groupId}`.as('group_id'), membershipId: memberships.id })
          .from(memberships)
          .innerJoin(accounts, and(eq(accounts.id, memberships.accountId), eq(accounts.kind, 'person')))
          .where(
            and(
              eq(memberships.orgId, orgId),
              sql`${memberships.id} in (select jsonb_array_elements_text(${list}))`,
            ),
          ),
      )
      .returning({ id: scimGroupMembers.membershipId });
    const known = new Set(added.map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) throw badValue(`There is no person with the id '${missing.slice(0, 100)}'.`);
  }
  await giveRole(tx, groupId);
}

async function demandName(tx: Db, orgId: string, name: string, own: string): Promise<void> {
  const same = and(
    eq(scimGroups.orgId, orgId),
    sql`lower(${scimGroups.displayName}) = lower(${name})`,
    ne(scimGroups.id, own),
  );
  if ((await tx.$count(scimGroups, same)) > 0)
    throw fault(problem('scimGroupNameTaken', { name }), 'uniqueness');
}

/** @returns id of the group. @throws ScimFault when its name is taken, or a member is not of the organisation */
export async function createGroup(tx: Db, orgId: string, input: GroupInput): Promise<string> {
  const id = randomUUID();
  await demandName(tx, orgId, input.displayName, id);
  if ((await tx.$count(scimGroups, eq(scimGroups.orgId, orgId))) >= SCIM_LIMITS.groups)
    throw problem('scimTooManyGroups');
  await tx
    .insert(scimGroups)
    .values({ id, orgId, displayName: input.displayName, externalId: input.externalId });
  await storeMembers(tx, orgId, id, input.members);
  return id;
}

/** @throws ScimFault when its name is taken, or a member is not of the organisation */
export async function changeGroup(tx: Db, { id, orgId }: ScimGroup, input: GroupInput): Promise<void> {
  const { displayName, externalId, members } = input;
  await demandName(tx, orgId, displayName, id);
  await tx
    .update(scimGroups)
    .set({ displayName, externalId, updatedAt: sql`clock_timestamp()` })
    .where(eq(scimGroups.id, id));
  await storeMembers(tx, orgId, id, members);
}

/** Sets the role of a group; null: it gives none. */
export async function setGroupRole(
  tx: Db,
  groupId: string,
  role: Omit<typeof scimGroupRoles.$inferInsert, 'groupId'> | null,
): Promise<void> {
  await tx.delete(scimGroupRoles).where(eq(scimGroupRoles.groupId, groupId));
  if (role !== null) await tx.insert(scimGroupRoles).values({ groupId, ...role });
  await giveRole(tx, groupId);
}

/** Deletes a group; its members lose the role that they had by it. */
export async function deleteGroup(tx: Db, id: string): Promise<void> {
  await setGroupRole(tx, id, null);
  await tx.delete(scimGroups).where(eq(scimGroups.id, id));
}
