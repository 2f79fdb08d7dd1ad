import type { WireGraphSchema } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import { explorationStoreOf } from './exploration-store.ts';
import { useKeptExploration } from './useKeptExploration.ts';
import { PLAIN_VIEW } from './view/view.ts';

const KEPT = { vertices: ['P/1', 'Q/1'], edges: [], places: [], view: PLAIN_VIEW };

function answering(result: unknown) {
  const request = { result, onsuccess: () => {} };
  queueMicrotask(() => request.onsuccess());
  return request;
}

const put = vi.fn(() => answering(undefined));
const forget = vi.fn(() => answering(undefined));

/** The browser's database, in which one picture is kept: jsdom has none. */
const DATABASE = {
  open: () =>
    answering({
      transaction: () => ({
        objectStore: () => ({ get: () => answering(KEPT), put, delete: forget }),
      }),
    }),
};

beforeEach(() => void vi.stubGlobal('indexedDB', DATABASE));
afterEach(() => void vi.unstubAllGlobals());

const where = { owner: 'o', workspaceId: 'w', graph: 'g' };
const schema = { VertexTypes: [{ Name: 'P' }], EdgeTypes: [] } as unknown as WireGraphSchema;
const store = explorationStoreOf('w', 'g');

function Page({ place }: { readonly place: GraphPlace }) {
  useKeptExploration(where, place, schema, store, () => true);
  return null;
}

it('brings back what is left of a picture with a type that was dropped', async () => {
  const subgraph = vi.fn(
    (_: string, { vertices }: { readonly vertices: readonly { readonly type: string }[] }) =>
      vertices.some(({ type }) => type === 'Q')
        ? Promise.reject(new Error('"Q" is not a valid vertex type.'))
        : Promise.resolve({ vertices: [{ v_type: 'P', v_id: '1', attributes: {} }], edges: [] }),
  );
  renderUi(<Page place={{ client: { subgraph }, graph: 'g' } as unknown as GraphPlace} />);
  await waitFor(() => expect([...store.get().parts.vertices.keys()]).toEqual(['P/1']));
});

it('keeps a picture that cannot be read now, until it can be or the person begins without it', async () => {
  const mine = explorationStoreOf('w', 'away');
  let isAway = true;
  const subgraph = async () => {
    if (isAway) throw new Error('The workspace cannot be reached.');
    return { vertices: [{ v_type: 'P', v_id: '1', attributes: {} }], edges: [] };
  };
  const away = { client: { subgraph }, graph: 'away' } as unknown as GraphPlace;
  const begins = () => true;
  function Away() {
    const { ready, keep, unread } = useKeptExploration(where, away, schema, mine, begins);
    return (
      <>
        <p>{ready ? 'ready' : 'waiting'}</p>
        <button type="button" onClick={keep}>
          keep
        </button>
        {unread !== null && (
          <button type="button" onClick={unread.onAgain}>
            again
          </button>
        )}
      </>
    );
  }
  put.mockClear();
  forget.mockClear();
  renderUi(<Away />);
  const again = await screen.findByRole('button', { name: 'again' });
  vi.useFakeTimers();
  try {
    screen.getByRole('button', { name: 'keep' }).click();
    await vi.advanceTimersByTimeAsync(1_000);
  } finally {
    vi.useRealTimers();
  }
  expect(put).not.toHaveBeenCalled();
  expect(forget).not.toHaveBeenCalled();
  expect(screen.getByText('waiting')).toBeTruthy();
  isAway = false;
  act(() => again.click());
  await screen.findByText('ready');
  expect([...mine.get().parts.vertices.keys()]).toEqual(['P/1']);
  expect(screen.queryByRole('button', { name: 'again' })).toBeNull();
});
