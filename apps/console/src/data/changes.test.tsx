import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { aWorkgroup, aWorkspace } from '../testing/records.ts';
import { renderConsole } from '../testing/render-console.tsx';

afterEach(() => vi.restoreAllMocks());

const seen = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

/** A cloud whose workspace somebody else stops. */
function watched() {
  let status: 'Active' | 'Stopped' = 'Active';
  let tell: (() => void) | undefined;
  const group = () => aWorkgroup({ workspaces: [aWorkspace({ status })] });
  const { calls } = renderConsole('/groups/g1?tab=workspaces', {
    ...aCloud([group()]),
    listWorkgroups: () => [group()],
    getWorkgroup: group,
    // The version at once, then none until something happens.
    awaitChanges: () =>
      calls.filter(({ call }) => call === 'awaitChanges').length === 1
        ? { version: '1' }
        : new Promise((resolve) => (tell = () => resolve({ version: '2' }))),
  });
  return {
    waits: () => calls.filter(({ call }) => call === 'awaitChanges').length,
    stop: () => {
      status = 'Stopped';
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
