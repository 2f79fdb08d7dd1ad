import { CloudError } from '@acacia/api-client';
import type { FileWithText } from '@acacia/contract';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aFileEntry } from '../../../testing/files.ts';
import { createDocuments, type DocumentsOptions } from './documents.ts';
import { memoryDrafts, type Drafts } from './drafts.ts';

/** A file of the cloud that counts its saves and can refuse them. */
function aCloud(content: string) {
  let file: FileWithText = { ...aFileEntry(), content, updated_by: 'Ann' };
  let failure: CloudError | null = null;
  const saved: string[] = [];
  return {
    saved,
    get file() {
      return file;
    },
    write: (text: string) => {
      file = { ...file, content: text, version: file.version + 1, updated_by: 'Bob' };
    },
    fail: (status: number, message = 'no') => {
      failure = status === 200 ? null : new CloudError(status, message);
    },
    calls: {
      getFile: async () => {
        if (failure !== null) throw failure;
        return file;
      },
      saveFile: async ({ version, body }: { version: number; body: { content: string } }) => {
        if (failure !== null) throw failure;
        const standing = { version: file.version, content: file.content, updated_by: file.updated_by };
        if (version !== file.version) throw new CloudError(412, 'stale', [], '', standing);
        saved.push(body.content);
        file = { ...file, content: body.content, version: version + 1 };
        return file;
      },
      createFile: async ({
        body,
      }: {
        body: { file_id?: string | undefined; name: string; content?: string | undefined };
      }) => {
        file = {
          ...file,
          file_id: body.file_id ?? 'made',
          name: body.name,
          content: body.content ?? '',
          version: 1,
        };
        return file;
      },
    },
  };
}

const ID = 'f1';
let merged: string[] = [];

function open(cloud: ReturnType<typeof aCloud>, drafts: Drafts, given: Partial<DocumentsOptions> = {}) {
  return createDocuments({
    cloud: cloud.calls,
    drafts,
    owner: 'u/o',
    tab: Promise.resolve('t1'),
    live: async () => new Set(),
    onSaved: () => undefined,
    onMerged: (sentence) => merged.push(sentence),
    onNoDrafts: (error) => {
      throw error;
    },
    ...given,
  });
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Merging is a part of its own: its import, made before, is answered within some turns of the loop. */
async function settled(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo() && turns < 100; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await wait(1);
  }
  expect(isSo()).toBe(true);
}

// Loading the part takes real time, more than any number of turns on a busy machine.
beforeAll(async () => {
  await import('./merge.ts');
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('window', new EventTarget());
  merged = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps a text in the browser after 200 ms and in the cloud after 1000 ms, once for many keys', async () => {
  const cloud = aCloud('');
  const drafts = memoryDrafts();
  const documents = open(cloud, drafts);
  documents.open(ID);
  await wait(0);
  documents.edit(ID, 'a');
  await wait(199);
  expect(await drafts.all('u/o')).toEqual([]);
  await wait(1);
  expect(await drafts.all('u/o')).toMatchObject([{ text: 'a', base: { version: 1, content: '' } }]);
  documents.edit(ID, 'ab');
  await wait(799);
  expect(cloud.saved).toEqual([]);
  await wait(1);
  expect(cloud.saved).toEqual(['ab']);
  expect(documents.get(ID)?.state).toBe('saved');
  expect(await drafts.all('u/o')).toEqual([]);
});

it('gives the same list while a text is typed, kept and saved, and another when it is renamed or refused', async () => {
  const cloud = aCloud('');
  const documents = open(cloud, memoryDrafts());
  documents.open(ID);
  await wait(0);
  const before = documents.list();
  const states = new Set<unknown>();
  documents.subscribe(() => states.add(documents.get(ID)?.state));
  documents.edit(ID, 'a');
  await wait(300);
  documents.edit(ID, 'ab');
  await wait(2_000);
  expect([...states]).toEqual(['typing', 'saving', 'saved']);
  expect(documents.list()).toBe(before);
  documents.rename(ID, 'other.gsql');
  expect(documents.list()).toMatchObject([{ name: 'other.gsql' }]);
  cloud.fail(400, 'Too much text.');
  documents.edit(ID, 'abc');
  await wait(2_000);
  expect(documents.list()).toMatchObject([{ state: 'stopped' }]);
});

it('keeps a draft at least once a second while typing goes on', async () => {
  const drafts = memoryDrafts();
  const { calls } = aCloud('');
  // A save that waits, so that the draft is not over yet.
  const cloud = { ...calls, saveFile: () => new Promise<never>(() => undefined) };
  const documents = open(aCloud(''), drafts, { cloud });
  documents.open(ID);
  await wait(0);
  for (let i = 0; i < 10; i += 1) {
    documents.edit(ID, `x${i}`);
    await wait(100);
  }
  expect((await drafts.all('u/o'))[0]?.text).toBe('x9');
});

