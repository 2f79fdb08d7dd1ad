import type { Workgroup, Workspace } from '@acacia/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { eventsOfCloud } from '../../testing/events.ts';
import { aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';
import { windowOf } from '../../testing/window-width.ts';

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function seen(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  seen('visible');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const CREATED: Partial<Workspace> = {
  status: 'Pending',
  condition_type: 'InitializeRoll',
  operation_started_at: '2026-11-20T12:00:00.000Z',
};
const groupOf = (...workspaces: readonly Workspace[]): Workgroup =>
  aWorkgroup({ workspaces: [...workspaces] });

/** The console over a workspace that the list shows as at first, and which is read as `now` says. */
function watched(first: Workspace, more: Answers = {}, others: readonly Workspace[] = []) {
  let now: () => Workspace = () => first;
  const { calls } = renderConsole('/', {
    ...aCloud([groupOf(first, ...others)]),
    getWorkspace: () => now(),
    ...more,
  });
  const count = (call: string) => calls.filter((each) => each.call === call).length;
  return {
    become: (next: () => Workspace) => {
      now = next;
    },
    count,
    /** Resolves once the page is whole, whose parts read the list too, and the workspace is watched. */
    watching: async () => {
      await screen.findAllByRole('link', { name: /Workspace-1/ });
      await vi.waitFor(() => expect(count('getWorkspace')).toBeGreaterThan(0), { timeout: 30_000 });
    },
  };
}

/** Nobody answers the stream of events. */
function silent(): Response {
  throw new TypeError('Failed to fetch');
}

describe('a workspace that is in progress', () => {
  it('is read every five seconds by one poller while no events come, and no more once it has settled', async () => {
    const refreshing = aWorkspace({ ...CREATED, refresh_status: 'refreshing' });
    // By the clock of the test, which goes on with the machine's.
    const readAt: number[] = [];
    const { become, count, watching } = watched(refreshing, { events: silent });
    become(() => {
      readAt.push(Date.now());
      return refreshing;
    });
    await watching();
    await pass(11_000);
    const gaps = readAt.slice(1).map((at, place) => at - (readAt[place] ?? 0));
    expect(gaps.length).toBeGreaterThan(0);
    for (const gap of gaps) expect([gap >= 4_990, gap < 9_000]).toEqual([true, true]);
    become(() => aWorkspace({ status: 'Idle' }));
    const lists = count('listWorkgroups');
    await pass(5_500);
    await vi.waitFor(() => expect(count('listWorkgroups')).toBeGreaterThan(lists), { timeout: 30_000 });
    const ended = count('getWorkspace');
    await pass(20_000);
    expect(count('getWorkspace')).toBe(ended);
  });

  it('is read at once when an event names it, and seldom otherwise', async () => {
    const events = eventsOfCloud();
    const { become, count, watching } = watched(aWorkspace(CREATED), { events: events.answer });
    await watching();
    const begun = count('getWorkspace');
    await pass(10_000);
    events.tell({ kind: 'workspace', workgroup_id: 'g1', workspace_id: 'other' });
    await pass(1_000);
    expect(count('getWorkspace')).toBe(begun);
    become(() => aWorkspace());
    events.tell({ kind: 'workspace', workgroup_id: 'g1', workspace_id: 'w1' });
    expect(await screen.findByRole('dialog', { name: 'Congratulations' })).toBeTruthy();
  });

  it('is not read while nobody sees the tab', async () => {
    const { count, watching } = watched(aWorkspace(CREATED), { events: silent });
    await watching();
    seen('hidden');
    const before = count('getWorkspace');
    await pass(30_000);
    expect(count('getWorkspace')).toBe(before);
  });

  it.each([
    ['Not-Found' as const, 1],
    ['Internal-Error' as const, 0],
  ])(
    'is dropped once it cannot be read (%s), and its group is read again at least so often: %d',
    async (type, again) => {
      const { become, count, watching } = watched(aWorkspace(CREATED), { events: silent });
      await watching();
      const lists = count('listWorkgroups');
      become(() => {
        throw new Refused('no', type);
      });
      await pass(5_500);
      // A part of the page that is drawn late reads it too.
      expect(count('listWorkgroups') - lists).toBeGreaterThanOrEqual(again);
      const read = count('getWorkspace');
      await pass(20_000);
      expect(count('getWorkspace')).toBe(read);
    },
  );

  it('tells why a snapshot was not refreshed, and stays until it is closed', async () => {
    const { become, watching } = watched(
      aWorkspace({ is_rw: false, status: 'Updating', refresh_status: 'refreshing' }),
      { events: silent },
    );
    await watching();
    become(() =>
      aWorkspace({ is_rw: false, refresh_status: 'failed', refresh_message: 'The disk is full.' }),
    );
    await pass(5_100);
    const alert = (await screen.findByText('The disk is full.')).closest('[role="alert"]');
    await pass(30_000);
    expect(alert?.isConnected).toBe(true);
  });
});

describe('the first workspace', () => {
  const greeting = () => screen.queryByRole('dialog', { name: 'Congratulations' });
  const settles = async (
    began: Partial<Workspace>,
    now: Partial<Workspace>,
    others: readonly Workspace[] = [],
  ) => {
    const it = watched(aWorkspace({ ...CREATED, ...began }), { events: silent }, others);
    await it.watching();
    const lists = it.count('listWorkgroups');
    it.become(() => aWorkspace({ ...began, ...now }));
    await pass(5_100);
    await vi.waitFor(() => expect(it.count('listWorkgroups')).toBeGreaterThan(lists), { timeout: 30_000 });
    await pass(500);
  };

  it('is greeted once in a browser', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await settles({}, { status: 'Active', condition_type: 'Normal' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Congratulations' }));
    expect(dialog.getByRole('button', { name: 'Take a tour' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(greeting()).toBeNull());
    expect(localStorage.getItem('acacia.greeted')).toBe('true');
  });

  it.each([
    ['somebody else created it', { creator: 'ann@acacia.local' }, { status: 'Active' as const }, []],
    [
      'it was there before',
      { condition_type: 'Normal' as const, status: 'Resuming' as const },
      { status: 'Active' as const },
      [],
    ],
    ['it failed', {}, { status: 'Error' as const }, []],
    [
      'it is not their first',
      {},
      { status: 'Active' as const },
      [aWorkspace({ workspace_id: 'w2', name: 'W2' })],
    ],
  ])('is not greeted where %s', async (_why, began, now, others) => {
    await settles(began, now, others);
    expect(greeting()).toBeNull();
  });

  it('is not greeted on a phone', async () => {
    windowOf(390);
    await settles({}, { status: 'Active' });
    expect(greeting()).toBeNull();
  });

  it('is not greeted where somebody was before', async () => {
    localStorage.setItem('acacia.greeted', 'true');
    await settles({}, { status: 'Active' });
    expect(greeting()).toBeNull();
  });
});

describe('a solution', () => {
  const anInstance = (solution_status: string) => ({
    id: 's1',
    workgroup_id: 'g1',
    workspace_id: 'w1',
    workspace_name: 'Workspace-1',
    solution_catalog_id: 'transaction-fraud',
    name: 'Fraud',
    graph_name: 'Transaction_Fraud',
    owner_email: 'admin@acacia.local',
    created_at: '2026-11-20T12:00:00.000Z',
    updated_at: '2026-11-20T12:00:00.000Z',
    solution_status,
    gsql_log: '',
  });

  it.each([
    [
      'installed',
      'status',
      'Solution Installation Succeeded',
      'Solution Fraud is successfully installed on Workspace-1',
    ],
    [
      'install_error',
      'alert',
      'Solution Installation Failed',
      'Failed to install solution Fraud on Workspace-1',
    ],
  ])('that has become %s is told of, and leads to its tab', async (ends, role, title, text) => {
    const pending = aWorkspace({
      solution_catalog_id: 'transaction-fraud',
      solution_status: 'install_pending',
    });
    let status = 'install_pending';
    const { count } = watched(pending, {
      events: silent,
      listSolutions: () => [anInstance('install_pending')],
      getSolution: () => anInstance(status),
    });
    await vi.waitFor(() => expect(count('getSolution')).toBeGreaterThan(0), { timeout: 30_000 });
    status = ends;
    await pass(3_500);
    const toast = (await screen.findByText(title)).closest<HTMLElement>(`[role="${role}"]`);
    if (toast === null) throw new Error(`The toast is no ${role}.`);
    expect(toast.textContent).toContain(text);
    const link = within(toast).getByRole('link', { name: 'View solutions' });
    expect(link.getAttribute('href')).toBe('/groups/g1?tab=solution');
    // The list may show it as pending for a while.
    const read = count('getSolution');
    await pass(10_000);
    expect(count('getSolution')).toBe(read);
  });
});
