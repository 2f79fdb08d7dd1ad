import { DEGRADED_HINT, STATUS_MEANING, SUSPENDING } from '@acacia/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAddon, anAdmin, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { renderConsole, type Answers, type Call } from '../../../testing/render-console.tsx';

const open = (tab: string, group = aWorkgroup(), more: Answers = {}) =>
  renderConsole(`/groups/g1?tab=${tab}`, aCloud([group], more));

const sent = (calls: readonly Call[], name: Call['call']) => calls.filter((each) => each.call === name);

describe('the card of a workspace', () => {
  it('that is active can be connected to and paused', async () => {
    const { calls } = open('workspaces', aWorkgroup(), {
      pauseWorkspace: () => aWorkspace({ status: 'Pausing' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
    const editor = await screen.findByRole('menuitem', { name: 'Query editor' });
    expect(editor.getAttribute('href')).toBe('/editor?workspace_id=w1');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Request has been accepted')).toBeTruthy();
    expect(sent(calls, 'pauseWorkspace')[0]?.ids).toEqual(['g1', 'w1']);
  });

  it('that is read-only has its schema viewed and nothing loaded', async () => {
    open('workspaces', aWorkgroup({ workspaces: [aWorkspace({ is_rw: false })] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('menuitem', { name: 'View schema' })).toBeTruthy();
    const load = screen.getByRole('menuitem', { name: 'Load data' });
    expect(load.getAttribute('aria-description')).toBe('The workspace is read-only.');
  });

  it('without auto resume is stopped, not paused, and says so', async () => {
    open('workspaces', aWorkgroup({ workspaces: [aWorkspace({ enable_auto_start: false })] }));
    const pause = await screen.findByRole('button', { name: 'Pause' });
    expect(pause.getAttribute('aria-description')).toMatch(/Pausing needs auto-resume/);
  });

  it('that failed shows why, how often it was restarted, and can be resumed', async () => {
    open(
      'workspaces',
      aWorkgroup({ workspaces: [aWorkspace({ status: 'Error', err_message: 'disk full', restarts: 3 })] }),
    );
    expect(await screen.findByText('disk full')).toBeTruthy();
    expect(screen.getByText('3 restarts')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Resume' }).getAttribute('aria-disabled')).toBeNull();
    expect(screen.getByRole('button', { name: 'Connect' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('cannot be touched by one who only uses it', async () => {
    const user = {
      ...anAdmin,
      roles: [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }],
    };
    open('workspaces', aWorkgroup(), { getMe: () => user });
    const pause = await screen.findByRole('button', { name: 'Pause' });
    await waitFor(() =>
      expect(pause.getAttribute('aria-description')).toMatch(/Your roles do not allow this/),
    );
  });

  it('is terminated after one box, and one more when it is read-write', async () => {
    const { calls } = open('workspaces', aWorkgroup(), { deleteWorkspace: () => ({}) });
    await userEvent.click(await screen.findByRole('button', { name: 'More actions on Workspace-1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Terminate' }));
    const dialog = within(await screen.findByRole('dialog'));
    const [first, second] = dialog.getAllByRole('checkbox');
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Terminate' });
    if (first === undefined || second === undefined) throw new Error('There are not two boxes.');
    await userEvent.click(first);
    expect(confirm.disabled).toBe(true);
    await userEvent.click(second);
    await userEvent.click(confirm);
    await waitFor(() => expect(sent(calls, 'deleteWorkspace')).toHaveLength(1));
  });

  it('names the address that keeps a person out, and lets them into nothing', async () => {
    const group = aWorkgroup({ workspaces: [aWorkspace({ canAccess: false })] });
    open('workspaces', group, { getCurrentIp: () => ({ ip: '203.0.113.9', allowed: false }) });
    const reason = 'Your IP 203.0.113.9 is not allowed to access this workspace';
    expect(await screen.findByRole('img', { name: reason })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Connect' }).getAttribute('aria-description')).toBe(reason);
  });

  it('says what a degraded workspace cannot do, and that it recovers', async () => {
    open('workspaces', aWorkgroup({ workspaces: [aWorkspace({ condition_type: 'Degraded' })] }));
    const hint = await screen.findByText(/^A replica is being recovered/);
    expect(hint.textContent).toContain(DEGRADED_HINT);
    expect(hint.textContent).toContain('cannot be given a solution');
  });

  it('that is suspended says what its status means and costs nothing, and what it costs while it is Active', async () => {
    const stopped = aWorkspace({ status: 'Stopped' });
    const idle = aWorkspace({ workspace_id: 'w2', name: 'Workspace-2', status: 'Idle' });
    open('workspaces', aWorkgroup({ workspaces: [stopped, idle] }));
    const card = async (name: string) => within(await screen.findByRole('article', { name }));
    for (const [name, status] of [
      ['Workspace-1', 'Stopped'],
      ['Workspace-2', 'Idle'],
    ] as const) {
      const shown = await card(name);
      expect(shown.getByTitle(STATUS_MEANING[status]).textContent).toBe(status);
      expect(shown.getByText(/^Nothing now, \$1.* while it is Active$/)).toBeTruthy();
      await userEvent.click(shown.getByRole('button', { name: `More actions on ${name}` }));
      const stop = await screen.findByRole('menuitem', { name: 'Stop' });
      expect(stop.getAttribute('aria-description')).toMatch(/cannot be stopped now/);
      await userEvent.keyboard('{Escape}');
    }
  });

  it('leads to who may reach it', async () => {
    const { router } = open('workspaces', aWorkgroup(), { listWorkspaceMembers: () => [] });
    await userEvent.click(await screen.findByRole('button', { name: 'More actions on Workspace-1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage access' }));
    await screen.findByRole('dialog', { name: 'Manage access of Workspace-1' });
    expect(router.state.location.search).toEqual({ tab: 'workspaces', space_id: 'w1', access: 'users' });
  });

  it('says what runs beside the size that was asked for', async () => {
    const runs_with = 'Runs with 4 GB of memory instead of 16 GB: this machine has 9.5 GB.';
    open('workspaces', aWorkgroup({ workspaces: [aWorkspace({ runs_with })] }));
    const card = within(await screen.findByRole('article', { name: 'Workspace-1' }));
    expect(card.getByText(/16 GB$/)).toBeTruthy();
    expect(card.getByText(runs_with)).toBeTruthy();
  });

  it('explains Pause and Stop where they are done', async () => {
    open('workspaces');
    const pause = await screen.findByRole('button', { name: 'Pause' });
    await waitFor(() => expect(pause.getAttribute('aria-description')).toBe(SUSPENDING.pause));
    await userEvent.click(screen.getByRole('button', { name: 'More actions on Workspace-1' }));
    const stop = await screen.findByRole('menuitem', { name: 'Stop' });
    expect(stop.getAttribute('aria-description')).toBe(SUSPENDING.stop);
  });

  it('of a read-only workspace is not renamed', async () => {
    open('workspaces', aWorkgroup({ workspaces: [aWorkspace({ is_rw: false })] }));
    const pencil = await screen.findByRole('button', { name: 'Rename workspace Workspace-1' });
    await waitFor(() =>
      expect(pencil.getAttribute('aria-description')).toBe('A read-only workspace cannot be renamed.'),
    );
  });

  const reader = aWorkspace({
    workspace_id: 'w2',
    name: 'Reader',
    is_rw: false,
    snapshot_time: '2026-11-20T12:00:00.000Z',
  });
  const update = async () => screen.findByRole('button', { name: 'Update' });

  it('of a read-only workspace updates its snapshot', async () => {
    const { calls } = open('workspaces', aWorkgroup({ workspaces: [aWorkspace(), reader] }), {
      refreshWorkspace: () => ({ ...reader, refresh_status: 'refreshing' }),
    });
    expect((await screen.findByText('Snapshot')).tagName).toBe('DT');
    await userEvent.click(await update());
    await waitFor(() => expect(sent(calls, 'refreshWorkspace')[0]?.ids).toEqual(['g1', 'w2']));
  });

  it.each([
    [
      'no read-write workspace is active',
      [aWorkspace({ status: 'Idle' }), reader],
      /no read-write workspace/,
    ],
    [
      'it is stopped',
      [aWorkspace(), { ...reader, status: 'Stopped' as const }],
      /is Stopped and cannot be updated/,
    ],
  ])('does not update when %s', async (_what, workspaces, reason) => {
    open('workspaces', aWorkgroup({ workspaces }));
    const button = await update();
    await waitFor(() => expect(button.getAttribute('aria-description')).toMatch(reason));
  });

  it('says why its last update failed', async () => {
    const failed = { ...reader, refresh_status: 'failed' as const, refresh_message: 'The disk is full.' };
    open('workspaces', aWorkgroup({ workspaces: [aWorkspace(), failed] }));
    expect(await screen.findByText('The disk is full.')).toBeTruthy();
  });

  it('shows that it is being updated', async () => {
    open(
      'workspaces',
      aWorkgroup({ workspaces: [aWorkspace(), { ...reader, refresh_status: 'refreshing' }] }),
    );
    expect((await update()).hasAttribute('data-loading')).toBe(true);
  });

  it.each([
    ['Pause', 'paused'],
    ['Stop', 'stopped'],
  ])('does not let it be %s while a solution is installed', async (name, word) => {
    const reason = `The current workspace is in the process of installing a solution and cannot be ${word} at this time.`;
    open(
      'workspaces',
      aWorkgroup({
        workspaces: [aWorkspace({ solution_status: 'install_pending', solution_catalog_id: 's' })],
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'More actions on Workspace-1' }));
    const role = name === 'Pause' ? 'button' : 'menuitem';
    expect((await screen.findByRole(role, { name })).getAttribute('aria-description')).toBe(reason);
  });

  it('shows how its solution is, and leads there', async () => {
    const workspace = aWorkspace({ solution_status: 'install_pending', solution_catalog_id: 's' });
    open('workspaces', aWorkgroup({ workspaces: [workspace] }));
    const link = await screen.findByRole('link', { name: 'Initializing' });
    expect(link.getAttribute('href')).toBe('/groups/g1?tab=solution&space_id=w1');
  });

  it('upgrades to the newer version after it said what that does', async () => {
    const { calls } = open(
      'workspaces',
      aWorkgroup({ workspaces: [aWorkspace({ upgrade_available: '4.3.0' })] }),
      { updateWorkspace: () => aWorkspace({ status: 'Upgrading' }) },
    );
    expect(await screen.findByText('4.3.0 available')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'More actions on Workspace-1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Upgrade to 4.3.0' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade Workspace-1?' }));
    expect(dialog.getByText(/The workspace restarts/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Upgrade' }));
    await waitFor(() => expect(sent(calls, 'updateWorkspace')[0]?.body).toEqual({ tg_version: '4.3.0' }));
  });

  it('has its ids and shortcuts at hand', async () => {
    open('workspaces', aWorkgroup({ workspaces: [reader] }));
    await userEvent.click(await screen.findByRole('button', { name: 'About Reader' }));
    const about = within(await screen.findByRole('dialog'));
    expect(about.getByRole('button', { name: 'Copy workspace ID' })).toBeTruthy();
    expect(about.getByRole('button', { name: 'Copy database ID' })).toBeTruthy();
    expect(about.getByRole('button', { name: 'Load data' }).getAttribute('aria-description')).toBe(
      'The workspace is read-only.',
    );
    expect(about.getByRole('link', { name: 'Query editor' }).getAttribute('href')).toBe(
      '/editor?workspace_id=w2',
    );
  });

  it('leaves out of the menu what is to come later', async () => {
    const on = [{ addons_id: 'graphstudio' as const, enable: true, enable_configuration: true }];
    const studio = anAddon({ UnavailableReason: 'Comes with a later release.' });
    open('workspaces', aWorkgroup({ workspaces: [aWorkspace({ addons: on })] }), {
      listAddons: () => [studio],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
    await screen.findByRole('menuitem', { name: 'Solution' });
    expect(screen.queryByRole('menuitem', { name: 'GraphStudio' })).toBeNull();
    const build = screen.getByRole('menuitem', { name: 'BuildAI New' });
    expect(build.getAttribute('href')).toBe('/onboarding/import-csv?workspace_id=w1&source=connection_menu');
  });

  it('tells of seven minutes when a solution comes with it', async () => {
    open(
      'workspaces',
      aWorkgroup({
        workspaces: [
          aWorkspace({
            status: 'Pending',
            solution_catalog_id: 's',
            operation_started_at: new Date().toISOString(),
            operation_step: 'Starting the server',
          }),
        ],
      }),
    );
    expect(await screen.findByRole('progressbar', { name: 'Creating Workspace-1' })).toBeTruthy();
    expect(screen.getByText(/estimated 7 minutes at most/)).toBeTruthy();
    expect(screen.getByText(/Starting the server/)).toBeTruthy();
  });
});