it('merges changes of others, as long as they are of other lines', async () => {
  const cloud = aCloud('one\ntwo\nthree\n');
  const documents = open(cloud, memoryDrafts());
  documents.open(ID);
  await wait(0);
  documents.edit(ID, 'ONE\ntwo\nthree\n');
  cloud.write('one\ntwo\nTHREE\n');
  await wait(1_000);
  await settled(() => cloud.saved.length === 1);
  expect(cloud.file.content).toBe('ONE\ntwo\nTHREE\n');
  expect(documents.get(ID)).toMatchObject({ text: 'ONE\ntwo\nTHREE\n', state: 'saved' });
  expect(merged).toEqual(['q1.gsql: the changes of Bob were merged with yours.']);
});

it('shows a conflict of the same lines and saves nothing until it is resolved', async () => {
  const cloud = aCloud('one\n');
  const drafts = memoryDrafts();
  const documents = open(cloud, drafts);
  documents.open(ID);
  await wait(0);
  documents.edit(ID, 'mine\n');
  cloud.write('theirs\n');
  await wait(1_000);
  await settled(() => documents.get(ID)?.state === 'conflict');
  documents.edit(ID, 'mine and more\n');
  await wait(5_000);
  expect(documents.get(ID)).toMatchObject({ state: 'conflict', theirs: { content: 'theirs\n' } });
  expect([cloud.saved, cloud.file.content]).toEqual([[], 'theirs\n']);
  expect((await drafts.all('u/o'))[0]?.text).toBe('mine and more\n');
  const seen = documents.get(ID)?.theirs;
  if (!seen) throw new Error('no conflict');
  documents.resolve(ID, 'both\n', seen);
  await wait(1);
  expect([cloud.saved, documents.get(ID)?.state]).toEqual([['both\n'], 'saved']);
});

it('overwrites no text that was saved while two others were compared', async () => {
  const cloud = aCloud('base\n');
  const documents = open(cloud, memoryDrafts());
  documents.open(ID);
  await wait(0);
  documents.edit(ID, 'mine\n');
  cloud.write('theirs\n');
  await wait(1_000);
  await settled(() => documents.get(ID)?.state === 'conflict');
  const seen = documents.get(ID)?.theirs;
  if (!seen) throw new Error('no conflict');
  cloud.write('theirs again\n');
  documents.compare([cloud.file], true);
  await settled(() => documents.get(ID)?.theirs?.content === 'theirs again\n');
  documents.resolve(ID, 'both\n', seen);
  await settled(() => documents.get(ID)?.theirs?.content === 'theirs again\n');
  expect([cloud.saved, cloud.file.content]).toEqual([[], 'theirs again\n']);
  expect(documents.get(ID)).toMatchObject({ state: 'conflict', text: 'both\n' });
});

it('takes a newer text over where nothing was typed', async () => {
  const cloud = aCloud('one');
  const documents = open(cloud, memoryDrafts());
  documents.open(ID);
  await wait(0);
  cloud.write('two');
  documents.compare([cloud.file], true);
  await settled(() => documents.get(ID)?.text === 'two');
  expect(merged).toEqual([]);
});

it('sends a text again after an outage, also by the next page', async () => {
  const cloud = aCloud('');
  const drafts = memoryDrafts();
  const documents = open(cloud, drafts);
  documents.open(ID);
  await wait(0);
  cloud.fail(0, 'away');
  documents.edit(ID, 'typed offline');
  await wait(1_000);
  expect(documents.get(ID)).toMatchObject({ state: 'unsent', reason: 'away' });
  // The page is closed; another one is opened by the next tab.
  cloud.fail(200);
  const next = open(cloud, drafts, { tab: Promise.resolve('t2') });
  expect(await next.recover()).toEqual([ID]);
  expect(next.get(ID)?.text).toBe('typed offline');
  await wait(10);
  expect(cloud.saved).toEqual(['typed offline']);
  await wait(1_000);
  expect(await drafts.all('u/o')).toEqual([]);
});

it('leaves drafts of tabs alone that are open, and keeps two texts of closed ones', async () => {
  const cloud = aCloud('base');
  const drafts = memoryDrafts();
  const of = (tab: string, text: string, at: number) =>
    drafts.put({
      owner: 'u/o',
      file_id: ID,
      tab,
      name: 'q1.gsql',
      text,
      base: { version: 1, content: 'base' },
      at,
    });
  await of('open', 'of an open tab', 9);
  await of('older', 'older', 1);
  await of('newer', 'newer', 2);
  const documents = open(cloud, drafts, { live: async () => new Set(['open', 't1']) });
  const ids = await documents.recover();
  expect(ids.map((id) => [documents.get(id)?.name, documents.get(id)?.text])).toEqual([
    ['q1.gsql', 'newer'],
    ['q1.gsql (recovered)', 'older'],
  ]);
  await wait(2_000);
  expect((await drafts.all('u/o')).map(({ text }) => text).sort()).toEqual(['of an open tab', 'older']);
});

