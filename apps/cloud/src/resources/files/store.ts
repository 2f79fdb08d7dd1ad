/** Reads files as the API shows them. */
import {
  FILE_LIMITS,
  type FileEntry,
  type FileShare,
  type FoundFile,
  type LeftFiles,
} from '@acacia/contract';
import { and, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Db } from '../../database/database.ts';
import { editorFiles, editorFileShares } from '../../database/file-tables.ts';
import { accounts, memberships } from '../../database/schema.ts';
import { problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { permissionOfRank, presentShares } from '../sharing/shares.ts';
import { ownRank, type Held } from './rights.ts';

/** Files that the actor may open, with the rank of their permission: a common table expression named `seen`. */
const seen = (actor: Actor) => sql`
  with recursive walk (id, rank) as (
    select f.id, ${ownRank(actor)}::int from ${editorFiles} f
    where f.org_id = ${actor.orgId} and f.id in (
      select id from ${editorFiles} where org_id = ${actor.orgId} and owner_id = ${actor.userId}
      union all select id from ${editorFiles} where org_id = ${actor.orgId} and access > 0
      union all select file_id from ${editorFileShares} where membership_id = ${actor.membershipId}
    )
    union
    select f.id, greatest(w.rank, ${ownRank(actor)}::int) from walk w
    join ${editorFiles} f on f.parent_id = w.id
  ),
  seen (id, rank) as (select id, max(rank) from walk group by id)`;

/** A row of a list, without its text. */
interface Listed extends Record<string, unknown> {
  readonly file_id: string;
  readonly name: string;
  readonly is_folder: boolean;
  readonly parent_id: string | null;
  readonly type: string;
  readonly version: number;
  readonly size: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly email: string;
  readonly rank: number;
  readonly access: FileEntry['access'];
  readonly is_shared: boolean;
}

const present = (row: Listed, isSeen: (id: string) => boolean): FileEntry => ({
  file_id: row.file_id,
  name: row.name,
  is_folder: row.is_folder,
  parent_id: row.parent_id !== null && isSeen(row.parent_id) ? row.parent_id : null,
  type: row.type,
  version: row.version,
  size: row.size,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  owner: { user_id: row.user_id, name: row.user_name, email: row.email },
  permission: permissionOfRank(row.rank),
  access: row.access,
  is_shared: row.rank === 3 && row.is_shared,
});

const COLUMNS = sql`
  f.id as file_id, f.name, f.is_folder, f.parent_id, f.type, f.version, octet_length(f.content) as size,
  f.created_at, f.updated_at, a.id as user_id, a.name as user_name, a.email, f.access,
  f.access > 0 or exists (select from ${editorFileShares} s where s.file_id = f.id) as is_shared`;

/** Files that the actor may open: their own first, then those changed last. */
export async function listFiles(db: Db, actor: Actor): Promise<{ files: FileEntry[]; more: boolean }> {
  const { rows } = await db.execute<Listed>(sql`
    ${seen(actor)}
    select ${COLUMNS}, seen.rank from seen
    join ${editorFiles} f on f.id = seen.id
    join ${accounts} a on a.id = f.owner_id
    order by f.owner_id = ${actor.userId} desc, f.updated_at desc, f.id
    limit ${FILE_LIMITS.listed + 1}`);
  const listed = rows.slice(0, FILE_LIMITS.listed);
  const ids = new Set(listed.map(({ file_id }) => file_id));
  return {
    files: listed.map((row) => present(row, (id) => ids.has(id))),
    more: rows.length > FILE_LIMITS.listed,
  };
}

/** Hash of what the actor's list of files shows; another one after each change of it, a saved text included. */
export async function listVersion(db: Db, actor: Actor): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    ${seen(actor)}
    select md5(coalesce(string_agg(
      concat_ws(' ', f.id, f.version, f.parent_id, f.owner_id, f.access, seen.rank, f.name), ',' order by f.id
    ), '')) as version
    from seen join ${editorFiles} f on f.id = seen.id`);
  const [found] = rows;
  if (found === undefined) throw new Error('The list of files has no version.');
  return found.version;
}

/** One file as a list shows it. */
export async function entryOf(db: Db, actor: Actor, { row, permission }: Held): Promise<FileEntry> {
  const { rows } = await db.execute<Listed>(sql`
    select ${COLUMNS}, 3 as rank from ${editorFiles} f
    join ${accounts} a on a.id = f.owner_id where f.id = ${row.id}`);
  const [found] = rows;
  if (found === undefined) throw new Error(`The file ${row.id} is gone within its transaction.`);
  const owns = permission === 'owner';
  const seesParent = owns || (await isSeen(db, actor, row.parentId));
  return { ...present(found, () => seesParent), permission, is_shared: owns && found.is_shared };
}

async function isSeen(db: Db, actor: Actor, id: string | null): Promise<boolean> {
  if (id === null) return false;
  const { rows } = await db.execute(sql`${seen(actor)} select from seen where id = ${id}`);
  return rows.length > 0;
}

/** Milliseconds that a search may take. */
const SEARCH_MS = 3_000;
const TIMED_OUT = '57014';

/**
 * Files whose name or text holds the words, those changed last first.
 * @throws Problem Unavailable when the search takes too long
 */
export async function searchFiles(db: Db, actor: Actor, text: string): Promise<FoundFile[]> {
  const words = text.toLowerCase();
  try {
    const rows = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(SEARCH_MS)}, true)`);
      const found = await tx.execute<{ id: string; content: string }>(sql`
        ${seen(actor)}
        select f.id, case when position(${words} in lower(f.content)) > 0 then f.content else '' end as content
        from seen join ${editorFiles} f on f.id = seen.id
        where position(${words} in lower(f.name)) > 0 or position(${words} in lower(f.content)) > 0
        order by f.updated_at desc, f.id limit ${FILE_LIMITS.found}`);
      return found.rows;
    });
    return rows.map(({ id, content }) => ({ file_id: id, ...lineWith(content, words) }));
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && 'code' in cause && cause.code === TIMED_OUT) throw problem('searchTooLong');
    throw error;
  }
}

