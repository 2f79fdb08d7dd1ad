import { WorkspaceError } from '@acacia/api-client';
import { changedStyle, GraphStyle, GraphStyleChange } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';
// Loaded with the file, so that loading does not count against the test's timeout.
import './page.tsx';

const aType = (name: string, keyParts: readonly string[]) => ({
  Name: name,
  PrimaryId: {
    AttributeName: keyParts.length === 0 ? 'id' : keyParts.join(','),
    AttributeType: { Name: 'STRING' },
    PrimaryIdAsAttribute: keyParts.length === 0,
  },
  Attributes: [...keyParts, ...(keyParts.length === 0 ? [] : ['note'])].map((AttributeName) => ({
    AttributeName,
    AttributeType: { Name: 'STRING' },
    IsPartOfCompositeKey: AttributeName !== 'note',
  })),
  Config: {},
  IsLocal: true,
});

interface Workspace {
  /** Names of the vertex types of the graph g. */
  types: string[];
  /** Attributes that make up the key of each type; none: an id of its own. */
  keyParts: readonly string[];
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
  /** Answers the list of versions, or (with its number behind a slash) the text of one. */
  onVersions: (version: string | undefined) => unknown;
  /** Holds reads of the schema and its style back. */
  onRead: () => unknown;
}

function aWorkspace(types: string[]): Workspace {
  return {
    types,
    keyParts: [],
    global: [],
    style: {},
    reads: 0,
    changes: [],
    onChange: () => undefined,
    onVersions: () => [],
    onRead: () => undefined,
  };
}

