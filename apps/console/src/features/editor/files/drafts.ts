/**
 * Texts that the cloud does not have yet, in this browser: they survive a reload, a lost line and the end of a session.
 * Each tab of the browser writes drafts of its own, so that two tabs never overwrite each other's.
 */
import { t } from '@acacia/texts';
import { z } from 'zod';

const Draft = z.object({
  /** The person and organisation. */
  owner: z.string(),
  file_id: z.string(),
  /** The tab of the browser that wrote it. */
  tab: z.string(),
  name: z.string(),
  text: z.string(),
  /** The version that the text was made from; null: a temporary file, which the cloud does not have. */
  base: z.object({ version: z.number(), content: z.string() }).nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type Draft = z.infer<typeof Draft>;

export interface Drafts {
  /** Drafts of one owner, of all tabs. */
  all(owner: string): Promise<readonly Draft[]>;
  put(draft: Draft): Promise<void>;
  /** Stores at once, for a page that is being left: writes to the browser's database are not finished then. */
  putNow(draft: Draft): void;
  remove(draft: Pick<Draft, 'owner' | 'file_id' | 'tab'>): Promise<void>;
}

const keyOf = ({ owner, file_id, tab }: Pick<Draft, 'owner' | 'file_id' | 'tab'>): string =>
  JSON.stringify([owner, file_id, tab]);

/** Drafts that end with the page: for browsers that keep nothing, and for tests. */
export function memoryDrafts(): Drafts {
  const drafts = new Map<string, Draft>();
  return {
    all: async (owner) => [...drafts.values()].filter((draft) => draft.owner === owner),
    put: async (draft) => void drafts.set(keyOf(draft), draft),
    putNow: (draft) => void drafts.set(keyOf(draft), draft),
    remove: async (draft) => void drafts.delete(keyOf(draft)),
  };
}

const STORE = 'drafts';

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(t`The browser could not store a draft.`));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('acacia.files', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
  return resultOf(request);
}

/** Drafts in the browser's database. @throws Error from its functions when the browser refuses to store anything */
export function browserDrafts(): Drafts {
  let opened: Promise<IDBDatabase> | undefined;
  const store = async (mode: IDBTransactionMode) => {
    opened ??= open();
    return (await opened).transaction(STORE, mode).objectStore(STORE);
  };
  return {
    all: async (owner) => {
      const found = await resultOf<unknown[]>((await store('readonly')).getAll());
      const newest = new Map<string, Draft>();
      for (const each of [...found, ...lateDrafts()]) {
        const draft = Draft.safeParse(each).data;
        if (draft?.owner !== owner) continue;
        const known = newest.get(keyOf(draft));
        if (known === undefined || known.at <= draft.at) newest.set(keyOf(draft), draft);
      }
      return [...newest.values()];
    },
    put: async (draft) => {
      await resultOf((await store('readwrite')).put(draft, keyOf(draft)));
      localStorage.removeItem(LATE + keyOf(draft));
    },
    putNow: (draft) => {
      try {
        localStorage.setItem(LATE + keyOf(draft), JSON.stringify(draft));
      } catch (error) {
        // No room for it: the text of the last 200 ms is lost, as far as the cloud does not get it either.
        if (!(error instanceof DOMException)) throw error;
      }
    },
    remove: async (draft) => {
      localStorage.removeItem(LATE + keyOf(draft));
      await resultOf((await store('readwrite')).delete(keyOf(draft)));
    },
  };
}

/** Prefix of drafts in local storage, which pages that were left wrote. */
const LATE = 'acacia.draft.';

function lateDrafts(): unknown[] {
  const found: unknown[] = [];
  for (let i = 0; i < localStorage.length; i += 1) {
    const key = localStorage.key(i);
    if (key === null || !key.startsWith(LATE)) continue;
    try {
      found.push(JSON.parse(localStorage.getItem(key) ?? 'null'));
    } catch (error) {
      // Written by something else.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return found;
}

const TAB_KEY = 'acacia.tab';
const lockOf = (tab: string): string => `acacia.tab.${tab}`;
/** Milliseconds that a reloaded page waits for the page before it to be gone. */
const RELOAD_MS = 1_000;

/** Holds a lock for as long as the page lives. @returns whether it was got in time */
function hold(tab: string): Promise<boolean> {
  const { locks } = navigator;
  return new Promise((resolve) => {
    locks
      .request(lockOf(tab), { signal: AbortSignal.timeout(RELOAD_MS) }, () => {
        resolve(true);
        return new Promise<never>(() => undefined);
      })
      .catch(() => resolve(false));
  });
}

let thisTab: Promise<string> | undefined;

/** The id of this tab, the same after a reload, another one in a tab that was duplicated. */
export function tabId(): Promise<string> {
  thisTab ??= (async () => {
    const known = sessionStorage.getItem(TAB_KEY);
    if (!('locks' in navigator)) return known ?? crypto.randomUUID();
    if (known !== null && (await hold(known))) return known;
    const fresh = crypto.randomUUID();
    sessionStorage.setItem(TAB_KEY, fresh);
    await hold(fresh);
    return fresh;
  })();
  return thisTab;
}

/** The tabs of this browser that are open. */
export async function liveTabs(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const prefix = lockOf('');
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(prefix) === true ? name.slice(prefix.length) : [])),
  );
}
