import { userEvent } from '@acacia/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';
// Loaded with the file, so that loading does not count against the test's timeout.
import './page.tsx';

/** A workspace with the empty graph g. */
function workspace({ path }: WorkspaceCall): unknown {
  if (path.startsWith('/gsql/v1/schema/graphs')) {
    return { graphs: [{ graphName: 'g', vertices: [], edges: [] }] };
  }
  const results = { GraphName: 'g', VertexTypes: [], EdgeTypes: [] };
  return { error: false, message: '', results, vertexStyles: {}, edgeStyles: {} };
}

const CITY = {
  Name: 'City',
  PrimaryId: { AttributeName: 'id', AttributeType: { Name: 'STRING' }, PrimaryIdAsAttribute: true },
  Attributes: [],
  Config: {},
};

it('asks before a schema that is not saved is left, and leaves or stays as answered', async () => {
  const { router } = renderConsole(
    '/design-schema?workspace_id=w1&graph_name=g',
    aCloud([aWorkgroup()]),
    true,
    workspace,
  );
  await screen.findByText('Vertex types');
  await userEvent.click(screen.getAllByRole('button', { name: 'Create vertex' })[0] ?? document.body);
  const workgroups = screen.getByRole('link', { name: 'Workgroups' });
  await userEvent.click(workgroups);
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard unsaved changes?' }));
  expect(dialog.getByText('You have not saved your changes to the schema.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/design-schema');
  await userEvent.click(workgroups);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/groups/));
});

it('asks before a graph is created where changes are not saved, and not again when it is shown', async () => {
  const made: string[] = [];
  const { router } = renderConsole(
    '/design-schema?workspace_id=w1&graph_name=g',
    aCloud([aWorkgroup()]),
    true,
    (call) => {
      if (call.method === 'POST' && call.path.startsWith('/gsql/v1/schema/graphs')) {
        made.push('h');
        return { error: false, message: '', results: null };
      }
      return call.method === 'GET' && call.path.startsWith('/gsql/v1/schema/graphs')
        ? { graphs: ['g', ...made].map((graphName) => ({ graphName, vertices: [], edges: [] })) }
        : workspace(call);
    },
  );
  await screen.findByText('Vertex types');
  const create = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Graph: g' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create new graph' }));
  };
  // Nothing is lost yet.
  await create();
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Create new graph' })).getByRole('button', {
      name: 'Cancel',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getAllByRole('button', { name: 'Create vertex' })[0] ?? document.body);
  await create();
  const asked = within(await screen.findByRole('dialog', { name: 'Discard unsaved changes?' }));
  expect(screen.queryByRole('dialog', { name: 'Create new graph' })).toBeNull();
  await userEvent.click(asked.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(made).toEqual([]);
  await create();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create new graph' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Graph name' }), 'h');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ graph_name: 'h' }));
  expect(screen.queryByRole('dialog', { name: 'Discard unsaved changes?' })).toBeNull();
});

it('says beforehand what the privileges of the person do not allow, and lists the graphs that they see', async () => {
  const privileges = { g: { privileges: ['READ_SCHEMA', 'READ_DATA', 'WRITE_SCHEMA'] } };
  const may = { name: 'bob', isSuperUser: false, roles: {}, privileges };
  const graphs = ['g', 'hidden'].map((graphName) => ({ graphName, vertices: [], edges: [] }));
  renderConsole('/design-schema?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, (call) =>
    call.path === '/gsql/v1/auth/simple'
      ? { error: false, message: '', results: may }
      : call.path.startsWith('/gsql/v1/schema/graphs')
        ? { graphs }
        : workspace(call),
  );
  await screen.findByText('Vertex types');
  await userEvent.click(screen.getByRole('button', { name: 'Graph: g' }));
  const list = within(await screen.findByRole('dialog', { name: 'Graphs' }));
  const reason = (name: string) => list.getByRole('button', { name }).getAttribute('aria-description');
  await waitFor(() =>
    expect(reason('Drop graph g')).toContain('needs the privilege DROP_GRAPH in the graph g'),
  );
  expect(reason('Create new graph')).toContain('needs the privilege WRITE_SCHEMA everywhere');
  expect(list.getByRole('button', { name: 'g' })).toBeTruthy();
  expect(list.queryByRole('button', { name: 'hidden' })).toBeNull();
});

