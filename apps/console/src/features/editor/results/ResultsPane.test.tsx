import type { WorkspaceClient } from '@acacia/api-client';
import { renderUi } from '@acacia/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Run } from '../run/run-store.ts';
import { ResultsPane } from './ResultsPane.tsx';

const COLORS = { vertex: () => '#123456', edge: () => undefined, styles: {}, icons: {} };
const RUN: Run = {
  id: 'r1',
  type: 'GSQL',
  title: 'RUN QUERY q()',
  graph: 'g',
  origin: { file: 'f', firstLine: 0 },
  state: 'done',
  startedAt: 1000,
  endedAt: 2200,
  log: 'line one\n',
  answers: [],
  profile: [],
  error: null,
  graphAfter: 'g',
  limits: null,
  loaded: true,
  lost: false,
  ...{ toFile: null, files: [], progress: null, pinned: false },
};

/** An answer whose table has one row. */
const answered = (results: Record<string, unknown>[]) => ({
  results,
  stored: {
    answer: 0,
    bytes: 9,
    whole: true,
    cut: null,
    tables: [{ table: 0, name: 'Values', rows: 1, columns: 1, unsortable: false }],
  },
});

function runRows(_run: string, _table: number, asked: { readonly filters?: unknown }) {
  shownBy(asked.filters);
  return rowOfOne();
}
const rowOfOne = () =>
  Promise.resolve({ columns: ['n'], total: 1, rows: [{ row: 0, cells: [9007199254740993n], cut: {} }] });
const runSelection = () =>
  Promise.resolve({
    ...{ rows: 1, cells: 1, empty: 0, distinct: 1 },
    numbers: { count: 1, sum: 7, least: 7, most: 7, mean: 7 },
  });
const runColumn = () =>
  Promise.resolve({
    ...{ name: 'n', rows: 4, empty: 1, distinct: 2, numbers: null },
    top: [{ value: '7', count: 3 }],
  });
/** Fails: a document of tests saves no files. */
const runFile = vi.fn(() => Promise.reject(new Error('not here')));
/** Receives the filters of each request. */
const shownBy = vi.fn();
const onLoad = vi.fn();
const onPin = vi.fn();

function show(...runs: Run[]) {
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <ResultsPane
        runs={runs}
        pinned={runs.filter(({ pinned }) => pinned)}
        onPin={onPin}
        plan={null}
        onPlanClosed={() => undefined}
        shownId={null}
        onShow={() => undefined}
        onLoad={onLoad}
        client={{ runRows, runSelection, runColumn, runFile } as Partial<WorkspaceClient> as WorkspaceClient}
        schema={undefined}
        colors={COLORS}
      />
    </QueryClientProvider>,
  );
}

