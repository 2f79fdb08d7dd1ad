import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { renderConsole } from '../../testing/render-console.tsx';
// Loaded with the file, so that loading does not count against the test's timeout.
import './page.tsx';

/** Opens Explore in a workspace with these graphs, none of which the person's roles show. */
function explore(graphs: readonly object[]): void {
  const person = { name: 'ann', isSuperUser: false, roles: { '1': [] }, privileges: {} };
  renderConsole('/explore?workspace_id=w1', aCloud([aWorkgroup()]), true, ({ path }) =>
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
