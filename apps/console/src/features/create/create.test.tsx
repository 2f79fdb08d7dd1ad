import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import {
  aCatalog,
  anAddon,
  anAdmin,
  aDatabase,
  aQuota,
  aSolution,
  aWorkgroup,
  aWorkspace,
} from '../../testing/records.ts';
import { Refused, renderConsole, type Call } from '../../testing/render-console.tsx';

const bodies = (calls: readonly Call[], name: Call['call']) =>
  calls.filter((each) => each.call === name).map((each) => each.body);
const made = {
  createWorkgroup: () =>
    aWorkgroup({ workgroup_id: 'g2', name: 'Workgroup-2', workspaces: [], tg_databases: [] }),
  createDatabase: () => aDatabase({ workgroup_id: 'g2', database_id: 'd2' }),
  createWorkspace: () => aWorkspace({ workgroup_id: 'g2', status: 'Pending' }),
};

/** Brings the choices that few people change into sight. */
const more = async () => userEvent.click(await screen.findByRole('button', { name: /^More options/ }));

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

  it('takes a region of the provider that is chosen', async () => {
    const { router } = renderConsole(
      '/groups/new',
      aCloud([], {
        getWorkspaceMeta: () => ({
          ...aCatalog,
          regions: [
            ...aCatalog.regions,
            { name: 'us-central1', description: 'Iowa', platform: 'GCP', emulated: true },
          ],
          cloudProviders: aCatalog.cloudProviders.map((each) => ({ ...each, status: 'Active' })),
        }),
      }),
    );
    await userEvent.click(await screen.findByRole('radio', { name: /^GCP/ }));
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        region: 'us-central1',
        cloud_provider_id: 'p-gcp',
      }),
    );
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Region' }).value).toBe(
      'Iowa (us-central1)',
    );
  });

  it('leaves out providers that are not there yet', async () => {
    renderConsole('/groups/new', aCloud([]));
    await screen.findByRole('radio', { name: /AWS/ });
    expect(screen.queryByRole('radio', { name: /GCP/ })).toBeNull();
  });

  it('creates workgroup, database and workspace, and shows it', async () => {
    const { calls, router } = renderConsole('/groups/new', aCloud([], made));
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g2'));
    expect(router.state.location.state).toMatchObject({ skipEmptyState: true, createdWorkspace: 'w1' });
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
        enable_ha: false,
        enable_auto_start: true,
        auto_stop_minutes: 0,
        addons: [],
        maintenance_window_time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
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
    expect(dialog.getByText('The workspace could not be created')).toBeTruthy();
    expect(dialog.getByText('No port is free for the workspace.')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toMatch(
      /^mailto:help@acacia\.local\?subject=/,
    );
    expect(bodies(calls, 'deleteDatabase')).toHaveLength(1);
    expect(bodies(calls, 'deleteWorkgroup')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Workspace name' }).value).toBe(
      'Workspace-1',
    );
  });
});

it.each([
  ['an admin', anAdmin.roles],
  [
    'an administrator of the workgroup',
    [{ name: 'workgroup-admins' as const, workgroup_id: 'g1', workspace_id: null }],
  ],
])('tells %s whose name is refused, and the reason as the cloud gave it', async (_who, roles) => {
  const createDatabase = () => {
    throw new Refused("'Database-2' is exist, please use another name", 'Conflict', 'name');
  };
  const answers = { getMe: () => ({ ...anAdmin, roles }), createDatabase };
  renderConsole('/groups/g1/spaces/config', aCloud([aWorkgroup()], answers));
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Failed to create workspace' }));
  expect(dialog.getByText('The database could not be created')).toBeTruthy();
  expect(dialog.getByText("'Database-2' is exist, please use another name")).toBeTruthy();
  expect(dialog.queryByText(/administrator/)).toBeNull();
});

it('says of a size what would run, and of high availability what it is here', async () => {
  renderConsole('/groups/g1/spaces/config', aCloud([aWorkgroup()]));
  expect(await screen.findByText(/^Runs with 4 GB of memory instead of 16 GB/)).toBeTruthy();
  expect(screen.getByText('A second process stands by on this machine.')).toBeTruthy();
  expect(screen.queryByText(/SLA/)).toBeNull();
});