describe('the results', () => {
  it('are none before the first run', () => {
    show();
    expect(screen.getByText('No result')).toBeTruthy();
  });

  it('tell state, time and rows, and open the table', () => {
    show({ ...RUN, answers: [answered([{ n: 9007199254740993n }])] });
    expect(screen.getByText('Done')).toBeTruthy();
    expect(screen.getByText('1.2 s')).toBeTruthy();
    expect(screen.getByText('· 1 row')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Table' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('tab', { name: 'Graph' })).toHaveProperty('disabled', true);
  });

  it('are filtered by the workspace, by a chip that can be removed', async () => {
    show({ ...RUN, answers: [answered([{ n: 1 }])] });
    const open = () => screen.getByRole('button', { name: 'Filter' });
    await waitFor(() => expect(open().getAttribute('aria-disabled')).toBeNull());
    fireEvent.click(open());
    const form = await screen.findByRole('dialog', { name: 'Filter' });
    fireEvent.click(within(form).getByRole('button', { name: 'Add filter' }));
    expect(within(form).getByText('Enter a text.')).toBeTruthy();
    fireEvent.change(within(form).getByRole('textbox', { name: 'Text' }), { target: { value: '90' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Add filter' }));
    const filter = { kind: 'contains', column: 0, not: false, text: '90' };
    await waitFor(() => expect(shownBy).toHaveBeenLastCalledWith([filter]));
    fireEvent.click(screen.getByRole('button', { name: 'Download' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'JSON of these rows' }));
    await waitFor(() =>
      expect(runFile).toHaveBeenLastCalledWith('r1', 0, 'json', { search: '', filters: [filter] }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Download' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'JSON' }));
    await waitFor(() => expect(runFile).toHaveBeenLastCalledWith('r1', 0, 'json', {}));
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: n contains “90”' }));
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  });

  it('tell the statistics of a column', async () => {
    show({ ...RUN, answers: [answered([{ n: 1 }])] });
    fireEvent.click(await screen.findByRole('button', { name: 'Statistics of n' }));
    const facts = await screen.findByRole('dialog', { name: 'Statistics of n' });
    await waitFor(() => expect(facts.textContent).toBe('Rows4Empty1Different values2Most frequent73'));
  });

  it('show what failed, and the log', () => {
    show({ ...RUN, state: 'failed', error: 'line 1:0 no such thing' });
    expect(screen.getByRole('alert').textContent).toBe('line 1:0 no such thing');
    expect(screen.getByRole('tab', { name: 'Log' }).getAttribute('aria-selected')).toBe('true');
  });

  it('can be pinned, and are listed then', () => {
    show({ ...RUN, answers: [answered([{ n: 1 }])] }, { ...RUN, id: 'r0', title: 'kept', pinned: true });
    fireEvent.click(screen.getByRole('button', { name: 'Pin result', pressed: false }));
    expect(onPin).toHaveBeenCalledWith('r1', true);
  });

  it('offer the files of a run that shows nothing, and tell its step before', () => {
    const file = { file: 0, name: 'q-list.csv', bytes: 2048, rows: 3, cut: null };
    show({
      ...RUN,
      state: 'running',
      endedAt: null,
      toFile: 'csv',
      progress: 'Writing q-list.csv (3 rows).',
    });
    expect(screen.getByText('Writing q-list.csv (3 rows).')).toBeTruthy();
    cleanup();
    show({ ...RUN, toFile: 'csv', files: [file] });
    expect(screen.getByRole('button', { name: 'Download q-list.csv' })).toBeTruthy();
    expect(screen.getByText('3 rows, 2 KB')).toBeTruthy();
  });

  it('show the profile as a tree, with shares of the time, whose branches fold', () => {
    const step = (depth: number, operator: string, text: string, milliseconds: number | null) =>
      ({
        depth,
        kind: depth === 0 ? 'statement' : 'operator',
        operator,
        text,
        line: 2,
        rowsIn: 1200,
        rowsOut: null,
        milliseconds,
        runs: 1,
        threads: 2,
        memoryBytes: 4096,
      }) as const;
    const profile = [
      step(0, 'SELECT', 'T = SELECT t FROM S:s', 30),
      step(1, 'scan', 'S:s', null),
      step(1, 'ACCUM', '@@n += 1', 24),
      step(0, 'PRINT', 'PRINT T', 10),
    ];
    show({ ...RUN, profile });
    fireEvent.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(screen.getByText('40.0 ms in 2 statements')).toBeTruthy();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'LineStepRows inRows outRunsThreadsMemoryTimeShare',
      '2T = SELECT t FROM S:s1,200124 KB30.0 ms75%',
      '2scanS:s1,200124 KB–',
      '2ACCUM@@n += 11,200124 KB24.0 ms60%',
      '2PRINT T1,200124 KB10.0 ms25%',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'What belongs to SELECT', expanded: true }));
    expect(screen.getAllByRole('row')).toHaveLength(3);
  });

  it('say of an empty log that the result is elsewhere', () => {
    show({ ...RUN, log: '', answers: [answered([{ n: 1 }])] });
    fireEvent.click(screen.getByRole('tab', { name: 'Log' }));
    expect(screen.getByText('Nothing in the log')).toBeTruthy();
    expect(screen.queryByText('No result')).toBeNull();
  });

  it('ask for what a run of before a reload gave, and say that a line is lost', () => {
    show({ ...RUN, state: 'interrupted', error: 'The workspace stopped.', loaded: false, lost: true });
    expect(onLoad).toHaveBeenCalledWith('r1');
    expect(screen.getByText('Interrupted')).toBeTruthy();
    expect(screen.getByText('Connecting again …')).toBeTruthy();
  });

  it('say that a command wrote nothing', () => {
    show({ ...RUN, log: '' });
    expect(screen.getByText('No result')).toBeTruthy();
  });
});