it.each([
  [404, /^This file was deleted/],
  [403, /^no Your text is kept/],
])('keeps the text of a file that answers %i while it is open', async (status, reason) => {
  const cloud = aCloud('');
  const drafts = memoryDrafts();
  const documents = open(cloud, drafts);
  documents.open(ID);
  await wait(0);
  cloud.fail(status);
  documents.edit(ID, 'mine');
  await wait(1_200);
  expect(documents.get(ID)).toMatchObject({ state: 'lost', text: 'mine' });
  expect(documents.get(ID)?.reason).toMatch(reason);
  documents.edit(ID, 'mine still');
  await wait(1_200);
  expect((await drafts.all('u/o'))[0]?.text).toBe('mine still');
  cloud.fail(200);
  const { file_id } = await documents.store(ID, 'copy.gsql', null);
  expect([file_id, cloud.file.content, documents.get(ID)]).toEqual(['made', 'mine still', undefined]);
});

it('says why a file cannot be opened', async () => {
  const cloud = aCloud('');
  cloud.fail(403, 'This file belongs to Ann.');
  const documents = open(cloud, memoryDrafts());
  documents.open(ID);
  await wait(0);
  expect(documents.get(ID)).toMatchObject({ state: 'refused', reason: 'This file belongs to Ann.' });
});

it('stops where the cloud refuses a text, and goes on with the next key', async () => {
  const cloud = aCloud('');
  const documents = open(cloud, memoryDrafts());
  documents.open(ID);
  await wait(0);
  cloud.fail(400, 'Too much text.');
  documents.edit(ID, 'long');
  await wait(1_000);
  expect(documents.get(ID)).toMatchObject({ state: 'stopped', reason: 'Too much text.' });
  cloud.fail(200);
  documents.edit(ID, 'short');
  await wait(1_000);
  expect(cloud.saved).toEqual(['short']);
});

it('keeps a temporary file until it is stored or closed', async () => {
  const cloud = aCloud('');
  const drafts = memoryDrafts();
  const documents = open(cloud, drafts);
  const id = documents.addTemporary('draft.gsql', '');
  documents.edit(id, 'LS');
  await wait(2_000);
  expect(cloud.saved).toEqual([]);
  const next = open(cloud, drafts, { tab: Promise.resolve('t2') });
  await next.recover();
  expect(next.get(id)).toMatchObject({ state: 'temporary', text: 'LS' });
  await next.store(id, 'kept.gsql', null);
  expect(cloud.file).toMatchObject({ file_id: id, name: 'kept.gsql', content: 'LS' });
  const other = next.addTemporary('b.gsql', 'x');
  next.close(other, true);
  await wait(500);
  expect(await drafts.all('u/o')).toEqual([]);
});

it('stores a temporary file once, also when the answer was lost', async () => {
  const cloud = aCloud('');
  const createFile: typeof cloud.calls.createFile = async (input) => {
    const made = await cloud.calls.createFile(input);
    if (cloud.saved.length > 0) return made;
    throw new CloudError(409, 'taken', [{ FieldName: 'file_id', Reason: 'taken', Type: 'Conflict' }]);
  };
  const documents = open(cloud, memoryDrafts(), { cloud: { ...cloud.calls, createFile } });
  const id = documents.addTemporary('draft.gsql', 'LS');
  await documents.store(id, 'kept.gsql', null);
  documents.edit(id, 'LS;');
  await wait(1_000);
  expect([cloud.saved, documents.get(id)?.state]).toEqual([['LS;'], 'saved']);
});

it('keeps the last keys before the page is left', async () => {
  const drafts = memoryDrafts();
  const documents = open(aCloud(''), drafts);
  await documents.recover();
  documents.open(ID);
  await wait(0);
  documents.edit(ID, 'last');
  documents.leave();
  const next = open(aCloud(''), drafts, { tab: Promise.resolve('t2') });
  await next.recover();
  expect(next.get(ID)?.text).toBe('last');
});

it('keeps a temporary file whose page is left before the browser has stored it', async () => {
  const drafts = memoryDrafts();
  const slow = { ...drafts, put: () => new Promise<void>(() => undefined) };
  const documents = open(aCloud(''), slow);
  await documents.recover();
  const id = documents.addTemporary('draft.gsql', '');
  documents.leave();
  const next = open(aCloud(''), drafts, { tab: Promise.resolve('t2') });
  expect(await next.recover()).toEqual([id]);
});

it('sends a text to the cloud, and says why, where the browser has no room for drafts', async () => {
  const cloud = aCloud('base');
  const full = {
    ...memoryDrafts(),
    put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  };
  const onNoDrafts = vi.fn();
  const documents = open(cloud, full, { onNoDrafts });
  documents.open(ID);
  await wait(0);
  documents.edit(ID, 'typed');
  await wait(1_300);
  expect(onNoDrafts.mock.calls[0]?.[0]).toMatchObject({ name: 'QuotaExceededError' });
  expect([cloud.saved, documents.get(ID)?.state]).toEqual([['typed'], 'saved']);
});
