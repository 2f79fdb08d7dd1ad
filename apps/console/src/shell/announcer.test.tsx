import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { expect, it } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { aWorkgroup } from '../testing/records.ts';
import { renderConsole } from '../testing/render-console.tsx';
import './CommandPalette.tsx';
import '../data/guides.ts';

it('tells the title of each page that is come to', async () => {
  const { router } = renderConsole('/', aCloud([aWorkgroup()]));
  await screen.findByRole('heading', { name: 'Welcome to the graph platform' });
  const announcer = () => document.querySelector('[data-announcer]')?.textContent;
  await router.navigate({ to: '/groups/new' });
  await waitFor(() => expect(announcer()).toBe('Create workgroup'));
});

it('finds guides, actions of the menu and the tools of a workspace in the palette', async () => {
  const { router } = renderConsole('/', aCloud([aWorkgroup()]));
  await screen.findByRole('link', { name: /Explore graph/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  const search = await screen.findByRole('textbox', { name: 'Search pages, workspaces and actions' });
  for (const [letters, name] of [
    ['Backups', /^Backups/],
    ['create workspace in', /^Create workspace in Workgroup-1/],
    ['collapse', /^Collapse or expand/],
    ['terms', /^Terms and conditions/],
  ] as const) {
    await userEvent.clear(search);
    await userEvent.type(search, letters);
    await screen.findByRole('button', { name });
  }
  await userEvent.clear(search);
  await userEvent.type(search, 'load data into');
  await userEvent.click(await screen.findByRole('button', { name: /^Load data into Workspace-1/ }));
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/ingestion', search: { workspace_id: 'w1' } }),
  );
});
