/** Reads saved explorations as the API shows them. */
import type { ExplorationComment, ExplorationEntry, FileShare } from '@acacia/contract';
import { asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { explorationComments, explorations, explorationShares } from '../../database/exploration-tables.ts';
import { accounts } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { permissionOfRank, presentShares } from '../sharing/shares.ts';
import { rankOf, type ExplorationRow, type Place } from './rights.ts';

interface Listed extends Record<string, unknown> {
  readonly exploration_id: string;
  readonly name: string;
  readonly graph: string;
  readonly version: number;
  readonly vertices: number;
  readonly edges: number;
  readonly comments: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly updated_by: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly email: string;
  readonly access: ExplorationEntry['access'];
  readonly is_shared: boolean;
  readonly rank: number;
}

const present = ({ user_id, user_name, email, rank, ...row }: Listed): ExplorationEntry => ({
  ...row,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  owner: { user_id, name: user_name, email },
  permission: permissionOfRank(rank),
  is_shared: rank === 3 && row.is_shared,
});

async function entries(db: Db, actor: Actor, place: Place, where: SQL): Promise<ExplorationEntry[]> {
  const { rows } = await db.execute<Listed>(sql`
    select * from (
      select e.id as exploration_id, e.name, e.graph, e.version, e.vertices, e.edges, e.created_at, e.updated_at,
        (select count(*)::int from ${explorationComments} c where c.exploration_id = e.id) as comments,
        coalesce(nullif(u.name, ''), u.email, '') as updated_by,
        a.id as user_id, a.name as user_name, a.email, e.access,
        e.access <> 'none' or exists (select from ${explorationShares} s where s.exploration_id = e.id) as is_shared,
        ${rankOf(actor, place)}::int as rank
      from ${explorations} e
      join ${accounts} a on a.id = e.owner_id
      left join ${accounts} u on u.id = e.updated_by
      where e.org_id = ${actor.orgId} and e.workspace_id = ${place.workspace_id} and ${where}
    ) seen where rank > 0 order by updated_at desc, exploration_id limit 1000`);
  return rows.map(present);
}

/** Explorations of a workspace that the actor may open. */
export const listExplorations = (db: Db, actor: Actor, place: Place) => entries(db, actor, place, sql`true`);

/** One exploration as a list shows it. @throws Problem Not-Found when the actor may not open it */
export async function entryOf(db: Db, actor: Actor, place: Place, id: string): Promise<ExplorationEntry> {
  const [found] = await entries(db, actor, place, sql`e.id = ${id}`);
  if (found === undefined) throw notFound('exploration');
  return found;
}

/** Whom an exploration is shared with: everybody of the workspace, then people by address. */
export async function sharesOf(db: Db, orgId: string, row: ExplorationRow): Promise<FileShare[]> {
  const people = await db.select().from(explorationShares).where(eq(explorationShares.explorationId, row.id));
  return presentShares(db, orgId, { access: row.access, people });
}

/** Comments on an exploration, the oldest first. */
export async function commentsOn(db: Db, explorationId: string): Promise<ExplorationComment[]> {
  const rows = await db
    .select({
      comment_id: explorationComments.id,
      about: explorationComments.about,
      text: explorationComments.text,
      at: explorationComments.createdAt,
      user_id: accounts.id,
      name: accounts.name,
      email: accounts.email,
    })
    .from(explorationComments)
    .innerJoin(accounts, eq(accounts.id, explorationComments.authorId))
    .where(eq(explorationComments.explorationId, explorationId))
    .orderBy(asc(explorationComments.createdAt), asc(explorationComments.id));
  return rows.map(({ at, user_id, name, email, ...comment }) => ({
    ...comment,
    author: { user_id, name, email },
    created_at: at.toISOString(),
  }));
}
