import type { Member, Workspace } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAdmin, aUser, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import {
  Refused,
  renderConsole,
  type Answers,
  type WorkspaceCall,
} from '../../../testing/render-console.tsx';

const aMember = (name: string, given: Partial<Member> = {}): Member => ({
  user_id: name.toLowerCase(),
  email: `${name.toLowerCase()}@acacia.local`,
  name,
  role: 'workspace-users',
  scope: 'workspace',
  database_role: 'globalobserver',
  ...given,
});
const owner = aMember('Ada', { user_id: 'u1', role: 'org-admins', scope: 'organization' });
const keeper = aMember('Kim', { role: 'workgroup-admins', scope: 'workgroup' });
const ann = aMember('Ann');
const ben = aMember('Ben', { role: 'workspace-admins', database_role: 'superuser' });

interface Given {
  readonly tab?: 'users' | 'database';
  readonly workspace?: Partial<Workspace>;
  readonly answers?: Answers;
  readonly answer?: (call: WorkspaceCall) => unknown;
}

async function open({ tab = 'users', workspace = {}, answers = {}, answer }: Given = {}) {
  const group = aWorkgroup({ workspaces: [aWorkspace(workspace)] });
  const cloud = aCloud([group], {
    listUsers: () => [
      aUser({ id: 'ann', email: 'ann@acacia.local', name: 'Ann' }),
      aUser({ id: 'bob', email: 'bob@acacia.local', name: 'Robert' }),
    ],
    listWorkspaceMembers: () => [owner, keeper, ann, ben],
    getCurrentIp: () => ({ ip: '203.0.113.9', allowed: false }),
    ...answers,
  });
  const path = `/groups/g1?tab=workspaces&space_id=w1&access=${tab}`;
  const console = renderConsole(path, cloud, true, answer);
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage access of Workspace-1' }));
  return { ...console, dialog };
}
const sent = ({ calls }: { readonly calls: readonly { call: string; body: unknown }[] }, name: string) =>
  calls.filter(({ call }) => call === name).map(({ body }) => body);

