/** Creates, saves, moves, shares and deletes files. */
import { randomUUID } from 'node:crypto';
import {
  FILE_ACCESS,
  FILE_LIMITS,
  freeFileName,
  textBytes,
  type CreateFile,
  type FilePermission,
  type UpdateFile,
} from '@acacia/contract';
import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { anyOf } from '../../database/any-of.ts';
import { brokenConstraint, type Db } from '../../database/database.ts';
import { editorFiles, editorFileShares } from '../../database/file-tables.ts';
import { memberships } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { memberOf, ownerName } from '../sharing/shares.ts';
import { demandPlace, heldFile, lockTrees, type FileRow, type Held } from './rights.ts';
import { leftFiles, namesIn } from './store.ts';

/** Milliseconds for which the saves of one text by one person are one row of the audit log. */
const AUDIT_MS = 60 * 60 * 1000;

/** The file within the transaction, locked against other saves, moves and its deletion. */
async function lockFile(tx: Db, actor: Actor, id: string): Promise<void> {
  await tx
    .select({ id: editorFiles.id })
    .from(editorFiles)
    .where(and(eq(editorFiles.id, id), eq(editorFiles.orgId, actor.orgId)))
    .for('update');
}

/** @throws Problem Quota-Exceed when the person has too many files, or too much text, with these */
async function demandRoom(
  tx: Db,
  orgId: string,
  ownerId: string,
  files: number,
  bytes: number,
): Promise<void> {
  const [held] = await tx
    .select({
      files: count(),
      bytes: sql<number>`coalesce(sum(octet_length(${editorFiles.content})), 0)::float8`,
    })
    .from(editorFiles)
    .where(and(eq(editorFiles.orgId, orgId), eq(editorFiles.ownerId, ownerId)));
  const { files: most, totalBytes } = FILE_LIMITS;
  if (files > 0 && (held?.files ?? 0) + files > most) throw problem('tooManyFiles', { most });
  if (bytes > 0 && (held?.bytes ?? 0) + bytes > totalBytes)
    throw problem('tooMuchText', { most: `${totalBytes / 1024 / 1024} MB` });
}

/** Runs a write that gives a file its name, place or id. @throws Problem Conflict when it is taken */
async function inPlace<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === 'editor_files_name') throw badField('name', 'fileNameTaken', { name });
    if (broken === 'editor_files_pkey') throw badField('file_id', 'idTaken', { what: 'a file' });
    throw error;
  }
}

/**
 * The folder that files are put into, within the lock of its owner's tree.
 * @throws Problem when it is no folder, or the actor may not edit it
 */
async function targetFolder(tx: Db, actor: Actor, id: string): Promise<Held> {
  const folder = await heldFile(tx, actor, id, 'edit');
  if (!folder.row.isFolder) throw badField('parent_id', 'notAFolder');
  return folder;
}

function demandDepth(depth: number): void {
  const { depth: most } = FILE_LIMITS;
  if (depth > most) throw badField('parent_id', 'foldersTooDeep', { most });
}

/** @throws Problem when name or id is taken, a limit is reached, or the folder is not the actor's to write */
export async function createFile(tx: Db, actor: Actor, input: z.output<typeof CreateFile>): Promise<Held> {
  const { name, is_folder, type, content } = input;
  if (is_folder && content !== '') throw badField('content', 'folderHasNoText');
  const owner =
    input.parent_id === null ? actor.userId : (await targetFolder(tx, actor, input.parent_id)).row.ownerId;
  await lockTrees(tx, actor.orgId, [owner]);
  // Once more within the lock: the folder may have been deleted or moved.
  const folder = input.parent_id === null ? null : await targetFolder(tx, actor, input.parent_id);
  demandDepth((folder?.depth ?? 0) + 1);
  await demandRoom(tx, actor.orgId, owner, 1, textBytes(content));
  const values = {
    id: input.file_id ?? randomUUID(),
    orgId: actor.orgId,
    ownerId: owner,
    parentId: folder?.row.id ?? null,
    name,
    isFolder: is_folder,
    type,
    content,
    updatedBy: actor.userId,
    auditedAt: new Date(),
  };
  const [row] = await inPlace(name, () => tx.insert(editorFiles).values(values).returning());
  if (row === undefined) throw new Error('The file was not stored.');
  return { row, permission: folder?.permission ?? 'owner', depth: (folder?.depth ?? 0) + 1 };
}

interface Saved {
  readonly held: Held;
  readonly before: FileRow;
  /** Whether an earlier row of the audit log stands for this save too. */
  readonly quiet: boolean;
}

/**
 * Saves a text over a version. A text that is there already is no change, whatever the version is: a save that is sent
 * again after a lost answer succeeds.
 * @throws Problem Precondition-Failed, with the text that is there, when that is of another version
 */
