import {
  BACKUP_NEEDS_ACTIVE,
  STATUS_MEANING,
  INVALID_BACKUP_NAME,
  NO_FREE_AUTO_BACKUP,
  type Backup,
  type BackupSchedule,
  type BackupStatus,
  type BackupTaskStatus,
  type User,
} from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAdmin, aQuota, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../../testing/render-console.tsx';

const aBackup = (given: Partial<Backup> = {}): Backup => ({
  id: 'b1',
  tag: 'before-4-2',
  is_automatic: false,
  status: 'Succeed',
  message: '',
  size_bytes: 3 * 2 ** 20,
  time: '2026-11-20T12:00:00.000Z',
  type: 'full',
  version: '4.2.1',
  task_id: 't1',
  ...given,
});

const aSchedule = (given: Partial<BackupSchedule> = {}): BackupSchedule => ({
  pause: false,
  schedule: '0 0 * * *',
  next_run_at: '2026-11-22T00:00:00.000Z',
  max_backup_files: 3,
  ...given,
});

const aTask = (status: BackupStatus, given: Partial<BackupTaskStatus> = {}): BackupTaskStatus => ({
  name: 'backup',
  status,
  output: '',
  created_at: new Date().toISOString(),
  ...given,
});

function open(answers: Answers = {}, group = aWorkgroup(), more = '') {
  return renderConsole(
    `/groups/g1?tab=backup_and_restore${more}`,
    aCloud([group], {
      listBackups: () => [aBackup()],
      getBackupSchedule: () => aSchedule(),
      getQuota: () => aQuota({ workspace_manual_backup_count_limit: 3 }),
      ...answers,
    }),
  );
}

const bodiesOf = (calls: ReturnType<typeof open>['calls'], name: string) =>
  calls.filter(({ call }) => call === name).map(({ body }) => body);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Backup name' });

