import { NO_INSTALL_RIGHT, type SolutionInstance, type Workgroup } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { Refused, renderConsole, type Answers, type Call } from '../../../testing/render-console.tsx';
import { filesIn, installRefusal, suggestedName } from './solution-state.ts';

const AT = '2026-11-20T12:00:00.000Z';

const fraud = {
  id: 'transaction-fraud',
  name: 'Transaction Fraud',
  graph: 'Transaction_Fraud',
  description: 'Finds payments that look like fraud.',
  categories: ['Financial Crime'],
  provider: 'Acacia',
  is_library: false,
  algorithms: ['PageRank', 'Louvain'],
  hasInsights: false,
  icon: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  data_description: 'Generated card payments.',
  sample_rows: 168_369,
  full_rows: 1_343_914,
};

const anInstance = (given: Partial<SolutionInstance> = {}): SolutionInstance => ({
  id: 'i1',
  workgroup_id: 'g1',
  workspace_id: 'w1',
  workspace_name: 'Workspace-1',
  solution_catalog_id: 'transaction-fraud',
  name: 'Fraud-1',
  graph_name: 'Transaction_Fraud',
  owner_email: 'admin@acacia.local',
  created_at: AT,
  updated_at: AT,
  solution_status: 'installed',
  gsql_log: 'Created the schema.\n',
  ...given,
});

const meta = {
  schema: '#File: schema.gsql\nCREATE VERTEX Card\n',
  loadingJob: '#File: load.gsql\nCREATE LOADING JOB load\n',
  queries: '#File: first.gsql\nCREATE QUERY first\n\n#File: second.gsql\nCREATE QUERY second\n',
  reset: 'DROP GRAPH Transaction_Fraud',
  schemaJSON: { GraphName: 'Transaction_Fraud', VertexTypes: [], EdgeTypes: [] },
  styleJSON: { vertexStyles: {}, edgeStyles: {} },
  queriesDocs: [],
  guide: '## The story',
};

/** The tab over solutions that the test may change while the tab is shown. */
function open(solutions: SolutionInstance[] = [], group: Workgroup = aWorkgroup(), more: Answers = {}) {
  return renderConsole(
    '/groups/g1?tab=solution',
    aCloud([group], {
      listSolutionCatalog: () => [fraud],
      listSolutions: () => solutions,
      getSolutionMeta: () => meta,
      ...more,
    }),
  );
}
const sent = (calls: readonly Call[], name: Call['call']) => calls.filter((each) => each.call === name);

describe('the catalogue', () => {
  it('shows what a solution is about and what data comes with it', async () => {
    open();
    const card = within(await screen.findByRole('article', { name: 'Transaction Fraud' }));
    expect(card.getByText('Finds payments that look like fraud.')).toBeTruthy();
    expect(card.getByText('Financial Crime')).toBeTruthy();
    expect(card.getByText('168,369 rows. Generated card payments.')).toBeTruthy();
    expect(card.getByText('PageRank, Louvain')).toBeTruthy();
  });

  it('shows the files that an installation brings', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'What it brings: Transaction Fraud' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByLabelText('Schema schema.gsql')).textContent).toBe('CREATE VERTEX Card');
    await userEvent.click(dialog.getByRole('tab', { name: 'Queries (2)' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Query' }), 'second.gsql');
    expect(dialog.getByLabelText('Query second.gsql').textContent).toBe('CREATE QUERY second');
  });

  it('that cannot be read says why and is read again', async () => {
    let failing = true;
    open([], aWorkgroup(), {
      listSolutionCatalog: () => {
        if (failing) throw new Refused('the catalogue is away', 'Unavailable');
        return [fraud];
      },
    });
    expect(await screen.findByText('Server error: the catalogue is away')).toBeTruthy();
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByRole('article', { name: 'Transaction Fraud' })).toBeTruthy();
  });
});