async function design(workspace: Workspace): Promise<void> {
  const answer = async ({ method, path, body }: WorkspaceCall): Promise<unknown> => {
    const results = {
      GraphName: 'g',
      VertexTypes: workspace.types.map((name) => ({
        ...aType(name, workspace.keyParts),
        IsLocal: !workspace.global.includes(name),
      })),
      EdgeTypes: [],
    };
    const version = /^\/gsql\/v1\/schema\/versions(\/\d+(?:\/revert)?)?/.exec(path);
    if (version !== null && method !== 'GET')
      workspace.changes.push({ path: path.split('?')[0] ?? '', body: method });
    if (version !== null) {
      const results = workspace.onVersions(version[1]);
      return results instanceof WorkspaceError
        ? { error: true, message: results.message, code: results.code }
        : { error: false, message: '', results };
    }
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
    if (isStyle && method === 'PATCH')
      workspace.style = changedStyle(GraphStyle.parse(workspace.style), GraphStyleChange.parse(body));
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

beforeAll(() => {
  // The editor measures its text.
  Range.prototype.getClientRects = () => document.createElement('i').getClientRects();
});
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

it('has one stop of Tab for all types, between which arrows, Home, End and first letters move', async () => {
  await design(aWorkspace(['Airport', 'City', 'Country', ...Array.from({ length: 200 }, (_, n) => `T${n}`)]));
  const types = within(screen.getByRole('navigation', { name: 'Types' }));
  const stops = () => types.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0);
  expect(stops().map(({ title }) => title)).toEqual(['Airport']);
  act(() => stops()[0]?.focus());
  const focused = () => document.activeElement?.getAttribute('title');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Country');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('T199');
  expect(stops().map(({ title }) => title)).toEqual(['T199']);
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(focused()).toBe('Airport');
  await userEvent.keyboard('co');
  expect(focused()).toBe('Country');
  await userEvent.keyboard('{Enter}');
  expect(panel().getByLabelText('Type name').getAttribute('value')).toBe('Country');
  await userEvent.tab();
  expect(types.queryAllByRole('button')).not.toContain(document.activeElement);
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

it('closes the panel by Escape from its fields, and an open list of a field before it', async () => {
  await design(aWorkspace([]));
  await userEvent.click(button('Create vertex'));
  await userEvent.click(panel().getByRole('combobox', { name: 'Type of the id' }));
  await screen.findByRole('option', { name: 'DATETIME' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'DATETIME' })).toBeNull());
  await userEvent.click(panel().getByLabelText('Type name'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Vertex type' })).toBeNull());
});

it('undoes a choice from the box that was ticked, and leaves the undo of a text field alone', async () => {
  await design(aWorkspace(['Airport']));
  await userEvent.click(button('Create edge'));
  const directed = screen.getByRole('switch', { name: /^Directed/ });
  await userEvent.click(directed);
  await waitFor(() => expect(directed).toHaveProperty('checked', false));
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(directed).toHaveProperty('checked', true));
  await userEvent.click(screen.getByLabelText('Type name'));
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(typeNames()).toContain('EdgeType_1');
});

it('refuses a reverse edge that has the name of another type, as it is typed and when it is saved', async () => {
  await design(aWorkspace(['Airport']));
  await userEvent.click(button('Create edge'));
  const edge = within(screen.getByRole('complementary', { name: 'Edge type' }));
  await userEvent.click(edge.getByRole('button', { name: 'Advanced settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Advanced settings of/ }));
  const field = dialog.getByLabelText('Reverse edge');
  await userEvent.clear(field);
  await userEvent.type(field, 'Airport');
  const taken = "The reverse edge type name 'Airport' is used by another type.";
  expect(dialog.getAllByText(taken)).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getAllByText(taken)).toHaveLength(2);
  await userEvent.clear(field);
  await userEvent.type(field, 'back');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await edge.findByText('Its reverse edge is back.');
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

/** The schema's text, which stands beside the canvas. */
async function textShown(): Promise<HTMLElement> {
  await userEvent.click(button('Schema as GSQL'));
  return screen.findByRole('textbox', { name: 'The schema as GSQL' });
}

/** The whole text, as its lines stand on the page. */
const linesOf = (text: HTMLElement): string[] =>
  [...text.querySelectorAll('.cm-line')].map((line) => line.textContent);

/** Pastes a text in the place of the whole one. */
async function write(box: HTMLElement, text: string): Promise<void> {
  await userEvent.click(box);
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.paste(text);
}

it('shows the schema as text, and what is drawn in it', async () => {
  await design(aWorkspace(['Airport']));
  const text = await textShown();
  expect(linesOf(text)).toContain('  ADD VERTEX Airport(');
  await userEvent.click(button('Create vertex'));
  await waitFor(() => expect(linesOf(text)).toContain('  ADD VERTEX VertexType_1('));
  await userEvent.click(button('Undo'));
  await waitFor(() => expect(linesOf(text)).not.toContain('  ADD VERTEX VertexType_1('));
});

it('draws and saves the schema that is written as text', async () => {
  const workspace = aWorkspace(['Airport']);
  await design(workspace);
  const text = await textShown();
  await write(
    text,
    `CREATE VERTEX Airport (PRIMARY_ID id STRING, size INT DEFAULT 3) WITH PRIMARY_ID_AS_ATTRIBUTE="true"
     CREATE VERTEX Seat (row INT, place STRING, PRIMARY KEY (row, place))
     CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport) WITH REVERSE_EDGE="back"`,
  );
  await waitFor(() => expect(typeNames()).toEqual(['Airport', 'Seat', 'Flight']));
  await userEvent.click(button('Save'));
  await screen.findByText('Successfully saved the schema!');
  expect(workspace.changes[0]?.body).toMatchObject({
    addVertexTypes: [
      { Name: 'Seat', Attributes: [{ AttributeName: 'row', IsPartOfCompositeKey: true }, {}] },
    ],
    addEdgeTypes: [{ Name: 'Flight', Config: { REVERSE_EDGE: 'back' } }],
    alterVertexTypes: [
      { name: 'Airport', addAttributes: [{ AttributeName: 'size', DefaultValue: '3' }], dropAttributes: [] },
    ],
    dropVertexTypes: [],
  });
});

it('names the lines of faults, and waits until they are mended or left', async () => {
  await design(aWorkspace(['Airport']));
  const text = await textShown();
  await write(text, '\nCREATE VERTEX Airport (PRIMARY_ID id INT)');
  const faults = within(await screen.findByRole('list', { name: 'Faults of the text' }));
  expect(faults.getByRole('button').textContent).toBe(
    'Line 2: The primary id and its options of Airport cannot change once the type is saved: that would erase its data.',
  );
  expect(button('Create vertex').getAttribute('aria-description')).toContain('The text has faults');
  expect(screen.getByText('You have not saved your changes to the schema.')).toBeTruthy();
  await write(text, 'CREATE VERTEX');
  await waitFor(() => expect(faults.getByRole('button').textContent).toMatch(/^Line 1: .*name/));
  await userEvent.click(screen.getByRole('button', { name: 'Go back to the canvas' }));
  await waitFor(() => expect(linesOf(text)).toContain('  ADD VERTEX Airport('));
  expect(button('Save').getAttribute('aria-description')).toBe('There are no changes to save.');
});

it('joins what another person saved with the draft, and says so', async () => {
  const workspace = aWorkspace(['Airport', 'City']);
  await design(workspace);
  await userEvent.click(button('Create vertex'));
  workspace.types = ['Airport', 'Port'];
  await userEvent.click(button('Save'));
  await screen.findByText('Somebody else changed the schema meanwhile. Their changes and yours are joined.');
  await screen.findByText('Successfully saved the schema!');
  expect(workspace.changes[0]?.body).toMatchObject({
    addVertexTypes: [{ Name: 'VertexType_1' }],
    dropVertexTypes: [],
  });
});

it('names the attributes of a key, and deletes the others alone', async () => {
  const workspace = aWorkspace(['Booking']);
  workspace.keyParts = ['airline', 'number'];
  await design(workspace);
  await userEvent.click(screen.getByTitle('Booking'));
  expect(panel().getByLabelText('Key attributes')).toHaveProperty('value', 'airline, number');
  expect(panel().getByLabelText('Select airline')).toHaveProperty('disabled', true);
  await userEvent.click(panel().getByLabelText('Select all attributes'));
  panel().getByRole('button', { name: 'Delete 1' });
  await userEvent.click(panel().getByRole('button', { name: 'Advanced settings' }));
  expect(screen.getByLabelText('Primary key')).toHaveProperty('checked', true);
});

it('shows both sides of what two people changed, and saves what is chosen', async () => {
  const workspace = aWorkspace(['Airport', 'City']);
  await design(workspace);
  await userEvent.click(button('Create vertex'));
  workspace.types = ['Airport', 'City', 'VertexType_1'];
  await userEvent.click(panel().getByRole('button', { name: 'Add attribute' }));
  await userEvent.click(button('Save'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else changed the schema' }));
  expect(workspace.changes).toEqual([]);
  const group = within(
    dialog.getByRole('radiogroup', {
      name: 'You and somebody else made types named VertexType_1, which differ.',
    }),
  );
  await userEvent.click(group.getByRole('radio', { name: 'Keep both: yours as VertexType_1_2' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(typeNames()).toEqual(['Airport', 'City', 'VertexType_1', 'VertexType_1_2']));
  await userEvent.click(button('Save'));
  await screen.findByText('Successfully saved the schema!');
  expect(workspace.changes[0]?.body).toMatchObject({ addVertexTypes: [{ Name: 'VertexType_1_2' }] });
});

it('says that another person saved a newer version, and merges it with the draft when asked', async () => {
  const workspace = aWorkspace(['Airport']);
  const version = (number: number, author: string) => ({
    version: number,
    made_at: '2026-01-01T00:00:00Z',
    author,
    added: [],
    dropped: [],
    revert: null,
  });
  let kept = [version(1, '')];
  workspace.onVersions = () => kept;
  await design(workspace);
  await userEvent.click(button('Create vertex'));
  expect(screen.queryByText(/saved a newer version/)).toBeNull();
  kept = [version(2, 'Ann Lee'), ...kept];
  workspace.types = ['Airport', 'City'];
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await screen.findByText('Ann Lee saved a newer version of the schema.');
  expect(typeNames()).toEqual(['Airport', 'VertexType_1']);
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(typeNames()).toEqual(['Airport', 'City', 'VertexType_1']));
  await waitFor(() => expect(screen.queryByText(/saved a newer version/)).toBeNull());
  expect(workspace.changes).toEqual([]);
});

it('lists the versions of the schema, and takes an old one into the draft', async () => {
  const workspace = aWorkspace(['Airport', 'City']);
  const version = (number: number, differences: object) => ({
    version: number,
    made_at: '2026-01-01T00:00:00Z',
    author: 'ann@acacia.local',
    added: [],
    dropped: [],
    revert: null,
    ...differences,
  });
  workspace.onVersions = (number) =>
    number === undefined
      ? [
          version(2, { dropped: ['vertex type Port'], added: ['vertex type City'] }),
          version(1, { made_at: null, author: '' }),
        ]
      : { text: `${text('Airport')}\n${text('Port')}` };
  const text = (name: string) =>
    `CREATE VERTEX ${name} (PRIMARY_ID id STRING) WITH PRIMARY_ID_AS_ATTRIBUTE="true"`;
  await design(workspace);
  await userEvent.click(button('Versions'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of the schema' }));
  const versions = within(await dialog.findByRole('list', { name: 'Versions' }));
  expect(versions.getByText('Dropped vertex type Port')).toBeTruthy();
  expect(versions.getByText(/by ann@acacia.local/)).toBeTruthy();
  await userEvent.click(versions.getByRole('button', { name: 'Take into the draft: version 1' }));
  await waitFor(() => expect(typeNames()).toEqual(['Airport', 'Port']));
  await userEvent.click(button('Undo'));
  expect(typeNames()).toEqual(['Airport', 'City']);
});

it('reverts a version after showing what comes back, or erases what is kept for that', async () => {
  const workspace = aWorkspace(['Airport', 'City']);
  const rows = [{ kind: 'vertex', type: 'Port', rows: 1200 }];
  let revert: object | null = { until: '2026-12-05T00:00:00Z', bytes: 4096 };
  workspace.onVersions = (number) => {
    if (number === undefined)
      return [
        {
          version: 2,
          made_at: '2026-11-28T00:00:00Z',
          author: 'ann',
          added: [],
          dropped: ['vertex type Port'],
          revert,
        },
      ];
    return workspace.changes.length > 0
      ? { restored: rows }
      : { job: 'ADD VERTEX Port', erased: [], kept: true, queries: [], jobs: [], restored: rows };
  };
  await design(workspace);
  await userEvent.click(button('Versions'));
  await userEvent.click(await screen.findByRole('button', { name: 'Revert version 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert version 2' }));
  expect(await dialog.findByText('1,200 vertices of Port come back')).toBeTruthy();
  workspace.types = ['Airport', 'City', 'Port'];
  await userEvent.click(dialog.getByRole('button', { name: 'Revert' }));
  await screen.findByText('Version 2 is reverted. Back again: 1,200 vertices of Port.');
  expect(workspace.changes).toEqual([{ path: '/gsql/v1/schema/versions/2/revert', body: 'POST' }]);
  await waitFor(() => expect(typeNames()).toEqual(['Airport', 'City', 'Port']));

  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Revert version 2' })).toBeNull());
  workspace.changes.length = 0;
  await userEvent.click(screen.getByRole('button', { name: 'Revert version 2' }));
  const again = within(await screen.findByRole('dialog', { name: 'Revert version 2' }));
  await again.findByText('1,200 vertices of Port come back');
  await userEvent.click(again.getByRole('button', { name: 'Erase the kept data' }));
  const sure = within(await screen.findByRole('dialog', { name: 'Erase the kept data?' }));
  revert = null;
  await userEvent.click(sure.getByRole('button', { name: 'Erase' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revert version 2' })).toBeNull());
  expect(workspace.changes).toEqual([{ path: '/gsql/v1/schema/versions/2/revert', body: 'DELETE' }]);
});

it('says why a version cannot be reverted, beside what can still be done with what it dropped', async () => {
  const workspace = aWorkspace(['Airport']);
  const revert = { until: '2026-12-05T00:00:00Z', bytes: 4096 };
  const why = 'Version 2 cannot be reverted: The vertex name Port is used by another object!';
  workspace.onVersions = (number) =>
    number === undefined
      ? [{ version: 2, made_at: '2026-11-28T00:00:00Z', author: 'ann', added: [], dropped: [], revert }]
      : new WorkspaceError(400, 'GSQL-SEMANTIC', why);
  await design(workspace);
  await userEvent.click(button('Versions'));
  await userEvent.click(await screen.findByRole('button', { name: 'Revert version 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert version 2' }));
  expect(await dialog.findByText(why)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Revert' })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Erase the kept data' })).toBeTruthy();
});

it('offers nothing of a version whose time has passed since the versions were listed', async () => {
  const workspace = aWorkspace(['Airport']);
  let revert: object | null = { until: '2026-12-05T00:00:00Z', bytes: 4096 };
  const why =
    'Version 2 cannot be reverted any more: the data that it dropped was kept for a time, and is erased.';
  workspace.onVersions = (number) => {
    if (number === undefined)
      return [{ version: 2, made_at: '2026-11-28T00:00:00Z', author: 'ann', added: [], dropped: [], revert }];
    revert = null;
    return new WorkspaceError(400, 'GSQL-SEMANTIC', why);
  };
  await design(workspace);
  await userEvent.click(button('Versions'));
  await userEvent.click(await screen.findByRole('button', { name: 'Revert version 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert version 2' }));
  expect(await dialog.findByText(why)).toBeTruthy();
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Erase the kept data' })).toBeNull());
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revert version 2' })).toBeNull());
});

it('saves from a field of the panel by its shortcut, and leaves the draft alone under a dialog', async () => {
  const workspace = aWorkspace(['Airport']);
  await design(workspace);
  await userEvent.click(button('Create vertex'));
  await userEvent.click(panel().getByRole('button', { name: 'Advanced settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Advanced settings of/ }));
  act(() => dialog.getByRole('button', { name: 'Cancel' }).focus());
  await userEvent.keyboard('{Delete}{Control>}s{/Control}');
  expect(typeNames()).toEqual(['Airport', 'VertexType_1']);
  expect(workspace.changes).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(panel().getByLabelText('Type name'));
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByText('Successfully saved the schema!');
  expect(workspace.changes[0]?.body).toMatchObject({ addVertexTypes: [{ Name: 'VertexType_1' }] });
});

it('widens the text by the keyboard, and remembers it', async () => {
  await design(aWorkspace(['Airport']));
  await textShown();
  const border = screen.getByRole('separator', { name: 'Width of the text' });
  act(() => border.focus());
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(border.getAttribute('aria-valuenow')).toBe('304');
  expect(localStorage.getItem('acacia.designer.text-width')).toBe('304');
});
