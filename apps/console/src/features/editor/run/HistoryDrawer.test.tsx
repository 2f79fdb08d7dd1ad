import type { WorkspaceClient } from '@acacia/api-client';
import type { RunHistoryEntry } from '@acacia/contract';
import { renderUi, userEvent } from '@acacia/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { HistoryDrawer } from './HistoryDrawer.tsx';

const ENTRY: RunHistoryEntry = {
  ...{ id: 'a', type: 'GSQL', graph: 'g', title: 'LS', origin: null, state: 'done', rows: 2, error: null },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:02.000Z', text: 'LS', query: null },
  ...{ parameters: null, incomplete: null, limits: { timeMs: 1, memoryMb: 1 } },
};
const QUERY: RunHistoryEntry = {
  ...{
    ...ENTRY,
    id: 'b',
    type: 'Query',
    title: 'near',
    text: null,
    query: 'near',
    parameters: '{"k":"***"}',
  },
  ...{ state: 'interrupted', incomplete: 'Secrets are masked in the history.' },
};

it('lists, searches, opens and runs again what can be, and is cleared on demand', async () => {
  const [onRun, onOpen, asked] = [vi.fn(), vi.fn(), vi.fn()];
  let all: readonly RunHistoryEntry[] = [ENTRY, QUERY];
  const client: Partial<WorkspaceClient> = {
    runHistory: ({ search = '' }) => {
      asked(search);
      const entries = all.filter(({ title }) => title.includes(search));
      return Promise.resolve({ total: entries.length, entries });
    },
    clearRunHistory: () => {
      all = [];
      return Promise.resolve('');
    },
  };
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <HistoryDrawer
        workspaceId="w"
        client={client as WorkspaceClient}
        refusal={undefined}
        onRun={onRun}
        onOpen={onOpen}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const user = userEvent;
  const list = within(await screen.findByRole('list', { name: 'Runs of the past' }));
  const [first, second] = await list.findAllByRole('listitem');
  if (first === undefined || second === undefined) throw new Error('no entries');
  await user.click(within(first).getByRole('button', { name: 'Run again' }));
  expect(onRun).toHaveBeenCalledWith(ENTRY);
  await user.click(within(first).getByRole('button', { name: 'Open in a file' }));
  expect(onOpen).toHaveBeenCalledWith(ENTRY);
  expect(within(second).getByText('Interrupted')).toBeTruthy();
  await user.click(within(second).getByRole('button', { name: 'Run again' }));
  expect(onRun).toHaveBeenCalledTimes(1);

  await user.type(screen.getByRole('textbox', { name: 'Search history' }), 'near');
  await vi.waitFor(() => expect(asked).toHaveBeenLastCalledWith('near'), { timeout: 30_000 });
  await vi.waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1), { timeout: 30_000 });
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await user.click(await screen.findByRole('button', { name: 'Clear history' }));
  await screen.findByText('No run matches');
});