export async function saveFile(
  tx: Db,
  actor: Actor,
  id: string,
  version: number,
  content: string,
): Promise<Saved> {
  await lockFile(tx, actor, id);
  const held = await heldFile(tx, actor, id, 'edit');
  const { row: before } = held;
  if (before.isFolder) throw badField('content', 'folderHasNoText');
  if (before.content === content) return { held, before, quiet: true };
  if (before.version !== version) {
    const updated_by = before.updatedBy === null ? '' : await ownerName(tx, before.updatedBy);
    throw problem('changedMeanwhile', { what: 'file', name: before.name }).with({
      version: before.version,
      content: before.content,
      updated_by,
    });
  }
  await demandRoom(tx, actor.orgId, before.ownerId, 0, textBytes(content) - textBytes(before.content));
  const now = new Date();
  const quiet =
    before.updatedBy === actor.userId &&
    before.auditedAt !== null &&
    now.getTime() - before.auditedAt.getTime() < AUDIT_MS;
  const [row] = await tx
    .update(editorFiles)
    .set({
      content,
      version: before.version + 1,
      updatedAt: now,
      updatedBy: actor.userId,
      ...(quiet ? {} : { auditedAt: now }),
    })
    .where(eq(editorFiles.id, id))
    .returning();
  if (row === undefined) throw notFound('file');
  return { held: { ...held, row }, before, quiet };
}

/** Ids of a folder with all that is in it, and the folders within each other. */
async function subtree(tx: Db, id: string): Promise<{ readonly ids: string[]; readonly height: number }> {
  const { rows } = await tx.execute<{ id: string; level: number }>(sql`
    with recursive down (id, level) as (
      select ${id}::text, 1 union all
      select f.id, down.level + 1 from ${editorFiles} f join down on f.parent_id = down.id
    )
    select id, level from down`);
  return { ids: rows.map((row) => row.id), height: Math.max(...rows.map(({ level }) => level)) };
}

/**
 * Renames and moves.
 * @throws Problem when the name is taken there, the folder is in the moved one or of another owner, or is too deep
 */
export async function updateFile(
  tx: Db,
  actor: Actor,
  id: string,
  { name, parent_id }: z.output<typeof UpdateFile>,
): Promise<{ before: FileRow; held: Held }> {
  const { row: found } = await heldFile(tx, actor, id, 'edit');
  await lockTrees(tx, actor.orgId, [found.ownerId]);
  await lockFile(tx, actor, id);
  const held = await heldFile(tx, actor, id, 'edit');
  const { row: before } = held;
  const parentId = parent_id === undefined ? before.parentId : parent_id;
  if (parentId !== before.parentId) await demandMove(tx, actor, held, parentId);
  const wanted = name ?? before.name;
  const [row] = await inPlace(wanted, () =>
    tx
      .update(editorFiles)
      .set({ name: wanted, parentId, ...(before.isFolder ? { updatedAt: new Date() } : {}) })
      .where(eq(editorFiles.id, id))
      .returning(),
  );
  if (row === undefined) throw notFound('file');
  return { before, held: { ...held, row } };
}

async function demandMove(tx: Db, actor: Actor, held: Held, parentId: string | null): Promise<void> {
  await demandPlace(tx, actor, held);
  const { row, permission } = held;
  if (parentId === null) {
    if (permission !== 'owner')
      throw badField('parent_id', 'ownerOnly', { owner: await ownerName(tx, row.ownerId) });
    return;
  }
  const folder = await targetFolder(tx, actor, parentId);
  if (folder.row.ownerId !== row.ownerId) throw badField('parent_id', 'folderOfAnother');
  const { ids, height } = await subtree(tx, row.id);
  if (ids.includes(parentId)) throw badField('parent_id', 'folderIntoItself');
  demandDepth(folder.depth + height);
}

/** Deletes a file, or a folder with all that is in it. @returns it, and the number of files and folders deleted */
export async function deleteFile(
  tx: Db,
  actor: Actor,
  id: string,
): Promise<{ before: FileRow; deleted: number }> {
  const { row: found } = await heldFile(tx, actor, id, 'edit');
  await lockTrees(tx, actor.orgId, [found.ownerId]);
  await lockFile(tx, actor, id);
  const held = await heldFile(tx, actor, id, 'edit');
  await demandPlace(tx, actor, held);
  const { ids } = await subtree(tx, id);
  await tx.delete(editorFiles).where(anyOf(editorFiles.id, ids));
  return { before: held.row, deleted: ids.length };
}

/** Sets what everybody of the organisation may do. */
export async function shareWithAll(
  tx: Db,
  actor: Actor,
  id: string,
  permission: FilePermission,
): Promise<{ before: FilePermission }> {
  await lockFile(tx, actor, id);
  const { row } = await heldFile(tx, actor, id, 'owner');
  const access = {
    none: FILE_ACCESS.Restricted,
    view: FILE_ACCESS.OrgUsersView,
    edit: FILE_ACCESS.OrgUsersEdit,
  };
  const to = permission === 'owner' ? 'edit' : permission;
  await tx.update(editorFiles).set({ access: access[to] }).where(eq(editorFiles.id, id));
  return { before: (['none', 'view', 'edit'] as const)[row.access] };
}

/**
 * Shares with one person, ends that, or gives the file away.
 * @throws Problem when nobody of the organisation is meant, they own it, or a limit is reached
 */
