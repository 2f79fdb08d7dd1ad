import type { WireGraphSchema } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import { graphKeys } from '../../workspace-tool/useGraphChoice.ts';
import { explorationStoreOf } from '../exploration-store.ts';
import { EditPanel } from './EditPanel.tsx';
import { stagedCount } from './edits.ts';
import { useEdits, type Edits } from './useEdits.ts';

const attributes = [{ AttributeName: 'runways', AttributeType: { Name: 'INT' } }];
const schema = {
  VertexTypes: [{ Name: 'Airport', Attributes: attributes }],
  EdgeTypes: [],
} as unknown as WireGraphSchema;
const ABE = { v_type: 'Airport', v_id: 'ABE', attributes: { runways: 2 } };
const NONE = { change: undefined, add: undefined, remove: undefined };

it('stages nothing while what is staged is being saved, so that the answer takes nothing away', async () => {
  const answer = Promise.withResolvers<object>();
  const client = {
    origin: 'w',
    edit: () => answer.promise,
    subgraph: async () => ({ vertices: [], edges: [] }),
  };
  const place = { client, graph: 'Air' } as unknown as GraphPlace;
  const store = explorationStoreOf('useEdits', 'Air');
  const now = vi.fn<(edits: Edits) => void>();
  const edits = (): Edits => {
    const [last] = now.mock.lastCall ?? [];
    if (last === undefined) throw new Error('The page is not drawn.');
    return last;
  };
  function Page() {
    const drawn = useEdits('w1', place, schema, store);
    now(drawn);
    return (
      <EditPanel
        schema={schema}
        edits={drawn}
        vertices={[ABE]}
        edges={[]}
        refusals={NONE}
        onAdded={() => undefined}
      />
    );
  }
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  const change = (runways: number) =>
    edits().stageVertex({ type: 'Airport', id: 'ABE', before: { runways: 2 }, after: { runways } });
  act(() => change(3));
  const field = () => screen.getAllByRole('textbox', { name: 'runways' })[0];
  expect(field()?.matches(':disabled')).toBe(false);
  act(() => edits().save());
  expect(field()?.matches(':disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Stage the vertex' }).matches(':disabled')).toBe(true);
  act(() => change(4));
  expect([...edits().staged.vertices.values()].map(({ after }) => after)).toEqual([{ runways: 3 }]);
  await act(async () => answer.resolve({ saved: true, conflicts: [] }));
  expect(stagedCount(edits().staged)).toBe(0);
  expect(field()?.matches(':disabled')).toBe(false);
  act(() => change(5));
  expect(stagedCount(edits().staged)).toBe(1);
});

it('reads the schema again when a save is refused, as somebody may have dropped what it writes', async () => {
  const edit = () => Promise.reject(new Error("there is no attribute 'runways' in Airport."));
  const place = { client: { origin: 'w', edit }, graph: 'Air' } as unknown as GraphPlace;
  const store = explorationStoreOf('refused', 'Air');
  const queryClient = new QueryClient();
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  let edits: Edits | undefined;
  function Page() {
    edits = useEdits('w1', place, schema, store);
    return null;
  }
  renderUi(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  act(() =>
    edits?.stageVertex({ type: 'Airport', id: 'ABE', before: { runways: 2 }, after: { runways: 3 } }),
  );
  await act(async () => edits?.save());
  expect(await screen.findByText(/there is no attribute 'runways'/)).toBeTruthy();
  expect(invalidated).toHaveBeenCalledWith({ queryKey: graphKeys.schema('w1', 'Air') });
  expect(edits === undefined ? 0 : stagedCount(edits.staged)).toBe(1);
});
