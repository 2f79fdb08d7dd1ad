import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAddon, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { renderConsole } from '../../testing/render-console.tsx';
// Loaded with the file, so that loading does not count against the test's timeout.
import './page.tsx';

const copilot = anAddon({
  ID: 'copilot',
  AddonsID: 'copilot',
  Title: 'Co-pilot',
  Configurable: true,
  UnavailableReason: 'Its conversation comes later.',
});

// The hint at the tutorials is a note too.
beforeEach(() => localStorage.setItem('acacia.tutorials.dismissed', 'true'));

/** Opens Explore in a workspace with these graphs, none of which the person's roles show. */
function explore(graphs: readonly object[], search = '', is_rw = true): void {
  const person = { name: 'ann', isSuperUser: false, roles: { '1': [] }, privileges: {} };
  const group = aWorkgroup({ workspaces: [aWorkspace({ is_rw })] });
  const cloud = aCloud([group], { listAddons: () => [copilot] });
  renderConsole(`/explore?workspace_id=w1${search}`, cloud, true, ({ path }) =>
    path.startsWith('/gsql/v1/schema/graphs') ? { graphs } : { error: false, message: '', results: person },
  );
}

it('leads on from a workspace without a graph, to files first', async () => {
  explore([]);
  const files = await screen.findByRole('link', { name: 'Load files' });
  expect(files.getAttribute('href')).toMatch(/^\/ingestion\?workspace_id=w1/);
  expect(screen.getByRole('link', { name: 'Design a schema' }).getAttribute('href')).toMatch(
    /^\/design-schema/,
  );
});

it('says so when roles show none of the graphs', async () => {
  explore([{ graphName: 'g', vertices: [], edges: [] }]);
  expect(await screen.findByText(/Your roles show you none of the graphs/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Load files' })).toBeNull();
});

it('says at the address of the co-pilot why it does not answer, in a read-write workspace', async () => {
  explore([], '&tab=copilot');
  const note = await screen.findByRole('note');
  expect(note.textContent).toBe('Co-pilotIts conversation comes later.');
});

it.each([
  ['at its own address', '', true],
  ['in a read-only workspace', '&tab=copilot', false],
])('says nothing of the co-pilot %s', async (_, search, isReadWrite) => {
  explore([], search, isReadWrite);
  await screen.findByText('No graph yet');
  expect(screen.queryByRole('note')).toBeNull();
});
