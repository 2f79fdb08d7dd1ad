import { userEvent } from '@acacia/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';
// Loaded with the file, so that loading does not count against the test's timeout.
import './page.tsx';

const aType = (name: string) => ({
  Name: name,
  PrimaryId: { AttributeName: 'id', AttributeType: { Name: 'STRING' }, PrimaryIdAsAttribute: true },
  Attributes: [],
  Config: {},
  IsLocal: true,
});

interface Workspace {
  /** Names of the vertex types of the graph g. */
  types: string[];
  /** Reads of the schema so far. */
  reads: number;
  /** Requests that change something, in order. */
  readonly changes: { readonly path: string; readonly body: unknown }[];
  /** Answers a change. */
  onChange: (path: string) => unknown;
}

function aWorkspace(types: string[]): Workspace {
  return { types, reads: 0, changes: [], onChange: () => undefined };
}

async function design(workspace: Workspace): Promise<void> {
  const answer = async ({ method, path, body }: WorkspaceCall): Promise<unknown> => {
    const results = { GraphName: 'g', VertexTypes: workspace.types.map(aType), EdgeTypes: [] };
    if (path.startsWith('/gsql/v1/schema/graphs')) {
      return { graphs: [{ graphName: 'g', vertices: workspace.types, edges: [] }] };
    }
    if (method !== 'GET') {
      workspace.changes.push({ path: path.split('?')[0] ?? '', body });
      await workspace.onChange(path);
    } else if (path.startsWith('/gsql/v1/schema')) workspace.reads += 1;
    return { error: false, message: '', results, vertexStyles: {}, edgeStyles: {} };
  };
  renderConsole('/design-schema?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, answer);
  await screen.findByText('Vertex types');
}

const button = (name: string): HTMLElement =>
  within(screen.getByRole('toolbar', { name: 'Schema' })).getByRole('button', { name });
const typeNames = (): string[] =>
  within(screen.getByRole('navigation', { name: 'Types' }))
    .queryAllByRole('button')
    .map((each) => each.textContent);
const panel = () => within(screen.getByRole('complementary', { name: 'Vertex type' }));

/** The schema is changed elsewhere, and read again as the person comes back to the page a minute later. */
async function changeElsewhere(workspace: Workspace, types: string[]): Promise<void> {
  const { reads } = workspace;
  workspace.types = types;
  vi.setSystemTime(Date.now() + 60_000);
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await waitFor(() => expect(workspace.reads).toBeGreaterThan(reads));
}

afterEach(() => {
  vi.useRealTimers();
});

it('undoes what was typed into two fields of attributes one after the other', async () => {
  await design(aWorkspace([]));
  await userEvent.click(button('Create vertex'));
  await userEvent.click(panel().getByRole('button', { name: 'Add attribute' }));
  await userEvent.type(panel().getByLabelText('Attribute name'), '_a');
  await userEvent.type(panel().getByLabelText(/^Default of/), 'b');
  await userEvent.click(button('Undo'));
  expect(
    panel()
      .getByLabelText(/^Default of/)
      .getAttribute('value'),
  ).toBe('');
  expect(panel().getByLabelText('Attribute name').getAttribute('value')).toMatch(/_a$/);
});

it('drops no type that another person added while the schema is being designed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const workspace = aWorkspace(['Airport']);
  await design(workspace);
  await userEvent.click(button('Create vertex'));
  await changeElsewhere(workspace, ['Airport', 'City']);
  await userEvent.click(button('Save'));
  await screen.findByText('Successfully saved the schema!');
  expect(workspace.changes[0]?.body).toMatchObject({ dropVertexTypes: [] });
});

it('takes over a schema that was changed elsewhere while nothing is edited', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const workspace = aWorkspace(['Airport']);
  await design(workspace);
  await changeElsewhere(workspace, ['Airport', 'City']);
  await waitFor(() => expect(typeNames()).toEqual(['Airport', 'City']));
  expect(screen.queryByText('You have not saved your changes to the schema.')).toBeNull();
});

it('takes no edit while it saves, as the saved schema would replace it', async () => {
  const workspace = aWorkspace(['Airport']);
  let answer: (value: unknown) => void = () => undefined;
  workspace.onChange = () => new Promise((resolve) => (answer = resolve));
  await design(workspace);
  await userEvent.click(button('Create vertex'));
  await userEvent.click(button('Save'));
  await waitFor(() => expect(workspace.changes).toHaveLength(1));
  expect(panel().getByLabelText('Type name')).toHaveProperty('disabled', true);
  expect(button('Create vertex').getAttribute('aria-description')).toBe('The schema is being saved.');
  workspace.onChange = () => undefined;
  workspace.types = ['Airport', 'VertexType_1'];
  answer(undefined);
  await screen.findByText('Successfully saved the schema!');
  await waitFor(() => expect(typeNames()).toEqual(['Airport', 'VertexType_1']));
});

it('goes on from the saved schema when only the positions and colours could not be saved', async () => {
  const workspace = aWorkspace(['Airport']);
  workspace.onChange = (path) => {
    if (path.includes('style')) throw new Refused('The disk is full.', 'Internal-Error');
    workspace.types = ['Airport', 'VertexType_1'];
  };
  await design(workspace);
  await userEvent.click(button('Create vertex'));
  await userEvent.click(button('Save'));
  await screen.findByText(
    'The schema is saved, but the positions and colours of its types are not. The disk is full.',
  );
  await waitFor(() => expect(typeNames()).toEqual(['Airport', 'VertexType_1']));
  expect(button('Save').getAttribute('aria-description')).toBe('There are no changes to save.');
});