describe('add-ons at creation', () => {
  const page = '/groups/g1/spaces/config';

  it('that the organization has not are added by its admin in place', async () => {
    let added = false;
    renderConsole(
      page,
      aCloud([aWorkgroup()], {
        listAddons: () => [anAddon({ Added: added })],
        addAddon: () => ((added = true), {}),
      }),
    );
    await more();
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^GraphStudio/ });
    expect(toggle.disabled).toBe(true);
    expect(screen.queryByText(/administrator/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Click to add: GraphStudio' }));
    await waitFor(() => expect(toggle.disabled).toBe(false));
  });

  it('that the organization has not are asked for by others', async () => {
    const roles = [{ name: 'workgroup-admins' as const, workgroup_id: 'g1', workspace_id: null }];
    renderConsole(
      page,
      aCloud([aWorkgroup()], {
        getMe: () => ({ ...anAdmin, roles }),
        listAddons: () => [anAddon({ Added: false })],
      }),
    );
    expect(await screen.findByText(/Request addition from your organization's administrator/)).toBeTruthy();
  });
});

describe('creating a workspace in a workgroup', () => {
  it('attaches to a database that no workspace serves, and writes it', async () => {
    const spare = aDatabase({ database_id: 'd9', name: 'spare', workspace_ids: [] });
    const group = aWorkgroup({ tg_databases: [aDatabase(), spare] });
    const { calls } = renderConsole('/groups/g1/spaces/config', aCloud([group], made));
    await more();
    await userEvent.click(await screen.findByRole('radio', { name: 'Attach an existing database' }));
    await more();
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

  it('shows name, sample and the recommended size alone, until more is wanted', async () => {
    const cloud = aCloud([aWorkgroup()], { listSolutionCatalog: () => [aSolution()] });
    renderConsole('/groups/g1/spaces/config', cloud);
    await screen.findByRole('radio', { name: /^Transaction Fraud/ });
    expect(screen.getByRole('textbox', { name: 'Workspace name' })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Chosen size' }).textContent).toMatch(/^TG-00Recommended/);
    for (const name of [/^TG-/, /Attach an existing database/])
      expect(screen.queryByRole('radio', { name })).toBeNull();
    expect(screen.queryByRole('switch', { name: /^High availability/ })).toBeNull();
    await more();
    expect(screen.getByRole('combobox', { name: 'Version' })).toBeTruthy();
    expect(screen.getByRole('switch', { name: /^High availability/ })).toBeTruthy();
    await more();
    expect(screen.queryByRole('combobox', { name: 'Version' })).toBeNull();
  });

  it('does not offer sizes above the quota', async () => {
    renderConsole('/groups/g1/spaces/config', aCloud([aWorkgroup()]));
    await more();
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /TG-64/ })).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /TG-00/ }).checked).toBe(true);
  });

  const attach = async (name: string) => {
    await userEvent.click(await screen.findByRole('radio', { name: 'Attach an existing database' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Existing database' }));
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  const create = () => userEvent.click(screen.getByRole('button', { name: 'Create' }));

  it('attaches to a database that another one writes: read-only, without high availability or solution', async () => {
    const { calls } = renderConsole('/groups/g1/spaces/config', aCloud([aWorkgroup()], made));
    await more();
    const ha = await screen.findByRole<HTMLInputElement>('switch', { name: /^High availability/ });
    await userEvent.click(ha);
    expect(ha.checked).toBe(true);
    await attach('Database-1');
    expect(screen.getByText(/this one will be read-only/)).toBeTruthy();
    expect([ha.checked, ha.disabled]).toEqual([false, true]);
    expect(screen.getByText('A solution needs a read-write workspace.')).toBeTruthy();
    await create();
    await waitFor(() =>
      expect(bodies(calls, 'createWorkspace')).toMatchObject([
        { tg_database_id: 'd1', is_rw: false, enable_ha: false },
      ]),
    );
  });

  it('does not attach to a database whose workspace is not active, and says why', async () => {
    const group = aWorkgroup({ workspaces: [aWorkspace({ status: 'Stopped' })] });
    renderConsole('/groups/g1/spaces/config', aCloud([group]));
    await more();
    await userEvent.click(await screen.findByRole('radio', { name: 'Attach an existing database' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Existing database' }));
    const option = await screen.findByRole('option', { name: 'Database-1' });
    expect(option.getAttribute('data-combobox-disabled')).toBe('true');
    expect(within(option).getByText('Database-1').getAttribute('aria-description')).toBe(
      'We cannot select this database because there is no active read-write workspace associated with it',
    );
  });

  it('adds up what it will cost as it is chosen', async () => {
    renderConsole(
      '/groups/g1/spaces/config',
      aCloud([aWorkgroup()], { listAddons: () => [anAddon({ Title: 'Insights', Amount: 0.1 })] }),
    );
    const price = within(await screen.findByRole('contentinfo', { name: 'Price' }));
    expect(price.getByText('$1.00 / hour')).toBeTruthy();
    await more();
    await userEvent.click(screen.getByRole('switch', { name: /^High availability/ }));
    await userEvent.click(await screen.findByRole('switch', { name: /^Insights/ }));
    expect(price.getByText('$3.10 / hour')).toBeTruthy();
    expect(price.getByText('$2.00 / hour')).toBeTruthy();
    expect(price.getByText('$0.10 / hour')).toBeTruthy();
  });

  it('takes a solution and add-ons along', async () => {
    const { calls } = renderConsole(
      '/groups/g1/spaces/config?solution=transaction-fraud',
      aCloud([aWorkgroup()], {
        ...made,
        listSolutionCatalog: () => [
          aSolution(),
          aSolution({ id: 'library', name: 'Super Schema', is_library: true }),
        ],
        listAddons: () => [
          anAddon(),
          anAddon({
            ID: 'graphql',
            AddonsID: 'graphql',
            Title: 'GraphQL',
            UnavailableReason: 'Comes later.',
          }),
        ],
      }),
    );
    const fraud = await screen.findByRole<HTMLInputElement>('radio', { name: /^Transaction Fraud/ });
    expect(fraud.checked).toBe(true);
    expect(screen.queryByRole('radio', { name: /^Super Schema/ })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: /^No data/ }));
    await more();
    await userEvent.click(await screen.findByRole('switch', { name: /^GraphStudio/ }));
    expect(screen.queryByRole('switch', { name: /^GraphQL/ })).toBeNull();
    await create();
    await waitFor(() =>
      expect(bodies(calls, 'createWorkspace')).toMatchObject([
        {
          addons: [{ addons_id: 'graphstudio', enable: true, enable_configuration: true }],
          solution_install_request: {
            name: 'Transaction-Fraud',
            solution_catalog_id: 'transaction-fraud',
            data_source_origin: 'none',
          },
        },
      ]),
    );
  });

  it('suspends by itself on the free tier alone, after an hour, and cannot be told not to', async () => {
    const { calls } = renderConsole(
      '/groups/g1/spaces/config',
      aCloud([aWorkgroup()], { ...made, getQuota: () => aQuota({ tier: 'free' }) }),
    );
    expect(await screen.findByText('After 60 minutes')).toBeTruthy();
    await more();
    await userEvent.click(screen.getByRole('button', { name: 'Edit details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Workspace details' }));
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: /^Auto suspend/ }).disabled).toBe(true);
    const minutes = dialog.getByRole('textbox', { name: 'Minutes without activity' });
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '5');
    expect(await dialog.findByText('The minimum auto suspend waiting time is 10 minutes')).toBeTruthy();
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '15');
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    expect(await screen.findByText('After 15 minutes')).toBeTruthy();
    await create();
    await waitFor(() => expect(bodies(calls, 'createWorkspace')).toMatchObject([{ auto_stop_minutes: 15 }]));
  });

  it('says beside the size that its memory is beyond the quota, before it is asked for', async () => {
    renderConsole(
      '/groups/g1/spaces/config',
      aCloud([aWorkgroup()], { getQuota: () => aQuota({ memory_limit: 40, memory_usage: 16 }) }),
    );
    await screen.findByRole('button', { name: 'Create' });
    const create = () => screen.getByRole('button', { name: 'Create' });
    expect(create().getAttribute('aria-disabled')).toBeNull();
    await more();
    await userEvent.click(screen.getByRole('switch', { name: /^High availability/ }));
    expect(
      await screen.findByText(
        "Your organization's quota is 40 GiB of memory over all workspaces. This one would take 48 GiB beside the 16 GiB of the others. Please contact sales to request an upgrade.",
      ),
    ).toBeTruthy();
    expect(create().getAttribute('aria-disabled')).toBe('true');
  });

  it('is not offered beyond the quota', async () => {
    renderConsole(
      '/groups/g1/spaces/config',
      aCloud([aWorkgroup()], { getQuota: () => aQuota({ rw_workspace_count_usage: 2 }) }),
    );
    const button = await screen.findByRole('button', { name: 'Create' });
    expect(button.getAttribute('aria-description')).toBe(
      "Your organization's quota is 2 read-write workspaces, and it has 2. Please contact sales to request an upgrade.",
    );
    await more();
    await attach('Database-1');
    expect(screen.getByRole('button', { name: 'Create' }).getAttribute('aria-disabled')).toBeNull();
  });

  it('is not offered where the provider is not available', async () => {
    const group = aWorkgroup({ cloud_provider_status: 'Unavailable' });
    renderConsole('/groups/g1/spaces/config', aCloud([group]));
    const button = await screen.findByRole('button', { name: 'Create' });
    expect(button.getAttribute('aria-description')).toBe('Cloud provider is unavailable.');
  });

  it('shows the prices of its region', async () => {
    const dearer = aCatalog.workspaceTypes.map((type) => ({ ...type, cost_per_hour: 1.25 }));
    renderConsole(
      '/groups/g1/spaces/config',
      aCloud([aWorkgroup({ region: 'eu-central-1' })], { listWorkspaceTypes: () => dearer }),
    );
    expect((await screen.findAllByText('$1.25 / hour')).length).toBeGreaterThan(0);
  });
});
