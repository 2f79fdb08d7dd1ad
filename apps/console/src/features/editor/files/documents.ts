/**
 * The texts that are open in this tab, kept outside of pages: typed, stored in this browser after 200 ms and in the cloud
 * after 1000 ms (specification part 4, section 9), and never over a text that nobody here has seen.
 */
import { CloudError, type CloudClient } from '@acacia/api-client';
import { StaleFile, type FileEntry, type FileWithText, type HeldPermission } from '@acacia/contract';
import type { Draft, Drafts } from './drafts.ts';

const LOCAL_MS = 200;
const LOCAL_MOST_MS = 1_000;
const CLOUD_MS = 1_000;
/** Milliseconds before a save that broke off is sent again: doubled each time up to the longest. */
const AGAIN_MS = 2_000;
const AGAIN_MOST_MS = 30_000;

/**
 * `unsent`: the cloud cannot be reached, and the text waits in this browser; `stopped`: the cloud refuses the text, for
 * the reason given; `lost`: the file was deleted, or its share withdrawn; `refused`: it could not be opened at all.
 */
export type DocumentState =
  | 'loading'
  | 'temporary'
  | 'saved'
  | 'typing'
  | 'saving'
  | 'unsent'
  | 'stopped'
  | 'conflict'
  | 'lost'
  | 'refused';

export interface OpenDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** The text of the cloud that this one was made from; null: a temporary file, or one that is being loaded. */
  readonly base: { readonly version: number; readonly content: string } | null;
  readonly permission: HeldPermission;
  readonly state: DocumentState;
  /** Sentence for people, where the state has a reason; '' otherwise. */
  readonly reason: string;
  /** In a conflict, the text that the cloud has. */
  readonly theirs: StaleFile | null;
}

/** A document without all that changes while a person types. */
export type Outline = Omit<OpenDocument, 'text' | 'base'>;

type Calls = Pick<CloudClient, 'getFile' | 'saveFile' | 'createFile'>;

