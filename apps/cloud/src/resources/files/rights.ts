/** The rights of a person on a file, by its owner, its shares, and those of the folders above it. */
import type { HeldPermission } from '@acacia/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { editorFiles, editorFileShares } from '../../database/file-tables.ts';
import { memberships } from '../../database/schema.ts';
import { notFound, problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { ownerName, permissionOfRank, rankOfPermission } from '../sharing/shares.ts';

export type FileRow = typeof editorFiles.$inferSelect;

/** Rank that a file gives a person by itself, without folders above it. */
export const ownRank = ({ userId, membershipId }: Actor) => sql<number>`greatest(
  case when f.owner_id = ${userId} then 3 else f.access end,
  coalesce((
    select case s.permission when 'edit' then 2 else 1 end from ${editorFileShares} s
    where s.file_id = f.id and s.membership_id = ${membershipId}
  ), 0)
)`;

/** A file with what the actor may do with it. */
export interface Held {
  readonly row: FileRow;
  readonly permission: HeldPermission;
  /** Folders above it and itself. */
  readonly depth: number;
}

/**
 * A file that the actor has at least this permission for.
 * @param need 'view', 'edit' or 'owner'
 * @throws Problem Not-Found when the organisation has no such file; Forbidden, which says whose it is
 */
export async function heldFile(db: Db, actor: Actor, id: string, need: HeldPermission): Promise<Held> {
  const [row] = await db
    .select()
    .from(editorFiles)
    .where(and(eq(editorFiles.id, id), eq(editorFiles.orgId, actor.orgId)));
  if (row === undefined) throw notFound('file');
  const above = await db.execute<{ rank: number; depth: number }>(sql`
    with recursive up as (
      select * from ${editorFiles} where id = ${id}
      union all
      select p.* from ${editorFiles} p join up on p.id = up.parent_id
    )
    select max(${ownRank(actor)})::int as rank, count(*)::int as depth from up f`);
  const { rank = 0, depth = 0 } = above.rows[0] ?? {};
  if (rank < rankOfPermission(need)) {
    const owner = await ownerName(db, row.ownerId);
    if (rank === 0) throw problem('ofAnother', { what: 'file', owner });
    throw problem(need === 'owner' ? 'ownerOnly' : 'viewOnly', { owner });
  }
  return { row, permission: permissionOfRank(rank), depth };
}

/**
 * Accounts that may open a file, by owners and shares of it and of the folders above. Null: everybody of the
 * organisation may.
 */
export async function audienceOf(db: Db, id: string): Promise<readonly string[] | null> {
  const { rows } = await db.execute<{ everybody: boolean; people: string[] }>(sql`
    with recursive up as (
      select * from ${editorFiles} where id = ${id}
      union all
      select p.* from ${editorFiles} p join up on p.id = up.parent_id
    )
    select exists (select from up where access > 0) as everybody, array(
      select owner_id from up
      union
      select m.account_id from ${editorFileShares} s join ${memberships} m on m.id = s.membership_id
      where s.file_id in (select id from up)
    ) as people`);
  const [found] = rows;
  return found === undefined || found.everybody ? null : found.people;
}

/**
 * Demands the right to take a file out of its folder: that of editing the folder, and of owning what stands at the top.
 * @throws Problem Forbidden without it
 */
export async function demandPlace(db: Db, actor: Actor, { row, permission }: Held): Promise<void> {
  if (permission === 'owner') return;
  if (row.parentId === null) throw problem('ownerOnly', { owner: await ownerName(db, row.ownerId) });
  await heldFile(db, actor, row.parentId, 'edit');
}

/** Serialises changes of the trees of some people, until the transaction ends. */
export async function lockTrees(tx: Db, orgId: string, owners: readonly string[]): Promise<void> {
  // In one order, so that two transactions never wait for each other.
  for (const owner of [...new Set(owners)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files/${orgId}/${owner}`}, 0))`);
  }
}
