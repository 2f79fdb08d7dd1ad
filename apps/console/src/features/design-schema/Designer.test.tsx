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
  /** Those of them that are global. */
  readonly global: string[];
  /** The stored style. */
  style: object;
  /** Reads of the schema so far. */
  reads: number;
  /** Requests that change something, in order. */
  readonly changes: { readonly path: string; readonly body: unknown }[];
  /** Answers a change. */
  onChange: (path: string) => unknown;
  /** Holds reads of the schema and its style back. */
  onRead: () => unknown;
}

function aWorkspace(types: string[]): Workspace {
  return {
    types,
    global: [],
    style: {},
    reads: 0,
    changes: [],
    onChange: () => undefined,
    onRead: () => undefined,
  };
}

async function design(workspace: Workspace): Promise<void> {
  const answer = async ({ method, path, body }: WorkspaceCall): Promise<unknown> => {
    const results = {
      GraphName: 'g',
      VertexTypes: workspace.types.map((name) => ({
        ...aType(name),
        IsLocal: !workspace.global.includes(name),
      })),
      EdgeTypes: [],
    };
    const isStyle = path.startsWith('/graph-styles') || path.includes('/graph-styles/');
    if (path.startsWith('/gsql/v1/schema/graphs')) {
      return { graphs: [{ graphName: 'g', vertices: workspace.types, edges: [] }] };
    }
    if (method !== 'GET') {
      workspace.changes.push({ path: path.split('?')[0] ?? '', body });
      await workspace.onChange(path);
    } else {
      if (path.startsWith('/gsql/v1/schema')) workspace.reads += 1;
      await workspace.onRead();
    }
    if (isStyle && method !== 'GET') workspace.style = body as object;
    return { error: false, message: '', results: isStyle ? workspace.style : results };
  };
  renderConsole('/design-schema?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, answer);
  await screen.findByText('Vertex types');
}

const button = (name: string): HTMLElement =>
  within(screen.getByRole('toolbar', { name: 'Schema' })).getByRole('button', { name });
const typeNames = (): string[] =>
  within(screen.getByRole('navigation', { name: 'Types' }))
    .queryAllByRole('button')
    .map((each) => each.title);
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

const graphStyle = {
  vertexStyles: { Airport: { fillColor: '#123456', icon: 'plane', other: { size: 2 } } },
  edgeStyles: { Flight: { fillColor: '#654321' } },
  other: { zoom: 1 },
};

it('keeps icons, other members and edge styles when the schema is saved', async () => {
  const workspace = aWorkspace(['Airport']);
  workspace.style = graphStyle;
  workspace.onChange = (path) => {
    if (path.includes('schema')) workspace.types = ['Airport', 'VertexType_1'];
  };
  await design(workspace);
  // Somebody else changes the style while the schema is designed.
  workspace.style = {
    ...graphStyle,
    edgeStyles: { ...graphStyle.edgeStyles, Route: { fillColor: '#111111' } },
  };
  await userEvent.click(button('Create vertex'));
  await userEvent.click(button('Save'));
  await screen.findByText('Successfully saved the schema!');
  await waitFor(() => expect(workspace.style).toMatchObject({ vertexStyles: { VertexType_1: {} } }));
  expect(workspace.style).toMatchObject({
    ...graphStyle,
    edgeStyles: { Flight: { fillColor: '#654321' }, Route: { fillColor: '#111111' } },
  });
});

it('saves the look alone, and says so before and after', async () => {
  const workspace = aWorkspace(['Airport']);
  await design(workspace);
  await userEvent.click(within(screen.getByRole('navigation', { name: 'Types' })).getByTitle('Airport'));
  await userEvent.click(panel().getByRole('button', { name: 'Icon' }));
  await userEvent.click(await screen.findByRole('button', { name: 'plane' }));
  expect(screen.getByText('You have not saved your changes to the schema style.')).toBeTruthy();
  await userEvent.click(button('Save'));
  await screen.findByText('Successfully saved the schema style!');
  expect(workspace.changes.map(({ path }) => path)).toEqual([expect.stringContaining('graph-styles')]);
  expect(workspace.style).toMatchObject({ vertexStyles: { Airport: { icon: 'plane' } } });
  await waitFor(() =>
    expect(button('Save').getAttribute('aria-description')).toBe('There are no changes to save.'),
  );
});

it('does not delete a global type from one graph, and says where to untick it', async () => {
  const workspace = aWorkspace(['Airport', 'City']);
  workspace.global.push('Airport');
  await design(workspace);
  await userEvent.click(within(screen.getByRole('navigation', { name: 'Types' })).getByTitle('Airport'));
  expect(panel().getByLabelText('Type name')).toHaveProperty('disabled', true);
  await userEvent.click(button('Delete selection'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete type' }));
  expect(dialog.getByText('Airport')).toBeTruthy();
  expect(typeNames()).toEqual(['Airport', 'City']);
});

it('finds types by their names and attributes among 5,200, which are listed and not drawn', async () => {
  await design(aWorkspace(Array.from({ length: 5200 }, (_, index) => `Type_${index}`)));
  expect(
    screen.getByText("The graph's size exceeds the limitation. The graph will not be rendered."),
  ).toBeTruthy();
  expect(typeNames().length).toBeLessThan(100);
  await userEvent.type(screen.getByLabelText('Search types and attributes'), '5199{Enter}');
  expect(typeNames()).toEqual(['Type_5199']);
  expect(panel().getByLabelText('Type name').getAttribute('value')).toBe('Type_5199');
});

it('removes ticked attributes together, once that is confirmed', async () => {
  await design(aWorkspace([]));
  await userEvent.click(button('Create vertex'));
  for (let count = 0; count < 2; count += 1)
    await userEvent.click(panel().getByRole('button', { name: 'Add attribute' }));
  await userEvent.click(panel().getByLabelText('Select all attributes'));
  await userEvent.click(panel().getByRole('button', { name: 'Delete 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete these attributes?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(panel().queryByLabelText('Attribute name')).toBeNull());
});

it('says at the row what is wrong with a vector, and saves it once it is right', async () => {
  const workspace = aWorkspace(['Airport']);
  await design(workspace);
  await userEvent.click(within(screen.getByRole('navigation', { name: 'Types' })).getByTitle('Airport'));
  await userEvent.click(panel().getByRole('button', { name: 'Add vector attribute' }));
  const table = within(panel().getByRole('region', { name: 'Vector attributes of Airport' }));
  const dimension = table.getByLabelText(/^Dimension of newVector_/);
  await userEvent.clear(dimension);
  await userEvent.type(dimension, '0');
  expect(table.getByRole('alert').textContent).toContain('a whole number from 1 to 32768');
  await userEvent.clear(dimension);
  await userEvent.type(dimension, '12');
  await userEvent.click(button('Save'));
  await screen.findByText('Successfully saved the schema!');
  expect(workspace.changes[0]?.body).toMatchObject({
    alterVertexTypes: [{ name: 'Airport', addEmbeddingAttributes: [{ Dimension: 12, Metric: 'COSINE' }] }],
  });
});

it('lets go what was stored while it is read again', async () => {
  const workspace = aWorkspace(['P']);
  await design(workspace);
  await userEvent.click(screen.getByRole('button', { name: 'P' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Icon' }));
  await userEvent.click(await screen.findByRole('button', { name: 'plane' }));
  workspace.onChange = () => {
    workspace.onRead = () => new Promise(() => undefined);
  };
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Successfully saved the schema style!');
  await userEvent.click(screen.getByRole('link', { name: 'Workgroups' }));
  await waitFor(() => expect(screen.queryByText('Vertex types')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});