it('tells who may not change the schema so, and why, beside what they look at', async () => {
  const privileges = { g: { privileges: ['READ_SCHEMA', 'READ_DATA'] } };
  const may = { name: 'bob', isSuperUser: false, roles: {}, privileges };
  renderConsole('/design-schema?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, (call) =>
    call.path === '/gsql/v1/auth/simple'
      ? { error: false, message: '', results: may }
      : call.path.startsWith('/gsql/v1/schema/graphs')
        ? workspace(call)
        : { ...(workspace(call) as object), results: { GraphName: 'g', VertexTypes: [CITY], EdgeTypes: [] } },
  );
  const why = 'Changing the schema needs the privilege WRITE_SCHEMA in the graph g.';
  expect((await screen.findByText('View only')).getAttribute('aria-description')).toContain(why);
  await userEvent.click(within(screen.getByRole('navigation', { name: 'Types' })).getByTitle('City'));
  const panel = within(screen.getByRole('complementary', { name: 'Vertex type' }));
  expect(panel.getByText(why, { exact: false })).toBeTruthy();
  expect(panel.queryByText(/This type is saved/)).toBeNull();
});

it('drops a graph from the list of graphs, and shows the first that is left, or the global types', async () => {
  let names = ['a', 'b', 'g'];
  const { router } = renderConsole(
    '/design-schema?workspace_id=w1&graph_name=g',
    aCloud([aWorkgroup()]),
    true,
    (call) => {
      if (call.method === 'DELETE') {
        names = names.filter((name) => !call.path.startsWith(`/gsql/v1/schema/graphs/${name}?`));
        return { error: false, message: '', results: null };
      }
      return call.method === 'GET' && call.path.startsWith('/gsql/v1/schema/graphs')
        ? { graphs: names.map((graphName) => ({ graphName, vertices: [], edges: [] })) }
        : workspace(call);
    },
  );
  await screen.findByText('Vertex types');
  // Unsaved changes of a graph are gone with it, and nothing is asked.
  await userEvent.click(screen.getAllByRole('button', { name: 'Create vertex' })[0] ?? document.body);
  const open = async (current: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Graph: ${current}` }));
    return within(await screen.findByRole('dialog', { name: 'Graphs' }));
  };
  const drop = async (current: string, name: string) => {
    await userEvent.click((await open(current)).getByRole('button', { name: `Drop graph ${name}` }));
    const sure = within(await screen.findByRole('dialog', { name: `Drop graph ${name}?` }));
    await userEvent.type(sure.getByRole('textbox'), name);
    await userEvent.click(sure.getByRole('button', { name: 'Drop graph' }));
    await screen.findByText(`Successfully dropped graph ${name}.`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const list = await open('g');
  expect(list.queryByRole('button', { name: 'Drop graph Global' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Graph: g' }));
  await drop('g', 'b');
  expect(router.state.location.search).toMatchObject({ graph_name: 'g' });
  await drop('g', 'g');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ graph_name: 'a' }));
  await drop('a', 'a');
  await screen.findByRole('button', { name: 'Graph: Global' });
  expect(router.state.location.search).toMatchObject({ graph_name: '1' });
});

it('keeps a draft while somebody stops the workspace and resumes it, and reads the schema again then', async () => {
  let status: 'Active' | 'Stopped' = 'Active';
  const read: string[] = [];
  const { queryClient } = renderConsole(
    '/design-schema?workspace_id=w1&graph_name=g',
    aCloud([], { listWorkgroups: () => [aWorkgroup({ workspaces: [aWorkspace({ status })] })] }),
    true,
    (call) => {
      read.push(call.path);
      return workspace(call);
    },
  );
  await screen.findByText('Vertex types');
  await userEvent.click(screen.getAllByRole('button', { name: 'Create vertex' })[0] ?? document.body);
  const name = await screen.findByLabelText('Type name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Drafted');
  const becomes = async (next: typeof status): Promise<void> => {
    status = next;
    await act(() => queryClient.invalidateQueries({ queryKey: ['workgroups'] }));
  };
  await becomes('Stopped');
  expect(await screen.findByText(/is Stopped$/)).toBeTruthy();
  expect(screen.getByLabelText('Type name')).toHaveProperty('value', 'Drafted');
  expect(screen.getByText('You have not saved your changes to the schema.')).toBeTruthy();
  read.length = 0;
  await becomes('Active');
  await waitFor(() => expect(screen.queryByText(/is Stopped$/)).toBeNull());
  expect(screen.getByLabelText('Type name')).toHaveProperty('value', 'Drafted');
  await waitFor(() => expect(read.some((path) => path.startsWith('/gsql/v1/schema?graph=g'))).toBe(true));
});