describe('the Users tab', () => {
  const row = async (dialog: Awaited<ReturnType<typeof open>>['dialog'], email: string) => {
    const item = (await dialog.findByText(email)).closest('li');
    if (item === null) throw new Error(`${email} has no row.`);
    return within(item);
  };
  /** E-mails of the members, of whom each can be removed. */
  const members = async (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
    (await dialog.findAllByRole('button', { name: /^Remove / })).map(({ ariaLabel }) =>
      ariaLabel?.replace('Remove ', ''),
    );

  it('lists administrators from above with their badge, read-only, and members with their role', async () => {
    const { dialog } = await open();
    const above = within(await dialog.findByRole('list', { name: 'Administrators' }));
    expect(above.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Org Admin'),
      expect.stringContaining('Workgroup Admin'),
    ]);
    expect(above.queryByRole('button')).toBeNull();
    expect(above.queryByRole('radio')).toBeNull();
    const ofAnn = await row(dialog, 'ann@acacia.local');
    expect(ofAnn.getByRole<HTMLInputElement>('radio', { name: 'Member' }).checked).toBe(true);
    expect(ofAnn.getByRole('button', { name: 'Assign roles to ann@acacia.local' })).toBeTruthy();
    const ofBen = await row(dialog, 'ben@acacia.local');
    expect(ofBen.getByRole<HTMLInputElement>('radio', { name: 'Admin' }).checked).toBe(true);
    expect(ofBen.getByRole('img', { name: 'Workspace admins have superuser permissions.' })).toBeTruthy();
    expect(ofBen.queryByRole('button', { name: /^Assign roles/ })).toBeNull();
  });

  it('finds by e-mail and by name, whatever the case', async () => {
    const { dialog } = await open();
    await members(dialog);
    const search = dialog.getByRole('searchbox', { name: 'Search user' });
    await userEvent.type(search, 'BEN@');
    await waitFor(async () => expect(await members(dialog)).toEqual(['ben@acacia.local']));
    expect(dialog.queryByRole('list', { name: 'Administrators' })).toBeNull();
    await userEvent.clear(search);
    await userEvent.type(search, 'rOBERT');
    expect(await dialog.findByRole('button', { name: 'Add bob@acacia.local' })).toBeTruthy();
    expect(dialog.getByText('No member is found.')).toBeTruthy();
  });

  it('changes a role at once, and puts it back with the server’s words when that fails', async () => {
    const answer = Promise.withResolvers<unknown>();
    const console = await open({ answers: { setWorkspaceRole: () => answer.promise } });
    const ofAnn = await row(console.dialog, 'ann@acacia.local');
    await userEvent.click(ofAnn.getByRole('radio', { name: 'Admin' }));
    const admin = () => ofAnn.getByRole<HTMLInputElement>('radio', { name: 'Admin' });
    await waitFor(() => expect(admin().checked).toBe(true));
    expect(sent(console, 'setWorkspaceRole')).toEqual([
      { email: 'ann@acacia.local', role: 'workspace-admins' },
    ]);
    answer.reject(new Refused('You may not.', 'Forbidden'));
    expect(await screen.findByText('You may not.')).toBeTruthy();
    await waitFor(() => expect(admin().checked).toBe(false));
  });

  it('shows somebody as being added until the call ends, and not when it fails', async () => {
    const first = Promise.withResolvers<unknown>();
    let list = [owner, ann];
    const console = await open({
      answers: { listWorkspaceMembers: () => list, setWorkspaceRole: () => first.promise },
    });
    const { dialog } = console;
    const search = await dialog.findByRole('searchbox', { name: 'Search user' });
    await userEvent.type(search, 'bob');
    await userEvent.click(await dialog.findByRole('button', { name: 'Add bob@acacia.local' }));
    expect((await row(dialog, 'bob@acacia.local')).getByText('adding')).toBeTruthy();
    const bob = aMember('Bob');
    list = [owner, ann, bob];
    first.resolve(bob);
    await waitFor(() => expect(dialog.queryByText('adding')).toBeNull());
    expect(await members(dialog)).toEqual(['ann@acacia.local', 'bob@acacia.local']);
    expect(sent(console, 'setWorkspaceRole')).toEqual([
      { email: 'bob@acacia.local', role: 'workspace-users' },
    ]);
  });

  it('takes somebody by a whole e-mail, and off the list again when nobody has it', async () => {
    const { dialog } = await open({
      answers: {
        setWorkspaceRole: () => {
          throw new Refused('Nobody in your organization has the e-mail x@y.org.', 'Bad-Request', 'email');
        },
      },
    });
    await userEvent.type(await dialog.findByRole('searchbox', { name: 'Search user' }), 'X@y.org');
    await userEvent.click(await dialog.findByRole('button', { name: 'Add x@y.org' }));
    expect(await screen.findByText(/Nobody in your organization/)).toBeTruthy();
    await waitFor(() => expect(dialog.queryByText('x@y.org')).toBeNull());
  });

  it('removes others, and never oneself', async () => {
    const me = aMember('Ada', { user_id: 'u1', email: 'admin@acacia.local', role: 'workspace-admins' });
    const roles = [{ name: 'workspace-admins' as const, workgroup_id: 'g1', workspace_id: 'w1' }];
    const console = await open({
      answers: {
        getMe: () => ({ ...anAdmin, roles }),
        listWorkspaceMembers: () => [me, ann],
        removeWorkspaceRole: () => ({}),
      },
    });
    const own = await console.dialog.findByRole('button', { name: 'Remove admin@acacia.local' });
    expect(own.getAttribute('aria-description')).toMatch(/You cannot remove yourself/);
    await userEvent.click(own);
    expect(screen.queryByRole('dialog', { name: /^Remove/ })).toBeNull();
    await userEvent.click(console.dialog.getByRole('button', { name: 'Remove ann@acacia.local' }));
    const ask = within(
      await screen.findByRole('dialog', { name: 'Remove ann@acacia.local from Workspace-1?' }),
    );
    await userEvent.click(ask.getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(console.calls.find(({ call }) => call === 'removeWorkspaceRole')?.ids).toEqual([
        'g1',
        'w1',
        'ann',
      ]),
    );
  });
});

