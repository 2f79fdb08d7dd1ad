/**
 * The texts that are open in this tab, kept outside of pages: typed, stored in this browser after 200 ms and in the cloud
 * after 1000 ms (specification part 4, section 9), and never over a text that nobody here has seen.
 */
import type { CloudClient } from '@acacia/api-client';
import type { FileEntry, StaleFile } from '@acacia/contract';
import { recoverDrafts, type RecoveryOptions } from './document-recovery.ts';
import { createDocumentSync, type DocumentSyncOptions } from './document-sync.ts';
import { createDocumentTable } from './document-table.ts';
import { createDraftKeeper, type DraftKeeperOptions } from './draft-keeper.ts';
import {
  isPending,
  loadingDocument,
  unsavedDocument,
  type OpenDocument,
  type Outline,
} from './open-document.ts';
import { storeDocument } from './store-document.ts';

export interface DocumentsOptions extends DraftKeeperOptions, RecoveryOptions, DocumentSyncOptions {
  readonly cloud: Pick<CloudClient, 'getFile' | 'saveFile' | 'createFile'>;
}

export interface Documents {
  /** The same list until something but texts, their versions and their way to the cloud changes. */
  readonly list: () => readonly Outline[];
  readonly get: (id: string) => OpenDocument | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes over drafts that closed tabs left, once. @returns ids of their files */
  readonly recover: () => Promise<readonly string[]>;
  /** Loads a file; does nothing for one that is open. */
  readonly open: (id: string) => void;
  readonly edit: (id: string, text: string) => void;
  /** Stores and sends a text at once; without an id all. */
  readonly flush: (id?: string) => void;
  /** Stores all that is not stored yet at once: the page is being left. */
  readonly leave: () => void;
  /** Compares open files with a list of the cloud. */
  readonly compare: (entries: readonly FileEntry[], complete: boolean) => void;
  /** Reads one open file again. */
  readonly refresh: (id: string) => void;
  /**
   * Ends a conflict with a text that its reader made of both.
   * @param seen the text of the cloud that the reader saw; a newer one is merged, or is a conflict again
   */
  readonly resolve: (id: string, text: string, seen: StaleFile) => void;
  readonly addTemporary: (name: string, text: string) => string;
  /** Stores a temporary file, or what a lost one left, in the cloud. @throws CloudError */
  readonly store: (id: string, name: string, parentId: string | null) => Promise<FileEntry>;
  readonly rename: (id: string, name: string) => void;
  /** Forgets a document; what was not sent is sent first, or dropped for good where `discard` is set. */
  readonly close: (id: string, discard: boolean) => void;
}

export function createDocuments(options: DocumentsOptions): Documents {
  const table = createDocumentTable();
  const { get, set, tell, workOf } = table;
  const keeper = createDraftKeeper(table, options);
  const { keep } = keeper;
  const { send, sendSoon, stopSending, read } = createDocumentSync(table, keeper, options);
  let recovered = false;

  const addTemporary = (name: string, text: string): string => {
    const id = crypto.randomUUID();
    table.put(unsavedDocument({ id, name, text, base: null }));
    tell();
    workOf(id).dirty = true;
    void keep(id);
    return id;
  };
  const onOnline = () => {
    for (const { id, state } of table.all()) if (state === 'unsent') void send(id);
  };
  if (typeof window !== 'undefined') window.addEventListener('online', onOnline);

  return {
    list: table.list,
    get,
    subscribe: table.subscribe,
    recover: async () => {
      if (recovered) return [];
      recovered = true;
      const ids = await recoverDrafts(table, await keeper.knowTab(), options, addTemporary);
      tell();
      for (const { id, base } of table.all()) {
        void keep(id);
        if (base !== null) void read(id);
      }
      return ids;
    },
    open: (id) => {
      if (get(id) !== undefined) return;
      table.put(loadingDocument(id));
      tell();
      void read(id);
    },
    edit: (id, text) => {
      const found = get(id);
      if (found === undefined || found.text === text) return;
      const keeps = ['temporary', 'conflict', 'lost', 'saving'].includes(found.state);
      set(id, keeps || found.state === 'typing' ? { text } : { text, state: 'typing', reason: '' });
      keeper.keepSoon(id);
      if (!keeps) sendSoon(id);
    },
    flush: (id) => {
      for (const each of id === undefined ? table.all().map((document) => document.id) : [id]) {
        if (workOf(each).local !== undefined) void keep(each);
        if (isPending(get(each))) void send(each);
      }
    },
    leave: keeper.keepNow,
    compare: (entries, complete) => {
      const known = new Map(entries.map((entry) => [entry.file_id, entry]));
      for (const { id, base, permission, name, state } of table.all()) {
        if (base === null || state === 'lost') continue;
        const entry = known.get(id);
        if (entry === undefined ? complete : entry.version > base.version || entry.permission !== permission)
          void read(id);
        else if (entry !== undefined && entry.name !== name) set(id, { name: entry.name });
      }
    },
    refresh: (id) => {
      const found = get(id);
      if (found === undefined || found.state === 'temporary') return;
      if (found.state === 'refused') set(id, { state: 'loading', reason: '' });
      void read(id);
    },
    resolve: (id, text, { version, content }) => {
      if (get(id)?.state !== 'conflict') return;
      set(id, { text, base: { version, content }, state: 'typing', theirs: null });
      void keep(id);
      sendSoon(id, 0);
    },
    addTemporary,
    store: async (id, name, parentId) => {
      const { entry, more } = await storeDocument(table, options.cloud, id, { name, parentId });
      if (entry.file_id !== id) void keeper.forget(id).catch(options.onNoDrafts);
      void keep(entry.file_id);
      if (more) sendSoon(entry.file_id);
      options.onSaved(entry);
      return entry;
    },
    rename: (id, name) => {
      set(id, { name });
      void keep(id);
    },
    close: (id, discard) => {
      const found = get(id);
      if (found === undefined) return;
      stopSending(id);
      if (!discard && found.base !== null && found.state !== 'saved' && found.state !== 'refused') {
        // It is sent as long as the page is open, and from its draft otherwise.
        if (isPending(found)) void send(id);
        return;
      }
      table.endWork(id);
      table.remove(id);
      tell();
      void keeper.forget(id).catch(options.onNoDrafts);
    },
  };
}
