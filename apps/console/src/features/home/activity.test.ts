import type { PastLoad, WireRun } from '@acacia/contract';
import { expect, it } from 'vitest';
import { aWorkspace } from '../../testing/records.ts';
import { activityOf, nextStep } from './activity.ts';

const NOW = Date.UTC(2026, 0, 31);
const HOUR = 3_600_000;
const workspace = aWorkspace();

const run = (id: string, hoursAgo: number, given: Partial<WireRun> = {}) =>
  ({
    ...{ id, title: `query ${id}`, graph: 'g', state: 'done', error: null },
    startedAt: new Date(NOW - hoursAgo * HOUR).toISOString(),
    ...given,
  }) as WireRun;
const load = (id: string, hoursAgo: number, state: PastLoad['state']) =>
  ({
    ...{ id, job: `job ${id}`, graph: 'g', state, error: 'The file is gone.' },
    started_at: new Date(NOW - hoursAgo * HOUR).toISOString(),
  }) as PastLoad;

it('parts what runs, failed loads of a week, and the last five queries, the newest first', () => {
  const runs = [
    run('old', 90),
    run('on', 1, { state: 'running' }),
    ...[1, 2, 3, 4, 5, 6].map((hour) => run(`q${hour}`, hour)),
    run('other', 0, { title: '' }),
  ];
  const loads = [
    load('l1', 3, 'failed'),
    load('l2', 200, 'failed'),
    load('l3', 0.5, 'running'),
    load('l4', 1, 'finished'),
  ];
  const { running, failedLoads, recent } = activityOf([{ workspace, runs, loads }], NOW);
  expect(running.map(({ id, to }) => [id, to])).toEqual([
    ['l3', '/ingestion'],
    ['on', '/editor'],
  ]);
  expect(failedLoads).toMatchObject([{ id: 'l1', title: 'job l1', error: 'The file is gone.' }]);
  expect(recent.map(({ id }) => id)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5']);
});

it('is nothing where nothing was seen', () => {
  expect(activityOf([], NOW)).toEqual({ running: [], failedLoads: [], recent: [] });
  expect(
    nextStep(
      [],
      () => false,
      () => false,
    ),
  ).toBeNull();
});

it.each([
  ['a workspace that is stopped', aWorkspace({ status: 'Stopped' }), 'show'],
  ['one that the address may not reach', aWorkspace({ canAccess: false }), 'show'],
  ['an empty one', aWorkspace({ vertex_count: 0 }), 'load'],
  ['an empty one that cannot be written', aWorkspace({ vertex_count: 0, is_rw: false }), 'query'],
  [
    'the fraud sample',
    aWorkspace({ solution_catalog_id: 'transaction-fraud', solution_status: 'installed', vertex_count: 9 }),
    'guide',
  ],
  ['one with data', aWorkspace({ vertex_count: 9 }), 'query'],
])('leads on from %s', (_, only, kind) => {
  expect(
    nextStep(
      [only],
      () => false,
      () => false,
    )?.kind,
  ).toBe(kind);
});

it.each([
  [{ status: 'Error', err_message: 'The disk is full.' }, 'Look after Workspace-1', 'The disk is full.'],
  [{ status: 'Error' }, 'Look after Workspace-1', 'It is Error: nothing can be asked of it now.'],
  [{ status: 'Pending' }, 'Wait for Workspace-1', 'It is Pending: nothing can be asked of it now.'],
  [{ canAccess: false }, 'Look after Workspace-1', 'Your IP is not allowed to access this workspace.'],
] as const)('says why nothing can be asked of %j', (given, title, text) => {
  expect(
    nextStep(
      [aWorkspace(given)],
      () => false,
      () => false,
    ),
  ).toMatchObject({ kind: 'show', title, text });
});

it('leads to one that failed before all else, as others go on', () => {
  const failed = aWorkspace({ workspace_id: 'w2', name: 'Ill', status: 'Error', err_message: 'It died.' });
  const step = nextStep(
    [aWorkspace({ vertex_count: 9 }), failed],
    () => false,
    () => false,
  );
  expect(step).toMatchObject({ kind: 'show', title: 'Look after Ill', text: 'It died.' });
});

it('leads on from the fraud sample to a question once its guide was followed to the end', () => {
  const sample = aWorkspace({
    solution_catalog_id: 'transaction-fraud',
    solution_status: 'installed',
    vertex_count: 9,
  });
  expect(
    nextStep(
      [sample],
      ({ workspace_id }) => workspace_id === sample.workspace_id,
      () => false,
    )?.kind,
  ).toBe('query');
});

it('believes a workspace more than the count of some seconds before', () => {
  const workspace = aWorkspace({ vertex_count: 0 });
  expect(
    nextStep(
      [workspace],
      () => false,
      () => true,
    )?.kind,
  ).toBe('query');
});
