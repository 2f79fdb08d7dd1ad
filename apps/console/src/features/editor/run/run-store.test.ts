import { WorkspaceError, type WorkspaceClient } from '@acacia/api-client';
import type { GsqlCommandMessage } from '@acacia/contract';
import { describe, expect, it, vi } from 'vitest';
import { createRunStore } from './run-store.ts';

const FILE = { file: 'f', firstLine: 0 };

const clientOf = (command: WorkspaceClient['gsqlCommand']): WorkspaceClient =>
  ({ gsqlCommand: command }) as Partial<WorkspaceClient> as WorkspaceClient;

async function* messages(...list: GsqlCommandMessage[]): AsyncGenerator<GsqlCommandMessage> {
  for (const message of list) yield message;
}

describe('runs of a session', () => {
  it('hold what came in pieces, its answers, and the graph at the end', async () => {
    const store = createRunStore();
    const end = await store.gsql(
      clientOf(() =>
        messages(
          { results: '{"error": false, "message": "", ', done: false },
          { results: '"results": [{"n": 1}]}\n', done: false },
          { results: '', done: true, graph: 'g', returnCode: 0 },
        ),
      ),
      '// first\nRUN QUERY q()',
      null,
      FILE,
    );
    expect(end).toEqual({ id: 1, done: true, graph: 'g' });
    expect(store.runs()[0]).toMatchObject({
      state: 'done',
      title: 'RUN QUERY q()',
      answers: [{ results: [{ n: 1 }] }],
    });
  });

  it('show the profile that RUN QUERY -profile gives', async () => {
    const store = createRunStore();
    const step = { depth: 0, kind: 'statement', operator: 'PRINT', text: 'PRINT 1', line: 1, runs: 1 };
    const figures = { rowsIn: null, rowsOut: 1, milliseconds: 0.5, threads: 1, memoryBytes: 0 };
    const profile = [{ ...step, ...figures }];
    const results = JSON.stringify({ error: false, message: '', results: [{ n: 1 }], profile });
    await store.gsql(
      clientOf(() => messages({ results, done: true, graph: 'g', returnCode: 0 })),
      'RUN QUERY -profile q()',
      null,
      FILE,
    );
    expect(store.runs()[0]?.profile).toEqual(profile);
  });

  it('fail by a return code, with the last line as the reason', async () => {
    const store = createRunStore();
    await store.gsql(
      clientOf(() =>
        messages(
          { results: 'line 1:0 no such thing\n', done: false },
          { results: '', done: true, returnCode: 211 },
        ),
      ),
      'SELEKT',
      null,
      { file: 'f', firstLine: 3 },
    );
    expect(store.runs()[0]).toMatchObject({
      state: 'failed',
      error: 'line 1:0 no such thing',
      origin: { firstLine: 3 },
    });
  });

  it('can be cancelled, and keep what was written until then', async () => {
    const store = createRunStore();
    const running = store.gsql(
      clientOf(async function* (_, { signal }) {
        yield { results: 'working\n', done: false };
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
          store.cancel(1);
        });
      }),
      'RUN QUERY endless()',
      'g',
      FILE,
    );
    await running;
    expect(store.runs()[0]).toMatchObject({ state: 'cancelled', log: 'working\n' });
  });

  it('note the limits of interpreted mode where the workspace refused', async () => {
    const store = createRunStore();
    await store.query(
      'q',
      'g',
      'f',
      () => Promise.reject(new WorkspaceError(200, 'REST-1', 'Not here.')),
      true,
    );
    expect(store.runs()[0]?.error).toContain('Not here.');
    expect(store.runs()[0]?.error).toContain('interpreted mode have limitations');
    await store.query('q', 'g', 'f', () => Promise.reject(new WorkspaceError(0, '', 'Unreachable.')), true);
    expect(store.runs()[0]?.error).toBe('Unreachable.');
  });

  it('tell listeners together, and forget the oldest', async () => {
    vi.useFakeTimers();
    const store = createRunStore();
    const listener = vi.fn();
    store.subscribe(listener);
    const answer = { error: false, message: 'ok', results: [] };
    for (let i = 0; i < 40; i += 1)
      await store.query(`q${i}`, 'g', 'f', () => Promise.resolve(answer), false);
    vi.advanceTimersByTime(20);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.runs()).toHaveLength(30);
    expect(store.runs()[0]?.title).toBe('q39');
    store.remove(store.runs()[0]?.id ?? 0);
    expect(store.runs()).toHaveLength(29);
    vi.useRealTimers();
  });
});
