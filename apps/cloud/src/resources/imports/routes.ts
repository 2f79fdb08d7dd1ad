/** Handlers of calls on imports under way, and on past loads. A person's own work in progress: no rows of the audit log. */
import { ImportDraft, InternalLoad, PAST_LOADS } from '@acacia/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { importDrafts, pastLoads } from '../../database/import-tables.ts';
import { problem } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import type { Actor } from '../../identity/person.ts';

type Calls = 'getImportDraft' | 'saveImportDraft' | 'listPastLoads';

interface Place {
  readonly workspace_id: string;
}

const own = ({ membershipId }: Actor, { workspace_id }: Place) =>
  and(eq(importDrafts.membershipId, membershipId), eq(importDrafts.workspaceId, workspace_id));

type Row = typeof importDrafts.$inferSelect;

/** A draft of another Acacia that this one cannot read is as none. */
const draftOf = ({ draft }: Row): ImportDraft | null =>
  draft === null ? null : (ImportDraft.safeParse(JSON.parse(draft)).data ?? null);

const keptOf = (row: Row | undefined) =>
  row === undefined ? { version: 0, draft: null } : { version: row.version, draft: draftOf(row) };

/** @throws Problem Precondition-Failed, with what is there, when that is of another version */
async function save(
  tx: Db,
  actor: Actor,
  place: Place,
  version: number,
  draft: string | null,
): Promise<number> {
  const there = { membershipId: actor.membershipId, workspaceId: place.workspace_id };
  // Locked or made: of two who save first, the second one finds the row.
  if (version === 0)
    await tx
      .insert(importDrafts)
      .values({ ...there, version: 0, draft: null })
      .onConflictDoNothing();
  const [held] = await tx.select().from(importDrafts).where(own(actor, place)).for('update');
  // What is there already is saved: an answer that was lost is asked for again.
  if (held !== undefined && held.version > 0 && held.draft === draft) return held.version;
  if (held?.version !== version) throw problem('importChanged').with(keptOf(held));
  await tx
    .update(importDrafts)
    .set({ draft, version: version + 1, updatedAt: new Date() })
    .where(own(actor, place));
  return version + 1;
}

export const importHandlers: HandlersOf<Calls> = {
  getImportDraft: async ({ params, actor, db }) => {
    const [row] = await db.select().from(importDrafts).where(own(actor, params));
    return keptOf(row);
  },

  saveImportDraft: async ({ params, body, version, actor, db, changed }) => {
    const draft = body.draft === null ? null : JSON.stringify(body.draft);
    const saved = await save(db, actor, params, version, draft);
    changed({ resource: `workspace/${params.workspace_id}`, after: { version: saved }, quiet: true });
    return { version: saved };
  },

  listPastLoads: async ({ params, db }) => {
    const rows = await db
      .select({ load: pastLoads.load })
      .from(pastLoads)
      .where(eq(pastLoads.workspaceId, params.workspace_id))
      .orderBy(desc(pastLoads.startedAt))
      .limit(PAST_LOADS);
    return rows.map(({ load }) => {
      const { startedAt, endedAt, ...rest } = InternalLoad.parse(JSON.parse(load));
      return { ...rest, started_at: startedAt, ended_at: endedAt };
    });
  },
};
