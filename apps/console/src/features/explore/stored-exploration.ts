/**
 * The picture on a person's canvas in the browser's database: ids, places and the view, for the next visit. What they
 * stand for is read again under the rights of then.
 */
import { t } from '@acacia/texts';
import { ExplorationView } from '@acacia/contract';
import { z } from 'zod';

const StoredExploration = z.object({
  /** Keys of the vertices and edges. */
  vertices: z.array(z.string()),
  edges: z.array(z.string()),
  places: z.array(z.tuple([z.string(), z.number(), z.number(), z.boolean()])),
  /** Absent: it was stored by an earlier Acacia, or cannot be read by this one. */
  view: ExplorationView.optional().catch(undefined),
  /** The saved exploration that it is. */
  saved: z.object({ id: z.string(), version: z.number(), changed: z.boolean() }).nullish().catch(null),
});
export type StoredExploration = z.infer<typeof StoredExploration>;

export interface ExplorationPlace {
  /** Id of the person. */
  readonly owner: string;
  readonly workspaceId: string;
  readonly graph: string;
}

const STORE = 'explorations';

const keyOf = ({ owner, workspaceId, graph }: ExplorationPlace): string =>
  JSON.stringify([owner, workspaceId, graph]);

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () =>
      reject(request.error ?? new Error(t`The browser could not keep the exploration.`));
  });
}

let opened: Promise<IDBDatabase> | undefined;

async function storeOf(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const open = (): Promise<IDBDatabase> => {
    const request = indexedDB.open('acacia.explorations', 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
    return resultOf(request);
  };
  opened ??= open();
  return (await opened).transaction(STORE, mode).objectStore(STORE);
}

const keepsAnything = (): boolean => typeof indexedDB !== 'undefined';

/** Null where there is none, or one in another form. */
export async function storedExploration(place: ExplorationPlace): Promise<StoredExploration | null> {
  if (!keepsAnything()) return null;
  const found = await resultOf<unknown>((await storeOf('readonly')).get(keyOf(place)));
  return StoredExploration.safeParse(found).data ?? null;
}

/** An empty exploration is forgotten. */
export async function storeExploration(place: ExplorationPlace, kept: StoredExploration): Promise<void> {
  if (!keepsAnything()) return;
  const store = await storeOf('readwrite');
  if (kept.vertices.length === 0) await resultOf(store.delete(keyOf(place)));
  else await resultOf(store.put(kept, keyOf(place)));
}
