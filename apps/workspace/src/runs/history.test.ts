import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHistory, type Begun, type HistoryBounds } from './history.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acacia-history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const opened = (bounds?: HistoryBounds) =>
  openHistory({ folder, warn: () => undefined, ...(bounds === undefined ? {} : { bounds }) });
const run = (id: string, more: Partial<Begun> = {}): Begun => ({
  ...{
    id,
    owner: 'ann',
    type: 'GSQL',
    graph: null,
    title: id,
    text: 'LS',
    query: null,
    parameters: null,
    incomplete: null,
  },
  ...{ origin: null, limits: { timeMs: 0, memoryMb: 0 }, startedAt: new Date().toISOString(), ...more },
});
const ended = (id: string) =>
  ({ id, endedAt: new Date().toISOString(), state: 'done', rows: 3, error: null }) as const;

it('says of a run whose process died that it was interrupted, also of a last line that is torn', async () => {
  const first = await opened();
  await first.begin(run('a'));
  await first.end(ended('a'));
  await first.begin(run('b'));
  await first.close();
  await appendFile(join(folder, 'history.jsonl'), '{"ended":{"id":"b","ended');
  const second = await opened();
  expect(second.find('a')).toMatchObject({ state: 'done', rows: 3 });
  expect(second.find('b')).toMatchObject({ state: 'interrupted' });
  await second.begin(run('c'));
  await second.close();
  const third = await opened();
  expect(third.of('ann').map(({ id, state }) => [id, state])).toEqual([
    ['c', 'interrupted'],
    ['b', 'interrupted'],
    ['a', 'done'],
  ]);
  await third.close();
});

it('forgets the oldest of a person, those that are too old and those beyond the bytes, and no running one', async () => {
  const bounds = { ofPerson: 2, ofAll: 100, ageMs: 86_400_000, bytes: 2000 };
  const history = await opened(bounds);
  await history.begin(run('running'));
  for (const id of ['a', 'b', 'c']) {
    await history.begin(run(id));
    await history.end(ended(id));
  }
  await history.begin(run('old', { owner: 'bob', startedAt: '2020-01-01T00:00:00.000Z' }));
  await history.end(ended('old'));
  await history.begin(run('long', { owner: 'bob', text: 'x'.repeat(9000) }));
  expect(history.of('ann').map(({ id }) => id)).toEqual(['running']);
  expect(history.of('bob').map(({ id }) => id)).toEqual(['long']);
  expect(history.find('long')?.text).toHaveLength(8000);
  await history.close();
});

it('does not grow without bound: the file is written anew', async () => {
  const history = await opened({ ofPerson: 2, ofAll: 2, ageMs: 86_400_000, bytes: 1000 });
  for (let i = 0; i < 40; i += 1) {
    await history.begin(run(`r${i}`));
    await history.end(ended(`r${i}`));
  }
  expect((await readFile(join(folder, 'history.jsonl'), 'utf8')).length).toBeLessThan(4000);
  await history.clear('ann');
  expect(history.of('ann')).toEqual([]);
  await history.close();
});
