/** Sends open texts to the cloud, 1000 ms after a change, and reads them from there. */
import { said, t } from '@acacia/texts';
import { CloudError, type CloudClient } from '@acacia/api-client';
import { StaleFile, type FileEntry, type FileWithText } from '@acacia/contract';
import type { DocumentTable } from './document-table.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { reconcile } from './merging.ts';
import { isPending } from './open-document.ts';

const CLOUD_MS = 1_000;
/** Milliseconds before a save that broke off is sent again: doubled each time up to the longest. */
const AGAIN_MS = 2_000;
const AGAIN_MOST_MS = 30_000;

const GONE = t`This file was deleted. Its text is kept in this browser: store it as a new file, or close it.`;
const WITHDRAWN = t`Your text is kept in this browser: store it as a file of your own, or close it.`;

export interface DocumentSyncOptions {
  readonly cloud: Pick<CloudClient, 'getFile' | 'saveFile'>;
  /** Called after each save, and when a text was merged with a sentence for people. */
  readonly onSaved: (entry: FileEntry) => void;
  readonly onMerged: (sentence: string) => void;
}

export interface DocumentSync {
  readonly sendSoon: (id: string, wait?: number) => void;
  readonly send: (id: string) => Promise<void>;
  readonly stopSending: (id: string) => void;
  readonly read: (id: string) => Promise<void>;
}

/** The state of a document whose save failed, and why. Null: the save is sent again. */
function stateAfter({ status, message, details }: CloudError) {
  if (status === 404) return { state: 'lost', reason: GONE } as const;
  if (status === 403 && details[0]?.Type !== 'Quota-Exceed')
    return { state: 'lost', reason: `${message} ${WITHDRAWN}` } as const;
  if (status >= 400 && status < 500 && status !== 429 && status !== 401)
    return { state: 'stopped', reason: message } as const;
  return null;
}

export function createDocumentSync(
  table: DocumentTable,
  { keep }: DraftKeeper,
  { cloud, onSaved, onMerged }: DocumentSyncOptions,
): DocumentSync {
  const { get, set, workOf } = table;
  const sendSoon = (id: string, wait = CLOUD_MS) => {
    const work = workOf(id);
    work.cloud ??= setTimeout(() => void send(id), wait);
  };
  const stopSending = (id: string) => {
    const work = workOf(id);
    clearTimeout(work.cloud);
    work.cloud = undefined;
  };

  const join = async (id: string, theirs: StaleFile): Promise<void> => {
    const outcome = await reconcile(table, id, theirs);
    if (outcome === null) return;
    if (outcome === 'conflict') stopSending(id);
    if (outcome === 'merged') {
      const who = theirs.updated_by === '' ? t`somebody else` : theirs.updated_by;
      onMerged(t`${get(id)?.name ?? ''}: the changes of ${who} were merged with yours.`);
    }
    void keep(id);
    if (outcome === 'merged') sendSoon(id, 0);
  };

  const fail = async (id: string, error: unknown): Promise<void> => {
    if (!(error instanceof CloudError)) throw error;
    const work = workOf(id);
    const stale = error.status === 412 ? StaleFile.safeParse(error.standing).data : undefined;
    if (stale !== undefined) return join(id, stale);
    const after = stateAfter(error);
    set(id, after ?? { state: 'unsent', reason: said(error.message) });
    if (after === null) {
      sendSoon(id, Math.min(AGAIN_MOST_MS, AGAIN_MS * 2 ** work.failures));
      work.failures += 1;
    }
    void keep(id);
  };

  const send = async (id: string): Promise<void> => {
    const work = workOf(id);
    stopSending(id);
    const found = get(id);
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
      const now = get(id);
      const more = now !== undefined && now.text !== content;
      set(id, { base: { version: entry.version, content }, state: more ? 'typing' : 'saved' });
      void keep(id);
      if (more) sendSoon(id);
      onSaved(entry);
    } catch (error) {
      await fail(id, error);
    } finally {
      work.sending = false;
      if (get(id)?.state === 'typing') sendSoon(id);
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
      const found = get(id);
      if (!(error instanceof CloudError) || found === undefined) throw error;
      if (found.state === 'loading') set(id, { state: 'refused', reason: said(error.message) });
      else if (error.status === 404 || error.status === 403) await fail(id, error);
    } finally {
      work.reading = false;
    }
  };
  const taken = (id: string, file: FileWithText): void => {
    const found = get(id);
    if (found === undefined) return;
    if (file.is_folder) return set(id, { state: 'refused', reason: t`This is a folder.` });
    const { name, permission, version, content, updated_by } = file;
    if (found.state === 'loading' || found.state === 'refused') {
      set(id, { name, permission, text: content, base: { version, content }, state: 'saved', reason: '' });
      return;
    }
    const back = found.state === 'lost' ? { state: 'typing' as const, reason: '' } : {};
    set(id, { name, permission, ...back });
    if (found.base !== null && version > found.base.version) void join(id, { version, content, updated_by });
    else if (isPending(get(id)) && permission !== 'view') sendSoon(id, 0);
  };

  return { sendSoon, send, stopSending, read };
}