export async function shareWithPerson(
  tx: Db,
  actor: Actor,
  id: string,
  target: string,
  permission: FilePermission,
): Promise<{ email: string; before: FilePermission }> {
  await heldFile(tx, actor, id, 'owner');
  const person = await memberOf(tx, actor.orgId, target);
  await lockTrees(tx, actor.orgId, [actor.userId, person.userId]);
  await lockFile(tx, actor, id);
  const { row } = await heldFile(tx, actor, id, 'owner');
  if (person.userId === row.ownerId) throw badField('target', 'alreadyTheirs', { what: 'a file' });
  const { membershipId, email } = person;
  const own = and(eq(editorFileShares.fileId, id), eq(editorFileShares.membershipId, membershipId));
  const [share] = await tx.delete(editorFileShares).where(own).returning();
  const before = share?.permission ?? 'none';
  if (permission === 'none') return { email, before };
  if (permission === 'owner') {
    await giveAway(tx, actor, row, person);
    return { email, before };
  }
  const [held] = await tx
    .select({ shares: count() })
    .from(editorFileShares)
    .where(eq(editorFileShares.fileId, id));
  const { shares: most } = FILE_LIMITS;
  if ((held?.shares ?? 0) >= most) throw problem('tooManyShares', { what: 'A file', most });
  await tx.insert(editorFileShares).values({ fileId: id, membershipId, permission });
  return { email, before };
}

/** Makes a file with all that is in it another person's, at the top of their files; the owner keeps the right to edit. */
async function giveAway(
  tx: Db,
  actor: Actor,
  row: FileRow,
  to: { readonly userId: string; readonly membershipId: string },
): Promise<void> {
  const { ids } = await subtree(tx, row.id);
  const within = anyOf(editorFiles.id, ids);
  const [size] = await tx
    .select({ bytes: sql<number>`sum(octet_length(${editorFiles.content}))::float8` })
    .from(editorFiles)
    .where(within);
  await demandRoom(tx, actor.orgId, to.userId, ids.length, size?.bytes ?? 0);
  const name = freeFileName(row.name, await namesIn(tx, actor.orgId, to.userId, null));
  // The top first and in one statement: names are held to be free among the files of the new owner.
  await tx
    .update(editorFiles)
    .set({
      ownerId: to.userId,
      parentId: sql`case when ${editorFiles.id} = ${row.id} then null else ${editorFiles.parentId} end`,
      name: sql`case when ${editorFiles.id} = ${row.id} then ${name} else ${editorFiles.name} end`,
    })
    .where(within);
  await tx
    .delete(editorFileShares)
    .where(and(inArray(editorFileShares.fileId, ids), eq(editorFileShares.membershipId, to.membershipId)));
  await tx
    .insert(editorFileShares)
    .values({ fileId: row.id, membershipId: actor.membershipId, permission: 'edit' })
    .onConflictDoUpdate({
      target: [editorFileShares.fileId, editorFileShares.membershipId],
      set: { permission: 'edit' },
    });
}

/** @throws Problem when the person belongs to the organisation, or has no files */
async function demandLeft(tx: Db, actor: Actor, userId: string): Promise<string> {
  const [left] = await leftFiles(tx, actor.orgId, userId);
  if (left !== undefined) return left.owner.email;
  const [member] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.orgId, actor.orgId), eq(memberships.accountId, userId)));
  throw member === undefined ? notFound('file') : problem('ownerIsHere');
}

/** Makes the files of a person who has left the actor's, in a new folder, beyond the limits of number and depth. */
export async function takeOver(tx: Db, actor: Actor, userId: string): Promise<{ held: Held; email: string }> {
  await lockTrees(tx, actor.orgId, [actor.userId, userId]);
  const email = await demandLeft(tx, actor, userId);
  const wanted = [...`Files of ${email}`].slice(0, FILE_LIMITS.name - 4).join('');
  const name = freeFileName(wanted, await namesIn(tx, actor.orgId, actor.userId, null));
  const [row] = await tx
    .insert(editorFiles)
    .values({ id: randomUUID(), orgId: actor.orgId, ownerId: actor.userId, name, isFolder: true })
    .returning();
  if (row === undefined) throw new Error('The folder was not stored.');
  await tx
    .update(editorFiles)
    .set({ ownerId: actor.userId, parentId: sql`coalesce(${editorFiles.parentId}, ${row.id})` })
    .where(
      and(eq(editorFiles.orgId, actor.orgId), eq(editorFiles.ownerId, userId), ne(editorFiles.id, row.id)),
    );
  return { held: { row, permission: 'owner', depth: 1 }, email };
}

/** Deletes the files of a person who has left. */
export async function deleteLeft(
  tx: Db,
  actor: Actor,
  userId: string,
): Promise<{ email: string; deleted: number }> {
  await lockTrees(tx, actor.orgId, [userId]);
  const email = await demandLeft(tx, actor, userId);
  const rows = await tx
    .delete(editorFiles)
    .where(and(eq(editorFiles.orgId, actor.orgId), eq(editorFiles.ownerId, userId)))
    .returning({ id: editorFiles.id });
  return { email, deleted: rows.length };
}
