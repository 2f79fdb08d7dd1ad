import { screen, waitFor, within } from '@testing-library/react';
import type { AlertRule, Workspace } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import {
  aCatalog,
  anAdmin,
  anAlertRule,
  aQuota,
  aSchedule,
  aWorkgroup,
  aWorkspace,
} from '../../testing/records.ts';
import {
  Refused,
  renderConsole,
  type Answers,
  type Call,
  type WorkspaceAnswer,
} from '../../testing/render-console.tsx';

const sent = (calls: readonly Call[], name: Call['call']) => calls.filter((each) => each.call === name);

function open(
  tab: string,
  given: Partial<Workspace> = {},
  answers: Answers = {},
  workspaceAnswer?: WorkspaceAnswer,
) {
  const workspace = aWorkspace(given);
  return renderConsole(
    `/groups/g1?tab=workspaces&space_id=w1&configure=${tab}`,
    aCloud([aWorkgroup({ workspaces: [workspace] })], {
      listWorkspaceTypes: () => aCatalog.workspaceTypes,
      listSchedules: () => [],
      listAlertRules: () => [],
      getQuota: () => aQuota(),
      updateWorkspace: () => workspace,
      ...answers,
    }),
    true,
    workspaceAnswer,
  );
}

const dialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Configuration of Workspace-1' }));
const save = () => screen.getByRole('button', { name: 'Save' });
async function expand(section: RegExp) {
  const head = await screen.findByRole('button', { name: section });
  if (head.getAttribute('aria-expanded') === 'false') await userEvent.click(head);
}

/** Lines of the command line for what Save would send. */
async function copied(): Promise<string | null> {
  await userEvent.click(screen.getByRole('button', { name: 'Copy as command' }));
  const lines = within(await screen.findByRole('dialog', { name: 'Copy as command' }));
  const { textContent } = await lines.findByLabelText('Command line');
  await userEvent.keyboard('{Escape}');
  return textContent;
}

