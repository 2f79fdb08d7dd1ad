import { TASKS, type PastLoad, type WireRun } from '@acacia/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { eventsOfCloud } from '../../testing/events.ts';
import { anAddon, anAdmin, anOrganization, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { Refused, renderConsole } from '../../testing/render-console.tsx';
import { windowOf } from '../../testing/window-width.ts';
import { quickStart } from './quick-start.ts';
// Loaded with the file, so that loading does not count against the tests' timeouts.
import './AddonsGrid.tsx';
import './Cockpit.tsx';
import './FirstChoices.tsx';
import './ToDo.tsx';
import '../configuration/addons/AddonConnectDialog.tsx';

/** A run that has ended. */
const aRun = (given: Partial<WireRun>): WireRun => ({
  ...{ id: 'r', type: 'Query', owner: 'ann', graph: null, title: '', origin: null, state: 'done' },
  ...{ startedAt: new Date().toISOString(), ageMs: 0, endedAt: null, limits: { timeMs: 1, memoryMb: 1 } },
  ...{ error: null, returnCode: null, graphAfter: null, rows: 0, answers: [], toFile: null, files: [] },
  ...{ pinned: false, events: 0, kept: true, ...given },
});
const refusals = (workspaces: Parameters<typeof quickStart>[0]): Record<string, string | undefined> =>
  Object.fromEntries(quickStart(workspaces, true, true).map((tile) => [tile.label, tile.refusal]));

it('asks each thing once at its first load, and nothing again once it follows the events', async () => {
  const events = eventsOfCloud();
  const { calls } = renderConsole('/', aCloud([aWorkgroup()], { events: events.answer }));
  await screen.findByRole('link', { name: /Explore graph/ });
  await waitFor(() => expect(events.count()).toBe(1));
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('listPastLoads'));
  // What the stream would have read again is asked for within the same turn.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const asked = calls.map(({ call }) => call);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  expect(asked).toEqual(expect.arrayContaining(['getMe', 'listWorkgroups']));
});