export interface DocumentsOptions {
  readonly cloud: Calls;
  readonly drafts: Drafts;
  /** The person and organisation, as drafts name them. */
  readonly owner: string;
  readonly tab: Promise<string>;
  /** Other tabs of the browser that are open. */
  readonly live: () => Promise<ReadonlySet<string>>;
  /** Called after each save, and when a text was merged with a sentence for people. */
  readonly onSaved: (entry: FileEntry) => void;
  readonly onMerged: (sentence: string) => void;
  /** The browser cannot store drafts. */
  readonly onNoDrafts: (error: unknown) => void;
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

interface NewFile {
  readonly file_id?: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly content: string;
}

interface Work {
  local: ReturnType<typeof setTimeout> | undefined;
  /** When the first change that is not in this browser's database was made. */
  since: number | undefined;
  cloud: ReturnType<typeof setTimeout> | undefined;
  /** Whether the text is newer than what this browser has stored. */
  dirty: boolean;
  sending: boolean;
  failures: number;
  reading: boolean;
}

const GONE = 'This file was deleted. Its text is kept in this browser: store it as a new file, or close it.';
const WITHDRAWN = 'Your text is kept in this browser: store it as a file of your own, or close it.';

export function createDocuments(options: DocumentsOptions): Documents {
  const { cloud, drafts, owner } = options;
  const open = new Map<string, OpenDocument>();
  const works = new Map<string, Work>();
  const listeners = new Set<() => void>();
  let listed: readonly Outline[] = [];
  let recovered = false;
  /** The tab, once it is known. */
  let tabNow: string | undefined;

  const tell = () => {
    const all = [...open.values()];
    if (all.length !== listed.length || !all.every((each, i) => isAlike(each, listed[i]))) listed = all;
    for (const listener of listeners) listener();
  };
  const workOf = (id: string): Work => {
    const fresh = {
      local: undefined,
      since: undefined,
      cloud: undefined,
      dirty: false,
      sending: false,
      failures: 0,
      reading: false,
    };
    const work = works.get(id) ?? fresh;
    works.set(id, work);
    return work;
  };
  const set = (id: string, part: Partial<OpenDocument>) => {
    const found = open.get(id);
    if (found === undefined) return;
    open.set(id, { ...found, ...part });
    tell();
  };

  const keep = async (id: string): Promise<void> => {
    const work = workOf(id);
    clearTimeout(work.local);
    work.local = undefined;
    work.since = undefined;
    const found = open.get(id);
    if (found === undefined) return;
    const tab = await options.tab;
    tabNow = tab;
    const isClean = found.state === 'saved' || found.state === 'refused' || found.state === 'loading';
    try {
      if (isClean) {
        if (open.get(id)?.text === found.text) work.dirty = false;
        await drafts.remove({ owner, file_id: id, tab });
      } else {
        const { name, text, base } = found;
        await drafts.put({ owner, file_id: id, tab, name, text, base, at: Date.now() });
        if (open.get(id)?.text === text) work.dirty = false;
      }
    } catch (error) {
      options.onNoDrafts(error);
    }
  };
  const keepSoon = (id: string) => {
    const work = workOf(id);
    work.dirty = true;
    const now = Date.now();
    work.since ??= now;
    clearTimeout(work.local);
    const wait = Math.max(0, Math.min(LOCAL_MS, work.since + LOCAL_MOST_MS - now));
    work.local = setTimeout(() => void keep(id), wait);
  };
  const sendSoon = (id: string, wait = CLOUD_MS) => {
    const work = workOf(id);
    work.cloud ??= setTimeout(() => void send(id), wait);
  };
  const stopSending = (id: string) => {
    const work = workOf(id);
    clearTimeout(work.cloud);
    work.cloud = undefined;
  };

  /** Brings a text of the cloud together with the one here. */
  const reconcile = async (id: string, theirs: StaleFile): Promise<void> => {
    const before = open.get(id);
    if (before === undefined || before.base === null) return;
    const { mergeTexts } = await import('./merge.ts');
    // Typed meanwhile, or merged by another answer.
    const found = open.get(id);
    if (found === undefined || found.base === null || found.base.version >= theirs.version) return;
    const { version, content } = theirs;
    if (found.text === found.base.content || found.text === content) {
      set(id, { text: content, base: { version, content }, state: 'saved', theirs: null, reason: '' });
      return void keep(id);
    }
    const merged = mergeTexts(found.base.content, found.text, content);
    if (merged.conflicts > 0) {
      stopSending(id);
      set(id, { state: 'conflict', theirs, reason: '' });
      return void keep(id);
    }
    set(id, { text: merged.text, base: { version, content }, state: 'typing', theirs: null, reason: '' });
    const who = theirs.updated_by === '' ? 'somebody else' : theirs.updated_by;
    options.onMerged(`${found.name}: the changes of ${who} were merged with yours.`);
    void keep(id);
    sendSoon(id, 0);
  };

  const fail = async (id: string, error: unknown): Promise<void> => {
    if (!(error instanceof CloudError)) throw error;
    const work = workOf(id);
    const stale = error.status === 412 ? StaleFile.safeParse(error.standing).data : undefined;
    if (stale !== undefined) return reconcile(id, stale);
    if (error.status === 404) set(id, { state: 'lost', reason: GONE });
    else if (error.status === 403 && error.details[0]?.Type !== 'Quota-Exceed')
      set(id, { state: 'lost', reason: `${error.message} ${WITHDRAWN}` });
    else if (error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 401)
      set(id, { state: 'stopped', reason: error.message });
    else {
      set(id, { state: 'unsent', reason: error.message });
      const wait = Math.min(AGAIN_MOST_MS, AGAIN_MS * 2 ** work.failures);
      work.failures += 1;
      sendSoon(id, wait);
    }
    void keep(id);
  };

  const send = async (id: string): Promise<void> => {
    const work = workOf(id);
    stopSending(id);
    const found = open.get(id);
    if (found === undefined || found.base === null || work.sending || !isPending(found)) return;
    if (found.text === found.base.content) {
      set(id, { state: 'saved', reason: '' });
      return void keep(id);
    }
    const { text: content, base } = found;
    work.sending = true;
    set(id, { state: 'saving', reason: '' });
    try {
      const entry = await cloud.saveFile({
        params: { file_id: id },
        version: base.version,
        body: { content },
      });
      work.failures = 0;
      const now = open.get(id);
      const more = now !== undefined && now.text !== content;
      set(id, { base: { version: entry.version, content }, state: more ? 'typing' : 'saved' });
      void keep(id);
      if (more) sendSoon(id);
      options.onSaved(entry);
    } catch (error) {
      await fail(id, error);
    } finally {
      work.sending = false;
      const now = open.get(id);
      if (now?.state === 'typing') sendSoon(id);
    }
  };

  const read = async (id: string): Promise<void> => {
    const work = workOf(id);
    if (work.reading || work.sending) return;
    work.reading = true;
    try {
      const file = await cloud.getFile({ params: { file_id: id } });
      taken(id, file);
    } catch (error) {
      const found = open.get(id);
      if (!(error instanceof CloudError) || found === undefined) throw error;
      if (found.state === 'loading') set(id, { state: 'refused', reason: error.message });
      else if (error.status === 404 || error.status === 403) await fail(id, error);
    } finally {
      work.reading = false;
    }
  };
  const taken = (id: string, file: FileWithText): void => {
    const found = open.get(id);
    if (found === undefined) return;
    if (file.is_folder) return set(id, { state: 'refused', reason: 'This is a folder.' });
    const { name, permission, version, content, updated_by } = file;
    if (found.state === 'loading' || found.state === 'refused') {
      set(id, { name, permission, text: content, base: { version, content }, state: 'saved', reason: '' });
      return;
    }
    const back = found.state === 'lost' ? { state: 'typing' as const, reason: '' } : {};
    set(id, { name, permission, ...back });
    if (found.base !== null && version > found.base.version)
      void reconcile(id, { version, content, updated_by });
    else if (isPending(open.get(id)) && permission !== 'view') sendSoon(id, 0);
  };

  const adopt = (draft: Draft): void => {
    const { file_id: id, name, text, base } = draft;
    open.set(id, {
      id,
      name,
      text,
      base,
      permission: base === null ? 'owner' : 'edit',
      state: base === null ? 'temporary' : 'typing',
      reason: '',
      theirs: null,
    });
  };

  /** Creates a file; one of that id was created by a call whose answer was lost. */
  const create = async (body: NewFile) => {
    try {
      const entry = await cloud.createFile({ body });
      return { entry, base: { version: entry.version, content: body.content } };
    } catch (error) {
      const isThere = error instanceof CloudError && error.details[0]?.FieldName === 'file_id';
      if (!isThere || body.file_id === undefined) throw error;
      const { content, ...entry } = await cloud.getFile({ params: { file_id: body.file_id } });
      return { entry, base: { version: entry.version, content } };
    }
  };

  const onOnline = () => {
    for (const { id, state } of open.values()) if (state === 'unsent') void send(id);
  };
  const addTemporary = (name: string, text: string): string => {
    const id = crypto.randomUUID();
    open.set(id, {
      id,
      name,
      text,
      base: null,
      permission: 'owner',
      state: 'temporary',
      reason: '',
      theirs: null,
    });
    tell();
    workOf(id).dirty = true;
    void keep(id);
    return id;
  };
  if (typeof window !== 'undefined') window.addEventListener('online', onOnline);

  return {
    list: () => listed,
    get: (id) => open.get(id),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recover: async () => {
      if (recovered) return [];
      recovered = true;
      const tab = await options.tab;
      tabNow = tab;
      const live = await options.live();
      let found: readonly Draft[] = [];
      try {
        found = await drafts.all(owner);
      } catch (error) {
        options.onNoDrafts(error);
      }
      const left = found
        .filter((draft) => draft.tab === tab || !live.has(draft.tab))
        .toSorted((a, b) => b.at - a.at);
      const ids: string[] = [];
      for (const draft of left) {
        const known = open.get(draft.file_id);
        const isNew = known === undefined || (known.base !== null && known.text === known.base.content);
        if (isNew) adopt(draft);
        // A second text of one file, by a tab that was closed: it is kept beside the newer one.
        else if (known.text !== draft.text && draft.text !== draft.base?.content)
          ids.push(addTemporary(`${draft.name} (recovered)`, draft.text));
        if (!ids.includes(draft.file_id)) ids.push(draft.file_id);
        if (draft.tab !== tab) await drafts.remove(draft);
      }
      tell();
      for (const { id, base } of open.values()) {
        void keep(id);
        if (base !== null) void read(id);
      }
      return ids;
    },
    open: (id) => {
      if (open.has(id)) return;
      open.set(id, {
        id,
        name: '',
        text: '',
        base: null,
        permission: 'view',
        state: 'loading',
        reason: '',
        theirs: null,
      });
      tell();
      void read(id);
    },
    edit: (id, text) => {
      const found = open.get(id);
      if (found === undefined || found.text === text) return;
      const keeps = ['temporary', 'conflict', 'lost', 'saving'].includes(found.state);
      set(id, keeps || found.state === 'typing' ? { text } : { text, state: 'typing', reason: '' });
      keepSoon(id);
      if (!keeps) sendSoon(id);
    },
    flush: (id) => {
      for (const each of id === undefined ? [...open.keys()] : [id]) {
        if (workOf(each).local !== undefined) void keep(each);
        if (isPending(open.get(each))) void send(each);
      }
    },
    leave: () => {
      if (tabNow === undefined) return;
      for (const { id, name, text, base } of open.values()) {
        if (!workOf(id).dirty) continue;
        drafts.putNow({ owner, file_id: id, tab: tabNow, name, text, base, at: Date.now() });
      }
    },
    compare: (entries, complete) => {
      const known = new Map(entries.map((entry) => [entry.file_id, entry]));
      for (const { id, base, permission, name, state } of open.values()) {
        if (base === null || state === 'lost') continue;
        const entry = known.get(id);
        if (entry === undefined ? complete : entry.version > base.version || entry.permission !== permission)
          void read(id);
        else if (entry !== undefined && entry.name !== name) set(id, { name: entry.name });
      }
    },
    refresh: (id) => {
      const found = open.get(id);
      if (found === undefined || found.state === 'temporary') return;
      if (found.state === 'refused') set(id, { state: 'loading', reason: '' });
      void read(id);
    },
    resolve: (id, text, { version, content }) => {
      if (open.get(id)?.state !== 'conflict') return;
      set(id, { text, base: { version, content }, state: 'typing', theirs: null });
      void keep(id);
      sendSoon(id, 0);
    },
    addTemporary,
    store: async (id, name, parentId) => {
      const found = open.get(id);
      if (found === undefined) throw new Error('The file is not open any more.');
      const content = found.text;
      const fresh = found.base === null ? { file_id: id } : {};
      const { entry, base } = await create({ ...fresh, name, parent_id: parentId, content });
      const { permission } = entry;
      const now = open.get(id) ?? found;
      const more = now.text !== base.content;
      const state = more ? 'typing' : 'saved';
      if (entry.file_id !== id) {
        open.delete(id);
        void drafts.remove({ owner, file_id: id, tab: await options.tab });
      }
      open.set(entry.file_id, {
        ...now,
        id: entry.file_id,
        name: entry.name,
        base,
        permission,
        state,
        reason: '',
        theirs: null,
      });
      tell();
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
      const found = open.get(id);
      if (found === undefined) return;
      stopSending(id);
      if (!discard && found.base !== null && found.state !== 'saved' && found.state !== 'refused') {
        // It is sent as long as the page is open, and from its draft otherwise.
        if (isPending(found)) void send(id);
        return;
      }
      clearTimeout(workOf(id).local);
      open.delete(id);
      works.delete(id);
      tell();
      void options.tab.then((tab) => drafts.remove({ owner, file_id: id, tab })).catch(options.onNoDrafts);
    },
  };
}

/** States on the way of a text to the cloud, which change with every pause of a person who types. */
const UNDER_WAY: ReadonlySet<DocumentState> = new Set(['saved', 'typing', 'saving']);

/** Whether pages that do not show the text show the same of both. */
function isAlike(a: Outline, b: Outline | undefined): boolean {
  return (
    b !== undefined &&
    a.id === b.id &&
    a.name === b.name &&
    a.permission === b.permission &&
    (a.state === b.state || (UNDER_WAY.has(a.state) && UNDER_WAY.has(b.state))) &&
    a.reason === b.reason &&
    a.theirs === b.theirs
  );
}

/** Whether a text waits to be sent. */
function isPending(found: OpenDocument | undefined): boolean {
  return (
    found !== undefined &&
    found.base !== null &&
    ['typing', 'unsent', 'stopped', 'saving'].includes(found.state)
  );
}