describe('the configuration of a workspace', () => {
  it('opens from the menu, on General while the workspace is active, and closes', async () => {
    const { router } = renderConsole('/groups/g1?tab=workspaces', aCloud([aWorkgroup()]));
    await userEvent.click(await screen.findByRole('button', { name: 'More actions on Workspace-1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Configuration' }));
    const shown = await dialog();
    expect(shown.getByRole('tab', { name: 'General' }).getAttribute('aria-selected')).toBe('true');
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        tab: 'workspaces',
        space_id: 'w1',
        configure: 'general',
      }),
    );
    await userEvent.click(await shown.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toEqual({ tab: 'workspaces' });
  });

  it('opens on Advanced settings while the workspace is not active, and says why the others are shut', async () => {
    open('general', { status: 'Stopped' });
    const shown = await dialog();
    expect(shown.getByRole('tab', { name: 'Advanced settings' }).getAttribute('aria-selected')).toBe('true');
    for (const name of ['General', 'Graph admin']) {
      const tab = shown.getByRole('tab', { name });
      expect(tab.getAttribute('aria-description')).toBe('The workspace is Stopped. This needs it Active.');
    }
  });

  it('keeps Graph admin shut for one who cannot access the workspace', async () => {
    open('advanced', { canAccess: false }, { getCurrentIp: () => ({ ip: '203.0.113.9', allowed: false }) });
    const tab = (await dialog()).getByRole('tab', { name: 'Graph admin' });
    expect(tab.getAttribute('aria-description')).toMatch(/not allowed to access/);
  });

  it('is not there for one who only uses the workspace', async () => {
    const getMe = () => ({
      ...{ id: 'u2', email: 'u@example.org', name: 'U', org_id: 'o1' },
      roles: [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }],
      metadata: { accepted_tos: true, accepted_toc_version: '1.0.1', last_visit_cloud: 'new' as const },
      lacks_second_factor: false,
      permissions: anAdmin.permissions,
    });
    open('advanced', {}, { getMe });
    await userEvent.click(await screen.findByRole('button', { name: 'More actions on Workspace-1' }));
    const item = await screen.findByRole('menuitem', { name: 'Configuration' });
    expect(item.getAttribute('aria-description')).toMatch(/Your roles do not allow this/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('General', () => {
  it('renames, and has nothing to save before', async () => {
    const { calls } = open('general');
    const name = await screen.findByRole('textbox', { name: 'Workspace name' });
    expect(save().getAttribute('aria-description')).toBe('Nothing has changed.');
    await userEvent.clear(name);
    await userEvent.type(name, 'bad name');
    expect(save().getAttribute('aria-description')).toMatch(/^invalid name/);
    expect(screen.queryByRole('button', { name: 'Copy as command' })).toBeNull();
    await userEvent.clear(name);
    await userEvent.type(name, 'renamed');
    expect(await copied()).toBe(
      'acacia workspaces update --workgroup g1 --workspace w1 --workspace-name renamed',
    );
    await userEvent.click(save());
    expect(await screen.findByText('Workspace updating request accepted.')).toBeTruthy();
    expect(sent(calls, 'updateWorkspace')[0]?.body).toEqual({ workspace_name: 'renamed' });
  });

  it('cannot be saved for a read-only workspace', async () => {
    open('general', { is_rw: false });
    await screen.findByRole('textbox', { name: 'Workspace name' });
    expect(save().getAttribute('aria-description')).toMatch(/read-only workspace cannot be changed/);
  });
});

describe('suspension', () => {
  it('keeps its limits, and is sent when it keeps them', async () => {
    const { calls } = open('advanced');
    const minutes = await screen.findByRole('textbox', { name: 'Minutes without activity' });
    for (const [entered, message] of [
      ['5', 'The minimum auto suspend waiting time is 10 minutes'],
      ['400', 'The maximum auto suspend waiting time is 360 minutes'],
    ] as const) {
      await userEvent.clear(minutes);
      await userEvent.type(minutes, entered);
      expect(await screen.findByText(message)).toBeTruthy();
      expect(save().getAttribute('aria-description')).toBe(message);
    }
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '30');
    await userEvent.click(save());
    expect(await screen.findByText('Workspace updating request accepted.')).toBeTruthy();
    expect(sent(calls, 'updateWorkspace')[0]?.body).toEqual({ auto_stop_minutes: 30 });
  });

  it('proposes ten minutes when it is switched on', async () => {
    const { calls } = open('advanced', { auto_stop_minutes: 0 });
    await userEvent.click(await screen.findByRole('switch', { name: /^Auto suspend/ }));
    await userEvent.click(save());
    await waitFor(() => expect(sent(calls, 'updateWorkspace')[0]?.body).toEqual({ auto_stop_minutes: 10 }));
  });

  it('cannot be switched off on the free tier', async () => {
    open('advanced', {}, { getQuota: () => aQuota({ tier: 'free' }) });
    expect(await screen.findByText('Auto suspend cannot be turned off on the free tier.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Auto suspend/ }).disabled).toBe(true);
  });

  it('asks before it loses what is not saved', async () => {
    open('advanced');
    await userEvent.click(await screen.findByRole('switch', { name: /^Auto resume/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/has not been saved and will be lost/)).toBeTruthy();
  });
});

describe('automatic upgrade', () => {
  it('is on with a window of two hours, or off', async () => {
    const { calls } = open('advanced');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Hours' }));
    await userEvent.click(await screen.findByRole('option', { name: '22:00 - 00:00' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Day of the week' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Tuesday' }));
    await userEvent.click(save());
    await waitFor(() =>
      expect(sent(calls, 'updateWorkspace')[0]?.body).toEqual({
        maintenance_window_day_of_week: 2,
        maintenance_window_hour_of_day: 22,
      }),
    );
  });

  it('needs the workspace to be active', async () => {
    open('advanced', { status: 'Idle' });
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Automatic upgrade' });
    expect(toggle.disabled).toBe(true);
    expect(screen.getByText(/Automatic upgrade can be changed while it is Active/)).toBeTruthy();
  });
});

describe('schedules', () => {
  const schedules = [aSchedule(), aSchedule({ id: 's2', workspace_type_name: 'Pause', time: '20:00' })];
  const late = (id: string) => schedules.find((each) => each.id === id) ?? aSchedule();

  it('are held until Save, then created, changed and deleted', async () => {
    const { calls } = open(
      'advanced',
      {},
      {
        listSchedules: () => schedules,
        createSchedule: () => aSchedule({ id: 's3' }),
        updateSchedule: () => late('s1'),
        deleteSchedule: () => ({}),
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Delete schedule: Pause/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Edit schedule: Run as TG-00/ }));
    let form = within(screen.getByRole('group', { name: 'Schedule' }));
    await userEvent.click(form.getByRole('combobox', { name: 'Time' }));
    await userEvent.click(await screen.findByRole('option', { name: '09:30' }));
    await userEvent.click(form.getByRole('button', { name: 'OK' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add schedule' }));
    form = within(screen.getByRole('group', { name: 'Schedule' }));
    await userEvent.click(form.getByRole('combobox', { name: 'Repeat' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Weekly' }));
    await userEvent.click(form.getByRole('button', { name: 'OK' }));
    expect(await form.findByText('Please select at least one day')).toBeTruthy();
    await userEvent.click(form.getByRole('checkbox', { name: 'Friday' }));
    await userEvent.click(form.getByRole('checkbox', { name: 'Monday' }));
    await userEvent.click(form.getByRole('button', { name: 'OK' }));
    expect(screen.getAllByText('Not saved')).toHaveLength(2);
    expect(calls.some(({ call }) => /^(create|update|delete)Schedule$/.test(call))).toBe(false);
    expect((await copied())?.split('\n').map((line) => line.split(' ').slice(0, 9).join(' '))).toEqual([
      'acacia schedules delete --workgroup g1 --workspace w1 --schedule-id s2',
      'acacia schedules update --workgroup g1 --workspace w1 --schedule-id s1',
      'acacia schedules create --workgroup g1 --workspace w1 --timezone UTC',
    ]);
    await userEvent.click(save());
    expect(await screen.findByText('Workspace updating request accepted.')).toBeTruthy();
    expect(sent(calls, 'deleteSchedule')[0]?.ids).toEqual(['g1', 'w1', 's2']);
    expect(sent(calls, 'updateSchedule')[0]).toMatchObject({
      ids: ['g1', 'w1', 's1'],
      body: { time: '09:30', repeat: 'DAILY' },
    });
    expect(sent(calls, 'createSchedule')[0]?.body).toMatchObject({ repeat: 'WEEKLY', repeat_on: '1,5' });
    expect(sent(calls, 'updateWorkspace')).toHaveLength(0);
  });

  it('that cannot be saved stay as they were entered, and say why', async () => {
    open(
      'advanced',
      {},
      {
        listSchedules: () => schedules,
        deleteSchedule: () => {
          throw new Refused('The schedule is running.', 'Conflict');
        },
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Delete schedule: Pause/ }));
    await userEvent.click(save());
    expect(await screen.findByText(/The schedule is running\./)).toBeTruthy();
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull());
    expect(screen.queryByRole('button', { name: /^Delete schedule: Pause/ })).toBeNull();
  });

  it('of a read-only workspace know its current size alone', async () => {
    open('advanced', { is_rw: false }, { listSchedules: () => [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Add schedule' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Workspace size' }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Pause', 'TG-00 · 2 CPU · 16 GB']);
  });

  it('that cannot be read say so', async () => {
    open(
      'advanced',
      {},
      {
        listSchedules: () => {
          throw new Refused('The database is away.', 'Internal-Error');
        },
      },
    );
    expect(await screen.findByText('Server error: The database is away.')).toBeTruthy();
  });
});

describe('the size', () => {
  const [small] = aCatalog.workspaceTypes;
  if (small === undefined) throw new Error('There is no size.');
  const listWorkspaceTypes = () => [
    small,
    { ...small, typeName: 'TG-0', memory: '32', cost_per_hour: 2, cost_per_hour_with_ha: 6 },
    { ...small, typeName: 'TG-64', memory: '4096', disabled: true },
  ];

  it('tells before it is pressed that the quota has no memory left for it', async () => {
    const getQuota = () => aQuota({ memory_usage: 48, memory_limit: 60 });
    const { calls } = open('advanced', {}, { listWorkspaceTypes, getQuota });
    await userEvent.click(await screen.findByRole('radio', { name: /32 GB/ }));
    const reason = /quota is 60 GiB .* would take 32 GiB beside the 32 GiB of the others/;
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(save().getAttribute('aria-description')).toMatch(reason);
    await userEvent.click(save());
    await userEvent.click(screen.getByRole('radio', { name: /16 GB/ }));
    expect(screen.queryByText(reason)).toBeNull();
    expect(sent(calls, 'updateWorkspace')).toHaveLength(0);
  });

  it('tells what a change costs and does before it is saved', async () => {
    const { calls } = open('advanced', {}, { listWorkspaceTypes });
    await userEvent.click(await screen.findByRole('radio', { name: /32 GB/ }));
    expect(
      screen.getByText('Cost while it is Active: $1.00 / hour before, $2.00 / hour after.'),
    ).toBeTruthy();
    expect(screen.getByText('The workspace restarts')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: /^High availability/ }));
    expect(
      screen.getByText('Cost while it is Active: $1.00 / hour before, $6.00 / hour after.'),
    ).toBeTruthy();
    await userEvent.click(save());
    await waitFor(() =>
      expect(sent(calls, 'updateWorkspace')[0]?.body).toEqual({
        workspace_type_name: 'TG-0',
        enable_ha: true,
      }),
    );
  });

  it('warns of lost vectors on 4.2.0 only', async () => {
    open('advanced', { tg_version: '4.2.0' }, { listWorkspaceTypes });
    await userEvent.click(await screen.findByRole('radio', { name: /32 GB/ }));
    expect(screen.getByText(/loses all vector embeddings/)).toBeTruthy();
  });

  it('cannot be changed while a solution is installed', async () => {
    open('advanced', { solution_status: 'install_pending' }, { listWorkspaceTypes });
    const reason =
      'The current workspace is in the process of installing a solution and cannot be resized at this time.';
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /32 GB/ }).disabled).toBe(true);
  });

  it('is suggested by the data, and taken over', async () => {
    open('advanced', {}, { listWorkspaceTypes });
    await userEvent.click(await screen.findByRole('button', { name: 'Suggest a size' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Size suggestion' }));
    const size = shown.getByRole<HTMLInputElement>('textbox', { name: 'Raw data size' });
    expect(size.value).toBe('10 GB');
    await userEvent.clear(size);
    await userEvent.type(size, '0');
    await userEvent.tab();
    expect(await shown.findByText('data size must great than 0')).toBeTruthy();
    await userEvent.clear(size);
    await userEvent.type(size, '20');
    expect(shown.getByText('TG-0')).toBeTruthy();
    await userEvent.click(shown.getByRole('radio', { name: 'Yes' }));
    await userEvent.click(shown.getByRole('button', { name: 'Apply' }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /32 GB/ }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^High availability/ }).checked).toBe(true);
  });

  it('as suggested keeps high availability as the workspace has it', async () => {
    const { calls } = open('advanced', { enable_ha: true }, { listWorkspaceTypes });
    await userEvent.click(await screen.findByRole('button', { name: 'Suggest a size' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Size suggestion' }));
    expect(shown.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true);
    const size = shown.getByRole('textbox', { name: 'Raw data size' });
    await userEvent.clear(size);
    await userEvent.type(size, '20');
    await userEvent.click(shown.getByRole('button', { name: 'Apply' }));
    await userEvent.click(save());
    await waitFor(() =>
      expect(sent(calls, 'updateWorkspace')[0]?.body).toEqual({ workspace_type_name: 'TG-0' }),
    );
  });

  it('of a read-only workspace stays, and it has no replicas', async () => {
    open('advanced', { is_rw: false }, { listWorkspaceTypes });
    expect(await screen.findAllByText('A read-only workspace cannot be resized.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^High availability/ }).disabled).toBe(true);
  });
});

describe('alerts', () => {
  it('are switched on with their defaults', async () => {
    const { calls } = open('alerts', {}, { createAlertRule: () => anAlertRule() });
    await userEvent.click(await screen.findByRole('switch', { name: 'Alert on CPU usage' }));
    expect(await copied()).toMatch(
      /^acacia alert-rules create --workgroup g1 --workspace w1 --metric tigergraph_cpu_usage --threshold 80 /,
    );
    await userEvent.click(save());
    expect(await screen.findByText('Successfully apply workspace alert rules.')).toBeTruthy();
    expect(sent(calls, 'createAlertRule')[0]?.body).toEqual({
      metric: 'tigergraph_cpu_usage',
      threshold: 80,
      recipientList: ['admin@acacia.local'],
    });
  });

  it('keep what is entered while others are saved', async () => {
    let answer: (rule: AlertRule) => void = () => undefined;
    const rules: AlertRule[] = [];
    open(
      'alerts',
      {},
      {
        listAlertRules: () => rules,
        createAlertRule: () => new Promise((resolve) => (answer = resolve)),
      },
    );
    await userEvent.click(await screen.findByRole('switch', { name: 'Alert on CPU usage' }));
    await userEvent.click(save());
    const memory = screen.getByRole<HTMLInputElement>('switch', { name: 'Alert on Memory usage' });
    await userEvent.click(memory);
    rules.push(anAlertRule());
    answer(anAlertRule());
    await screen.findByText('Successfully apply workspace alert rules.');
    expect(memory.checked).toBe(true);
    expect(save().getAttribute('aria-disabled')).toBeNull();
  });

  it('refuse thresholds out of their range', async () => {
    open('alerts', {}, { listAlertRules: () => [anAlertRule()] });
    const threshold = await screen.findByRole('textbox', { name: 'CPU usage threshold' });
    await userEvent.clear(threshold);
    await userEvent.type(threshold, '101');
    expect(await screen.findByText('invalid value')).toBeTruthy();
    expect(save().getAttribute('aria-description')).toBe('invalid value');
  });

  it('show that they fire, why a mail has not gone out, and what a test came to', async () => {
    const rule = anAlertRule({
      firing: true,
      fired_at: new Date().toISOString(),
      delivery_problem: 'no relay',
    });
    open(
      'alerts',
      {},
      {
        listAlertRules: () => [rule],
        testAlertRule: () => ({
          recipients: ['ada@example.org'],
          sent: false,
          message: 'The relay refused.',
        }),
      },
    );
    expect(await screen.findByText('Firing')).toBeTruthy();
    expect(screen.getByText('no relay')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send a test mail' }));
    expect(await screen.findByText('The test mail was not sent')).toBeTruthy();
    expect(screen.getByText(/The relay refused\./)).toBeTruthy();
  });

  it('are deleted when they are switched off', async () => {
    const { calls } = open(
      'alerts',
      {},
      {
        listAlertRules: () => [anAlertRule()],
        deleteAlertRule: () => ({}),
      },
    );
    await userEvent.click(await screen.findByRole('switch', { name: 'Alert on CPU usage' }));
    await userEvent.click(save());
    await waitFor(() => expect(sent(calls, 'deleteAlertRule')[0]?.ids).toEqual(['g1', 'w1', 'r1']));
  });
});

describe('Graph admin', () => {
  const values: Record<string, string> = {
    'RESTPP.Factory.DefaultQueryTimeoutSec': '16',
    'GSQL.QueryResponseMaxSizeByte': '33554432',
    'GUI.RESTPPResponseMaxSizeBytes': '33554432',
  };
  const ok = (results: unknown) => ({ error: false, message: '', results });
  function host(asked: string[]): WorkspaceAnswer {
    return ({ method, path, body }) => {
      if (method !== 'GET') asked.push(`${method} ${path} ${JSON.stringify(body ?? null)}`);
      if (path.startsWith('/api/udf/')) return ok('// a file');
      if (path.startsWith('/api/service/restart')) return ok({ restarted: ['gsql', 'gui'] });
      return method === 'POST' ? ok({ restart: ['gsql', 'gui'] }) : ok(values);
    };
  }

  it('stores what changed with its twin and restarts what needs it', async () => {
    const asked: string[] = [];
    open('graph_admin', {}, {}, host(asked));
    const field = await screen.findByRole('textbox', { name: 'Max GSQL response size' });
    expect(save().getAttribute('aria-description')).toBe('No config to update');
    await userEvent.clear(field);
    expect(await screen.findByText('Max GSQL response size is required.')).toBeTruthy();
    await userEvent.type(field, '4096');
    expect(screen.getByText(/Saving restarts gsql, gui/)).toBeTruthy();
    await userEvent.click(save());
    expect(await screen.findByText('Configuration saved successfully.')).toBeTruthy();
    expect(asked).toEqual([
      'POST /api/config {"GSQL.QueryResponseMaxSizeByte":"4096","GUI.RESTPPResponseMaxSizeBytes":"4096"}',
      'POST /api/service/restart?serviceName=gsql&serviceName=gui null',
    ]);
  });

  it('edits the files of user-defined functions', async () => {
    const asked: string[] = [];
    open('graph_admin', {}, {}, host(asked));
    await expand(/User defined functions/);
    await userEvent.click(screen.getByRole('tab', { name: 'TokenBank.cpp' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'TokenBank.cpp' }), '!');
    await userEvent.click(save());
    await waitFor(() => expect(asked[0]).toBe('PUT /api/udf/TokenBank {"udf":"// a file!"}'));
  });

  it('has no user-defined functions up to 4.1.1', async () => {
    open('graph_admin', { tg_version: '4.1.1' }, {}, host([]));
    await screen.findByRole('textbox', { name: 'Default query timeout' });
    expect(screen.queryByRole('button', { name: /User defined functions/ })).toBeNull();
  });

  it('says that it could not be read', async () => {
    open('graph_admin', {}, {}, () => {
      throw new Refused('The workspace is starting.', 'Unavailable');
    });
    expect(await screen.findByText('Failed to fetch TigerGraph configuration.')).toBeTruthy();
  });
});