describe('the survey that was left', () => {
  const open = (marketing_done: boolean, roles = anAdmin.roles) =>
    renderConsole('/', {
      ...aCloud([aWorkgroup()]),
      getMe: () => ({ ...anAdmin, roles }),
      getMyOrganization: () => ({ ...anOrganization, marketing_done }),
    });

  it('is led back to, by an admin', async () => {
    const { router } = open(false);
    await userEvent.click(await screen.findByRole('link', { name: 'Go on' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/survey'));
  });

  it.each([
    ['once it is answered', true, anAdmin.roles],
    ['for who may not found workgroups', false, []],
  ])('is not shown %s', async (_, done, roles) => {
    open(done, roles);
    await screen.findByRole('link', { name: /Explore graph/ });
    expect(screen.queryByText('A few questions are left')).toBeNull();
  });
});

describe('the first choices', () => {
  it('lead an organisation without workspaces to a sample, or to its own files', async () => {
    renderConsole('/', aCloud([]));
    const sample = await screen.findByRole('link', { name: /^Try a fraud graph/ });
    expect(sample.getAttribute('href')).toBe('/onboarding/setting-up-workspace?source=fraud');
    expect(screen.getByRole('link', { name: /^Bring my own files/ }).getAttribute('href')).toBe(
      '/onboarding/setting-up-workspace?source=files',
    );
  });

  it('are gone once there is a workspace', async () => {
    renderConsole('/', aCloud([aWorkgroup()]));
    await screen.findByRole('link', { name: /Explore graph/ });
    expect(screen.queryByRole('link', { name: /^Try a fraud graph/ })).toBeNull();
  });

  it('are not offered to who may not create, who is told whom to ask', async () => {
    renderConsole('/', aCloud([], { getMe: () => ({ ...anAdmin, roles: [] }) }));
    await screen.findByText(/Ask an administrator of your organization/);
    expect(screen.queryByRole('link', { name: /^Try a fraud graph/ })).toBeNull();
  });
});

describe('what stands at a glance', () => {
  /** A skeleton of 164 pixels. */
  const place = () => document.querySelector('[style*="10.25rem"]');
  const unanswered = () => aCloud([], { listWorkgroups: () => new Promise<never>(() => {}) });

  it('has its place before it is known whether there is anything, where the last visit had it', async () => {
    localStorage.setItem('acacia.home.glance', 'true');
    renderConsole('/', unanswered());
    await screen.findByText('Welcome to the graph platform');
    expect(place()).not.toBeNull();
  });

  it('has none where the last visit had nothing', async () => {
    renderConsole('/', unanswered());
    await screen.findByText('Welcome to the graph platform');
    expect(place()).toBeNull();
  });

  it('is remembered for the next visit', async () => {
    renderConsole('/', aCloud([aWorkgroup()]));
    await waitFor(() => expect(localStorage.getItem('acacia.home.glance')).toBe('true'));
  });
});

describe('Quick start', () => {
  it('has its tiles in the order of the specification', () => {
    expect(Object.keys(refusals([]))).toEqual([
      'Create workspace',
      'Install solution',
      'Design schema',
      'Load data',
      'Write query',
      'Explore graph',
      'Invite user',
      'Give feedback',
    ]);
  });

  it('needs an active workspace to query, and a read-write one to design and load', () => {
    expect(refusals([aWorkspace({ status: 'Idle' })])).toMatchObject({
      'Write query': 'Needs a workspace that is active.',
      'Load data': 'Needs a read-write workspace that is active.',
    });
    expect(refusals([aWorkspace({ is_rw: false })])).toMatchObject({
      'Write query': undefined,
      'Explore graph': undefined,
      'Design schema': 'Needs a read-write workspace that is active.',
    });
    expect(refusals([aWorkspace()])).toMatchObject({ 'Design schema': undefined, 'Load data': undefined });
  });

  it('leads to the solutions of the marketplace', async () => {
    const { router } = renderConsole('/', aCloud([aWorkgroup()]));
    await userEvent.click(await screen.findByRole('link', { name: /Install solution/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/marketplace/solutions'));
  });

  it('leads a member to the solutions too, where they are described and a reason is given', async () => {
    const roles = [{ name: 'workspace-users', workgroup_id: 'g1', workspace_id: 'w1' } as const];
    renderConsole('/', aCloud([aWorkgroup()], { getMe: () => ({ ...anAdmin, roles: [...roles] }) }));
    expect(await screen.findByRole('link', { name: /Install solution/ })).toBeTruthy();
  });

  it('asks in which workgroup to create', async () => {
    const groups = [aWorkgroup(), aWorkgroup({ workgroup_id: 'g2', name: 'Workgroup-2', workspaces: [] })];
    const { router } = renderConsole('/', aCloud(groups));
    await screen.findByRole('link', { name: /Write query/ });
    await userEvent.click(screen.getByRole('button', { name: /Create workspace/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Select workgroup' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('Please select workgroup')).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: 'Create new workgroup' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Create workgroup' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/groups/new');
  });

  it('goes straight to a new workgroup when there is none', async () => {
    renderConsole('/', aCloud([]));
    await screen.findByText('There are no recent workspaces available at the moment.');
    await userEvent.click(screen.getByRole('button', { name: /Create workspace/ }));
    expect(await screen.findByRole('heading', { name: 'Create workgroup' })).toBeTruthy();
  });

  it('says why a member cannot create', async () => {
    renderConsole('/', aCloud([], { getMe: () => ({ ...anAdmin, roles: [] }) }));
    const tile = await screen.findByRole('button', { name: /Create workspace/ });
    await screen.findByText('There are no recent workspaces available at the moment.');
    expect(tile.getAttribute('aria-description')).toBe(
      'You do not have permission to create a workspace or workgroup',
    );
  });
});

describe('a tile that cannot be used yet', () => {
  it('leads to a new workspace where there is none', async () => {
    const { router } = renderConsole('/', aCloud([]));
    await userEvent.click(
      await screen.findByRole('button', { name: /^Write query\s*Create a workspace first/ }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/new'));
  });

  it('leads to the workspace that could serve', async () => {
    renderConsole('/', aCloud([aWorkgroup({ workspaces: [aWorkspace({ status: 'Stopped' })] })]));
    const tile = await screen.findByRole('link', { name: /^Explore graph\s*Resume Workspace-1 first/ });
    expect(tile.getAttribute('href')).toBe('/groups/g1?tab=workspaces&space_id=w1');
  });
});

describe('add-ons', () => {
  it('are listed and opened, once the organisation has some', async () => {
    const listAddons = () => [anAddon({ Added: true, Title: 'Insights' })];
    renderConsole('/', aCloud([aWorkgroup()], { listAddons }));
    await userEvent.click(await screen.findByRole('button', { name: /^Insights/ }));
    expect(await screen.findByRole('dialog', { name: 'Open Insights' })).toBeTruthy();
  });

  it('say that there are none, and lead an admin to them', async () => {
    renderConsole('/', aCloud([aWorkgroup()]));
    await screen.findByText(/Your organization hasn't added add-on yet\./);
    expect(screen.getByRole('link', { name: 'Add one' }).getAttribute('href')).toBe('/marketplace/addons');
  });

  it('say what failed', async () => {
    const listAddons = () => {
      throw new Refused('The add-ons are away.', 'Internal-Error');
    };
    renderConsole('/', aCloud([aWorkgroup()], { listAddons }));
    expect(await screen.findByText(/The add-ons are away\./)).toBeTruthy();
  });
});

describe('at a glance', () => {
  const failed: PastLoad = {
    ...{ id: 'l1', graph: 'Air', job: 'airports', by: null, files: [], made: 0, updated: 0, rejected: 0 },
    ...{ started_at: new Date().toISOString(), ended_at: null, state: 'failed', error: 'No such file.' },
  };
  const asked: string[] = [];
  const answer = ({ path }: { readonly path: string }): unknown => {
    asked.push(path);
    return { error: false, message: '', results: [aRun({ id: 'r1', title: 'busiest', graph: 'Air' })] };
  };

  it('shows the next step, recent queries and failed loads, each with its place', async () => {
    localStorage.setItem(
      `acacia.opened.${anAdmin.id}`,
      JSON.stringify({ to: '/explore', workspace_id: 'w1', graph_name: 'Air' }),
    );
    const group = aWorkgroup({ workspaces: [aWorkspace({ vertex_count: 0 })] });
    renderConsole('/', aCloud([group], { listPastLoads: () => [failed] }), true, answer);
    const query = await screen.findByRole('link', { name: /^busiest/ });
    expect(query.getAttribute('href')).toBe('/editor?workspace_id=w1&graph_name=Air');
    const load = screen.getByRole('link', { name: /^airports.*No such file\./ });
    expect(load.getAttribute('href')).toBe('/ingestion?workspace_id=w1&graph_name=Air');
    expect(screen.getByText('Nothing runs.')).toBeTruthy();
    expect(screen.getByText('Load data into Workspace-1.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe(
      '/explore?workspace_id=w1&graph_name=Air',
    );
  });

  it('leads to a question where the workspace has vertices that the cloud has not counted yet', async () => {
    const group = aWorkgroup({ workspaces: [aWorkspace({ vertex_count: 0 })] });
    renderConsole('/', aCloud([group], { listPastLoads: () => [] }), true, (call) => {
      if (call.path === '/gsql/v1/schema/graphs') {
        return {
          graphs: ['Empty', 'Air'].map((graphName) => ({ graphName, vertices: ['Port'], edges: [] })),
        };
      }
      const counts = { '/restpp/builtins/Empty': 0, '/restpp/builtins/Air': 7 };
      const count = counts[call.path as keyof typeof counts];
      return count === undefined
        ? answer(call)
        : { error: false, message: '', results: [{ v_type: 'Port', count }] };
    });
    await screen.findByText('Ask Workspace-1 a question.');
    expect(screen.queryByText('Load data into Workspace-1.')).toBeNull();
  });

  it('shows what failed in a workspace that does not run, and asks that of the cloud alone', async () => {
    asked.length = 0;
    const group = aWorkgroup({ workspaces: [aWorkspace({ status: 'Idle' })] });
    renderConsole('/', aCloud([group], { listPastLoads: () => [failed] }), true, answer);
    expect(await screen.findByRole('link', { name: /^airports.*No such file\./ })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('leads to no tool from a small screen', async () => {
    const resize = windowOf(390);
    const group = aWorkgroup({ workspaces: [aWorkspace({ vertex_count: 0 })] });
    renderConsole('/', aCloud([group]), true, answer);
    expect(await screen.findByText('Go on with a larger screen.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Bring my own files' })).toBeNull();
    resize(1440);
    expect(await screen.findByRole('link', { name: 'Bring my own files' })).toBeTruthy();
  });

  it('says which workspace did not answer', async () => {
    renderConsole('/', aCloud([aWorkgroup()]), true, () => {
      throw new Refused('away', 'Internal-Error');
    });
    expect(await screen.findByText(/Workspace-1 did not answer/)).toBeTruthy();
  });
});

describe('Recent workspaces', () => {
  it('lists the five newest', async () => {
    const workspaces = [1, 2, 3, 4, 5, 6].map((day) =>
      aWorkspace({ workspace_id: `w${day}`, name: `day-${day}`, created_at: `2026-11-0${day}T00:00:00Z` }),
    );
    renderConsole('/', aCloud([aWorkgroup({ workspaces })]));
    const links = await screen.findAllByRole('link', { name: /Workgroup-1 \/ ?day/ });
    expect(links.map((link) => /day-\d/.exec(link.textContent)?.[0])).toEqual([
      'day-6',
      'day-5',
      'day-4',
      'day-3',
      'day-2',
    ]);
    expect(links[0]?.getAttribute('href')).toBe('/groups/g1?tab=workspaces');
  });

  it('counts what is in them, also where there is one', async () => {
    const workspaces = [aWorkspace({ vertex_count: 1234, edge_count: 1 })];
    renderConsole('/', aCloud([aWorkgroup({ workspaces })]));
    expect(await screen.findByText(/^1\.2K vertices · 1 edge ·/)).toBeTruthy();
  });

  it('has no size where the graph is not in memory yet', async () => {
    const workspaces = [aWorkspace({ vertex_count: 2, edge_count: 3, graph_topology_size_bytes: 0 })];
    renderConsole('/', aCloud([aWorkgroup({ workspaces })]));
    const figures = await screen.findByText(/^2 vertices · 3 edges ·/);
    expect(figures.textContent).not.toContain('0 KB');
  });

  it('says what failed and tries again', async () => {
    let broken = true;
    renderConsole(
      '/',
      aCloud([], {
        listWorkgroups: () => {
          if (broken) throw new Refused('The database is not reached.', 'Internal-Error');
          return [aWorkgroup()];
        },
      }),
    );
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(/The database is not reached\./)).toBeTruthy();
    broken = false;
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Workgroup-1 \/ ?Workspace-1/ })).toBeTruthy();
  });
});

describe('the to-do list', () => {
  const tasks = (...done: readonly string[]) =>
    TASKS.map(({ id, ...rest }) => ({ id, task_name: id, ...rest, completed: done.includes(id) }));

  it('says what is done and earned, and leads to what is not', async () => {
    const cloud = aCloud([aWorkgroup()], { listOnboardingTasks: () => tasks('signup', 'create workspace') });
    const { router } = renderConsole('/', cloud);
    expect(await screen.findByRole('heading', { name: 'New user to-do list' })).toBeTruthy();
    expect(screen.getByText('Credits $20 / $80')).toBeTruthy();
    expect(screen.getByText('Limited Time')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Start: Create a workspace' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Start: Load data' }).getAttribute('href')).toBe('/ingestion');
    await userEvent.click(screen.getByRole('link', { name: 'Start: Invite a team member' }));
    await waitFor(() => expect(router.state.location.href).toBe('/admin/users?invite=true'));
  });

  it('leads a member nowhere that is for administrators', async () => {
    const getMe = () => ({ ...anAdmin, roles: [] });
    renderConsole('/', aCloud([], { getMe, listOnboardingTasks: () => tasks('signup') }));
    await screen.findByRole('heading', { name: 'New user to-do list' });
    expect(screen.getAllByText('By an administrator')).toHaveLength(3);
    expect(screen.queryByRole('link', { name: /^Start: (Create|Add|Invite)/ })).toBeNull();
  });

  it('is gone once all is done', async () => {
    const all = tasks(...TASKS.map(({ id }) => id));
    const asked = vi.fn(() => all);
    renderConsole('/', aCloud([], { listOnboardingTasks: asked }));
    await screen.findByText('There are no recent workspaces available at the moment.');
    await waitFor(() => expect(screen.queryByLabelText('Loading the to-do list')).toBeNull());
    expect(asked).toHaveBeenCalled();
    expect(screen.queryByRole('heading', { name: 'New user to-do list' })).toBeNull();
  });
});
