/** Stores open texts as drafts of this tab: 200 ms after a change, and after 1000 ms of typing at the latest. */
import type { DocumentTable } from './document-table.ts';
import type { Drafts } from './drafts.ts';

const LOCAL_MS = 200;
const LOCAL_MOST_MS = 1_000;

export interface DraftKeeperOptions {
  readonly drafts: Drafts;
  /** The person and organisation, as drafts name them. */
  readonly owner: string;
  readonly tab: Promise<string>;
  /** The browser cannot store drafts. */
  readonly onNoDrafts: (error: unknown) => void;
}

export interface DraftKeeper {
  /** Stores a text, or removes the draft of one that the cloud has. */
  readonly keep: (id: string) => Promise<void>;
  readonly keepSoon: (id: string) => void;
  /** Stores all that is not stored yet at once. */
  readonly keepNow: () => void;
  readonly forget: (id: string) => Promise<void>;
  /** The tab, with which `keepNow` needs no waiting from then on. */
  readonly knowTab: () => Promise<string>;
}

export function createDraftKeeper(table: DocumentTable, options: DraftKeeperOptions): DraftKeeper {
  const { drafts, owner } = options;
  /** The tab, once it is known. */
  let tabNow: string | undefined;
  const knowTab = async () => (tabNow = await options.tab);

  const keep = async (id: string): Promise<void> => {
    const work = table.workOf(id);
    clearTimeout(work.local);
    work.local = undefined;
    work.since = undefined;
    const tab = await knowTab();
    // Read after the wait: a document that was closed meanwhile has no draft any more.
    const found = table.get(id);
    if (found === undefined) return;
    const isClean = found.state === 'saved' || found.state === 'refused' || found.state === 'loading';
    try {
      if (isClean) {
        if (table.get(id)?.text === found.text) work.dirty = false;
        await drafts.remove({ owner, file_id: id, tab });
      } else {
        const { name, text, base } = found;
        await drafts.put({ owner, file_id: id, tab, name, text, base, at: Date.now() });
        if (table.get(id)?.text === text) work.dirty = false;
      }
    } catch (error) {
      options.onNoDrafts(error);
    }
  };
  return {
    keep,
    keepSoon: (id) => {
      const work = table.workOf(id);
      work.dirty = true;
      const now = Date.now();
      work.since ??= now;
      clearTimeout(work.local);
      const wait = Math.max(0, Math.min(LOCAL_MS, work.since + LOCAL_MOST_MS - now));
      work.local = setTimeout(() => void keep(id), wait);
    },
    keepNow: () => {
      if (tabNow === undefined) return;
      for (const { id, name, text, base } of table.all()) {
        if (!table.workOf(id).dirty) continue;
        drafts.putNow({ owner, file_id: id, tab: tabNow, name, text, base, at: Date.now() });
      }
    },
    forget: async (id) => drafts.remove({ owner, file_id: id, tab: await options.tab }),
    knowTab,
  };
}
