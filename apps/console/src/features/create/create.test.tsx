import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aDatabase, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { Refused, renderConsole, type Call } from '../../testing/render-console.tsx';

const bodies = (calls: readonly Call[], name: Call['call']) =>
  calls.filter((each) => each.call === name).map((each) => each.body);
const made = {
  createWorkgroup: () =>
    aWorkgroup({ workgroup_id: 'g2', name: 'Workgroup-2', workspaces: [], tg_databases: [] }),
  createDatabase: () => aDatabase({ workgroup_id: 'g2', database_id: 'd2' }),
  createWorkspace: () => aWorkspace({ workgroup_id: 'g2', status: 'Pending' }),
};

describe('creating a workgroup', () => {
  it('proposes the next name and the usual region, and keeps the form in the address', async () => {
    const { router } = renderConsole('/groups/new', aCloud([aWorkgroup()]));
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Workgroup name' });
    expect(name.value).toBe('Workgroup-2');
    await userEvent.click(screen.getByRole('switch', { name: /^Log collection/ }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        name: 'Workgroup-2',
        region: 'us-east-1',
        cloud_provider_id: 'p-aws',
        enable_application_log: 'true',
      }),
    );
  });

  it('opens with what the address holds', async () => {
    renderConsole('/groups/new?name=007&region=eu-west-1&enable_application_log=true', aCloud([]));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Workgroup name' })).value).toBe(
      '007',
    );
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Region' }).value).toBe(
      'Ireland (eu-west-1)',
    );
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Log collection/ }).checked).toBe(true);
  });

  it.each([
    ['bad name', /invalid name, name must be 1-48 characters/],
    ['Workgroup-1', "'Workgroup-1' is exist, please use another name"],
  ])('refuses the name %s', async (entered, message) => {
    renderConsole('/groups/new', aCloud([aWorkgroup()]));
    const name = await screen.findByRole('textbox', { name: 'Workgroup name' });
    await userEvent.clear(name);
    await userEvent.type(name, entered);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  it('shows providers that are not there yet as coming soon', async () => {
    renderConsole('/groups/new', aCloud([]));
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /GCP/ })).disabled).toBe(true);
    expect(screen.getByText('Coming Soon')).toBeTruthy();
  });

  it('creates workgroup, database and workspace, and shows it', async () => {
    const { calls, router } = renderConsole('/groups/new', aCloud([], made));
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g2'));
    expect(bodies(calls, 'createWorkgroup')).toEqual([
      {
        name: 'Workgroup-1',
        region: 'us-east-1',
        cloud_provider_id: 'p-aws',
        platform: 'AWS',
        enable_application_log: false,
      },
    ]);
    expect(bodies(calls, 'createDatabase')).toEqual([{ name: 'Database-1' }]);
    expect(bodies(calls, 'createWorkspace')).toEqual([
      {
        name: 'Workspace-1',
        tg_database_id: 'd2',
        tg_version: '4.2.1',
        workspace_type_name: 'TG-00',
        is_rw: true,
        enable_auto_start: true,
        auto_stop_minutes: 60,
      },
    ]);
    expect(await screen.findByText('Successfully created the workgroup.')).toBeTruthy();
  });

  it('that fails says why in a dialog, leaves nothing behind and keeps the form', async () => {
    const { calls } = renderConsole(
      '/groups/new',
      aCloud([], {
        ...made,
        createWorkspace: () => {
          throw new Refused('No port is free for the workspace.', 'Unavailable');
        },
        deleteDatabase: () => ({}),
        deleteWorkgroup: () => ({}),
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Failed to create workspace' }));
    expect(dialog.getByText('No port is free for the workspace.')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Contact Support' })).toBeTruthy();
    expect(bodies(calls, 'deleteDatabase')).toHaveLength(1);
    expect(bodies(calls, 'deleteWorkgroup')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Workspace name' }).value).toBe(
      'Workspace-1',
    );
  });
});

describe('creating a workspace in a workgroup', () => {
  it('attaches to a database that no workspace serves, and writes it', async () => {
    const spare = aDatabase({ database_id: 'd9', name: 'spare', workspace_ids: [] });
    const group = aWorkgroup({ tg_databases: [aDatabase(), spare] });
    const { calls } = renderConsole('/groups/g1/spaces/config', aCloud([group], made));
    await userEvent.click(await screen.findByRole('radio', { name: 'Attach an existing database' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Please select database')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Existing database' }));
    await userEvent.click(await screen.findByRole('option', { name: 'spare' }));
    expect(screen.getByText(/this one will be its read-write workspace/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() =>
      expect(bodies(calls, 'createWorkspace')).toMatchObject([
        { tg_database_id: 'd9', is_rw: true, name: 'Workspace-2' },
      ]),
    );
    expect(bodies(calls, 'createDatabase')).toHaveLength(0);
  });

  it('does not offer sizes above the quota', async () => {
    renderConsole('/groups/g1/spaces/config', aCloud([aWorkgroup()]));
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /TG-64/ })).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /TG-00/ }).checked).toBe(true);
  });
});
