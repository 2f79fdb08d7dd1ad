import type { Member } from '@acacia/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAdmin, aUser, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../../testing/render-console.tsx';

const ann: Member = {
  user_id: 'u2',
  email: 'ann@acacia.local',
  name: 'Ann',
  role: 'workspace-users',
  scope: 'workspace',
  database_role: 'globalobserver',
};
const owner: Member = {
  user_id: 'u1',
  email: 'admin@acacia.local',
  name: 'Ada Admin',
  role: 'org-admins',
  scope: 'organization',
  database_role: 'superuser',
};

function open(answers: Answers = {}, path = '/groups/g1?tab=access_management') {
  const group = aWorkgroup({
    workspaces: [aWorkspace(), aWorkspace({ workspace_id: 'w2', name: 'Workspace-2' })],
  });
  return renderConsole(
    path,
    aCloud([group], {
      listUsers: () => [
        aUser({ id: 'u2', email: 'ann@acacia.local', name: 'Ann' }),
        aUser({ id: 'u3', email: 'bob@acacia.local', name: 'Bob' }),
      ],
      listWorkgroupMembers: () => [owner],
      listWorkspaceMembers: () => [owner, ann],
      ...answers,
    }),
  );
}
const people = async (name = 'Users of Workspace-1') => within(await screen.findByRole('region', { name }));

it('shows the people of the workspace of the address as its dialog does', async () => {
  const { calls } = open({}, '/groups/g1?tab=access_management&space_id=w2');
  const shown = await people('Users of Workspace-2');
  const list = within(shown.getByRole('list', { name: 'Members of Workspace-2' }));
  expect(list.getByRole<HTMLInputElement>('radio', { name: 'Member' }).checked).toBe(true);
  expect(list.getByRole('button', { name: 'Assign roles to ann@acacia.local' })).toBeTruthy();
  expect(shown.getByRole('list', { name: 'Administrators' }).textContent).toContain('Org Admin');
  expect(calls.find(({ call }) => call === 'listWorkspaceMembers')?.ids).toEqual(['g1', 'w2']);
});

it('lists, adds and removes administrators of the workgroup in the same form, where there is one role', async () => {
  const kim: Member = {
    ...ann,
    user_id: 'u4',
    email: 'kim@acacia.local',
    name: 'Kim',
    role: 'workgroup-admins',
    scope: 'workgroup',
  };
  let list = [owner, kim];
  const { calls } = open({
    listWorkgroupMembers: () => list,
    setWorkgroupRole: ({ body }) => {
      if ((body as { email: string }).email === 'bob@acacia.local')
        throw new Refused('You may not.', 'Forbidden');
      return kim;
    },
    removeWorkgroupRole: () => {
      list = [owner];
      return {};
    },
  });
  const section = within(await screen.findByRole('region', { name: 'Administrators of Workgroup-1' }));
  expect(await section.findByText('kim@acacia.local')).toBeTruthy();
  expect(section.getByText('Org Admin')).toBeTruthy();
  expect(section.queryByRole('radio')).toBeNull();
  await userEvent.type(section.getByRole('searchbox', { name: 'Search user' }), 'bob');
  await userEvent.click(await section.findByRole('button', { name: 'Add bob@acacia.local' }));
  expect(await screen.findByText('You may not.')).toBeTruthy();
  await waitFor(() => expect(section.queryByText('adding')).toBeNull());
  expect(calls.find(({ call }) => call === 'setWorkgroupRole')?.body).toEqual({
    email: 'bob@acacia.local',
    role: 'workgroup-admins',
  });
  await userEvent.click(section.getByRole('button', { name: 'Remove kim@acacia.local' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Remove kim@acacia.local from Workgroup-1?' }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(section.queryByText('kim@acacia.local')).toBeNull());
  expect(calls.find(({ call }) => call === 'removeWorkgroupRole')?.ids).toEqual(['g1', 'u4']);
});

it('is not there for people who manage nothing', async () => {
  const roles = [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }];
  open({ getMe: () => ({ ...anAdmin, roles }) });
  await screen.findByRole('tab', { name: 'General' });
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Access management' })).toBeNull());
});
