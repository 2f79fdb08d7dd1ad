/** Second factors and passkeys, with Chromium's virtual authenticator. */
import { createHmac } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { accessible as accessibleIn, enterPassword, look, pickFromMenu, signIn } from './pages.ts';
import { Stack } from './stack.ts';

// Each uses what the one before it has set up.
test.describe.configure({ mode: 'serial' });

let stack: Stack;
/** Recovery codes of the admin, of which the first is used up. */
let kept: readonly string[] = [];

test.beforeAll(async () => {
  stack = await Stack.create();
  await stack.start();
});
test.afterAll(() => stack.remove());

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for a secret (RFC 6238). @param steps of 30 seconds from now */
function codeOf(secret: string, steps: number): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE(hash.readUInt8(19) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** An authenticator in the browser that verifies the person and keeps passkeys. */
async function withAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function accessible(page: Page, name: string): Promise<void> {
  await look(page, name);
  await accessibleIn(page, name);
}

test('a passkey signs in without a password, an app’s code is good once, and so is a recovery code', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await withAuthenticator(page);
  const main = page.getByRole('navigation', { name: 'Main' });
  const alert = page.getByRole('alert');
  const dialog = page.getByRole('dialog', { name: 'Security' });
  const signOut = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await pickFromMenu(page, 'Organization menu', 'Sign out');
    await expect(page.getByLabel('E-mail')).toBeVisible();
  };
  const password = async (): Promise<void> => {
    await page.getByLabel('E-mail').fill('admin@acacia.local');
    await page.getByLabel('Password').fill('acacia');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  };

  await page.goto(stack.origin);
  await signIn(page);
  await pickFromMenu(page, 'Organization menu', 'Security');
  await expect(dialog.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
  await accessible(page, 'security-nothing');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Name of the passkey').fill('This computer');
  await dialog.getByLabel('Your password').fill('acacia');
  await dialog.getByRole('button', { name: 'Add the passkey' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await accessible(page, 'security-codes');
  kept = await codes.allTextContents();
  const [recovery = ''] = kept;
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog.getByText('This computer')).toBeVisible();
  await signOut();

  await accessible(page, 'sign-in-passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(main).toBeVisible();

  await pickFromMenu(page, 'Organization menu', 'Security');
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await dialog.getByLabel('Your password').fill('acacia');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await accessible(page, 'security-app');
  await dialog.getByLabel('Code that the app shows now').fill(codeOf(secret, 0));
  await dialog.getByRole('button', { name: 'Set up the app' }).click();
  await expect(dialog.getByText(/^Set up/)).toBeVisible();
  await accessible(page, 'security-all');
  await signOut();

  await password();
  await accessible(page, 'second-step');
  // Of the next step, which is accepted too: nobody waits for it.
  const code = codeOf(secret, 1);
  await page.getByLabel('Code of your authenticator app').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(main).toBeVisible();
  await pickFromMenu(page, 'Organization menu', 'Security');
  await signOut();

  await password();
  await page.getByLabel('Code of your authenticator app').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert).toContainText('it was used already');
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(main).toBeVisible();
  await pickFromMenu(page, 'Organization menu', 'Security');
  await expect(dialog.getByText(/^9 of 10 are left/)).toBeVisible();
  await signOut();

  await password();
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert).toContainText('none of your recovery codes');
  await page.getByRole('link', { name: 'Use another way' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(main).toBeVisible();
  await context.close();
});

test('without scripts, a code of an app signs in, and a passkey is not offered', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${stack.origin}/session/sign-in`);
  await page.getByLabel('E-mail').fill('admin@acacia.local');
  await page.getByLabel('Password').fill('acacia');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeHidden();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Code of your authenticator app')).toBeVisible();
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeVisible();
  await context.close();
});

test('an organization that demands a second factor leads who has none to set one up', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${stack.origin}/admin/settings`);
  await enterPassword(page);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(kept[1] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const demanded = page.getByRole('switch', { name: /^Require a second factor/ });
  await demanded.click();
  await expect(page.getByText('A second factor is required now.')).toBeVisible();
  await expect(demanded).toBeChecked();
  await accessible(page, 'settings-second-factor');

  await pickFromMenu(page, 'Organization menu', 'Security');
  const dialog = page.getByRole('dialog', { name: 'Security' });
  for (const [which, action] of [
    ['Remove This computer', 'Remove the passkey'],
    ['Remove', 'Remove the app'],
  ] as const) {
    await dialog.getByRole('button', { name: which, exact: true }).click();
    await dialog.getByLabel('Your password').fill('acacia');
    await dialog.getByRole('button', { name: action }).click();
    await expect(dialog.getByRole('button', { name: action })).toBeHidden();
  }
  await page.goto(`${stack.origin}/admin/users`);
  const wanted = page.getByRole('heading', { name: 'Set up a second factor' });
  await expect(wanted).toBeVisible();
  await accessible(page, 'second-factor');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'second-factor-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password').fill('acacia');
  await page.getByRole('button', { name: 'Next' }).click();
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('Code that the app shows now').fill(codeOf(secret, 0));
  await page.getByRole('button', { name: 'Set up the app' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await context.close();
});
