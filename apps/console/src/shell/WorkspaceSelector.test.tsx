import { screen, waitFor, within } from '@testing-library/react';
import { TestProvider, userEvent } from '@acacia/ui/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CloudClient } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { createQueryClient, ServicesContext, type Services } from '../services/services.ts';
import { parseSearch, stringifySearch } from '../services/search-params.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../testing/records.ts';
import { WorkspaceSelector } from './WorkspaceSelector.tsx';

const resumed: string[] = [];

/** The selector alone at an address, over a cloud that holds the workspaces. */
function renderSelector(path: string, workspaces: readonly Workspace[]): RouterHistory {
  const session = {
    getToken: () => Promise.resolve('token'),
    signIn: () => Promise.resolve(),
    signOut: () => Promise.resolve(),
  };
  const cloud = {
    getMe: () => Promise.resolve(anAdmin),
    listWorkgroups: () => Promise.resolve([aWorkgroup({ workspaces: [...workspaces] })]),
    resumeWorkspace: ({ params }: { params: { workspace_id: string } }) => {
      resumed.push(params.workspace_id);
      return Promise.resolve(aWorkspace({ status: 'Resuming' }));
    },
  } as unknown as CloudClient;
  const services = { session, cloud, queryClient: createQueryClient() } as unknown as Services;
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({
    routeTree: createRootRoute({ component: WorkspaceSelector }),
    history,
    parseSearch,
    stringifySearch,
  });
  render(
    <TestProvider>
      <QueryClientProvider client={services.queryClient}>
        <ServicesContext value={services}>
          <RouterProvider router={router as AnyRouter} />
        </ServicesContext>
      </QueryClientProvider>
    </TestProvider>,
  );
  return history;
}

beforeEach(() => {
  localStorage.clear();
  resumed.length = 0;
});

const open = async () => userEvent.click(await screen.findByRole('button', { name: /^Workspace/ }));
const option = (name: RegExp) => screen.findByRole('option', { name });
const address = (history: RouterHistory): string => history.location.search;

describe('WorkspaceSelector', () => {
  const workspaces = [
    aWorkspace(),
    aWorkspace({ workspace_id: 'w2', name: 'second', status: 'Idle' }),
    aWorkspace({ workspace_id: 'w3', name: 'stopped', status: 'Stopped' }),
    aWorkspace({ workspace_id: 'w4', name: 'pending', status: 'Pending' }),
    aWorkspace({ workspace_id: 'w5', name: 'locked', canAccess: false }),
  ];

  it('puts the choice into the address and remembers it', async () => {
    const history = renderSelector('/?workspace_id=w1', workspaces);
    await open();
    await userEvent.click(await option(/second/));
    await waitFor(() => expect(address(history)).toBe('?workspace_id=w2'));
    expect(localStorage.getItem('acacia.workspace.last')).toBe('"w2"');
  });

  it('opens what was used last when the address names none', async () => {
    localStorage.setItem('acacia.workspace.last', '"w2"');
    const history = renderSelector('/', workspaces);
    await waitFor(() => expect(address(history)).toBe('?workspace_id=w2'));
  });

  it('offers to resume a stopped one instead of choosing it', async () => {
    const history = renderSelector('/?workspace_id=w1', workspaces);
    await open();
    await userEvent.click(await option(/stopped/));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resume stopped?' }));
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Resume' }).getAttribute('aria-disabled')).toBeNull(),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(resumed).toEqual(['w3']));
    expect(address(history)).toBe('?workspace_id=w1');
  });

  it.each([/pending/, /locked/])('does not let %s be chosen', async (name) => {
    const history = renderSelector('/?workspace_id=w1', workspaces);
    await open();
    const chosen = await option(name);
    expect(chosen.getAttribute('data-combobox-disabled')).toBe('true');
    await userEvent.click(chosen);
    expect(address(history)).toBe('?workspace_id=w1');
  });

  it('says when there is none', async () => {
    renderSelector('/', []);
    await open();
    expect(await screen.findByText('There is no workspace here yet.')).toBeTruthy();
  });
});