/** Characters of a line that a search shows. */
const LINE = 200;

function lineWith(content: string, words: string): { line: string; line_number: number } {
  if (content === '') return { line: '', line_number: 0 };
  const lines = content.split('\n');
  const index = lines.findIndex((line) => line.toLowerCase().includes(words));
  return { line: (lines[index] ?? '').trim().slice(0, LINE).toWellFormed(), line_number: index + 1 };
}

/** Whom a file is shared with: the organisation, then people by address. */
export async function sharesOf(db: Db, orgId: string, { row }: Held): Promise<FileShare[]> {
  const people = await db.select().from(editorFileShares).where(eq(editorFileShares.fileId, row.id));
  return presentShares(db, orgId, { access: (['none', 'view', 'edit'] as const)[row.access], people });
}

/** People without a membership in force whose files are still there. */
export async function leftFiles(db: Db, orgId: string, userId?: string): Promise<LeftFiles[]> {
  const { rows } = await db.execute<{ user_id: string; name: string; email: string; files: number }>(sql`
    select a.id as user_id, a.name, a.email, count(*)::int as files
    from ${editorFiles} f join ${accounts} a on a.id = f.owner_id
    where f.org_id = ${orgId} and ${userId === undefined ? sql`true` : sql`f.owner_id = ${userId}`} and not exists (
      select from ${memberships} m
      where m.org_id = ${orgId} and m.account_id = f.owner_id and m.joined_at is not null and m.deactivated_at is null
    )
    group by a.id, a.name, a.email order by a.email limit 1000`);
  return rows.map(({ files, ...owner }) => ({ owner, files }));
}

/** Names that stand in one folder of a person. @param parentId null: at the top */
export async function namesIn(
  db: Db,
  orgId: string,
  ownerId: string,
  parentId: string | null,
): Promise<ReadonlySet<string>> {
  const here = sql`${editorFiles.parentId} is not distinct from ${parentId}`;
  const rows = await db
    .select({ name: editorFiles.name })
    .from(editorFiles)
    .where(and(eq(editorFiles.orgId, orgId), eq(editorFiles.ownerId, ownerId), here));
  return new Set(rows.map(({ name }) => name));
}

/** Names of files by id, for the audit log. */
export const fileNames = (db: Db, orgId: string, ids: readonly string[]) =>
  db
    .select({ id: editorFiles.id, name: editorFiles.name })
    .from(editorFiles)
    .where(and(eq(editorFiles.orgId, orgId), anyOf(editorFiles.id, ids)));