describe('a workspace that cannot be accessed', () => {
  it.each([
    [
      'sleeps',
      { status: 'Idle' as const },
      /is Idle\. Its database users can be managed while it is Active\./,
    ],
    ['is stopped', { status: 'Stopped' as const }, /is Stopped\./],
    ['keeps the address out', { canAccess: false }, /^Your IP 203.0.113.9 is not allowed/],
  ])('that %s says so where its database would be', async (_what, workspace, reason) => {
    const { dialog } = await open({ tab: 'database', workspace });
    const tab = dialog.getByRole('tab', { name: 'Database Access' });
    await waitFor(() => expect(tab.getAttribute('aria-description')).toMatch(reason));
    expect(dialog.getByRole('tab', { name: 'Users' }).getAttribute('aria-selected')).toBe('true');
    const roles = await dialog.findByRole('button', { name: 'Assign roles to ann@acacia.local' });
    await waitFor(() => expect(roles.getAttribute('aria-description')).toMatch(reason));
  });

  it('for writing shows its users, and changes none', async () => {
    const { dialog } = await open({
      tab: 'database',
      workspace: { is_rw: false },
      answers: { listDbUsers: () => [{ username: 'joe' }] },
    });
    await dialog.findByText('joe');
    for (const name of ['Add User', 'Edit joe', 'Delete joe', 'Edit access roles of joe'])
      expect(dialog.getByRole('button', { name }).getAttribute('aria-description')).toBe(
        'The workspace is read-only.',
      );
  });
});

