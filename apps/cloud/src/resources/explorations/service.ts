/** Creates, saves, shares and deletes explorations, and comments on them. */
import { randomUUID } from 'node:crypto';
import {
  can,
  EXPLORATION_LIMITS,
  type ExplorationStyles,
  ExplorationDocument,
  textBytes,
  type AddComment,
  type CreateExploration,
  type FilePermission,
} from '@acacia/contract';
import { and, count, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { brokenConstraint, type Db } from '../../database/database.ts';
import {
  explorationComments,
  explorations,
  explorationShares,
  explorationStyles,
} from '../../database/exploration-tables.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import { grantsOf, type Actor } from '../../identity/person.ts';
import { memberOf, ownerName } from '../sharing/shares.ts';
import { heldExploration, type ExplorationRow, type Place } from './rights.ts';

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

/** Serialises what counts against a person's limits, until the transaction ends. */
async function lockRoom(tx: Db, orgId: string, ownerId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`explorations/${orgId}/${ownerId}`}, 0))`,
  );
}

/** @throws Problem Quota-Exceed when the person has too many explorations, or too large ones, with these */
async function demandRoom(
  tx: Db,
  orgId: string,
  ownerId: string,
  more: number,
  bytes: number,
): Promise<void> {
  await lockRoom(tx, orgId, ownerId);
  const [held] = await tx
    .select({
      rows: count(),
      bytes: sql<number>`coalesce(sum(octet_length(${explorations.document})), 0)::float8`,
    })
    .from(explorations)
    .where(and(eq(explorations.orgId, orgId), eq(explorations.ownerId, ownerId)));
  const { explorations: most, totalBytes } = EXPLORATION_LIMITS;
  if (more > 0 && (held?.rows ?? 0) + more > most) throw problem('tooManyExplorations', { most });
  if (bytes > 0 && (held?.bytes ?? 0) + bytes > totalBytes)
    throw problem('tooMuchExplored', { most: megabytes(totalBytes) });
}

/** The document as it is stored. @throws Problem when it is too large */
function stored(document: ExplorationDocument): string {
  const text = JSON.stringify(document);
  if (textBytes(text) > EXPLORATION_LIMITS.bytes)
    throw badField('document', 'explorationTooLarge', { most: megabytes(EXPLORATION_LIMITS.bytes) });
  return text;
}

/** The document of a refusal, which no answer's schema checks. */
const documentOf = ({ document }: ExplorationRow): ExplorationDocument =>
  ExplorationDocument.parse(JSON.parse(document));

const sizes = ({ vertices, edges }: ExplorationDocument) => ({
  vertices: vertices.length,
  edges: edges.length,
});

/** @throws Problem when the id is taken or a limit is reached */
export async function createExploration(
  tx: Db,
  actor: Actor,
  place: Place,
  input: z.output<typeof CreateExploration>,
): Promise<ExplorationRow> {
  const { name, graph, document } = input;
  const text = stored(document);
  await demandRoom(tx, actor.orgId, actor.userId, 1, textBytes(text));
  try {
    const [row] = await tx
      .insert(explorations)
      .values({
        id: input.exploration_id ?? randomUUID(),
        orgId: actor.orgId,
        workspaceId: place.workspace_id,
        graph,
        ownerId: actor.userId,
        name,
        document: text,
        ...sizes(document),
        updatedBy: actor.userId,
      })
      .returning();
    if (row === undefined) throw new Error('The exploration was not stored.');
    return row;
  } catch (error) {
    if (brokenConstraint(error) === 'explorations_pkey')
      throw badField('exploration_id', 'idTaken', { what: 'an exploration' });
    throw error;
  }
}

/**
 * Saves over a version. What is there already is no change, whatever the version is: a save that is sent again after a
 * lost answer succeeds.
 * @throws Problem Precondition-Failed, with what is there, when that is of another version
 */
export async function saveExploration(
  tx: Db,
  actor: Actor,
  place: Place,
  id: string,
  version: number,
  document: ExplorationDocument,
): Promise<{ readonly before: number; readonly after: number }> {
  const { row } = await heldExploration(tx, actor, place, id, 'edit', true);
  const text = stored(document);
  if (row.document === text) return { before: row.version, after: row.version };
  if (row.version !== version) {
    const updated_by = row.updatedBy === null ? '' : await ownerName(tx, row.updatedBy);
    throw problem('changedMeanwhile', { what: 'exploration', name: row.name }).with({
      version: row.version,
      document: documentOf(row),
      updated_by,
    });
  }
  await demandRoom(tx, actor.orgId, row.ownerId, 0, textBytes(text) - textBytes(row.document));
  await tx
    .update(explorations)
    .set({
      document: text,
      ...sizes(document),
      version: row.version + 1,
      updatedAt: new Date(),
      updatedBy: actor.userId,
    })
    .where(eq(explorations.id, id));
  return { before: row.version, after: row.version + 1 };
}

/** @returns the name before */
export async function renameExploration(
  tx: Db,
  actor: Actor,
  place: Place,
  id: string,
  name: string,
): Promise<string> {
  const { row } = await heldExploration(tx, actor, place, id, 'owner', true);
  await tx.update(explorations).set({ name }).where(eq(explorations.id, id));
  return row.name;
}

export async function deleteExploration(
  tx: Db,
  actor: Actor,
  place: Place,
  id: string,
): Promise<ExplorationRow> {
  const { row } = await heldExploration(tx, actor, place, id, 'owner', true);
  await tx.delete(explorations).where(eq(explorations.id, id));
  return row;
}

/** Sets what everybody who uses the workspace may do. @returns what they could before */
export async function shareWithAll(
  tx: Db,
  actor: Actor,
  place: Place,
  id: string,
  permission: FilePermission,
): Promise<FilePermission> {
  const { row } = await heldExploration(tx, actor, place, id, 'owner', true);
  await tx
    .update(explorations)
    .set({ access: permission === 'owner' ? 'edit' : permission })
    .where(eq(explorations.id, id));
  return row.access;
}

/**
 * Shares with one person, ends that, or gives the exploration away.
 * @throws Problem when nobody who may use the workspace is meant, they own it, or a limit is reached
 */
export async function shareWithPerson(
  tx: Db,
  actor: Actor,
  place: Place,
  id: string,
  target: string,
  permission: FilePermission,
): Promise<{ email: string; before: FilePermission }> {
  const { row } = await heldExploration(tx, actor, place, id, 'owner', true);
  const { membershipId, userId, email } = await memberOf(tx, actor.orgId, target);
  if (userId === row.ownerId) throw badField('target', 'alreadyTheirs', { what: 'an exploration' });
  const [share] = await tx
    .delete(explorationShares)
    .where(and(eq(explorationShares.explorationId, id), eq(explorationShares.membershipId, membershipId)))
    .returning();
  const before = share?.permission ?? 'none';
  if (permission === 'none') return { email, before };
  if (!can(await grantsOf(tx, membershipId), 'exploration.use', place))
    throw badField('target', 'cannotUseWorkspace', { target: email });
  if (permission === 'owner') {
    await demandRoom(tx, actor.orgId, userId, 1, textBytes(row.document));
    await tx.update(explorations).set({ ownerId: userId }).where(eq(explorations.id, id));
    await tx
      .insert(explorationShares)
      .values({ explorationId: id, membershipId: actor.membershipId, permission: 'edit' })
      .onConflictDoUpdate({
        target: [explorationShares.explorationId, explorationShares.membershipId],
        set: { permission: 'edit' },
      });
    return { email, before };
  }
  const [held] = await tx
    .select({ shares: count() })
    .from(explorationShares)
    .where(eq(explorationShares.explorationId, id));
  const { shares: most } = EXPLORATION_LIMITS;
  if ((held?.shares ?? 0) >= most) throw problem('tooManyShares', { what: 'An exploration', most });
  await tx.insert(explorationShares).values({ explorationId: id, membershipId, permission });
  return { email, before };
}

/** @returns the id of the comment. @throws Problem when the id is taken or there are too many */
export async function addComment(
  tx: Db,
  actor: Actor,
  place: Place,
  id: string,
  { comment_id, about, text }: z.output<typeof AddComment>,
): Promise<string> {
  // Locked, so that comments that come at once are counted one after the other.
  await heldExploration(tx, actor, place, id, 'view', true);
  const [held] = await tx
    .select({ comments: count() })
    .from(explorationComments)
    .where(eq(explorationComments.explorationId, id));
  const { comments: most } = EXPLORATION_LIMITS;
  if ((held?.comments ?? 0) >= most) throw problem('tooManyComments', { most });
  const commentId = comment_id ?? randomUUID();
  try {
    await tx
      .insert(explorationComments)
      .values({ id: commentId, explorationId: id, authorId: actor.userId, about, text });
  } catch (error) {
    if (brokenConstraint(error) === 'exploration_comments_pkey')
      throw badField('comment_id', 'idTaken', { what: 'a comment' });
    throw error;
  }
  return commentId;
}

/** @throws Problem when it is another's, on an exploration of another */
export async function deleteComment(
  tx: Db,
  actor: Actor,
  place: Place,
  id: string,
  commentId: string,
): Promise<void> {
  const { permission } = await heldExploration(tx, actor, place, id, 'view');
  const own = and(eq(explorationComments.id, commentId), eq(explorationComments.explorationId, id));
  const [comment] = await tx.select().from(explorationComments).where(own);
  if (comment === undefined) throw notFound('comment');
  if (comment.authorId !== actor.userId && permission !== 'owner') throw problem('notYourComment');
  await tx.delete(explorationComments).where(own);
}

/**
 * Keeps a person's styles of a graph; null forgets them.
 * @throws Problem Quota-Exceed when the person keeps styles for too many graphs, or too large ones
 */
export async function saveStyles(
  tx: Db,
  { orgId, membershipId }: Actor,
  { workspaceId, graph }: { readonly workspaceId: string; readonly graph: string },
  styles: ExplorationStyles | null,
): Promise<void> {
  const ofPerson = eq(explorationStyles.membershipId, membershipId);
  const ofGraph = and(eq(explorationStyles.workspaceId, workspaceId), eq(explorationStyles.graph, graph));
  if (styles === null) {
    await tx.delete(explorationStyles).where(and(ofPerson, ofGraph));
    return;
  }
  await lockRoom(tx, orgId, membershipId);
  const text = JSON.stringify(styles);
  const [others] = await tx
    .select({
      rows: count(),
      bytes: sql<number>`coalesce(sum(octet_length(${explorationStyles.styles})), 0)::float8`,
    })
    .from(explorationStyles)
    .where(and(ofPerson, sql`not (${ofGraph})`));
  const { styledGraphs: graphs, stylesBytes } = EXPLORATION_LIMITS;
  if ((others?.rows ?? 0) >= graphs || (others?.bytes ?? 0) + textBytes(text) > stylesBytes)
    throw problem('tooManyStyles', { graphs, bytes: megabytes(stylesBytes) });
  await tx
    .insert(explorationStyles)
    .values({ membershipId, workspaceId, graph, styles: text })
    .onConflictDoUpdate({
      target: [explorationStyles.membershipId, explorationStyles.workspaceId, explorationStyles.graph],
      set: { styles: text },
    });
}
