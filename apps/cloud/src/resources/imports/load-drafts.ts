/** Handlers of calls on unfinished loads. A person's own work in progress: no rows of the audit log. */
import { LOAD_DRAFT_LIMITS, LoadDraft, textBytes, type KeptLoadDraft } from '@acacia/contract';
import { and, count, desc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { loadDrafts } from '../../database/import-tables.ts';
import { problem } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import type { Actor } from '../../identity/person.ts';

type Calls = 'listLoadDrafts' | 'getLoadDraft' | 'saveLoadDraft' | 'deleteLoadDraft';
type Row = typeof loadDrafts.$inferSelect;

interface Place {
  readonly workspace_id: string;
}
interface GraphPlace extends Place {
  readonly graph: string;
}

/** How long the row of a deleted draft is kept for its version. */
const DELETED_MS = 24 * 60 * 60 * 1000;

const ofPerson = ({ membershipId }: Actor, { workspace_id }: Place) =>
  and(eq(loadDrafts.membershipId, membershipId), eq(loadDrafts.workspaceId, workspace_id));
const ofGraph = (actor: Actor, place: GraphPlace) =>
  and(ofPerson(actor, place), eq(loadDrafts.graph, place.graph));

/** A draft of another Acacia that this one cannot read is as none. */
const keptOf = (row: Row | undefined): KeptLoadDraft => ({
  version: row?.version ?? 0,
  draft: typeof row?.draft !== 'string' ? null : (LoadDraft.safeParse(JSON.parse(row.draft)).data ?? null),
});

/** The draft's row under a lock of all drafts of the person in the workspace, until the transaction ends. */
async function held(tx: Db, actor: Actor, place: GraphPlace): Promise<Row | undefined> {
  const key = `load-drafts/${actor.membershipId}/${place.workspace_id}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const [row] = await tx.select().from(loadDrafts).where(ofGraph(actor, place));
  return row;
}

/** @throws Problem Quota-Exceed when the person has too many drafts in the workspace, or too large ones, with this */
async function demandRoom(tx: Db, actor: Actor, place: GraphPlace, bytes: number): Promise<void> {
  const [others] = await tx
    .select({
      rows: count(),
      bytes: sql<number>`coalesce(sum(octet_length(${loadDrafts.draft})), 0)::float8`,
    })
    .from(loadDrafts)
    .where(and(ofPerson(actor, place), ne(loadDrafts.graph, place.graph), isNotNull(loadDrafts.draft)));
  const { drafts: most, totalBytes } = LOAD_DRAFT_LIMITS;
  if ((others?.rows ?? 0) >= most) throw problem('tooManyLoadDrafts', { most });
  if ((others?.bytes ?? 0) + bytes > totalBytes)
    throw problem('tooMuchDrafted', { most: `${totalBytes / 1024 / 1024} MB` });
}

/** @throws Problem Precondition-Failed, with what is there, when that is of another version */
function demandVersion(row: Row | undefined, version: number, graph: string): void {
  const there = keptOf(row);
  if (there.version !== version) throw problem('loadDraftChanged', { graph }).with(there);
}

/** @returns the version that was saved */
async function save(
  tx: Db,
  actor: Actor,
  place: GraphPlace,
  version: number,
  { files, mappings, ...rest }: LoadDraft,
): Promise<number> {
  const draft = JSON.stringify({ files, mappings, ...rest });
  const row = await held(tx, actor, place);
  // What is there already is saved: an answer that was lost is asked for again.
  if (row !== undefined && row.draft === draft) return row.version;
  demandVersion(row, version, place.graph);
  await demandRoom(tx, actor, place, textBytes(draft));
  const set = {
    ...{ version: version + 1, draft, updatedAt: new Date() },
    ...{ files: files.length, mappings: mappings.length },
  };
  if (row !== undefined) {
    await tx.update(loadDrafts).set(set).where(ofGraph(actor, place));
    return set.version;
  }
  const past = lt(loadDrafts.updatedAt, new Date(Date.now() - DELETED_MS));
  await tx.delete(loadDrafts).where(and(ofPerson(actor, place), isNull(loadDrafts.draft), past));
  const { membershipId } = actor;
  const { workspace_id: workspaceId, graph } = place;
  await tx.insert(loadDrafts).values({ ...set, membershipId, workspaceId, graph });
  return set.version;
}

/** @returns the version that stands for no draft now */
async function remove(tx: Db, actor: Actor, place: GraphPlace, version: number): Promise<number> {
  const row = await held(tx, actor, place);
  if (row === undefined || row.draft === null) return row?.version ?? 0;
  demandVersion(row, version, place.graph);
  const gone = { draft: null, files: 0, mappings: 0, version: version + 1, updatedAt: new Date() };
  await tx.update(loadDrafts).set(gone).where(ofGraph(actor, place));
  return gone.version;
}

export const loadDraftHandlers: HandlersOf<Calls> = {
  listLoadDrafts: async ({ params, actor, db }) => {
    const { graph, version, files, mappings, updatedAt } = loadDrafts;
    const rows = await db
      .select({ graph, version, files, mappings, updatedAt })
      .from(loadDrafts)
      .where(and(ofPerson(actor, params), isNotNull(loadDrafts.draft)))
      .orderBy(desc(updatedAt), graph);
    return rows.map(({ updatedAt: at, ...row }) => ({ ...row, updated_at: at.toISOString() }));
  },

  getLoadDraft: async ({ params, actor, db }) => {
    const [row] = await db.select().from(loadDrafts).where(ofGraph(actor, params));
    return keptOf(row);
  },

  saveLoadDraft: async ({ params, body, version, actor, db, changed }) => {
    const saved = await save(db, actor, params, version, body.draft);
    changed({ resource: `workspace/${params.workspace_id}`, after: { version: saved }, quiet: true });
    return { version: saved };
  },

  deleteLoadDraft: async ({ params, version, actor, db, changed }) => {
    const after = { version: await remove(db, actor, params, version) };
    changed({ resource: `workspace/${params.workspace_id}`, after, quiet: true });
    return after;
  },
};