describe('the list of backups', () => {
  it('shows what each is, and copies its tag', async () => {
    const writeText = vi.fn((_text: string) => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
    open({
      listBackups: () => [
        aBackup(),
        aBackup({
          id: 'b2',
          tag: 'Auto-1',
          is_automatic: true,
          status: 'Failed',
          message: 'The disk is full.',
          time: '2026-11-19T00:00:00.000Z',
        }),
      ],
    });
    const table = within(await screen.findByRole('table', { name: 'Backups' }));
    await table.findByText('before-4-2');
    const [first, second] = table.getAllByRole('row').slice(1);
    expect(first?.textContent).toMatch(/before-4-2.*Manual.*Succeed.*3\.0 MB/);
    expect(second?.textContent).toMatch(/Auto-1.*Automatic.*Failed.*The disk is full\./);
    await userEvent.click(table.getByRole('button', { name: 'Copy tag before-4-2' }));
    expect(await screen.findByText('tag copied successfully.')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith('before-4-2');
    const restore = table.getByRole('button', { name: 'Restore Auto-1' });
    expect(restore.getAttribute('aria-description')).toContain('has succeeded');
  });

  it('says that there are none, and what could not be loaded', async () => {
    open({ listBackups: () => [] });
    expect(await screen.findByText('No backups')).toBeTruthy();
  });

  it('shows the server’s words when it cannot be loaded', async () => {
    open({
      listBackups: () => {
        throw new Refused('The database is away.', 'Unavailable');
      },
    });
    expect(await screen.findByText('Server error: The database is away.')).toBeTruthy();
  });

  it('is of read-write workspaces that the person administers, chosen in the address', async () => {
    const group = aWorkgroup({
      workspaces: [
        aWorkspace(),
        aWorkspace({ workspace_id: 'w2', name: 'Reader', is_rw: false }),
        aWorkspace({ workspace_id: 'w3', name: 'Other' }),
      ],
    });
    const { calls } = open({}, group, '&space_id=w3');
    const select = await screen.findByRole('button', { name: /^Workspace: .*Other/ });
    await screen.findByText('before-4-2');
    expect(calls.find(({ call }) => call === 'listBackups')?.ids).toEqual(['g1', 'w3']);
    await userEvent.click(select);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Workspace-1 R/W Active',
      'Other R/W Active',
    ]);
  });

  it('is not shown to plain users', async () => {
    const user: User = {
      ...anAdmin,
      roles: [{ name: 'workspace-users', workgroup_id: 'g1', workspace_id: 'w1' }],
    };
    open({ getMe: () => user });
    expect(await screen.findByRole('tab', { name: 'General' })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Backup and restore' })).toBeNull();
  });

  it('offers nothing but looking while the workspace is not active', async () => {
    open({}, aWorkgroup({ workspaces: [aWorkspace({ status: 'Idle' })] }));
    const said = await screen.findByText((text) => text.endsWith(BACKUP_NEEDS_ACTIVE));
    expect(said.textContent).toContain(STATUS_MEANING.Idle);
    expect((await button('Resume')).getAttribute('aria-disabled')).toBeNull();
    for (const name of ['Take backup', 'Restore before-4-2', 'Delete before-4-2']) {
      expect((await button(name)).getAttribute('aria-description')).toBe(BACKUP_NEEDS_ACTIVE);
    }
  });
});

describe('taking a backup', () => {
  it('judges its name, and says how much of the quota is used', async () => {
    const { calls } = open();
    await screen.findByText('1 of 3 manual backups used');
    const field = await nameField();
    await userEvent.type(field, 'two words');
    expect(await screen.findByText(INVALID_BACKUP_NAME)).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, 'before-4-2');
    expect(await screen.findByText("'before-4-2' is exist, please use another name")).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.click(await button('Take backup'));
    expect(await screen.findByText(INVALID_BACKUP_NAME)).toBeTruthy();
    expect(bodiesOf(calls, 'createBackup')).toEqual([]);
  });

  it('shows how far it is until it has succeeded', async () => {
    let status: BackupStatus = 'Active';
    let backups: Backup[] = [];
    const { calls } = open({
      listBackups: () => backups,
      createBackup: () => {
        backups = [aBackup({ tag: 'new', status })];
        return backups[0];
      },
      getBackupTaskStatus: () => aTask(status, { output: 'Copying the data into the store' }),
    });
    await userEvent.type(await nameField(), 'new{Enter}');
    const bar = await screen.findByRole('progressbar', { name: 'Backing up new' });
    expect(Number(bar.getAttribute('aria-valuenow'))).toBeLessThan(10);
    expect(await screen.findByText(/Copying the data into the store/)).toBeTruthy();
    expect(bodiesOf(calls, 'createBackup')).toEqual([{ name: 'new' }]);
    expect((await nameField()).value).toBe('');
    status = 'Succeed';
    backups = [aBackup({ tag: 'new' })];
    expect(await screen.findByText('Saved successfully.', undefined, { timeout: 20_000 })).toBeTruthy();
    expect(screen.queryByRole('progressbar', { name: 'Backing up new' })).toBeNull();
  }, 40_000);

  it('says that it failed, and why in the list', async () => {
    let backups = [aBackup({ tag: 'new', status: 'Scheduled' })];
    open({
      listBackups: () => backups,
      getBackupTaskStatus: () => {
        backups = [aBackup({ tag: 'new', status: 'Failed', message: 'The store is away.' })];
        return aTask('Failed', { output: 'The store is away.' });
      },
    });
    expect(await screen.findByText('Backup failed for some reasons.')).toBeTruthy();
    expect(await screen.findByText('The store is away.')).toBeTruthy();
  });

  it('shows what the server refuses at the field, and keeps what was typed', async () => {
    open({
      createBackup: () => {
        throw new Refused('Another action is at work.', 'Conflict');
      },
    });
    await userEvent.type(await nameField(), 'new{Enter}');
    expect(await screen.findByText('Another action is at work.')).toBeTruthy();
    expect((await nameField()).value).toBe('new');
  });

  it('is not offered when the quota is used up, which failed ones do not count for', async () => {
    open({
      getQuota: () => aQuota({ workspace_manual_backup_count_limit: 1 }),
      listBackups: () => [
        aBackup(),
        aBackup({ id: 'b2', tag: 'x', status: 'Failed' }),
        aBackup({ id: 'b3', tag: 'y', is_automatic: true }),
      ],
    });
    await screen.findByText('1 of 1 manual backups used');
    expect((await button('Take backup')).getAttribute('aria-description')).toContain(
      'The quota is 1 manual backups',
    );
  });
});

