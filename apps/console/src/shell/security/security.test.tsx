import type { SignInMethods } from '@acacia/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, anOrganization } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];

const NONE: SignInMethods = {
  password_set_at: AT,
  authenticator_app_since: null,
  passkeys: [],
  recovery_codes_left: 0,
  passkeys_refused: null,
};

/** Opens the dialog over a cloud with these methods. */
async function open(methods: Partial<SignInMethods>, answers: Answers = {}) {
  const now = { ...NONE, ...methods };
  const { calls } = renderConsole('/guides', { ...aCloud([]), getMySignInMethods: () => now, ...answers });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: /^Organization menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Security' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Security' }));
  await dialog.findByText('Authenticator app');
  return { user, calls, dialog, now };
}

const bodies = (calls: readonly { call: string; body: unknown }[], name: string) =>
  calls.filter(({ call }) => call === name).map(({ body }) => body);

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

it('offers to end the other sessions', async () => {
  const { user, calls, dialog } = await open({}, { endMyOtherSessions: () => ({ ended: 2 }) });
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('2 sessions are signed out.')).toBeTruthy();
  expect(bodies(calls, 'endMyOtherSessions')).toHaveLength(1);
});

it('sets an authenticator app up: password, QR code and secret, code, recovery codes', async () => {
  const { user, calls, dialog, now } = await open(
    {},
    {
      beginAuthenticatorApp: ({ body }) => {
        if ((body as { current_password: string }).current_password === 'right') {
          return { secret: 'ABCD EFGH', uri: 'otpauth://totp/Acacia:a%40b.c?secret=ABCDEFGH&issuer=Acacia' };
        }
        throw new Refused('This is not your password.', 'Bad-Request', 'current_password');
      },
      confirmAuthenticatorApp: ({ body }) => {
        if ((body as { code: string }).code !== '123 456') {
          throw new Refused('This is not the code that the app shows now.', 'Bad-Request', 'code');
        }
        now.authenticator_app_since = AT;
        now.recovery_codes_left = CODES.length;
        return { recovery_codes: CODES };
      },
    },
  );
  await user.click(dialog.getByRole('button', { name: 'Set up' }));
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(await dialog.findByText('Type your password.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Your password'), 'wrong');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(await dialog.findByText('This is not your password.')).toBeTruthy();
  await user.clear(dialog.getByLabelText('Your password'));
  await user.type(dialog.getByLabelText('Your password'), 'right');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(await dialog.findByRole('img', { name: /^QR code/ })).toBeTruthy();
  expect(dialog.getByText('ABCD EFGH')).toBeTruthy();
  const code = dialog.getByLabelText('Code that the app shows now');
  await user.type(code, '000000');
  await user.click(dialog.getByRole('button', { name: 'Set up the app' }));
  expect(await dialog.findByText('This is not the code that the app shows now.')).toBeTruthy();
  await user.clear(code);
  await user.type(code, '123 456');
  await user.click(dialog.getByRole('button', { name: 'Set up the app' }));
  const codes = await dialog.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES);
  await user.click(dialog.getByRole('button', { name: 'I have kept them' }));
  expect(await dialog.findByText(/^2 of 10 are left/)).toBeTruthy();
  expect(dialog.queryByText(CODES[0] ?? '')).toBeNull();
  expect(bodies(calls, 'beginAuthenticatorApp')).toHaveLength(2);
});

