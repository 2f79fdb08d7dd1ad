import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { eventsOfCloud } from '../../testing/events.ts';
import { aWorkgroup } from '../../testing/records.ts';

afterEach(() => {
  vi.doUnmock('./Cockpit.tsx');
  vi.resetModules();
});

it('fetches nothing beyond the first page before what stands at a glance is drawn', async () => {
  // The cards come when this says so. Other files of the worker may have loaded them.
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  vi.resetModules();
  vi.doMock('./Cockpit.tsx', async (load) => {
    await arrived;
    return load();
  });
  const { renderConsole } = await import('../../testing/render-console.tsx');
  const events = eventsOfCloud();
  const { calls, queryClient } = renderConsole('/', aCloud([aWorkgroup()], { events: events.answer }));
  const asked = (call: string): boolean => calls.some((each) => each.call === call);
  await screen.findByRole('link', { name: /Workgroup-1 \/ ?Workspace-1/ });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // What a page that stands asks for is asked for within the same turn.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([events.count(), asked('listAddons')]).toEqual([0, false]);
  arrive();
  await screen.findByText('Running now');
  await waitFor(() => expect([events.count(), asked('listAddons')]).toEqual([1, true]));
});
