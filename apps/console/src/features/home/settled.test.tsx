import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { eventsOfCloud } from '../../testing/events.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { renderConsole } from '../../testing/render-console.tsx';

/** Holds the code of the cards at a glance back until `arrive` is called. */
const glance = vi.hoisted(() => {
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { arrived, arrive: () => arrive() };
});
vi.mock('./Cockpit.tsx', async (load) => {
  await glance.arrived;
  return load();
});

it('fetches nothing beyond the first page before what stands at a glance is drawn', async () => {
  const events = eventsOfCloud();
  const { calls, queryClient } = renderConsole('/', aCloud([aWorkgroup()], { events: events.answer }));
  const asked = (call: string): boolean => calls.some((each) => each.call === call);
  await screen.findByRole('link', { name: /Workgroup-1 \/ ?Workspace-1/ });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // What a page that stands asks for is asked for within the same turn.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([events.count(), asked('listAddons')]).toEqual([0, false]);
  glance.arrive();
  await screen.findByText('Running now');
  await waitFor(() => expect([events.count(), asked('listAddons')]).toEqual([1, true]));
});
