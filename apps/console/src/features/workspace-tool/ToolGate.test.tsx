import { userEvent } from '@acacia/ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';

it('says that the workspace of the address is not there, and leads home', async () => {
  const { router } = renderConsole('/explore?workspace_id=gone', aCloud([aWorkgroup()]));
  expect(await screen.findByText('Workspace not found')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

it('waits for a workspace that the list does not have yet', async () => {
  let lists = 0;
  const listWorkgroups = () => {
    lists += 1;
    const late = lists > 1 ? [aWorkspace({ workspace_id: 'late', name: 'Late', status: 'Stopped' })] : [];
    return [aWorkgroup({ workspaces: [aWorkspace(), ...late] })];
  };
  const { router } = renderConsole('/explore?workspace_id=late', aCloud([], { listWorkgroups }));
  expect(await screen.findByText('Late is Stopped')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/explore');
});

it('says that the graph of the address is not there, and takes the global scope for none', async () => {
  const graphs = ({ path }: WorkspaceCall): unknown =>
    path.startsWith('/gsql/v1/schema/graphs')
      ? { graphs: [{ graphName: 'g', vertices: [], edges: [] }] }
      : { error: false, message: '', results: { GraphName: 'g', VertexTypes: [], EdgeTypes: [] } };
  const { router } = renderConsole(
    '/ingestion?workspace_id=w1&graph_name=gone',
    aCloud([aWorkgroup()]),
    true,
    graphs,
  );
  expect(await screen.findByText(/The workspace has no graph ‘gone’/)).toBeTruthy();
  await act(() => router.navigate({ to: '/ingestion', search: { workspace_id: 'w1', graph_name: '1' } }));
  await waitFor(() => expect(screen.queryByText(/has no graph/)).toBeNull());
  expect(screen.getByRole('combobox', { name: 'Graph' })).toHaveProperty('value', 'g');
});

it('offers to resume only to those who may, and tells the others who can', async () => {
  const role = { name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' };
  const group = aWorkgroup({ workspaces: [aWorkspace({ status: 'Stopped' })] });
  renderConsole(
    '/explore?workspace_id=w1',
    aCloud([group], { getMe: () => ({ ...anAdmin, roles: [role] }) }),
  );
  expect(
    await screen.findByText('It cannot be used now. Only an administrator of the workspace can resume it.'),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