describe('restoring', () => {
  const dialogOf = async () => {
    await userEvent.click(await button('Restore before-4-2'));
    return within(await screen.findByRole('dialog', { name: 'Restore before-4-2' }));
  };

  it('in place wants the name typed exactly, says what is lost, and is watched in the address', async () => {
    let status: BackupStatus = 'Active';
    const { calls, router } = open({
      restoreBackup: () => 't9',
      getBackupTaskStatus: () => aTask(status, { name: 'restore' }),
    });
    const dialog = await dialogOf();
    expect(dialog.getByText(/Everything that was written to Database-1 since 20 Nov 2026/)).toBeTruthy();
    const go = dialog.getByRole<HTMLButtonElement>('button', { name: 'Restore' });
    const typed = dialog.getByRole('textbox', { name: /Type before-4-2/ });
    await userEvent.type(typed, 'before-4');
    expect(go.disabled).toBe(true);
    await userEvent.type(typed, '-2');
    await userEvent.click(go);
    expect(await screen.findByRole('progressbar', { name: 'Restoring' })).toBeTruthy();
    expect(bodiesOf(calls, 'restoreBackup')).toEqual([{ backup_id: 'b1' }]);
    expect(router.state.location.search).toMatchObject({ restore: 't9' });
    status = 'Succeed';
    expect(await screen.findByText('Restore successfully.', undefined, { timeout: 20_000 })).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('restore'));
  }, 40_000);

  it('goes on being watched after a reload, and says why it failed', async () => {
    open(
      { getBackupTaskStatus: () => aTask('Failed', { name: 'restore', output: 'The file is damaged.' }) },
      aWorkgroup(),
      '&restore=t9',
    );
    expect(await screen.findByText('The file is damaged.')).toBeTruthy();
    expect(screen.queryByRole('progressbar', { name: 'Restoring' })).toBeNull();
  });

  it('into a new workspace judges the names', async () => {
    const { calls } = open({
      restoreBackup: () => 't9',
      getBackupTaskStatus: () => aTask('Active', { name: 'restore' }),
    });
    const dialog = await dialogOf();
    await userEvent.click(dialog.getByRole('radio', { name: /A new workspace/ }));
    expect(dialog.queryByText(/Everything that was written/)).toBeNull();
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Workspace name' });
    expect(name.value).toBe('Workspace-2');
    await userEvent.clear(name);
    await userEvent.type(name, 'Workspace-1');
    expect(dialog.getByText("'Workspace-1' is exist, please use another name")).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: /Type before-4-2/ }), 'before-4-2');
    await userEvent.click(dialog.getByRole('button', { name: 'Restore' }));
    expect(bodiesOf(calls, 'restoreBackup')).toEqual([]);
    await userEvent.clear(name);
    await userEvent.type(name, 'Copy');
    await userEvent.click(dialog.getByRole('button', { name: 'Restore' }));
    await waitFor(() =>
      expect(bodiesOf(calls, 'restoreBackup')).toEqual([
        {
          backup_id: 'b1',
          new_workspace: { name: 'Copy', database_name: 'Database-2', workspace_type_name: 'TG-00' },
        },
      ]),
    );
  });

  it('into a new workspace needs the right to create one', async () => {
    const user: User = {
      ...anAdmin,
      roles: [{ name: 'workspace-admins', workgroup_id: 'g1', workspace_id: 'w1' }],
    };
    open({ getMe: () => user });
    const dialog = await dialogOf();
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /A new workspace/ }).disabled).toBe(true);
  });

  it('that is refused says why in the dialog', async () => {
    open({
      restoreBackup: () => {
        throw new Refused('Another action is at work on the workspace.', 'Conflict');
      },
    });
    const dialog = await dialogOf();
    await userEvent.type(dialog.getByRole('textbox', { name: /Type before-4-2/ }), 'before-4-2');
    await userEvent.click(dialog.getByRole('button', { name: 'Restore' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Another action is at work');
  });
});

it('deletes a backup after asking', async () => {
  let backups = [aBackup()];
  const { calls } = open({
    listBackups: () => backups,
    deleteBackup: () => {
      backups = [];
      return {};
    },
  });
  await userEvent.click(await button('Delete before-4-2'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete before-4-2?' }));
  expect(dialog.getByText(/The backup before-4-2 of 20 Nov 2026/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Backup deleted successfully.')).toBeTruthy();
  expect(bodiesOf(calls, 'deleteBackup')).toEqual([{ backup_id: 'b1' }]);
  expect(await screen.findByText('No backups')).toBeTruthy();
});

describe('the schedule', () => {
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

  it('is read, judged field by field, and saved', async () => {
    const { calls } = open({
      updateBackupSchedule: ({ body }) => ({
        ...aSchedule(),
        ...(body as { pause: boolean; schedule: string }),
      }),
    });
    expect(await screen.findByText('Every day at 00:00 UTC')).toBeTruthy();
    // A time has commas of its own.
    expect(screen.getByText(/In your time zone: [^;]+, [^;]+; [^;]+/)).toBeTruthy();
    expect((await button('Save')).getAttribute('aria-description')).toBe('Nothing has changed.');
    const hour = await field('Hour');
    await userEvent.clear(hour);
    await userEvent.type(hour, '25');
    expect(await screen.findByText('Hour must be from 0 to 23, or *.')).toBeTruthy();
    expect((await button('Save')).getAttribute('aria-description')).toBe('Mend the fields first.');
    await userEvent.clear(hour);
    await userEvent.type(hour, '6');
    const day = await field('Day of week');
    await userEvent.clear(day);
    await userEvent.type(day, 'Mon');
    expect(await screen.findByText('Every Mon at 06:00 UTC')).toBeTruthy();
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('Schedule saved successfully.')).toBeTruthy();
    expect(bodiesOf(calls, 'updateBackupSchedule')).toEqual([{ pause: false, schedule: '0 6 * * Mon' }]);
  });

  it('is paused', async () => {
    const { calls } = open({
      updateBackupSchedule: () => aSchedule({ pause: true, next_run_at: null }),
    });
    await userEvent.click(await screen.findByRole('switch', { name: /Pause scheduled backups/ }));
    expect(screen.queryByText(/In your time zone:/)).toBeNull();
    await userEvent.click(await button('Save'));
    await waitFor(() =>
      expect(bodiesOf(calls, 'updateBackupSchedule')).toEqual([{ pause: true, schedule: '0 0 * * *' }]),
    );
  });

  it('is disabled on the free tier, and says so', async () => {
    open({
      getQuota: () => aQuota({ tier: 'free', workspace_auto_backup_count_limit: 0 }),
      getBackupSchedule: () => aSchedule({ pause: true, next_run_at: null, max_backup_files: 0 }),
    });
    expect(await screen.findByText(NO_FREE_AUTO_BACKUP)).toBeTruthy();
    expect((await field('Hour')).disabled).toBe(true);
    expect((await button('Save')).getAttribute('aria-description')).toBe(NO_FREE_AUTO_BACKUP);
  });

  it('that cannot be loaded says so with the server’s words', async () => {
    open({
      getBackupSchedule: () => {
        throw new Refused('The database is away.', 'Unavailable');
      },
    });
    expect(await screen.findByText('Server error: The database is away.')).toBeTruthy();
  });

  it('that is refused says why', async () => {
    open({
      updateBackupSchedule: () => {
        throw new Refused('No.', 'Conflict');
      },
    });
    await userEvent.click(await screen.findByRole('switch', { name: /Pause scheduled backups/ }));
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('No.')).toBeTruthy();
  });
});
