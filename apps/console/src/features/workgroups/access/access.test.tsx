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
const members = async () => within(await screen.findByRole('region', { name: /^Members of/ }));

it('lists who can reach the workspace of the address, with what the role brings', async () => {
  const { calls } = open({}, '/groups/g1?tab=access_management&space_id=w2');
  const table = within(await (await members()).findByRole('table', { name: 'Workspace members' }));
  const row = within(await table.findByRole('row', { name: /ann@acacia.local/ }));
  expect(row.getByText('globalobserver')).toBeTruthy();
  expect(calls.find(({ call }) => call === 'listWorkspaceMembers')?.ids).toEqual(['g1', 'w2']);
  const fixed = table.getByRole('button', { name: 'Take the role of admin@acacia.local' });
  expect(fixed.getAttribute('aria-description')).toBe(
    'The role comes from the organization and can be taken there.',
  );
});

it('gives a person a role, and shows the server’s refusal where the name stands', async () => {
  let tries = 0;
  const { calls } = open({
    setWorkspaceRole: () => {
      tries += 1;
      if (tries === 1)
        throw new Refused('Nobody in your organization has the e-mail b@x.org.', 'Bad-Request');
      return { ...ann, email: 'bob@acacia.local' };
    },
  });
  await userEvent.click(await (await members()).findByRole('button', { name: 'Give a role' }));
  const dialog = within(await screen.findByRole('dialog'));
  const email = dialog.getByRole('combobox', { name: 'Email' });
  await userEvent.type(email, 'b');
  await userEvent.click(dialog.getByRole('button', { name: 'Give role' }));
  expect(await dialog.findByText('Please enter a valid email address')).toBeTruthy();
  await userEvent.type(email, '@x.org');
  await userEvent.click(dialog.getByRole('button', { name: 'Give role' }));
  expect(await dialog.findByText(/Nobody in your organization/)).toBeTruthy();
  await userEvent.clear(email);
  await userEvent.type(email, 'bob@acacia.local');
  await userEvent.click(dialog.getByRole('button', { name: 'Give role' }));
  expect(await screen.findByText('bob@acacia.local is Workspace member of Workspace-1.')).toBeTruthy();
  expect(calls.filter(({ call }) => call === 'setWorkspaceRole').at(-1)?.body).toEqual({
    email: 'bob@acacia.local',
    role: 'workspace-users',
  });
});

it('takes a role after saying who loses it', async () => {
  const { calls } = open({ removeWorkspaceRole: () => ({}) });
  const table = within(await (await members()).findByRole('table', { name: 'Workspace members' }));
  await userEvent.click(await table.findByRole('button', { name: 'Take the role of ann@acacia.local' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take the role of ann@acacia.local?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Take the role' }));
  await waitFor(() =>
    expect(calls.find(({ call }) => call === 'removeWorkspaceRole')?.ids).toEqual(['g1', 'w1', 'u2']),
  );
});

it('is not there for people who manage nothing', async () => {
  const roles = [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }];
  open({ getMe: () => ({ ...anAdmin, roles }) });
  await screen.findByRole('tab', { name: 'General' });
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Access management' })).toBeNull());
});

it('closes by the first Escape, and leads to the address where it is missing', async () => {
  open();
  await userEvent.click(await (await members()).findByRole('button', { name: 'Give a role' }));
  const dialog = within(await screen.findByRole('dialog'));
  const email = dialog.getByRole('combobox', { name: 'Email' });
  await userEvent.click(dialog.getByRole('button', { name: 'Give role' }));
  expect(await dialog.findByText('Please enter a valid email address')).toBeTruthy();
  expect(document.activeElement).toBe(email);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