describe('installing', () => {
  it('asks for name, workspace and data, and follows the log to the end', async () => {
    const solutions: SolutionInstance[] = [];
    const { calls } = open(solutions, aWorkgroup(), {
      installSolution: () => {
        solutions.push(anInstance({ solution_status: 'install_pending', gsql_log: 'Begun.\n' }));
        return solutions[0];
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Install Transaction Fraud' }));
    const dialog = within(await screen.findByRole('dialog'));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Fraud 1');
    expect(dialog.getByText(/^invalid name/)).toBeTruthy();
    await userEvent.clear(name);
    await userEvent.type(name, 'Fraud-1');
    await userEvent.click(dialog.getByRole('radio', { name: /No data/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Install' }));

    const log = await screen.findByRole('log', { name: 'Log of Fraud-1' });
    await waitFor(() => expect(log.textContent).toBe('Begun.\n'));
    expect(sent(calls, 'installSolution')[0]).toMatchObject({
      ids: ['g1', 'w1'],
      body: { name: 'Fraud-1', solution_catalog_id: 'transaction-fraud', data_source_origin: 'none' },
    });
    expect(screen.getAllByText('Initializing').length).toBeGreaterThan(0);

    solutions[0] = anInstance({ gsql_log: 'Begun.\nDone.\n' });
    await waitFor(() => expect(log.textContent).toBe('Begun.\nDone.\n'));
    await waitFor(() => expect(screen.queryByText('Initializing')).toBeNull());
  });

  it('says in the dialog why the server refuses', async () => {
    open([], aWorkgroup(), {
      installSolution: () => {
        throw new Refused("There is a graph 'Transaction_Fraud' already.", 'Conflict');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Install Transaction Fraud' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Install' }));
    expect(await dialog.findByText("There is a graph 'Transaction_Fraud' already.")).toBeTruthy();
  });

  it('has nowhere to go while no workspace can take it', async () => {
    open([], aWorkgroup({ workspaces: [aWorkspace({ status: 'Stopped' })] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Install Transaction Fraud' }));
    const dialog = within(await screen.findByRole('dialog'));
    const install = dialog.getByRole('button', { name: 'Install' });
    expect(install.getAttribute('aria-description')).toBe('Choose a workspace first.');
    const link = dialog.getByRole('link', { name: 'Create workspace' });
    expect(link.getAttribute('href')).toBe('/groups/g1/spaces/config?solution=transaction-fraud');
  });

  it('is not for one who only uses a workspace', async () => {
    const user = {
      ...anAdmin,
      roles: [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }],
    };
    open([], aWorkgroup(), { getMe: () => user });
    const button = await screen.findByRole('button', { name: 'Install Transaction Fraud' });
    await waitFor(() => expect(button.getAttribute('aria-description')).toBe(NO_INSTALL_RIGHT));
    expect(screen.getByText(NO_INSTALL_RIGHT)).toBeTruthy();
  });
});

describe('what a workspace has', () => {
  it('is named with its status, or Ready where there is none', async () => {
    const group = aWorkgroup({
      workspaces: [aWorkspace(), aWorkspace({ workspace_id: 'w2', name: 'Workspace-2' })],
    });
    open([anInstance({ solution_status: 'install_error' })], group);
    const first = await screen.findByRole('row', { name: /Workspace-1/ });
    expect(within(first).getByText('Failed')).toBeTruthy();
    expect(within(first).getByRole('button', { name: 'Install again' })).toBeTruthy();
    const second = screen.getByRole('row', { name: /Workspace-2/ });
    expect(within(second).getByText('Ready')).toBeTruthy();
  });

  it('leads into editor and explorer with its graph', async () => {
    open([anInstance()]);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions on Fraud-1 in Workspace-1' }),
    );
    const link = await screen.findByRole('menuitem', { name: 'Open in editor' });
    expect(link.getAttribute('href')).toBe('/editor?workspace_id=w1&graph_name=Transaction_Fraud');
    expect(screen.getByRole('menuitem', { name: 'Explore graph' }).getAttribute('href')).toMatch(
      /^\/explore/,
    );
  });

  it('is removed after its name was typed, and its progress is told until it is gone', async () => {
    const solutions = [anInstance()];
    const { calls } = open(solutions, aWorkgroup(), {
      uninstallSolution: () => (solutions[0] = anInstance({ solution_status: 'uninstall_pending' })),
    });
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions on Fraud-1 in Workspace-1' }),
    );
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Uninstall' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/with all its vertices and edges/)).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox'), 'Fraud-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Uninstall' }));
    expect((await screen.findAllByText('Deleting solution')).length).toBeGreaterThan(0);
    expect(sent(calls, 'uninstallSolution')[0]?.ids).toEqual(['g1', 'w1', 'i1']);
    solutions.length = 0;
    expect(await screen.findByText('Solution deleted.')).toBeTruthy();
  });

  it('stays while it is being installed', async () => {
    open([anInstance({ solution_status: 'install_pending' })]);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions on Fraud-1 in Workspace-1' }),
    );
    const item = await screen.findByRole('menuitem', { name: 'Uninstall' });
    expect(item.getAttribute('aria-description')).toBe('Wait until what is under way has ended.');
  });
});

describe('installRefusal', () => {
  const refusal = (...given: Parameters<typeof installRefusal>) => installRefusal(...given);
  it('goes by roles, state, and what is there', () => {
    const workspace = aWorkspace();
    expect(refusal(workspace, 'a', undefined, true)).toBeUndefined();
    expect(refusal(workspace, 'a', undefined, false)).toBe(NO_INSTALL_RIGHT);
    expect(refusal(aWorkspace({ status: 'Idle' }), 'a', undefined, true)).toMatch(/is Idle/);
    expect(refusal(aWorkspace({ is_rw: false }), 'a', undefined, true)).toMatch(/read-only/);
    expect(refusal(workspace, 'a', anInstance(), true)).toMatch(/has the solution Fraud-1 already/);
  });
  it('lets a failed installation be taken up again, of the same solution alone', () => {
    const failed = anInstance({ solution_status: 'install_error' });
    expect(refusal(aWorkspace(), 'transaction-fraud', failed, true)).toBeUndefined();
    expect(refusal(aWorkspace(), 'another', failed, true)).toMatch(/Uninstall that first/);
  });
});

describe('texts of a solution', () => {
  it('are cut at the names of their files', () => {
    expect(filesIn(meta.queries)).toEqual([
      { name: 'first.gsql', text: 'CREATE QUERY first' },
      { name: 'second.gsql', text: 'CREATE QUERY second' },
    ]);
    expect(filesIn('')).toEqual([]);
  });
  it('suggest a name that the rule for names lets through', () => {
    expect(suggestedName('Customer 360: Financial')).toBe('Customer-360-Financial');
    expect(suggestedName('x'.repeat(60))).toHaveLength(48);
  });
});
