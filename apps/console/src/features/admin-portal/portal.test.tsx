/** The admin portal as people use it. */
import type { LogEntry, Workspace } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import {
  Refused,
  renderConsole,
  type Answers,
  type WorkspaceAnswer,
  type WorkspaceCall,
} from '../../testing/render-console.tsx';

const line = (id: string, log: string): LogEntry => ({
  ...{ id, log, timestamp: '2026-11-28T10:00:00.000Z', host: 'm1', component: 'gpe', level: 'info' },
});
const logPage = (...logs: LogEntry[]) => ({ logs, left_out: 0, components: ['gpe', 'restpp'], next: '0:9' });
const gsql = (results: unknown) => ({ error: false, message: '', results });

const RUNNING = {
  requestid: 'r1',
  startTime: '2026-11-28 10:00:00.000',
  expirationTime: null,
  url: '/query/social/friends?p=1',
  elapsedTime: 65_000,
  status: 'running',
};
const SLOW = {
  ...{ requestid: 's1', graph: 'social', query: 'slow_one', endTime: '2026-11-28T10:00:00.000Z' },
  ...{ milliseconds: 2_500, outcome: 'timeout', error: 'It met its time limit.' },
};

interface Opened {
  readonly workspace?: Partial<Workspace>;
  readonly cloud?: Answers;
  readonly answer?: WorkspaceAnswer;
}

function open(tab: string, { workspace = {}, cloud = {}, answer }: Opened = {}) {
  const sent: WorkspaceCall[] = [];
  const rendered = renderConsole(
    `/admin-portal?workspace_id=w1&tab=${tab}`,
    aCloud([aWorkgroup({ workspaces: [aWorkspace(workspace)] })], {
      getMetrics: () => ({ workspace_id: 'w1', step_seconds: 15, points: [] }),
      listAlertRules: () => [],
      ...cloud,
    }),
    true,
    (call) => {
      sent.push(call);
      return answer?.(call) ?? gsql([]);
    },
  );
  return { ...rendered, sent };
}
const user = {
  getMe: () => ({
    ...anAdmin,
    roles: [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }],
  }),
};

