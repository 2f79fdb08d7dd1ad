import type { OrgUser, UnusedRole } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, aUser, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';

const admin = aUser({
  id: 'u1',
  email: 'admin@acacia.local',
  name: 'Ada Admin',
  roles: [{ name: 'super-admins', path: '/super-admins' }],
});
const ann = aUser({
  roles: [
    { name: 'workspace-users', path: '/g1/w1/workspace-users' },
    { name: 'billing-viewers', path: '/billing-viewers' },
  ],
});
const eve = aUser({
  id: 'u3',
  email: 'eve@example.org',
  name: 'eve@example.org',
  enabled: false,
  metadata: { lastLogin: null },
});
const many = (count: number): OrgUser[] =>
  Array.from({ length: count }, (_, index) =>
    aUser({ id: `m${index}`, email: `m${String(index).padStart(2, '0')}@example.org`, name: `M ${index}` }),
  );

const open = (path = '/admin/users', answers: Answers = {}, users: readonly OrgUser[] = [admin, ann, eve]) =>
  renderConsole(path, aCloud([aWorkgroup()], { listUsers: () => users, ...answers }));
const table = async () => within(await screen.findByRole('table', { name: 'Users' }));
const row = async (email: string) =>
  within(await (await table()).findByRole('row', { name: new RegExp(email) }));
const bodies = (calls: ReturnType<typeof open>['calls'], call: string) =>
  calls.filter((each) => each.call === call).map(({ body }) => body);

