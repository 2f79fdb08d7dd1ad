/** The permission that a person has for a saved exploration, by its owner, its shares and its access. */
import { can, type HeldPermission } from '@acacia/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { explorations, explorationShares } from '../../database/exploration-tables.ts';
import { memberships } from '../../database/schema.ts';
import { notFound, problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { ownerName, permissionOfRank, rankOfPermission } from '../sharing/shares.ts';

export type ExplorationRow = typeof explorations.$inferSelect;

/** Where a call acts; the pipeline has looked whether the actor may use the workspace. */
export interface Place {
  readonly workgroup_id: string;
  readonly workspace_id: string;
}

/** Rank of the actor's permission for the exploration `e`: its place in `none, view, edit, owner`. */
export function rankOf({ userId, membershipId, orgId, grants }: Actor, place: Place) {
  const manages = can(grants, 'exploration.manage', place);
  return sql<number>`greatest(
    case when e.owner_id = ${userId} then 3 when e.access = 'edit' then 2 when e.access = 'view' then 1 else 0 end,
    coalesce((
      select case s.permission when 'edit' then 2 else 1 end from ${explorationShares} s
      where s.exploration_id = e.id and s.membership_id = ${membershipId}
    ), 0),
    case when ${manages} and not exists (
      select from ${memberships} m
      where m.org_id = ${orgId} and m.account_id = e.owner_id and m.joined_at is not null and m.deactivated_at is null
    ) then 3 else 0 end
  )`;
}

/**
 * An exploration of the workspace that the actor has at least this permission for.
 * @param lock holds it against other changes until the transaction ends
 * @throws Problem Not-Found when the workspace has no such exploration; Forbidden, which says whose it is
 */
export async function heldExploration(
  db: Db,
  actor: Actor,
  place: Place,
  id: string,
  need: HeldPermission,
  lock = false,
): Promise<{ readonly row: ExplorationRow; readonly permission: HeldPermission }> {
  const found = db
    .select()
    .from(explorations)
    .where(
      and(
        eq(explorations.id, id),
        eq(explorations.orgId, actor.orgId),
        eq(explorations.workspaceId, place.workspace_id),
      ),
    );
  const [row] = await (lock ? found.for('update') : found);
  if (row === undefined) throw notFound('exploration');
  const ranked = await db.execute<{ rank: number }>(
    sql`select ${rankOf(actor, place)}::int as rank from ${explorations} e where e.id = ${id}`,
  );
  const rank = ranked.rows[0]?.rank ?? 0;
  if (rank < rankOfPermission(need)) {
    const owner = await ownerName(db, row.ownerId);
    if (rank === 0) throw problem('ofAnother', { what: 'exploration', owner });
    throw problem(need === 'owner' ? 'ownerOnly' : 'viewOnly', { owner });
  }
  return { row, permission: permissionOfRank(rank) };
}
