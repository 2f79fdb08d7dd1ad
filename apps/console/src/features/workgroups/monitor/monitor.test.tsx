/** The Monitor tab as people use it. */
import type { MetricPoint, MetricSeries } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAdmin, anAlertRule, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../../testing/render-console.tsx';

const GIB = 2 ** 30;

const point = (secondsAgo: number, given: Partial<MetricPoint> = {}): MetricPoint => ({
  at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  cpu_percent: 42.3,
  memory_percent: 25,
  memory_bytes: 4 * GIB,
  graph_bytes: GIB,
  storage_bytes: 3 * GIB,
  queries_per_second: 12,
  query_errors_per_second: 0.5,
  query_timeouts_per_second: 0,
  latency_p50: 3,
  latency_p95: 17,
  latency_p99: 40,
  requests_per_second: 15,
  rows_loaded_per_second: 0,
  running_loads: 2,
  vertex_count: 100,
  edge_count: 200,
  ...given,
});
const series = (points: readonly MetricPoint[], workspace_id = 'w1'): MetricSeries => ({
  workspace_id,
  step_seconds: 15,
  points: [...points],
});
const second = aWorkspace({ workspace_id: 'w2', name: 'Second', created_at: '2026-11-21T12:00:00.000Z' });

function open(
  answers: Answers = {},
  search = '',
  group = aWorkgroup({ workspaces: [aWorkspace(), second] }),
) {
  return renderConsole(
    `/groups/g1?tab=monitor${search}`,
    aCloud([group], {
      getMetrics: ({ ids }) => series([point(30), point(15)], ids[1]),
      listAlertRules: () => [],
      ...answers,
    }),
  );
}

/** The value of a tile. */
async function tile(label: string): Promise<string | null | undefined> {
  const term = (await screen.findAllByText(label)).find(({ tagName }) => tagName === 'DT');
  return term?.parentElement?.querySelector('dd')?.textContent;
}
const asked = (calls: ReturnType<typeof open>['calls']) => calls.filter(({ call }) => call === 'getMetrics');

