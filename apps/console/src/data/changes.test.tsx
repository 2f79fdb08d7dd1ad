import type { User } from '@acacia/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../testing/records.ts';
import { Refused, renderConsole } from '../testing/render-console.tsx';

/** A moment instead of the seconds between two attempts. */
vi.mock('../services/pause.ts', () => ({ pause: () => new Promise((resolve) => setTimeout(resolve, 5)) }));

afterEach(() => vi.restoreAllMocks());

function seen(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** A cloud whose workspace somebody else stops, and in which somebody else takes the person's roles. */
function watched() {
  let status: 'Active' | 'Stopped' = 'Active';
  let me: User = anAdmin;
  let refused: Refused | undefined;
  let isAway = false;
  let tell: (() => void) | undefined;
  const group = () => aWorkgroup({ workspaces: [aWorkspace({ status })] });
  const { calls, router } = renderConsole('/groups/g1?tab=workspaces', {
    ...aCloud([group()]),
    getMe: () => me,
    listWorkgroups: () => [group()],
    getWorkgroup() {
      if (isAway) throw new TypeError('Failed to fetch');
      if (refused !== undefined) throw refused;
      return group();
    },
    // The version at once, then none until something happens.
    awaitChanges() {
      if (isAway) throw new TypeError('Failed to fetch');
      const waits = calls.filter(({ call }) => call === 'awaitChanges').length;
      return waits === 1
        ? { version: '1' }
        : new Promise((resolve, reject) => {
            tell = () => (isAway ? reject(new TypeError('Failed to fetch')) : resolve({ version: '2' }));
          });
    },
  });
  return {
    router,
    waits: () => calls.filter(({ call }) => call === 'awaitChanges').length,
    stop: () => {
      status = 'Stopped';
      tell?.();
    },
    leave: () => {
      isAway = true;
      tell?.();
    },
    comeBack: () => {
      isAway = false;
    },
    refuse: (refusal: Refused) => {
      refused = refusal;
      tell?.();
    },
    demote: () => {
      const role = { name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' };
      me = { ...anAdmin, roles: [role] };
      tell?.();
    },
  };
}

it('shows a workspace that somebody else stopped as soon as the cloud tells of it', async () => {
  seen('visible');
  const { waits, stop } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(waits()).toBe(2));
  expect(screen.getAllByText('Active').length).toBeGreaterThan(0);
  stop();
  expect((await screen.findAllByText('Stopped')).length).toBeGreaterThan(0);
});

it('offers no longer what a role allowed that somebody else took', async () => {
  seen('visible');
  const { waits, demote } = watched();
  expect(await screen.findByRole('tab', { name: 'Access management' })).toBeTruthy();
  await waitFor(() => expect(waits()).toBe(2));
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
  const { waits, refuse } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(waits()).toBe(2));
  refuse(refusal);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'Workspace-1' })).toBeNull();
});

it('does not wait while nobody looks, and begins when somebody does', async () => {
  seen('hidden');
  const { waits, stop } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  expect(waits()).toBe(0);
  seen('visible');
  await waitFor(() => expect(waits()).toBe(2));
  stop();
  expect((await screen.findAllByText('Stopped')).length).toBeGreaterThan(0);
});

it('says that what is shown may be old while the cloud is away', async () => {
  seen('visible');
  const { waits, leave, comeBack, stop } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(waits()).toBe(2));
  const notice = 'The server cannot be reached. What is shown may be out of date.';
  expect(screen.queryByText(notice)).toBeNull();
  leave();
  expect(await screen.findByText(notice)).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  const missed = waits();
  comeBack();
  await waitFor(() => expect(waits()).toBeGreaterThan(missed));
  stop();
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
});

it('leaves it to a page that could not be loaded to say that the cloud is away', async () => {
  seen('visible');
  const { waits, leave, router } = watched();
  expect(await screen.findByRole('article', { name: 'Workspace-1' })).toBeTruthy();
  await waitFor(() => expect(waits()).toBe(2));
  leave();
  const notice = await screen.findByText(/What is shown may be out of date/);
  await act(() => router.navigate({ to: '/groups/$groupID', params: { groupID: 'g2' } }));
  expect(await screen.findByRole('heading', { name: 'The server cannot be reached' })).toBeTruthy();
  expect(notice.isConnected).toBe(false);
});