describe('the admin pages', () => {
  it('begin with the users, and lead everybody else to the workgroups', async () => {
    const { router } = open('/admin');
    await table();
    expect(router.state.location.pathname).toBe('/admin/users');
  });

  it.each(['/admin', '/admin/users'])('lead from %s to the workgroups without the role', async (path) => {
    const roles = [{ name: 'workgroup-admins' as const, workgroup_id: 'g1', workspace_id: null }];
    const { router, calls } = open(path, { getMe: () => ({ ...anAdmin, roles }) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g1'));
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
    expect(bodies(calls, 'listUsers')).toEqual([]);
  });
});

describe('the table', () => {
  it('shows role badges, who is pending, and actions where they may be used', async () => {
    open();
    const one = await row('ann@acacia.local');
    expect(one.getByText('Billing Viewer')).toBeTruthy();
    expect(one.getByRole('img', { name: '+1: Workspace Member' }).textContent).toBe('+1');
    expect(one.queryByRole('button', { name: /Resend/ })).toBeNull();
    const pending = await row('eve@example.org');
    expect(pending.getByText('Invitation pending')).toBeTruthy();
    expect(pending.getByText('Organization Member')).toBeTruthy();
    expect(pending.queryByRole('link')).toBeNull();
    const own = await row('admin@acacia.local');
    expect(own.getByText('Organization Admin')).toBeTruthy();
    const remove = own.getByRole('button', { name: 'Delete admin@acacia.local' });
    expect(remove.getAttribute('aria-description')).toBe('You cannot delete yourself.');
    await userEvent.click(remove);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has twelve people on a page, and keeps page, search and role in the address', async () => {
    const { router } = open('/admin/users', {}, [admin, ...many(20)]);
    expect((await table()).getAllByRole('row')).toHaveLength(13);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('13–21 of 21')).toBeTruthy();
    expect(router.state.location.href).toBe('/admin/users?page=2');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Organization Admin');
    await waitFor(() => expect(router.state.location.href).toBe('/admin/users?role=org-admins'));
    expect((await table()).getAllByRole('row')).toHaveLength(2);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), 'nobody');
    expect(await screen.findByText('No users found.')).toBeTruthy();
    expect(router.state.location.href).toBe('/admin/users?role=org-admins&find=nobody');
  });

  it('offers any role and those that people have', async () => {
    open();
    await table();
    const roles = within(screen.getByRole('combobox', { name: 'Role' })).getAllByRole('option');
    expect(roles.map(({ textContent }) => textContent)).toEqual([
      'Any role',
      'Organization Admin',
      'Billing Viewer',
      'Workspace Member',
      'Organization Member',
    ]);
  });

  it('sends an invitation again', async () => {
    const { calls } = open('/admin/users', { resendInvitation: () => ({}) });
    await userEvent.click(
      (await row('eve@example.org')).getByRole('button', {
        name: 'Resend the invitation of eve@example.org',
      }),
    );
    expect(await screen.findByText('Invitation resent successfully')).toBeTruthy();
    const [call] = calls.filter((each) => each.call === 'resendInvitation');
    expect(call).toMatchObject({ ids: ['o1'], body: { email: 'eve@example.org' } });
  });

  it('deletes a person after a confirmation, and says there why it could not', async () => {
    let users = [admin, ann];
    let refuse = true;
    open('/admin/users', {
      listUsers: () => users,
      deleteUser: () => {
        if (refuse) throw new Refused('This is the last organization admin.', 'Conflict');
        users = [admin];
        return {};
      },
    });
    await userEvent.click(
      (await row('ann@acacia.local')).getByRole('button', { name: 'Delete ann@acacia.local' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete ann@acacia.local?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete user' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('This is the last organization admin.');
    refuse = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Delete user' }));
    expect(await screen.findByText('User deleted successfully.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('ann@acacia.local')).toBeNull());
  });
});

describe('inviting', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Invite Users' }));

  it('opens by the address, by the tile of the home page and by the palette', async () => {
    const { router } = open('/admin/users?invite=true');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.href).toBe('/admin/users');
    await router.navigate({ to: '/' });
    await userEvent.click(await screen.findByRole('link', { name: /Invite user/ }));
    await dialog();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByPlaceholderText(/Search pages/), 'invite');
    await userEvent.keyboard('{Enter}');
    await dialog();
  });

  it('collects addresses by Enter, refuses wrong ones, and sends them with their roles', async () => {
    const { calls, router } = open('/admin/users?invite=true', {
      inviteUsers: () => [
        { email: 'bob@example.org', invited: true, message: '' },
        { email: 'cid@example.org', invited: true, message: '' },
      ],
    });
    const form = await dialog();
    const email = form.getByRole('textbox', { name: 'Email' });
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add' });
    expect(add.disabled).toBe(true);
    for (const [text, fault] of [
      ['bob', 'Please input a valid email address'],
      ['ANN@acacia.local', 'This user is already in your organization'],
    ] as const) {
      await userEvent.clear(email);
      await userEvent.type(email, `${text}{Enter}`);
      expect(form.getByText(fault)).toBeTruthy();
      expect(add.disabled).toBe(true);
    }
    await userEvent.clear(email);
    await userEvent.type(email, 'Bob@example.org{Enter}');
    expect(form.getByText('bob@example.org')).toBeTruthy();
    await userEvent.type(email, 'bob@Example.org');
    expect(form.getByText('This user is already in the adding list')).toBeTruthy();
    await userEvent.clear(email);
    await userEvent.paste('cid@example.org, bob@example.org\ndan@example.org');
    expect(form.getByDisplayValue('bob@example.org')).toBe(email);
    await userEvent.clear(email);
    await userEvent.click(form.getByRole('button', { name: 'Remove dan@example.org' }));
    await userEvent.selectOptions(
      form.getByRole('combobox', { name: 'Role of cid@example.org' }),
      'Organization Admin',
    );
    await userEvent.click(form.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('Invitation send successfully.')).toBeTruthy();
    expect(bodies(calls, 'inviteUsers')).toEqual([
      {
        users: [
          { email: 'bob@example.org', roles: ['users'] },
          { email: 'cid@example.org', roles: ['super-admins'] },
        ],
      },
    ]);
    await waitFor(() => expect(router.state.location.href).toBe('/admin/users'));
  });

  it('keeps those who were not invited, with the reason', async () => {
    open('/admin/users?invite=true', {
      inviteUsers: () => [
        { email: 'bob@example.org', invited: false, message: 'This user is already in your organization' },
        { email: 'cid@example.org', invited: true, message: '' },
      ],
    });
    const form = await dialog();
    await userEvent.click(form.getByRole('textbox', { name: 'Email' }));
    await userEvent.paste('bob@example.org;cid@example.org');
    await userEvent.click(form.getByRole('button', { name: 'Invite' }));
    expect(await form.findByText('This user is already in your organization')).toBeTruthy();
    expect(form.queryByText('cid@example.org')).toBeNull();
  });

  it('asks before a list that was not sent is lost', async () => {
    open('/admin/users?invite=true');
    const form = await dialog();
    await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'bob@example.org{Enter}');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(form.getByText('bob@example.org')).toBeTruthy();
  });
});

