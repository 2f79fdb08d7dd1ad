import { CloudError } from '@acacia/api-client';
import type { ExplorationEntry, WireGraphSchema } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ServicesContext, type Services } from '../../../services/services.ts';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import { partsOf } from '../../workspace-tool/wire-graph.ts';
import { explorationStoreOf, type ExplorationStore } from '../exploration-store.ts';
import { useSaved, type Saved } from './useSaved.ts';

const params = { workgroup_id: 'g1', workspace_id: 'w1' };
const HUBS = { exploration_id: 'e1', name: 'Hubs', graph: 'Air', version: 1, permission: 'owner' };
const schema = { VertexTypes: [], EdgeTypes: [] } as unknown as WireGraphSchema;
const place = { client: {}, graph: 'Air' } as unknown as GraphPlace;
const vertex = (v_id: string) => partsOf({ v_type: 'T', v_id, attributes: {} });

let made = 0;

/** The page with the saved exploration on its canvas. */
async function opened(cloud: object): Promise<{ store: ExplorationStore; saved: () => Saved }> {
  made += 1;
  const store = explorationStoreOf(`w${made}`, 'Air');
  store.step({ kind: 'add', parts: vertex('a') });
  store.setSaved({ id: 'e1', version: 1, changed: true });
  let now: Saved | undefined;
  function Page() {
    now = useSaved({ params, place, schema, store, named: undefined, ready: true });
    return null;
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderUi(
    <QueryClientProvider client={queryClient}>
      <ServicesContext value={{ cloud, queryClient } as unknown as Services}>
        <RouterProvider router={router as AnyRouter} />
      </ServicesContext>
    </QueryClientProvider>,
  );
  const saved = (): Saved => {
    if (now === undefined) throw new Error('The page is not drawn.');
    return now;
  };
  await waitFor(saved);
  return { store, saved };
}

it('says of changes during a save that they are not saved', async () => {
  const answer = Promise.withResolvers<object>();
  const saveExploration = vi.fn(() => answer.promise);
  const { store, saved } = await opened({ listExplorations: async () => [HUBS], saveExploration });
  await waitFor(() => expect(saved().entry?.name).toBe('Hubs'));
  await act(async () => {
    const saving = saved().save();
    store.step({ kind: 'add', parts: vertex('b') });
    answer.resolve({ ...HUBS, version: 2 });
    await saving;
  });
  expect(store.saved()).toEqual({ id: 'e1', version: 2, changed: true });
  await act(() => saved().save());
  expect(store.saved()).toEqual({ id: 'e1', version: 2, changed: false });
});

it('says so of vertices that were moved during a save, and of a save as a new exploration', async () => {
  const { store, saved } = await opened({
    listExplorations: async () => [HUBS],
    createExploration: async () => {
      store.keepPlaces([['T/a', 50, 0, true]]);
      return { ...HUBS, exploration_id: 'e2' };
    },
  });
  store.keepPlaces([['T/a', 0, 0, false]]);
  await act(() => saved().saveAs('Mine'));
  expect(store.saved()).toEqual({ id: 'e2', version: 1, changed: true });
});

it('leaves the canvas off an exploration that was left during its save', async () => {
  const { store, saved } = await opened({
    listExplorations: async () => [HUBS],
    saveExploration: async () => {
      store.setSaved(null);
      return { ...HUBS, version: 2 };
    },
  });
  await act(() => saved().save());
  expect(store.saved()).toBeNull();
});

it('knows of one that was deleted, or is shared no longer, once the list is read or a save is refused', async () => {
  let list: readonly Partial<ExplorationEntry>[] = [HUBS as ExplorationEntry];
  const { saved } = await opened({
    listExplorations: async () => list,
    saveExploration: () => Promise.reject(new CloudError(404, 'There is no such exploration.')),
  });
  expect(saved().isGone).toBe(false);
  await waitFor(() => expect(saved().entry?.name).toBe('Hubs'));
  expect(saved().isGone).toBe(false);
  list = [];
  await act(() => expect(saved().save()).rejects.toThrow('There is no such exploration.'));
  expect(saved().isGone).toBe(true);
});
