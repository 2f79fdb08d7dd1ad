/** Reverts a version of the schema with the data that it dropped, and erases what is kept for that in time. */
import type { Catalog } from './catalog/catalog.ts';
import { addMembers, changedInScope } from './catalog/change-graphs.ts';
import { changeText } from './catalog/change-text.ts';
import { invalidateStored } from './catalog/check-stored.ts';
import { changeBack, wayBack, type Version } from './catalog/way-back.ts';
import type { ErasedRows, RevertPreview, SchemaChange } from './schema-change.ts';
import { EngineError } from './errors.ts';
import { engineError } from './errors/catalogue.ts';
import { jobFits } from './load/loading-job.ts';
import { erasedRows } from './storage/change-losses.ts';
import {
  eraseKept,
  eraseVersion,
  hasOutdated,
  isKept,
  keptChange,
  keptSummary,
  putBack,
  type KeptChange,
} from './storage/kept-data.ts';
import type { Store } from './storage/store.ts';
import type { Transaction } from './storage/transaction.ts';

async function requireKept(transaction: Transaction, { graph, version }: Version): Promise<KeptChange> {
  const kept = await keptChange(transaction, graph, version);
  if (kept === null) throw engineError('schemaVersionNotKept', { version });
  return kept;
}

interface Reverted {
  readonly after: Catalog;
  readonly change: SchemaChange;
}

function reverted(before: Catalog, of: Version, { back }: KeptChange): Reverted {
  const { graph, version } = of;
  const change = changeBack(before, of, back);
  const refused = (reason: string): EngineError =>
    engineError('schemaVersionNotReverted', { version, reason });
  let done: Reverted;
  try {
    let after = changedInScope(before, graph, change);
    for (const { graph: user, types } of back.members)
      if (after.graphs.has(user)) after = addMembers(after, user, types);
    done = { after, change };
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    throw refused(cause.message.replace(/^Semantic Check Fails: /, '')).causedBy(cause);
  }
  if (wayBack(before, done.after, graph) === null) throw refused('Nothing that it changed is left.');
  return done;
}

/** @throws EngineError when the version is not kept, or when later changes stand in the way */
export const previewRevert = (store: Store, of: Version): Promise<RevertPreview> =>
  store.read(async (transaction, { catalog }) => {
    const kept = await requireKept(transaction, of);
    const { after, change } = reverted(catalog, of, kept);
    const { queries, jobs } = await invalidateStored(catalog, after, jobFits);
    return {
      job: changeText(after, of.graph, change),
      erased: await erasedRows(transaction, catalog, after),
      kept: await isKept(transaction, catalog, after),
      restored: keptSummary(kept),
      queries: queries.map(({ graph, name }) => ({ graph, name })),
      jobs,
    };
  });

/** One transaction: the types, their rows, and the end of what was kept. @throws EngineError as `previewRevert` */
export async function revertSchema(
  store: Store,
  of: Version,
  author: string,
): Promise<readonly ErasedRows[]> {
  const kept = await store.read((transaction) => requireKept(transaction, of));
  let restored: readonly ErasedRows[] = [];
  await store.changeCatalog(
    async (before) => (await invalidateStored(before, reverted(before, of, kept).after, jobFits)).catalog,
    {
      author,
      fill: async (transaction, catalog) => {
        // Somebody may have reverted or erased it meanwhile.
        const { rows } = await requireKept(transaction, of);
        restored = await putBack(transaction, catalog, of.graph, { ...kept, rows });
        await eraseVersion(transaction, of.graph, of.version);
      },
    },
  );
  return restored;
}

/** @throws EngineError when nothing is kept for the version */
export const eraseKeptOf = (store: Store, { graph, version }: Version): Promise<void> =>
  store.write(async (transaction) => {
    if (!(await eraseVersion(transaction, graph, version)))
      throw engineError('schemaVersionNotKept', { version });
  });

const EVERY_MS = 3_600_000;

/** Erases what is kept for too long, at once and every hour; gives the end of it. */
export function eraseInTime(store: Store, log: (level: 'warn', text: string) => void): () => void {
  if (store.readOnly) return () => undefined;
  const erase = async (): Promise<void> => {
    const graphs = store.catalog.graphs;
    if (!(await store.read((transaction) => hasOutdated(transaction, graphs)))) return;
    await store.write((transaction, catalog) => eraseKept(transaction, catalog.graphs));
  };
  let isStopped = false;
  const start = (): void => {
    erase().catch((error: unknown) => {
      if (!isStopped) log('warn', `Dropped data whose time is over is not erased yet: ${String(error)}`);
    });
  };
  start();
  const timer = setInterval(start, EVERY_MS).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