describe('the roles of a person', () => {
  const dialog = async (name = 'Ann Bee') => within(await screen.findByRole('dialog', { name }));

  it('are saved as the difference, and locked where a higher role decides', async () => {
    const { calls, router } = open('/admin/users', { assignRoles: () => ({}), revokeRoles: () => ({}) });
    await userEvent.click((await row('ann@acacia.local')).getByRole('link', { name: /roles of/ }));
    const form = await dialog();
    expect(router.state.location.href).toBe('/admin/users?user=u2');
    // The button that can be used is another one than that which says why it cannot.
    const save = () => form.getByRole('button', { name: 'Save' });
    expect(save().getAttribute('aria-description')).toBe('Nothing has been changed.');
    const space = form.getByRole<HTMLSelectElement>('combobox', {
      name: 'Role in the workspace Workgroup-1 / Workspace-1',
    });
    expect(space.value).toBe('workspace-users');
    const group = form.getByRole('combobox', { name: 'Role in the workgroup Workgroup-1' });
    await userEvent.selectOptions(group, 'Workgroup Admin');
    expect([space.value, space.disabled]).toEqual(['workspace-admins', true]);
    await userEvent.selectOptions(group, 'Not Specified');
    expect([space.value, space.disabled]).toEqual(['workspace-users', false]);
    await userEvent.selectOptions(space, 'Not Specified');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Billing role' }), 'Billing Admin');
    await userEvent.click(save());
    expect(await screen.findByText('User updated successfully.')).toBeTruthy();
    const saved = calls.filter(({ call }) => /Roles$/.test(call));
    expect(saved.map(({ call, body }) => [call, body])).toEqual([
      ['assignRoles', { userEmail: 'ann@acacia.local', billingRoleToAssign: 'billing-admins' }],
      [
        'revokeRoles',
        { userEmail: 'ann@acacia.local', workgroupsToRevokeAdmin: [], workspacesToRevokeRoles: ['w1'] },
      ],
    ]);
    await waitFor(() => expect(router.state.location.href).toBe('/admin/users'));
  });

  it('stay as entered when a call is refused', async () => {
    open('/admin/users?user=u2', {
      setUserRoles: () => {
        throw new Refused('The database is not reached.', 'Unavailable');
      },
    });
    const form = await dialog();
    const role = form.getByRole<HTMLSelectElement>('combobox', { name: 'Organization role' });
    await userEvent.selectOptions(role, 'Organization Admin');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The database is not reached.')).toBeTruthy();
    expect(role.value).toBe('org-admins');
  });

  it('of oneself cannot be given away', async () => {
    open('/admin/users?user=u1');
    const form = await dialog('Ada Admin');
    const role = form.getByRole<HTMLSelectElement>('combobox', { name: 'Organization role' });
    expect([role.disabled, role.getAttribute('aria-description')]).toEqual([
      true,
      'You cannot change your own role in the organization. Ask another organization admin.',
    ]);
    const signOut = form.getByRole('button', { name: 'Sign out' });
    expect(signOut.getAttribute('aria-description')).toBe(
      'Your own sessions are in the menu, under Sessions.',
    );
  });

  it('stay when the person is signed out', async () => {
    const { calls } = open('/admin/users?user=u2', { signOutUser: () => ({ ended: 1 }) });
    await userEvent.click((await dialog()).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('The person is signed out.')).toBeTruthy();
    expect(calls.filter(({ call }) => call === 'signOutUser')).toHaveLength(1);
  });

  it('are told with what they allow', async () => {
    open('/admin/users?user=u2');
    const form = await dialog();
    await userEvent.click(form.getByText('What may this person do, and why?'));
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Action' }), 'See: one workspace');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Place' }), 'Workgroup-1 / Workspace-1');
    expect(form.getByText('Yes, as Workspace Member of Workgroup-1 / Workspace-1.')).toBeTruthy();
  });

  it('of a person who was only invited cannot be opened', async () => {
    open('/admin/users?user=u3');
    await table();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('unused roles', () => {
  const unused = (more: Partial<UnusedRole>): UnusedRole => ({
    user_id: ann.id,
    email: ann.email,
    name: ann.name,
    is_api_key: false,
    path: '/g1/w1/workspace-users',
    given: '2026-01-02T03:04:05.000Z',
    last_used: null,
    ...more,
  });

  it('are listed with their place, and lead to the person', async () => {
    const listUnusedRoles = () => [
      unused({}),
      unused({ is_api_key: true, user_id: 'k1', name: 'Nightly load' }),
    ];
    const { router } = open('/admin/users', { listUnusedRoles });
    await userEvent.click(await screen.findByRole('button', { name: 'Unused roles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unused roles' }));
    const listed = within(await dialog.findByRole('table', { name: 'Unused roles' }));
    expect(listed.getAllByText(/Workspace Member of .+ \/ .+/)).toHaveLength(2);
    expect(listed.getAllByText('Never')).toHaveLength(2);
    expect(listed.getByRole('link', { name: 'API key Nightly load' }).getAttribute('href')).toContain(
      'key=k1',
    );
    await userEvent.click(listed.getByRole('link', { name: new RegExp(`roles of ${ann.email}`) }));
    await waitFor(() => expect(router.state.location.search).toEqual({ user: ann.id }));
  });

  it('can be asked for another time, and say when there are none', async () => {
    const { calls } = open('/admin/users?review=true', { listUnusedRoles: () => [] });
    const dialog = within(await screen.findByRole('dialog', { name: 'Unused roles' }));
    expect(await dialog.findByText('Each one was given or used in the last 90 days.')).toBeTruthy();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Time without a use' }), '30');
    expect(await dialog.findByText('Each one was given or used in the last 30 days.')).toBeTruthy();
    expect(calls.filter(({ call }) => call === 'listUnusedRoles')).toHaveLength(2);
  });
});