describe('the Database Access tab', () => {
  it('makes a user by a generated password, which is copied', async () => {
    let users: { username: string }[] = [];
    const copied = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    const console = await open({
      tab: 'database',
      answers: {
        listDbUsers: () => users,
        createDbUser: () => {
          users = [{ username: 'joe' }];
          return users[0];
        },
      },
    });
    const { dialog } = console;
    expect(await dialog.findByText('No database users')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Add User' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add User' }));
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(form.getAllByText('required')).toHaveLength(2);
    await userEvent.type(form.getByRole('textbox', { name: 'Username' }), 'joe');
    const password = form.getByLabelText<HTMLInputElement>('Password');
    await userEvent.type(password, 'elevensigns');
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByText('A password must have at least 12 characters.')).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Auto Generate' }));
    expect(password.value).toMatch(/^[\w]{16}$/);
    await userEvent.click(form.getByRole('button', { name: 'Copy password' }));
    expect(await screen.findByText('password copied successfully.')).toBeTruthy();
    expect(copied).toHaveBeenCalledWith(password.value);
    Reflect.deleteProperty(navigator, 'clipboard');
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('The user has been successfully created.')).toBeTruthy();
    expect(sent(console, 'createDbUser')).toEqual([{ username: 'joe', password: password.value }]);
    const row = within(await dialog.findByRole('row', { name: /joe/ }));
    expect(row.getByRole('img', { name: 'Hidden' })).toBeTruthy();
  });

  it('changes a password, keeps the name, and says what the server says of a user that has gone', async () => {
    let known = true;
    const console = await open({
      tab: 'database',
      answers: {
        listDbUsers: () => (known ? [{ username: 'joe' }] : []),
        updateDbUser: () => {
          if (known) return { username: 'joe' };
          throw new Refused(`The user "joe" doesn't exist.`, 'Not-Found', 'username');
        },
      },
    });
    const { dialog } = console;
    const change = async () => {
      await userEvent.click(await dialog.findByRole('button', { name: 'Edit joe' }));
      const form = within(await screen.findByRole('dialog', { name: 'Edit user' }));
      expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Username' }).readOnly).toBe(true);
      await userEvent.type(form.getByLabelText('Password'), 'a long enough one');
      await userEvent.click(form.getByRole('button', { name: 'Save' }));
    };
    await change();
    expect(await screen.findByText('The user has been successfully updated.')).toBeTruthy();
    expect(sent(console, 'updateDbUser')).toEqual([{ username: 'joe', password: 'a long enough one' }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit user' })).toBeNull());
    // Another tab deletes it meanwhile.
    known = false;
    await change();
    expect(await screen.findByText(`The user "joe" doesn't exist.`)).toBeTruthy();
    expect(await dialog.findByText('No database users')).toBeTruthy();
  });

  it('deletes after asking', async () => {
    let users = [{ username: 'joe' }];
    const console = await open({
      tab: 'database',
      answers: {
        listDbUsers: () => users,
        deleteDbUser: () => {
          users = [];
          return {};
        },
      },
    });
    await userEvent.click(await console.dialog.findByRole('button', { name: 'Delete joe' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Confirm to delete' }));
    await userEvent.click(ask.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The user has been successfully deleted.')).toBeTruthy();
    expect(sent(console, 'deleteDbUser')).toEqual([{ username: 'joe' }]);
    expect(await console.dialog.findByText('No database users')).toBeTruthy();
  });
});

describe('Assign Roles', () => {
  const PRIVILEGES = { privileges: ['READ_ROLE', 'WRITE_ROLE'] };
  /** A workspace with two graphs that are open to the caller, one that is not, and the roles of one user. */
  function aDatabase(roles: Record<string, string[]>) {
    const changes: string[] = [];
    const state = { refuse: '', unknown: false, roles };
    const answer = ({ method, path, body }: WorkspaceCall): unknown => {
      const { pathname, searchParams } = new URL(path, 'http://w');
      if (pathname === '/gsql/v1/auth/simple')
        return {
          error: false,
          message: '',
          results: {
            name: 'a',
            isSuperUser: true,
            roles: {},
            privileges: { '1': PRIVILEGES, social: PRIVILEGES, shop: PRIVILEGES, closed: { privileges: [] } },
          },
        };
      if (pathname === '/gsql/v1/schema/graphs')
        return {
          error: false,
          message: '',
          graphs: ['social', 'shop', 'closed'].map((graphName) => ({ graphName, vertices: [], edges: [] })),
        };
      if (pathname === '/gsql/v1/roles')
        return {
          error: false,
          message: '',
          results: {
            builtIn: { global: ['globalobserver', 'superuser'], local: ['observer', 'designer', 'admin'] },
            userDefinedRoles: { social: ['keeper'] },
          },
        };
      if (pathname.startsWith('/gsql/v1/users/')) {
        if (state.unknown) throw new Refused(`The user "x" doesn't exist.`, 'Not-Found');
        return {
          error: false,
          message: '',
          results: {
            name: decodeURIComponent(pathname.split('/').at(-1) ?? ''),
            isSuperUser: false,
            roles: state.roles,
            privileges: {},
            hasPassword: false,
            secrets: [],
            lastSuccessLogin: null,
            nextValidLogin: null,
            disabled: false,
            failedAttempts: 0,
          },
        };
      }
      const what = `${pathname.split('/').at(-1)} ${searchParams.get('graph') ?? 'everywhere'}`;
      changes.push(`${method} ${what} ${JSON.stringify(body)}`);
      if (state.refuse !== '' && what.startsWith(state.refuse))
        throw new Refused('No such right.', 'Forbidden');
      return { error: false, message: '', results: '' };
    };
    return { answer, changes, state };
  }
  async function openRoles(database: ReturnType<typeof aDatabase>) {
    const console = await open({ answer: database.answer });
    const button = await console.dialog.findByRole('button', { name: 'Assign roles to ann@acacia.local' });
    await userEvent.click(button);
    const roles = within(await screen.findByRole('dialog', { name: 'Assign Roles to ann@acacia.local' }));
    return roles;
  }
  type Dialog = Awaited<ReturnType<typeof openRoles>>;
  const pick = async (field: HTMLElement, option: string) => {
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole('option', { name: option }));
    await userEvent.keyboard('{Tab}');
  };
  const addRoles = async (dialog: Dialog, graph: string, role: string) => {
    await userEvent.click(await dialog.findByRole('button', { name: 'Add roles' }));
    const fresh = within(dialog.getByRole('group', { name: 'Roles in new' }));
    await pick(fresh.getByRole('combobox', { name: 'On graph' }), graph);
    const pair = within(await dialog.findByRole('group', { name: `Roles in ${graph}` }));
    await pick(pair.getByRole('combobox', { name: 'Roles' }), role);
  };

  it('begins with none, offers graphs that are open, and saves only a difference', async () => {
    const database = aDatabase({ '1': ['globalobserver'], social: ['globalobserver'] });
    const dialog = await openRoles(database);
    expect(await dialog.findByText('No Roles')).toBeTruthy();
    expect(dialog.getByText('globalobserver comes with the role in the organization.')).toBeTruthy();
    const link = dialog.getByRole('link', { name: "Can't find the role I want? Click here to create" });
    expect(link.getAttribute('href')).toBe('/admin-portal?workspace_id=w1&tab=users');
    const save = () => dialog.getByRole('button', { name: 'Save' });
    expect(save().getAttribute('aria-description')).toBe('Nothing has changed.');
    await userEvent.click(dialog.getByRole('button', { name: 'Add roles' }));
    await userEvent.click(dialog.getByRole('combobox', { name: 'On graph' }));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['global', 'social', 'shop']);
    await userEvent.click(screen.getByRole('option', { name: 'social' }));
    await pick(dialog.getByRole('combobox', { name: 'Roles' }), 'keeper');
    await userEvent.click(save());
    expect(await screen.findByText('Roles saved successfully for ann@acacia.local.')).toBeTruthy();
    expect(database.changes).toEqual(['POST grant social {"roles":["keeper"],"users":["ann@acacia.local"]}']);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Assign Roles/ })).toBeNull());
  });

  it('assigns before it revokes, and stays open with what is left when that fails', async () => {
    const database = aDatabase({ social: ['designer'] });
    const dialog = await openRoles(database);
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove the roles in social' }));
    await addRoles(dialog, 'global', 'superuser');
    database.state.refuse = 'revoke';
    // Another tab gives a role meanwhile: it stays.
    database.state.roles = { '1': ['superuser'], social: ['superuser', 'designer', 'observer'] };
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to assign/revoke roles: No such right.')).toBeTruthy();
    const steps = [
      'POST grant everywhere {"roles":["superuser"],"users":["ann@acacia.local"]}',
      'POST revoke social {"roles":["designer"],"users":["ann@acacia.local"]}',
    ];
    expect(database.changes).toEqual(steps);
    database.state.refuse = '';
    expect(await dialog.findByRole('group', { name: 'Roles in social' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    // Toasts outlive a test: that of the test before is still there.
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Assign Roles/ })).toBeNull());
    expect(database.changes.slice(2)).toEqual([steps[1]]);
  });

  it('says that the database does not know the person yet, and looks again', async () => {
    const database = aDatabase({});
    database.state.unknown = true;
    const dialog = await openRoles(database);
    const hint = 'It takes a few seconds to synchronize the user to the tigergraph database';
    expect(await dialog.findByText(hint)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull();
    database.state.unknown = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Refresh' }));
    expect(await dialog.findByText('No Roles')).toBeTruthy();
    expect(screen.queryByText(hint)).toBeNull();
  });
});
