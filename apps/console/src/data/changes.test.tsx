import type { User } from '@acacia/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { eventsOfCloud } from '../testing/events.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../testing/records.ts';
import { Refused, renderConsole } from '../testing/render-console.tsx';

/** A moment instead of the seconds between two attempts. */
vi.mock('../services/pause.ts', () => ({ pause: () => new Promise((resolve) => setTimeout(resolve, 5)) }));

afterEach(() => vi.restoreAllMocks());

function seen(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

it('says that what is shown may be old as long as the device has no network', async () => {
  renderConsole('/groups/g1?tab=workspaces', aCloud([aWorkgroup()]));
  await screen.findByRole('heading', { name: 'Workgroup-1' });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  const notice = 'The server cannot be reached. What is shown may be out of date.';
  expect(await screen.findByText(notice)).toBeTruthy();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
});

/** A cloud whose workspace somebody else stops, and in which somebody else takes the person's roles. */
function watched() {
  let status: 'Active' | 'Stopped' = 'Active';
  let me: User = anAdmin;
  let refused: Refused | undefined;
  let isAway = false;
  const events = eventsOfCloud();
  const group = () => aWorkgroup({ workspaces: [aWorkspace({ status })] });
  const { router } = renderConsole('/groups/g1?tab=workspaces', {
    ...aCloud([group()]),
    getMe: () => me,
    listWorkgroups: () => [group()],
    getWorkgroup() {
      if (isAway) throw new TypeError('Failed to fetch');
      if (refused !== undefined) throw refused;
      return group();
    },
    events() {
      if (isAway) throw new TypeError('Failed to fetch');
      return events.answer();
    },
  });
  return {
    router,
    streams: events.count,
    cut: events.end,
    stop: () => {
      status = 'Stopped';
      events.tell();
    },
    /** Nobody is told of it. */
    stopUnheard: () => {
      status = 'Stopped';
    },
    leave: () => {
      isAway = true;
      events.end();
    },
    comeBack: () => {
      isAway = false;
    },
    refuse: (refusal: Refused) => {
      refused = refusal;
      events.tell();
    },
    demote: () => {
      const role = { name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' };
      me = { ...anAdmin, roles: [role] };
      events.tell();
    },
  };
}

it('shows a workspace that somebody else stopped as soon as the cloud tells of it', async () => {
  seen('visible');
  const { streams, stop } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(streams()).toBe(1));
  expect(screen.getAllByText('Active').length).toBeGreaterThan(0);
  stop();
  expect((await screen.findAllByText('Stopped')).length).toBeGreaterThan(0);
});

it('offers no longer what a role allowed that somebody else took', async () => {
  seen('visible');
  const { streams, demote } = watched();
  expect(await screen.findByRole('tab', { name: 'Access management' })).toBeTruthy();
  await waitFor(() => expect(streams()).toBe(1));
  demote();
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Access management' })).toBeNull());
});

it.each([
  [new Refused('There is no such workgroup.', 'Not-Found'), 'Page not found'],
  [
    new Refused('operation denied: your roles do not allow workgroup.read', 'Forbidden'),
    /You don't have permission to access this page/,
  ],
])('shows nothing any more of a workgroup that is refused: %s', async (refusal, title) => {
  seen('visible');
  const { streams, refuse } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(streams()).toBe(1));
  refuse(refusal);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'Workspace-1' })).toBeNull();
});

it('does not wait while nobody looks, and begins when somebody does', async () => {
  seen('hidden');
  const { streams, stop } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  expect(streams()).toBe(0);
  seen('visible');
  await waitFor(() => expect(streams()).toBe(1));
  stop();
  expect((await screen.findAllByText('Stopped')).length).toBeGreaterThan(0);
});

it('opens another stream where one was cut, and reads what it has missed', async () => {
  seen('visible');
  const { streams, cut, stopUnheard } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(streams()).toBe(1));
  stopUnheard();
  cut();
  await waitFor(() => expect(streams()).toBe(2));
  expect((await screen.findAllByText('Stopped')).length).toBeGreaterThan(0);
});

it('says that what is shown may be old while the cloud is away', async () => {
  seen('visible');
  const { streams, leave, comeBack, stop } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(streams()).toBe(1));
  const notice = 'The server cannot be reached. What is shown may be out of date.';
  expect(screen.queryByText(notice)).toBeNull();
  leave();
  expect(await screen.findByText(notice)).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  const missed = streams();
  comeBack();
  await waitFor(() => expect(streams()).toBeGreaterThan(missed));
  stop();
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
});

it('leaves it to a page that could not be loaded to say that the cloud is away', async () => {
  seen('visible');
  const { streams, leave, router } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(streams()).toBe(1));
  leave();
  const notice = await screen.findByText(/What is shown may be out of date/);
  await act(() => router.navigate({ to: '/groups/$groupID', params: { groupID: 'g2' } }));
  expect(await screen.findByRole('heading', { name: 'The server cannot be reached' })).toBeTruthy();
  expect(notice.isConnected).toBe(false);
});
