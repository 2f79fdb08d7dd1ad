import type { LogEntry } from '@acacia/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { expect, it, vi } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../../testing/render-console.tsx';

const line = (id: string, log: string): LogEntry => ({
  id,
  timestamp: '2026-11-21T10:00:00.000Z',
  host: 'm1',
  component: 'gpe',
  level: 'info',
  log,
});

function open(more: Answers = {}, search = '') {
  const group = aWorkgroup({ enable_application_log: true, workspaces: [aWorkspace()] });
  return renderConsole(
    `/groups/g1?tab=log${search}`,
    aCloud([group], {
      listLogHosts: () => ['cloud', 'm1'],
      listLogComponents: () => ['gpe', 'restpp'],
      searchLogs: () => ({ logs: [line('1', 'Query hello took 3 ms')], totalCount: 20, pageSize: 8 }),
      ...more,
    }),
  );
}
it('offers to resume a workspace that is stopped, in place', async () => {
  const stopped = aWorkspace({ status: 'Stopped' });
  renderConsole(
    '/groups/g1?tab=log',
    aCloud([aWorkgroup({ enable_application_log: true, workspaces: [stopped] })], {
      listLogHosts: () => [],
      listLogComponents: () => [],
      searchLogs: () => ({ logs: [], totalCount: 0, pageSize: 8 }),
    }),
  );
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy();
});

const bodies = (calls: ReturnType<typeof open>['calls']) =>
  calls.filter(({ call }) => call === 'searchLogs').map(({ body }) => body as Record<string, unknown>);

it('searches the last seven days, eight lines a page, and keeps the search in the address', async () => {
  const { calls, router } = open();
  expect(await screen.findByText('Query hello took 3 ms')).toBeTruthy();
  const first = bodies(calls)[0];
  expect(first).toMatchObject({ query: '', hosts: [], components: [], pageNumber: 1, pageSize: 8 });
  const days = (Date.parse(String(first?.['to'])) - Date.parse(String(first?.['from']))) / 86_400_000;
  expect(days).toBe(7);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(bodies(calls).at(-1)).toMatchObject({ pageNumber: 2 }));
  const box = screen.getByRole('searchbox', { name: 'Search' });
  // On a busy machine more time than a pause of typing passes between two keys; this clock then goes slower.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await userEvent.type(box, 'hello');
  await waitFor(() => expect(bodies(calls).at(-1)).toMatchObject({ query: 'hello', pageNumber: 1 }));
  expect(router.state.location.search).toMatchObject({ query: 'hello', tab: 'log' });
  // A word is one search, not one for each key.
  expect(bodies(calls).filter(({ query }) => query !== '' && query !== 'hello')).toEqual([]);
});

it('takes the search from the address', async () => {
  const { calls } = open(
    {},
    '&query=slow&components=gpe&from=2026-11-20T00:00:00.000Z&to=2026-11-21T00:00:00.000Z&page=2',
  );
  await screen.findByText('Query hello took 3 ms');
  expect(bodies(calls)[0]).toEqual({
    query: 'slow',
    hosts: [],
    components: ['gpe'],
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-21T00:00:00.000Z',
    pageNumber: 2,
    pageSize: 8,
  });
});

it('asks for nothing while the range ends before it begins', async () => {
  const { calls } = open({}, '&from=2026-11-21T00:00:00.000Z&to=2026-11-20T00:00:00.000Z');
  expect(await screen.findByText('The time range must begin before it ends.')).toBeTruthy();
  expect(bodies(calls)).toEqual([]);
});

it('says why logs could not be read, and tries again when asked', async () => {
  let tries = 0;
  open({
    searchLogs: () => {
      tries += 1;
      if (tries === 1) throw new Refused('The database is away.', 'Unavailable');
      return { logs: [line('1', 'back again')], totalCount: 1, pageSize: 8 };
    },
  });
  expect(await screen.findByText(/The database is away/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
  expect(await screen.findByText('back again')).toBeTruthy();
});

it('follows the lines as they come', async () => {
  let asked = 0;
  const { calls } = open(
    {
      tailLogs: () => {
        asked += 1;
        if (asked === 1) return { logs: [line('7', 'first line')], next: '7' };
        if (asked === 2) return { logs: [line('8', 'second line')], next: '8' };
        // Tried again some seconds later: the test is over by then.
        throw new Refused('The cloud is away.', 'Unavailable');
      },
    },
    '&live=true',
  );
  expect(await screen.findByRole('log', { name: 'Live log of Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(calls.filter(({ call }) => call === 'tailLogs')).toHaveLength(3));
  expect(screen.getByText(/The live tail broke off and is tried again: The cloud is away\./)).toBeTruthy();
  // Nothing is laid out in this document: lines that came are counted.
  expect(screen.getByText('2 lines')).toBeTruthy();
});
