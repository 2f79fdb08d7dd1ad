import type { WorkspaceClient } from '@acacia/api-client';
import { WireGraphSchema } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Asking } from './run/run-query.ts';
import { ParameterBar } from './ParameterBar.tsx';

const schema = WireGraphSchema.parse({
  GraphName: 'g',
  VertexTypes: [
    {
      Name: 'Airport',
      PrimaryId: { AttributeName: 'iata', AttributeType: { Name: 'STRING' } },
      Attributes: [],
    },
  ],
  EdgeTypes: [],
});

function show(earlier: readonly string[] = []) {
  const filters: (string | undefined)[] = [];
  const client: Partial<WorkspaceClient> = {
    schema: () => Promise.resolve(schema),
    runLimits: (limits) => Promise.resolve(limits),
    runHistory: () =>
      Promise.resolve({
        total: earlier.length,
        entries: earlier.map((parameters) => ({ parameters })) as never[],
      }),
    vertices: (_graph, type, { filter } = {}) => {
      filters.push(filter);
      const ids = filter === undefined ? ['ATL'] : ['ZRH'];
      return Promise.resolve(ids.map((v_id) => ({ v_id, v_type: type, attributes: {} })));
    },
  };
  const run = vi.fn<Asking['run']>(() => Promise.resolve());
  const [onPlan, onClose] = [vi.fn(), vi.fn()];
  const asking: Asking = {
    ...{ name: 'near', graph: 'g', text: 'CREATE QUERY near() { PRINT 1; }', toFile: false, run },
    planned: true,
    parameters: [
      { paramName: 'k', paramType: 'INT' },
      { paramName: 'seed', paramType: 'VERTEX<Airport>' },
    ],
    endpoint: null,
  };
  /** Beside it what asks for the run: the button of the editor. */
  function Editor() {
    const [asked, setAsked] = useState(asking);
    return (
      <>
        <button type="button" onClick={() => setAsked({ ...asking })}>
          Run
        </button>
        <ParameterBar
          asking={asked}
          workspaceId="w1"
          client={client as WorkspaceClient}
          limits={{ timeMs: 2000, memoryMb: 0 }}
          shown
          onPlan={onPlan}
          onClose={onClose}
        />
      </>
    );
  }
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <Editor />
    </QueryClientProvider>,
  );
  const bar = within(screen.getByRole('region', { name: 'Parameters of near' }));
  const k = () => bar.getByRole<HTMLInputElement>('textbox', { name: 'k' });
  const seed = () => bar.getByLabelText<HTMLInputElement>('seed: vertex ID', { selector: 'input' });
  return { bar, run, onPlan, onClose, filters, k, seed, user: userEvent.setup() };
}

it('shows what is wrong at its field, finds ids that begin with what is typed, and runs by Enter', async () => {
  const { bar, run, filters, k, seed, user } = show();
  expect(document.activeElement).toBe(k());
  await user.keyboard('{Enter}');
  expect(bar.getByText('Please input a valid INT.')).toBeTruthy();
  expect(bar.getByText('Please input a valid vertex ID.')).toBeTruthy();
  expect(run).not.toHaveBeenCalled();
  await user.type(k(), '9007199254740993');
  await user.type(seed(), 'Z');
  await user.click(await screen.findByRole('option', { name: 'ZRH' }));
  expect(filters.at(-1)).toBe('iata>="Z",iata<"Z\u{10ffff}"');
  await user.type(k(), '{Enter}');
  expect(run).toHaveBeenCalledWith({
    parameters: { k: 9007199254740993n, seed: { id: 'ZRH', type: 'Airport' } },
    ...{ timeoutMs: 2000, memoryLimitMb: 0, profile: true },
  });
  // It stays for the next run, with its values.
  expect(k().value).toBe('9007199254740993');
});

it('runs with its values when the run is asked for again, or says what is missing', async () => {
  const { bar, run, k, seed, user } = show();
  await user.type(k(), '1');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(bar.getByText('Please input a valid vertex ID.')).toBeTruthy();
  expect(run).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(k());
  await user.type(seed(), 'ZRH');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(run).toHaveBeenCalledOnce();
});

it('offers values of the graph for what is blank, and keeps what was typed', async () => {
  const { bar, k, seed, user } = show();
  await user.type(k(), '7');
  const button = bar.getByRole('button', { name: 'Sample values' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await user.click(button);
  await waitFor(() => expect(seed().value).toBe('ATL'));
  expect(k().value).toBe('7');
});

it('begins with the values of the last run, and shares them with the Run dialog', async () => {
  const { bar, run, k, user } = show(['{"k":3,"seed":{"id":"ATL","type":"Airport"}}']);
  await waitFor(() => expect(k().value).toBe('3'));
  await user.click(bar.getByRole('button', { name: 'All options' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Run near' }));
  await user.click(dialog.getByRole('tab', { name: 'Code snippets' }));
  expect(dialog.getByText('Code snippets are only available for installed queries.')).toBeTruthy();
  await user.click(dialog.getByRole('tab', { name: 'JSON' }));
  const json = dialog.getByRole('textbox', { name: 'Parameters as JSON' });
  await user.clear(json);
  await user.click(json);
  await user.paste('{"k": 4, "seed": "ATL"}');
  await user.click(dialog.getByRole('button', { name: 'Run' }));
  expect(run.mock.calls[0]?.[0]).toMatchObject({ parameters: { k: 4 } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(k().value).toBe('4');
});

it('shows the plan and is closed by its buttons, and runs nothing', async () => {
  const { bar, run, onPlan, onClose, user } = show();
  await user.click(bar.getByRole('button', { name: 'Plan' }));
  expect(onPlan).toHaveBeenCalledOnce();
  expect(run).not.toHaveBeenCalled();
  await user.click(bar.getByRole('button', { name: 'Close the parameters of near' }));
  expect(onClose).toHaveBeenCalledOnce();
});
