import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
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
