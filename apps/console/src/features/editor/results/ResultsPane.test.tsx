import type { WorkspaceClient } from '@acacia/api-client';
import { renderUi } from '@acacia/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Run } from '../run/run-store.ts';
import { ResultsPane } from './ResultsPane.tsx';

afterEach(cleanup);

const COLORS = { vertex: () => '#123456', edge: () => undefined, styles: {} };
const RUN: Run = {
  id: 1,
  title: 'RUN QUERY q()',
  graph: 'g',
  origin: null,
  state: 'done',
  startedAt: 1000,
  endedAt: 2200,
  log: 'line one\n',
  answers: [],
  profile: [],
  error: null,
};

function show(...runs: Run[]) {
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <ResultsPane
        runs={runs}
        shownId={null}
        onShow={() => undefined}
        client={{} as Partial<WorkspaceClient> as WorkspaceClient}
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
    show({ ...RUN, answers: [{ results: [{ n: 9007199254740993n }], error: false, message: '' }] });
    expect(screen.getByText('Done')).toBeTruthy();
    expect(screen.getByText('1.2 s')).toBeTruthy();
    expect(screen.getByText('· 1 row')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Table' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('tab', { name: 'Graph' })).toHaveProperty('disabled', true);
  });

  it('show what failed, and the log', () => {
    show({ ...RUN, state: 'failed', error: 'line 1:0 no such thing' });
    expect(screen.getByRole('alert').textContent).toBe('line 1:0 no such thing');
    expect(screen.getByRole('tab', { name: 'Log' }).getAttribute('aria-selected')).toBe('true');
  });

  it('say that a command wrote nothing', () => {
    show({ ...RUN, log: '' });
    expect(screen.getByText('No result')).toBeTruthy();
  });
});
