/** The marketplace's solutions and add-ons, over a make-believe cloud. */
import { ASK_FOR_ADDON, NO_INSTALL_RIGHT, type Addon, type SolutionInstance } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, aSolution, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { renderConsole, type Answers } from '../../testing/render-console.tsx';

const fraud = aSolution({ categories: ['Financial Crime'] });
const network = aSolution({
  id: 'network-infrastructure',
  name: 'Network Infrastructure',
  description: 'Finds what a failure takes down.',
  categories: ['Agile Operations'],
  algorithms: ['Betweenness Centrality'],
});
const meta = {
  schema: '',
  schemaJSON: { GraphName: 'Transaction_Fraud', VertexTypes: [], EdgeTypes: [] },
  styleJSON: { vertexStyles: {}, edgeStyles: {} },
  queries: '',
  queriesDocs: [
    {
      name: 'shared_devices',
      title: 'Shared devices',
      question: 'Which devices do many people share?',
      description: 'Devices of several parties.',
      parameters: { min_parties: 5 },
    },
  ],
  loadingJob: '',
  guide: '## The story\n\nA year of payments.',
  reset: '',
};
const instance: SolutionInstance = {
  id: 'i1',
  workgroup_id: 'g1',
  workspace_id: 'w1',
  workspace_name: 'Workspace-1',
  solution_catalog_id: 'transaction-fraud',
  name: 'Fraud-1',
  graph_name: 'Transaction_Fraud',
  owner_email: 'admin@acacia.local',
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  solution_status: 'install_error',
  gsql_log: 'It broke.\n',
};
const user = {
  ...anAdmin,
  roles: [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }],
};
const open = (address: string, more: Answers = {}, group = aWorkgroup()) =>
  renderConsole(
    address,
    aCloud([group], {
      listSolutionCatalog: () => [fraud, network],
      listSolutions: () => [],
      getSolutionMeta: () => meta,
      ...more,
    }),
  );
const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));

describe('solutions', () => {
  it('are found by word and category, which the address keeps', async () => {
    const { router } = open('/marketplace/solutions');
    await screen.findByRole('article', { name: 'Transaction Fraud' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Search solutions' }), 'betweenness');
    await waitFor(() => expect(cards()).toEqual(['Network Infrastructure']));
    await userEvent.click(screen.getByRole('radio', { name: 'Financial Crime' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(cards()).toEqual(['Transaction Fraud', 'Network Infrastructure']));
    await userEvent.click(screen.getByRole('radio', { name: 'Financial Crime' }));
    await waitFor(() => expect(cards()).toEqual(['Transaction Fraud']));
    expect(router.state.location.search).toEqual({ category: 'Financial Crime' });
  });

  it('show where they are installed, and how that went', async () => {
    open('/marketplace/solutions', { listSolutions: () => [instance] });
    const place = await screen.findByRole('link', { name: /Workspace-1 Failed/ });
    expect(place.getAttribute('href')).toBe('/groups/g1?tab=solution&space_id=w1');
  });

  it('have a page with guide, queries and their sample values', async () => {
    open('/marketplace/solutions/transaction-fraud', { listSolutions: () => [instance] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Transaction Fraud' })).toBeTruthy();
    expect(screen.getByText('A year of payments.')).toBeTruthy();
    const queries = within(screen.getByRole('list', { name: 'Queries' }));
    expect(queries.getByRole('heading', { name: 'Which devices do many people share?' })).toBeTruthy();
    expect(queries.getByText('shared_devices(min_parties = 5)')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Open shared_devices/ })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Log' }));
    expect((await screen.findByRole('log')).textContent).toBe('It broke.\n');
  });

  it('open where they are installed: guided, and each query with its values', async () => {
    open('/marketplace/solutions/transaction-fraud?workspace_id=w1', {
      listSolutions: () => [{ ...instance, solution_status: 'installed' }],
    });
    const place = 'workspace_id=w1&graph_name=Transaction_Fraud';
    const query = await screen.findByRole('link', { name: 'Open shared_devices with these values' });
    expect(query.getAttribute('href')).toBe(
      `/editor?${place}&query=shared_devices&values=${encodeURIComponent('{"min_parties":5}')}`,
    );
    expect(screen.getByRole('link', { name: 'Guided investigation' }).getAttribute('href')).toBe(
      `/explore?${place}&guide=fraud`,
    );
  });

  it('that are not there are told so', async () => {
    open('/marketplace/solutions/nothing');
    expect(await screen.findByRole('heading', { name: 'No such solution' })).toBeTruthy();
  });

  it('are refused to those who can neither install nor create', async () => {
    open('/marketplace/solutions', { getMe: () => user });
    const button = await screen.findByRole('button', { name: 'Install Transaction Fraud' });
    expect(button.getAttribute('aria-description')).toBe(NO_INSTALL_RIGHT);
  });

  it('are carried through the choice of a workgroup to the new workspace', async () => {
    const { router } = open(
      '/marketplace/solutions',
      {},
      aWorkgroup({ workspaces: [aWorkspace({ is_rw: false })] }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Install Transaction Fraud' }));
    const install = within(await screen.findByRole('dialog', { name: 'Install Transaction Fraud' }));
    expect(install.getByText('No workspace can take it now')).toBeTruthy();
    await userEvent.click(install.getByRole('button', { name: 'Create workspace' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Select workgroup' }));
    await userEvent.click(picker.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g1/spaces/config'));
    expect(router.state.location.search).toEqual({ solution: 'transaction-fraud' });
  });

  it('are carried to a new workgroup at once where there is none to choose', async () => {
    const { router } = open('/marketplace/solutions', { listWorkgroups: () => [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Install Transaction Fraud' }));
    const install = within(await screen.findByRole('dialog', { name: 'Install Transaction Fraud' }));
    await userEvent.click(install.getByRole('button', { name: 'Create workspace' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/new'));
    expect(router.state.location.search).toMatchObject({ solution: 'transaction-fraud' });
  });
});

const copilot: Addon = {
  ID: 'copilot',
  AddonsID: 'copilot',
  Title: 'Co-pilot',
  Description: 'Answers questions in words.',
  WorkspaceAvatar: '/addons/copilot.svg',
  Path: '/explore?tab=copilot',
  Amount: 0,
  Added: false,
  Configurable: true,
  UnavailableReason: '',
  ReadWriteOnly: true,
};

describe('add-ons', () => {
  it('are added by administrators, and then configured at an address of their own', async () => {
    const addons = [copilot];
    const { router, calls } = open('/marketplace/addons', {
      listAddons: () => addons,
      addAddon: () => (addons[0] = { ...copilot, Added: true }),
      listAddonConfigs: () => [],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Click to add: Co-pilot' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Co-pilot' }));
    expect(await screen.findByRole('dialog', { name: 'Configure LLM providers' })).toBeTruthy();
    expect(router.state.location.search).toEqual({ config: 'copilot' });
    expect(calls.find(({ call }) => call === 'addAddon')?.ids).toEqual(['copilot']);
  });

  it('are asked for by others', async () => {
    open('/marketplace/addons', { listAddons: () => [copilot], getMe: () => user });
    expect(await screen.findByText(ASK_FOR_ADDON)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Click to add/ })).toBeNull();
  });
});
