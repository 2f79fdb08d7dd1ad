import { WorkspaceError, type WorkspaceClient } from '@acacia/api-client';
import type { RunEvent, StartRunInput, WireRun } from '@acacia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunStore } from './run-store.ts';
import { wordOf } from './run-words.ts';

const PLACE = { origin: { file: 'f', firstLine: 0 } };
const TEXT: StartRunInput = { type: 'GSQL', graph: 'g', text: 'LS' };
const UNREACHED = () => new WorkspaceError(0, '', 'Unreachable.');

const wire = (id: string, more: Partial<WireRun> = {}): WireRun => ({
  ...{ id, type: 'GSQL', owner: 'ann', graph: 'g', title: 'LS', origin: PLACE.origin, state: 'done' },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:02.000Z', error: null },
  ageMs: 5000,
  ...{ limits: { timeMs: 1, memoryMb: 1 }, returnCode: 0, graphAfter: 'g2', rows: 1, answers: [], events: 1 },
  ...{ toFile: null, files: [], pinned: false, kept: true, ...more },
});
const ANSWER = { answer: 0, bytes: 9, whole: true, cut: null, tables: [] };

type Step = RunEvent | Error | (() => Promise<void>);

/** A workspace whose event streams are those lists, one for each attachment; `asked` lists the requests. */
function workspace(streams: readonly (readonly Step[])[], more: Partial<WorkspaceClient> = {}) {
  const asked: string[] = [];
  let attached = 0;
  const client: Partial<WorkspaceClient> = {
    startRun: (id) => {
      asked.push('start');
      return Promise.resolve(wire(id, { state: 'running' }));
    },
    async *runEvents(id, { from }) {
      asked.push(`events from ${from}`);
      const steps = streams[attached] ?? [];
      attached += 1;
      for (const step of steps) {
        if (step instanceof Error) throw step;
        if (typeof step === 'function') await step();
        else yield step.kind === 'end' ? { ...step, run: { ...step.run, id } } : step;
      }
    },
    runAnswer: () => Promise.resolve({ message: 'left out', warnings: [], profile: [], results: [{ n: 1 }] }),
    cancelRun: () => {
      asked.push('cancel');
      return Promise.resolve('');
    },
    runs: () => Promise.resolve([]),
    ...more,
  };
  return { client: client as WorkspaceClient, asked };
}
const output = (number: number, text: string): RunEvent => ({ kind: 'output', number, text });
const end = (number: number, more: Partial<WireRun> = {}): RunEvent => ({
  kind: 'end',
  number,
  run: wire('', more),
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets all waiting pass while the work goes on. */
async function settled<T>(work: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return work;
}

describe('a run', () => {
  it('has its output, its answers and its end', async () => {
    const { client } = workspace([
      [output(0, 'one\n'), { kind: 'answer', number: 1, answer: ANSWER }, end(2)],
    ]);
    const store = createRunStore();
    const ended = await settled(store.start(client, TEXT, 'LS', PLACE));
    expect(ended).toMatchObject({ done: true, graph: 'g2' });
    expect(store.runs()).toMatchObject([
      { state: 'done', log: 'one\nleft out\n', answers: [{ results: [{ n: 1 }] }], limits: { timeMs: 1 } },
    ]);
    const [run] = store.runs();
    expect((run?.endedAt ?? 0) - (run?.startedAt ?? 0)).toBe(2000);
  });

  it('goes on where the line was lost, and misses nothing', async () => {
    const { client, asked } = workspace([
      [output(0, 'a'), output(1, 'b'), UNREACHED()],
      [UNREACHED()],
      [output(2, 'c')],
      [end(3)],
    ]);
    const store = createRunStore();
    await settled(store.start(client, TEXT, 'LS', PLACE));
    expect(asked).toEqual(['start', 'events from 0', 'events from 2', 'events from 2', 'events from 3']);
    expect(store.runs()[0]).toMatchObject({ state: 'done', log: 'abc', lost: false });
  });

  it('is attached to again within a second after its line was lost', async () => {
    const { client, asked } = workspace([[UNREACHED()], [end(0)]]);
    const store = createRunStore();
    const running = store.start(client, TEXT, 'LS', PLACE);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['start', 'events from 0', 'events from 0']);
    await running;
  });

  it('is started again under its id when the start was not answered', async () => {
    const ids: string[] = [];
    const startRun: WorkspaceClient['startRun'] = (id) => {
      ids.push(id);
      return ids.length < 3 ? Promise.reject(UNREACHED()) : Promise.resolve(wire(id));
    };
    const { client } = workspace([[end(0)]], { startRun });
    const store = createRunStore();
    expect(await settled(store.start(client, TEXT, 'LS', PLACE))).toMatchObject({ done: true });
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  it('fails with what refused it, and notes the limits of interpreted mode', async () => {
    const startRun = () => Promise.reject(new WorkspaceError(403, '', 'Not here.'));
    const { client } = workspace([], { startRun });
    const store = createRunStore();
    const query: StartRunInput = { type: 'Query', graph: 'g', query: 'q', text: 'INTERPRET QUERY () {}' };
    expect(await settled(store.start(client, query, 'q', PLACE))).toMatchObject({ done: false });
    expect(store.runs()[0]?.error).toContain('Not here.');
    expect(store.runs()[0]?.error).toContain('interpreted mode have limitations');
    await settled(store.start(client, { ...query, text: undefined }, 'q', PLACE));
    expect(store.runs()[0]?.error).toBe('Not here.');
  });

  it('is cancelled on the workspace, also before its start is answered', async () => {
    let start: () => void = () => undefined;
    const startRun: WorkspaceClient['startRun'] = (id) =>
      new Promise((resolve) => (start = () => resolve(wire(id))));
    const { client, asked } = workspace([[end(0, { state: 'cancelled', error: 'Cancelled.' })]], {
      startRun,
    });
    const store = createRunStore();
    const running = store.start(client, TEXT, 'LS', PLACE);
    store.cancel(client, store.runs()[0]?.id ?? '');
    await vi.runAllTimersAsync();
    expect(asked).toEqual([]);
    start();
    await settled(running);
    expect(asked).toContain('cancel');
    expect(store.runs()[0]).toMatchObject({ state: 'cancelled', error: 'Cancelled.' });
  });
});

describe('after a reload', () => {
  it('runs are found with their files; those that go on are followed, ended ones read when they are shown', async () => {
    const runs = () =>
      Promise.resolve([
        wire('a', { state: 'running', endedAt: null }),
        wire('b', { startedAt: '2025-12-31T00:00:00.000Z', ageMs: 9000 }),
        wire('saved', { origin: null }),
      ]);
    const { client, asked } = workspace(
      [
        [output(0, 'more'), end(1)],
        [output(0, 'old'), end(1)],
      ],
      { runs },
    );
    const store = createRunStore();
    await settled(store.resume(client));
    expect(store.runs()).toMatchObject([
      { id: 'a', state: 'done', log: 'more', origin: { file: 'f' } },
      { id: 'b', state: 'done', log: '', loaded: false },
    ]);
    // By the clock of this machine, which differs from the workspace's by months.
    const first = store.runs()[0];
    expect(Date.now() - (first?.startedAt ?? 0)).toBeLessThan(10_000);
    expect((first?.endedAt ?? 0) - (first?.startedAt ?? 0)).toBe(2000);
    store.load(client, 'b');
    store.load(client, 'b');
    await vi.runAllTimersAsync();
    expect(store.runs()[1]).toMatchObject({ log: 'old', loaded: true });
    expect(asked).toEqual(['events from 0', 'events from 0']);
    await settled(store.resume(client));
    expect(store.runs()).toHaveLength(2);
  });
});

it('holds some streams at a time, tells listeners together and forgets the oldest', async () => {
  let open = 0;
  let most = 0;
  const step = async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 10));
    open -= 1;
  };
  const { client } = workspace(Array.from({ length: 61 }, () => [step, end(0)]));
  const store = createRunStore();
  const listener = vi.fn();
  store.subscribe(listener);
  const all = Array.from({ length: 60 }, (_, i) => store.start(client, TEXT, `q${i}`, PLACE));
  await vi.advanceTimersByTimeAsync(5);
  expect(listener).not.toHaveBeenCalled();
  await settled(Promise.all(all));
  expect(most).toBe(3);
  const started = store.start(client, TEXT, 'last', PLACE);
  await settled(started);
  expect(store.runs().length).toBeLessThanOrEqual(61);
  store.remove(store.runs()[0]?.id ?? '');
  expect(store.runs().length).toBeLessThanOrEqual(60);
});

it('is said to start until the workspace has told of it', () => {
  const limits = { timeMs: 1, memoryMb: 1 };
  expect([wordOf({ state: 'running', limits: null }), wordOf({ state: 'running', limits })]).toEqual([
    'Starting',
    'Running',
  ]);
  expect(wordOf({ state: 'failed', limits: null })).toBe('Failed');
});
