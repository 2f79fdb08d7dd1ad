import type { ApiKey } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, anOrganization, aUser, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';

const key = (given: Partial<ApiKey> = {}): ApiKey => ({
  key_name: 'k1',
  user_id: 'ku1',
  description: 'Nightly load',
  redacted_key: 'ak_ab…vwxyz',
  creator: 'admin@acacia.local',
  created_at: '2026-11-20T12:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  ...given,
});
const account = aUser({
  id: 'ku1',
  email: 'nightly-load.abc@api-keys.invalid',
  name: 'Nightly load',
  metadata: { lastLogin: null },
  roles: [{ name: 'workspace-users', path: '/g1/w1/workspace-users' }],
});

const open = (path: string, answers: Answers = {}) =>
  renderConsole(
    path,
    aCloud([aWorkgroup()], {
      listApiKeys: () => [key()],
      listUsers: () => [account],
      getProvisioning: () => ({ url: 'http://console/api/scim/v2', token: null, groups: [] }),
      ...answers,
    }),
  );
const bodies = (calls: ReturnType<typeof open>['calls'], call: string) =>
  calls.filter((each) => each.call === call).map(({ body }) => body);
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

describe('the settings', () => {
  it('are for organization admins alone', async () => {
    const roles = [{ name: 'workgroup-admins' as const, workgroup_id: 'g1', workspace_id: null }];
    const { router } = open('/admin/settings', { getMe: () => ({ ...anAdmin, roles }) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g1'));
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
  });

  it('have their tab in the address', async () => {
    const { router } = open('/admin/settings');
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Organization Setting');
    expect(await screen.findByRole('heading', { name: 'Provisioning (SCIM)' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'API Keys' }));
    await screen.findByRole('table', { name: 'API keys' });
    expect(router.state.location.href).toBe('/admin/settings?tab=api_key');
  });
});

describe('the names', () => {
  it('are judged by the specified rules and saved together', async () => {
    const { calls } = open('/admin/settings', {
      updateOrganization: () => ({ ...anOrganization, org_name: 'labs', org_display_name: 'The Labs' }),
    });
    const name = await field('Organization name');
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save.getAttribute('aria-description')).toBe('Nothing has been changed.');
    await userEvent.clear(name);
    await userEvent.type(name, 'Labs');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText(
        "invalid name, the name must only contain lowercase characters, '-', and '_', and start with a letter or number",
      ),
    ).toBeTruthy();
    const display = await field('Display name');
    await userEvent.clear(display);
    await userEvent.type(display, 'ab');
    await userEvent.tab();
    expect(await screen.findByText('minimum length is 3')).toBeTruthy();
    expect(bodies(calls, 'updateOrganization')).toEqual([]);

    await userEvent.clear(name);
    await userEvent.type(name, 'labs');
    await userEvent.clear(display);
    await userEvent.type(display, 'The Labs');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Organization settings updated successfully.')).toBeTruthy();
    expect(bodies(calls, 'updateOrganization')).toEqual([{ orgName: 'labs', orgDisplayName: 'The Labs' }]);
    // The menu has the new name, and there is nothing to save any more.
    expect(await screen.findByText('The Labs')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('keep what was typed when the server refuses it, and say so at the field', async () => {
    open('/admin/settings', {
      updateOrganization: () => {
        throw new Refused("'taken' is exist, please use another name", 'Conflict', 'orgName');
      },
    });
    const name = await field('Organization name');
    await userEvent.clear(name);
    await userEvent.type(name, 'taken');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText("'taken' is exist, please use another name")).toBeTruthy();
    expect([name.value, name.getAttribute('aria-invalid')]).toEqual(['taken', 'true']);
  });
});

describe('the second factor', () => {
  const NAME = /^Require a second factor of all people/;

  it('is demanded of all people, and demanded no longer', async () => {
    let required = false;
    const { calls } = open('/admin/settings', {
      updateOrganizationSecurity: ({ body }) => {
        required = (body as { require_second_factor: boolean }).require_second_factor;
        return { ...anOrganization, require_second_factor: required };
      },
    });
    await userEvent.click(await screen.findByRole('switch', { name: NAME }));
    expect(await screen.findByText('A second factor is required now.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: NAME }).checked).toBe(true);
    await userEvent.click(screen.getByRole('switch', { name: NAME }));
    expect(await screen.findByText('A second factor is required no longer.')).toBeTruthy();
    expect(bodies(calls, 'updateOrganizationSecurity')).toEqual([
      { require_second_factor: true },
      { require_second_factor: false },
    ]);
  });

  it('goes back where the cloud refuses it', async () => {
    open('/admin/settings', {
      updateOrganizationSecurity: () => {
        throw new Refused('You have no second factor yourself.', 'Conflict', 'require_second_factor');
      },
    });
    await userEvent.click(await screen.findByRole('switch', { name: NAME }));
    expect(await screen.findByText('You have no second factor yourself.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: NAME }).checked).toBe(false);
  });
});

describe('the logo', () => {
  const LOGO = `/api/logos/${'a'.repeat(64)}`;
  const stored = { ...anOrganization, logo_url: LOGO };

  it('is uploaded, shown before it is saved, and then in the menu', async () => {
    const { calls } = open('/admin/settings', { updateOrganization: () => stored });
    await field('Organization name');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('There is no field for a file.');
    await userEvent.upload(input, new File(['picture'], 'logo.png', { type: 'image/png' }));
    const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'Logo of the organization' });
    const data = `data:image/png;base64,${btoa('picture')}`;
    expect(picture.src).toBe(data);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Organization settings updated successfully.');
    expect(bodies(calls, 'updateOrganization')).toMatchObject([{ logoUrl: data }]);
    const menu = screen.getByRole('button', { name: /Organization menu/ });
    await waitFor(() => expect(menu.querySelector('img')?.getAttribute('src')).toBe(LOGO));
  });

  it('is not read where the file is too large, comes from an address, and is removed', async () => {
    const { calls } = open('/admin/settings', {
      getMyOrganization: () => stored,
      updateOrganization: ({ body }) => {
        if ((body as { logoUrl: string | null }).logoUrl === null) return anOrganization;
        throw new Refused('It cannot be reached.', 'Bad-Request', 'logoUrl');
      },
    });
    await field('Organization name');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('There is no field for a file.');
    await userEvent.upload(input, new File(['x'.repeat(257 * 1024)], 'big.png', { type: 'image/png' }));
    expect(await screen.findByText('big.png has 257 KB; it may have 256.')).toBeTruthy();
    await userEvent.type(await field('Address of a picture'), 'https://example.org/a.png');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('It cannot be reached.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Organization settings updated successfully.');
    expect(bodies(calls, 'updateOrganization').map((body) => (body as { logoUrl: unknown }).logoUrl)).toEqual(
      ['https://example.org/a.png', null],
    );
  });
});

describe('API keys', () => {
  const PATH = '/admin/settings?tab=api_key';
  const row = async () => within(await screen.findByRole('row', { name: /Nightly load/ }));

  it('are listed with their permissions, and those that have expired', async () => {
    open(PATH, {
      listApiKeys: () => [
        key(),
        key({ key_name: 'k2', user_id: 'ku2', description: 'Old', expires_at: '2020-01-01T00:00:00.000Z' }),
      ],
    });
    const one = await row();
    expect(one.getByText('ak_ab…vwxyz')).toBeTruthy();
    expect(one.getByText('Workspace Member')).toBeTruthy();
    const old = within(await screen.findByRole('row', { name: /Old/ }));
    expect(old.getByText('Expired')).toBeTruthy();
    expect(old.getByText('No permissions')).toBeTruthy();
  });

  it('are created with description and expiry, and shown once', async () => {
    const text = `ak_${'a'.repeat(43)}`;
    let keys: readonly ApiKey[] = [];
    const { calls } = open(PATH, {
      listApiKeys: () => keys,
      createApiKey: () => {
        keys = [key()];
        return { key_name: 'k1', plaintext_key: text, user_id: 'ku1' };
      },
    });
    await screen.findByText('No API keys yet');
    const writeText = vi.fn((_text: string) => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
    await userEvent.click(screen.getByRole('button', { name: 'Create API key' }));
    const form = within(await screen.findByRole('dialog', { name: 'Create an API key' }));
    await userEvent.click(form.getByRole('button', { name: 'Create' }));
    expect(await form.findAllByText('required')).toHaveLength(2);
    await userEvent.type(form.getByRole('textbox', { name: 'Description' }), ' Nightly load ');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Expires' }), '2 weeks');

    // The call that is about to be sent, for a terminal.
    await userEvent.click(form.getByRole('button', { name: 'Copy as command' }));
    const lines = within(await screen.findByRole('dialog', { name: 'Copy as command' }));
    const line = "acacia api-keys create --description 'Nightly load' --life-time-in-seconds 1209600";
    expect((await lines.findByLabelText('Command line')).textContent).toBe(line);
    expect(lines.getByLabelText('cURL').textContent).toContain(
      `-d '{"description":"Nightly load","life_time_in_seconds":1209600}'`,
    );
    await userEvent.click(lines.getByRole('button', { name: 'Copy command' }));
    expect(writeText).toHaveBeenCalledWith(line);
    await userEvent.keyboard('{Escape}');

    await userEvent.click(form.getByRole('button', { name: 'Create' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Your API key' }));
    expect(shown.getByText(text)).toBeTruthy();
    expect(bodies(calls, 'createApiKey')).toEqual([
      { description: 'Nightly load', life_time_in_seconds: 1_209_600 },
    ]);
    await userEvent.click(shown.getByRole('button', { name: 'Copy API key' }));
    expect(await screen.findByText('API key copied successfully.')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(text);
    await userEvent.click(shown.getByRole('button', { name: 'Set permissions' }));
    expect(await screen.findByRole('dialog', { name: 'Nightly load' })).toBeTruthy();
    expect(screen.queryByText(text)).toBeNull();
  });

  it('never expire where that is chosen', async () => {
    const { calls } = open(PATH, {
      createApiKey: () => ({ key_name: 'k1', plaintext_key: 'ak_x', user_id: 'ku1' }),
    });
    await row();
    await userEvent.click(screen.getByRole('button', { name: 'Create API key' }));
    const form = within(await screen.findByRole('dialog', { name: 'Create an API key' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Description' }), 'a');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Expires' }), 'Never');
    await userEvent.click(form.getByRole('button', { name: 'Create' }));
    await screen.findByRole('dialog', { name: 'Your API key' });
    expect(bodies(calls, 'createApiKey')).toEqual([{ description: 'a', life_time_in_seconds: null }]);
  });

  it('have roles that are edited as those of people, without billing', async () => {
    let refuse = true;
    const { calls, router } = open(PATH, {
      setUserRoles: () => {
        if (refuse) throw new Refused('You are no organization admin any more.', 'Forbidden');
        return {};
      },
    });
    await userEvent.click(
      (await row()).getByRole('button', { name: 'Edit the permissions of Nightly load' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Nightly load' }));
    expect(router.state.location.search).toEqual({ tab: 'api_key', key: 'k1' });
    expect(dialog.queryByRole('combobox', { name: 'Billing role' })).toBeNull();
    expect(dialog.getByText('Never')).toBeTruthy();
    await userEvent.selectOptions(
      dialog.getByRole('combobox', { name: 'Organization role' }),
      'Organization Admin',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText('Fail to assign permission: You are no organization admin any more.'),
    ).toBeTruthy();
    refuse = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Permission updated successfully.')).toBeTruthy();
    expect(bodies(calls, 'setUserRoles')).toEqual([{ roles: ['super-admins'] }, { roles: ['super-admins'] }]);
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'api_key' }));
  });

  it('say that a key was not found whose account is gone', async () => {
    open(PATH, { listUsers: () => [] });
    await userEvent.click(
      (await row()).getByRole('button', { name: 'Edit the permissions of Nightly load' }),
    );
    expect(await screen.findByText('Fail to get key from server.')).toBeTruthy();
  });

  it('are deleted after a confirmation', async () => {
    let keys = [key()];
    const deleteApiKey = vi.fn(() => {
      keys = [];
      return {};
    });
    const { calls } = open(PATH, { listApiKeys: () => keys, deleteApiKey });
    await userEvent.click((await row()).getByRole('button', { name: 'Delete Nightly load' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the API key Nightly load?' }));
    expect(deleteApiKey).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete API key' }));
    expect(await screen.findByText('API key deleted successfully.')).toBeTruthy();
    expect(bodies(calls, 'deleteApiKey')).toEqual([{ key_name: 'k1' }]);
    expect(await screen.findByText('No API keys yet')).toBeTruthy();
  });
});