it('adds a passkey that the browser makes, renames and removes it', async () => {
  const made = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  };
  const create = vi.fn().mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  create.mockResolvedValueOnce({ toJSON: () => made });
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (options: unknown) => options });
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
  const passkey = { passkey_id: 'p1', name: 'Phone', created_at: AT, last_used_at: AT, synced: true };
  const { user, calls, dialog, now } = await open(
    {},
    {
      beginPasskey: () => ({ options: { challenge: 'c' } }),
      addPasskey: () => {
        now.passkeys = [passkey];
        return { recovery_codes: null };
      },
      renamePasskey: ({ body }) => {
        now.passkeys = [{ ...passkey, ...(body as { name: string }) }];
        return now.passkeys[0];
      },
      removePasskey: () => {
        now.passkeys = [];
        return {};
      },
    },
  );
  expect(dialog.getByRole('button', { name: 'Make new codes' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(dialog.getByRole('button', { name: 'Add a passkey' }));
  const name = dialog.getByLabelText('Name of the passkey');
  expect((name as HTMLInputElement).value).toBe('Passkey 1');
  await user.clear(name);
  expect(dialog.getByText('Give the passkey a name.')).toBeTruthy();
  await user.type(name, 'Phone');
  await user.type(dialog.getByLabelText('Your password'), 'right');
  await user.click(dialog.getByRole('button', { name: 'Add the passkey' }));
  expect(await dialog.findByText('The browser made no passkey. Try again.')).toBeTruthy();
  expect(bodies(calls, 'addPasskey')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Add the passkey' }));
  expect(await dialog.findByText(/on all your devices/)).toBeTruthy();
  expect(create).toHaveBeenLastCalledWith({ publicKey: { challenge: 'c' } });
  expect(bodies(calls, 'addPasskey')).toEqual([{ name: 'Phone', credential: made }]);

  await user.click(dialog.getByRole('button', { name: 'Rename passkey Phone' }));
  await user.type(dialog.getByLabelText('New name of passkey Phone'), '{Control>}a{/Control}Key{Enter}');
  await user.click(await dialog.findByRole('button', { name: /^Remove/ }));
  await user.type(dialog.getByLabelText('Your password'), 'right');
  await user.click(dialog.getByRole('button', { name: 'Remove the passkey' }));
  expect(await dialog.findByText('A finger, a face or a PIN instead of the password.')).toBeTruthy();
  expect(calls.findLast(({ call }) => call === 'removePasskey')?.ids).toEqual(['p1']);
});

it('says why no passkey can be added, and makes new recovery codes', async () => {
  const { user, dialog } = await open(
    { authenticator_app_since: AT, recovery_codes_left: 3, passkeys_refused: 'Passkeys need https.' },
    { renewRecoveryCodes: () => ({ recovery_codes: CODES }) },
  );
  const add = dialog.getByRole('button', { name: 'Add a passkey' });
  expect(add.getAttribute('aria-description')).toBe('Passkeys need https.');
  await user.click(dialog.getByRole('button', { name: 'Make new codes' }));
  await user.type(dialog.getByLabelText('Your password'), 'right');
  await user.click(dialog.getByRole('button', { name: 'Make new codes' }));
  expect(await dialog.findByText(CODES[1] ?? '')).toBeTruthy();
});

/** Opens an address for somebody whose organisation wants a second factor. */
function openLacking(path: string, answers: Answers = {}) {
  const now = { ...NONE };
  const lacks = () => now.authenticator_app_since === null;
  const birch = { ...anOrganization, org_id: 'o2', org_display_name: 'Birch Labs', last_login: false };
  const shown = renderConsole(path, {
    ...aCloud([]),
    getMe: () => ({ ...anAdmin, lacks_second_factor: lacks() }),
    listMyOrganizations: () => [{ ...anOrganization, last_login: true }, birch],
    getMyOrganization: () => {
      if (lacks()) throw new Refused('This organization wants a second factor.', 'Second-Factor-Needed');
      return anOrganization;
    },
    getMySignInMethods: () => now,
    beginAuthenticatorApp: () => ({ secret: 'ABCD EFGH', uri: 'otpauth://totp/Acacia?secret=ABCDEFGH' }),
    confirmAuthenticatorApp: () => {
      now.authenticator_app_since = AT;
      return { recovery_codes: CODES };
    },
    ...answers,
  });
  return { ...shown, user: userEvent.setup({ delay: null }) };
}

it('leads who lacks the second factor that the organization wants to set one up, and then on', async () => {
  const { user, router } = openLacking('/guides/gsql');
  await screen.findByRole('heading', { name: 'Set up a second factor' });
  expect(router.state.location.href).toBe('/second-factor?return_to=%2Fguides%2Fgsql');
  expect(await screen.findByText(/^Acacia Labs requires one beside the password/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  await user.type(screen.getByLabelText(/password/i), 'right');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(await screen.findByRole('textbox', { name: /code/i }), '123456');
  await user.keyboard('{Enter}');
  await screen.findByRole('list', { name: 'Recovery codes' });
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await vi.waitFor(() => expect(router.state.location.href).toBe('/guides/gsql'), { timeout: 30_000 });
});

it('leaves another organization open to who lacks the second factor', async () => {
  const { user, enterOrganization } = openLacking('/second-factor');
  await user.click(await screen.findByRole('button', { name: 'Work in Birch Labs' }));
  expect(enterOrganization).toHaveBeenCalledWith('o2', '/');
});

it('says on a page that was refused meanwhile what is needed, and leads there', async () => {
  let lacks = false;
  const { router } = renderConsole('/groups/g1', {
    ...aCloud([]),
    getMe: () => ({ ...anAdmin, lacks_second_factor: lacks }),
    getMySignInMethods: () => NONE,
    getWorkgroup: () => {
      lacks = true;
      // With a field, as an answer has details for each of them alone here.
      throw new Refused('This organization wants a second factor.', 'Second-Factor-Needed', 'second_factor');
    },
  });
  await screen.findByRole('heading', { name: 'A second factor is needed' });
  expect(screen.getByText('This organization wants a second factor.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Set one up' }));
  await screen.findByRole('heading', { name: 'Set up a second factor' });
  expect(router.state.location.pathname).toBe('/second-factor');
  expect(router.state.location.href).toContain('return_to=%2Fgroups%2Fg1');
});
