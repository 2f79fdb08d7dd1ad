import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aDatabase, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers, type Call } from '../../testing/render-console.tsx';

const open = (tab: string, group = aWorkgroup(), more: Answers = {}) =>
  renderConsole(`/groups/g1?tab=${tab}`, aCloud([group], more));

const sent = (calls: readonly Call[], name: Call['call']) => calls.filter((each) => each.call === name);

describe('/groups', () => {
  it('opens the first workgroup', async () => {
    const { router } = renderConsole('/groups', aCloud([aWorkgroup()]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g1'));
  });

  it('says what to do when there is none', async () => {
    renderConsole('/groups', aCloud([]));
    const link = await screen.findByRole('link', { name: 'Create workgroup' });
    expect(link.getAttribute('href')).toBe('/groups/new');
  });

  it('shows the no-permission page when the cloud denies the operation', async () => {
    const getWorkgroup = (): never => {
      throw new Refused('operation denied: your roles do not allow workgroup.read', 'Forbidden');
    };
    renderConsole('/groups/g1', aCloud([], { getWorkgroup }));
    expect(await screen.findByText(/You don't have permission to access this page/)).toBeTruthy();
  });
});

describe('a workgroup', () => {
  it('is renamed where its name stands', async () => {
    const { calls } = open('general', aWorkgroup(), {
      updateWorkgroup: () => aWorkgroup({ name: 'renamed' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rename workgroup Workgroup-1' }));
    const input = screen.getByRole('textbox', { name: /New name/ });
    await userEvent.clear(input);
    await userEvent.type(input, 'renamed{Enter}');
    await waitFor(() =>
      expect(sent(calls, 'updateWorkgroup')[0]?.body).toEqual({ workgroup_name: 'renamed' }),
    );
  });

  it('that is empty offers to create a workspace or to go', async () => {
    const groups = [aWorkgroup({ workspaces: [], tg_databases: [] })];
    const deleteWorkgroup = () => {
      groups.length = 0;
      return {};
    };
    const { calls, router } = renderConsole('/groups/g1?tab=workspaces', aCloud(groups, { deleteWorkgroup }));
    expect(await screen.findByText('This workgroup is empty')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Delete workgroup' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'Workgroup-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete workgroup' }));
    await waitFor(() => expect(sent(calls, 'deleteWorkgroup')).toHaveLength(1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups'));
  });

  it('is deleted with all that its databases hold, or stays when the server refuses', async () => {
    let refusing = true;
    const groups = [aWorkgroup({ workspaces: [], tg_databases: [aDatabase({ backup_count: 2 })] })];
    const deleteWorkgroup = () => {
      if (refusing) throw new Refused('A workspace has just been created in it.', 'Conflict');
      groups.length = 0;
      return {};
    };
    renderConsole('/groups/g1?tab=general', aCloud(groups, { deleteWorkgroup }));
    await userEvent.click(await screen.findByRole('button', { name: 'More actions on the workgroup' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete workgroup' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^Database Database-1: Data .* 2 backups/)).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox'), 'Workgroup-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete workgroup' }));
    expect(await dialog.findByText('A workspace has just been created in it.')).toBeTruthy();
    expect(screen.queryByText('Deleting workgroup')).toBeNull();
    refusing = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Delete workgroup' }));
    expect(await screen.findByText('Workgroup Workgroup-1 deleted.')).toBeTruthy();
  });

  it('with workspaces cannot be deleted, and says why', async () => {
    open('general');
    await userEvent.click(await screen.findByRole('button', { name: 'More actions on the workgroup' }));
    const item = await screen.findByRole('menuitem', { name: 'Delete workgroup' });
    expect(item.getAttribute('aria-description')).toBe('Terminate its workspaces first.');
  });

  it('changes its log collection without a restart to warn of', async () => {
    const { calls } = open('general', aWorkgroup(), { updateWorkgroup: () => aWorkgroup() });
    await userEvent.click(await screen.findByRole('button', { name: 'More actions on the workgroup' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Workgroup settings' }));
    await userEvent.click(await screen.findByRole('switch', { name: /^Log collection/ }));
    expect(screen.queryByText(/restart/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(calls, 'updateWorkgroup')[0]?.body).toMatchObject({ enable_application_log: true }),
    );
  });
});

describe('a database', () => {
  it('in use cannot be deleted, and names who uses it', async () => {
    open('databases');
    const button = await screen.findByRole('button', { name: 'Delete database Database-1' });
    expect(button.getAttribute('aria-description')).toBe(
      'Terminate the workspaces that use it first: Workspace-1.',
    );
  });

  it('is deleted after its name was typed', async () => {
    const spare = aDatabase({ database_id: 'd2', name: 'spare', workspace_ids: [] });
    const { calls } = open('databases', aWorkgroup({ tg_databases: [aDatabase(), spare] }), {
      deleteDatabase: () => ({}),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete database spare' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'spare');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete database' }));
    await waitFor(() => expect(sent(calls, 'deleteDatabase')[0]?.ids).toEqual(['g1', 'd2']));
  });
});