describe('the Monitor tab', () => {
  it('shows what a workspace does, in numbers and in charts', async () => {
    open();
    expect(await screen.findByRole('img', { name: /^CPU over time. Latest: CPU 42.3%/ })).toBeTruthy();
    expect(await tile('CPU')).toBe('42.3%');
    expect(await tile('Memory')).toBe('4.0 GB 25%');
    expect(await tile('Storage')).toBe('3.0 GB');
    expect(await tile('Queries')).toBe('12/s');
    expect(await tile('p95 latency')).toBe('17 ms');
    expect(await tile('Running loads')).toBe('2');
    const figures = screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'));
    expect(figures).toEqual([
      'CPU',
      'Memory',
      'Graph in memory',
      'Storage',
      'Queries',
      'Latency',
      'Errors',
      'Requests',
      'Rows loaded',
      'Vertices and edges',
    ]);
  });

  it('takes workspace and time from the address, and puts what is chosen into it', async () => {
    const { calls, router } = open({}, '&space_id=w2&range=15m&refresh=off');
    expect(await screen.findByRole('button', { name: /^Workspace: .*Second .*Active/ })).toBeTruthy();
    await waitFor(() => expect(asked(calls)[0]?.ids).toEqual(['g1', 'w2']));
    await userEvent.click(screen.getByRole('combobox', { name: 'Time' }));
    await userEvent.click(await screen.findByRole('option', { name: '7 days' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ range: '7d', space_id: 'w2' }));
    await waitFor(() => expect(asked(calls)).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: /^Workspace:/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Workspace-1/ }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ range: '7d', space_id: 'w1' }));
    await waitFor(() => expect(asked(calls)[2]?.ids).toEqual(['g1', 'w1']));
  });

  it('shows a time between two moments, and refuses one that ends before it begins', async () => {
    const { router } = open();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Time' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Custom' }));
    const form = within(await screen.findByRole('form', { name: 'Custom time' }));
    const from = form.getByLabelText('From');
    const to = form.getByLabelText('To');
    await userEvent.clear(from);
    await userEvent.type(from, '2026-11-02T10:00');
    await userEvent.clear(to);
    await userEvent.type(to, '2026-11-01T10:00');
    await userEvent.click(form.getByRole('button', { name: 'Show' }));
    expect(form.getByText('The end must be later than the beginning')).toBeTruthy();
    await userEvent.clear(to);
    await userEvent.type(to, '2026-11-03T10:00');
    await userEvent.click(form.getByRole('button', { name: 'Show' }));
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        range: 'custom',
        from: new Date('2026-11-02T10:00').toISOString(),
        to: new Date('2026-11-03T10:00').toISOString(),
      }),
    );
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Refresh' }).disabled).toBe(true);
  });

  it('looks again when asked to', async () => {
    const { calls } = open({}, '&refresh=off');
    await screen.findByRole('img', { name: /^CPU/ });
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(asked(calls)).toHaveLength(2));
  });

  it('looks again by itself, as often as the address says', async () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout', 'Date'],
      shouldAdvanceTime: true,
    });
    try {
      const { calls } = open({}, '&refresh=15s');
      await waitFor(() => expect(asked(calls)).toHaveLength(1));
      await vi.advanceTimersByTimeAsync(16_000);
      await waitFor(() => expect(asked(calls).length).toBeGreaterThanOrEqual(2));
    } finally {
      vi.useRealTimers();
    }
  });

  it('can be read while the workspace is Idle, with only what is still so', async () => {
    const group = aWorkgroup({ workspaces: [aWorkspace({ status: 'Idle' })] });
    open({ getMetrics: () => series([point(1800)]) }, '', group);
    const title = await screen.findByText('Workspace-1 is Idle');
    const note = title.closest<HTMLElement>('[role=note]') ?? title;
    expect(within(note).getByRole('button', { name: 'Resume' })).toBeTruthy();
    expect(note.textContent).toContain('Looking at it does not wake it.');
    expect(await screen.findByRole('img', { name: /^CPU .* It was asleep/ })).toBeTruthy();
    expect(await tile('CPU')).toBe('–');
    expect(await tile('Storage')).toBe('3.0 GB');
  });

  it('says where nothing was measured', async () => {
    open({ getMetrics: () => series([]) });
    expect(await screen.findAllByText('The workspace did not run in this time.')).toHaveLength(10);
    expect(await tile('Storage')).toBe('–');
  });

  it('says once that the metrics could not be loaded, and tries again', async () => {
    let fails = true;
    open({
      getMetrics: () => {
        if (fails) throw new Refused('The database is away.');
        return series([point(15)]);
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The metrics could not be loaded');
    expect(alert.textContent).toContain('The database is away.');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', { name: /^CPU/ })).toBeTruthy();
  });

  it('keeps what was seen when refreshing fails', async () => {
    let fails = false;
    open(
      {
        getMetrics: () => {
          if (fails) throw new Refused('The database is away.');
          return series([point(15)]);
        },
      },
      '&refresh=off',
    );
    await screen.findByRole('img', { name: /^CPU/ });
    fails = true;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The metrics could not be refreshed');
    expect(screen.getByRole('img', { name: /^CPU/ })).toBeTruthy();
  });

  it('asks for alert rules only where the person may see them', async () => {
    const scope = { workgroup_id: 'g1', workspace_id: 'w1' };
    const user = { ...anAdmin, roles: [{ name: 'workspace-users' as const, ...scope }] };
    const { calls } = open({ getMe: () => user });
    await screen.findByRole('img', { name: /^CPU/ });
    expect(calls.some(({ call }) => call === 'listAlertRules')).toBe(false);
    const workspace = screen.getByRole('button', { name: /^Workspace:/ });
    await userEvent.click(workspace);
    expect(screen.queryByRole('option', { name: /Second/ })).toBeNull();
  });

  it('stays without thresholds when the rules cannot be read', async () => {
    const { calls } = open({
      listAlertRules: () => {
        throw new Refused('no');
      },
    });
    await screen.findByRole('img', { name: /^CPU/ });
    await waitFor(() => expect(calls.some(({ call }) => call === 'listAlertRules')).toBe(true));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not for people without a role in a workspace', async () => {
    open({ getMe: () => ({ ...anAdmin, roles: [] }), listAlertRules: () => [anAlertRule()] });
    expect(await screen.findByText('Metrics are not available to you')).toBeTruthy();
  });

  it('says that there is nothing to monitor', async () => {
    open({}, '', aWorkgroup({ workspaces: [] }));
    expect(await screen.findByText('Nothing to monitor')).toBeTruthy();
  });
});