it('lists what runs and what was slow, and stops a query after a question', async () => {
  const { sent } = open('queries', {
    answer: ({ path }) => {
      if (path.startsWith('/gsql/v1/queries/listrunning')) return gsql([RUNNING]);
      if (path.startsWith('/api/slow-queries')) return gsql([SLOW]);
      if (path.startsWith('/restpp/abortquery')) {
        return gsql([{ aborted_queries: [{ requestid: 'r1', url: RUNNING.url }] }]);
      }
      return undefined;
    },
  });
  const table = within(await screen.findByRole('table', { name: 'Running queries' }));
  expect(await table.findByText('1 min 05 s')).toBeTruthy();
  const slow = within(screen.getByRole('table', { name: 'Slow queries' }));
  expect(await slow.findByText('slow_one')).toBeTruthy();
  expect(slow.getByText('Time limit')).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: `Stop ${RUNNING.url}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop the query' }));
  expect(sent.some(({ path }) => path.includes('abortquery'))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('The query was stopped.')).toBeTruthy();
  expect(sent.find(({ path }) => path.includes('abortquery'))?.path).toBe('/restpp/abortquery?requestid=r1');
});

it('lets users of the workspace look, but neither stop queries, read logs, see users nor check health', async () => {
  const { calls, router } = open('queries', {
    cloud: user,
    answer: ({ path }) => (path.startsWith('/gsql/v1/queries/listrunning') ? gsql([RUNNING]) : undefined),
  });
  const stop = await screen.findByRole('button', { name: `Stop ${RUNNING.url}` });
  expect(stop.getAttribute('aria-description')).toMatch(/Your roles do not allow this/);
  for (const [tab, what] of [
    ['Logs', 'Logs are not available to you'],
    ['Users and roles', 'Users and roles are not available to you'],
    ['Health check', 'The health check is not available to you'],
  ] as const) {
    await userEvent.click(screen.getByRole('tab', { name: tab }));
    expect(await screen.findByText(what)).toBeTruthy();
  }
  expect(router.state.location.search).toEqual({ workspace_id: 'w1', tab: 'health' });
  expect(calls.some(({ call }) => call === 'readLogFile' || call === 'listDbUsers')).toBe(false);
});

it('wakes nothing: of an idle workspace the log is read, and the rest waits', async () => {
  const { sent } = open('logs', {
    workspace: { status: 'Idle' },
    cloud: { readLogFile: () => logPage(line('1', 'It was written before.')) },
  });
  expect(await screen.findByRole('log', { name: 'Log of Workspace-1' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Queries' }));
  expect(
    await screen.findByText(/Running and slow queries are shown while the workspace is Active/),
  ).toBeTruthy();
  expect(sent).toEqual([]);
});

it('searches the log, reads on where it ended, and downloads what matches', async () => {
  const made = vi.fn(() => 'blob:made');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }));
  const { calls, router } = open('logs&components=gpe', {
    cloud: {
      readLogFile: ({ query }) =>
        query['after'] === undefined
          ? { ...logPage(line('1', 'Query hello took 3 ms')), left_out: 12 }
          : logPage(line('2', 'Query hello took 4 ms')),
      downloadLogFile: () => 'all lines',
    },
  });
  expect(await screen.findByRole('log', { name: 'Log of Workspace-1' })).toBeTruthy();
  expect(screen.getByText('1 line')).toBeTruthy();
  expect(screen.getByText(/12 older lines match too/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('2 lines')).toBeTruthy();
  const asked = calls.filter(({ call }) => call === 'readLogFile').map(({ query }) => query);
  expect(asked).toEqual([
    { query: '', components: 'gpe' },
    { query: '', components: 'gpe', after: '0:9' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(made).toHaveBeenCalled());
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'hello');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ query: 'hello', tab: 'logs' }));
});

it('checks health when asked, the worst first, and says why it could not', async () => {
  let tries = 0;
  open('health', {
    answer: ({ path }) => {
      if (path !== '/api/health-check') return undefined;
      tries += 1;
      if (tries === 1) throw new Refused('The workspace is busy.');
      return gsql({
        checkedAt: '2026-11-28T10:00:00.000Z',
        checks: [
          { name: 'Storage', state: 'ok', detail: 'A file was written.' },
          { name: 'Disk space', state: 'failed', detail: '97% of the data volume is used.' },
        ],
      });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Run the check' }));
  expect(await screen.findByText('The workspace is busy.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/1 of 2 checks found something\./)).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Health of Workspace-1' })).getAllByRole('row');
  expect(rows[1]?.textContent).toContain('97% of the data volume is used.');
});

it('lists database users and roles, and creates a role with its privileges', async () => {
  const { sent } = open('users', {
    cloud: { listDbUsers: () => [{ username: 'reporting' }] },
    answer: ({ method, path }) => {
      if (method === 'GET' && path.startsWith('/gsql/v1/roles')) {
        return gsql({
          builtIn: { global: ['superuser'], local: ['designer'] },
          userDefinedRoles: { social: ['keeper'] },
        });
      }
      if (path.startsWith('/gsql/v1/schema/graphs')) {
        return { error: false, message: '', graphs: [] };
      }
      return gsql('done');
    },
  });
  expect(await screen.findByText('reporting')).toBeTruthy();
  expect(await screen.findByText('keeper')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create role' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create role' }));
  const create = () => dialog.getByRole('button', { name: 'Create' });
  expect(create().getAttribute('aria-description')).toBe('Enter a name.');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'auditor');
  expect(create().getAttribute('aria-description')).toMatch(/^Choose a privilege/);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'READ_USER' }));
  await userEvent.click(create());
  expect(await screen.findByText('The role auditor was created.')).toBeTruthy();
  const changes = sent
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [method, path, body]);
  expect(changes).toEqual([
    ['POST', '/gsql/v1/roles', { roles: ['auditor'] }],
    ['POST', '/gsql/v1/privileges/grant', { privileges: ['READ_USER'], roles: ['auditor'] }],
  ]);
});

it('shows figures of five minutes and each component', async () => {
  const { calls } = open('overview', {
    answer: ({ path }) =>
      path.startsWith('/informant')
        ? {
            ServiceStatusEvents: [
              {
                ServiceDescriptor: { ServiceName: 'GPE', Partition: 1, Replica: 1 },
                ServiceStatus: 'Online',
                ProcessState: 'Running',
              },
            ],
          }
        : undefined,
  });
  const table = within(await screen.findByRole('table', { name: 'Components' }));
  expect(await table.findByText('Online')).toBeTruthy();
  await waitFor(() => expect(calls.some(({ call }) => call === 'getMetrics')).toBe(true));
  const { from, to } = calls.find(({ call }) => call === 'getMetrics')?.query ?? {};
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(300_000);
  expect(screen.getByText('p95 latency')).toBeTruthy();
});
