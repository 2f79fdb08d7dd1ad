/** Sessions, passwords and organisations: other tabs, other browsers, stored sessions, and mailed links. */
import { expect, test, type Page } from '@playwright/test';
import { startMailServer, type MailServer } from '../../apps/cloud/src/mail/testing/mail-server.ts';
import { accessible, choose, look, pickFromMenu, signIn } from './pages.ts';
import { sql } from './rest.ts';
import { Stack } from './stack.ts';

const CHOSEN = 'correct horse battery';

let stack: Stack;
let mails: MailServer;

test.beforeAll(async () => {
  mails = await startMailServer();
  stack = await Stack.create(() => ({
    ACACIA_STRANGERS: 'open',
    ACACIA_SMTP_URL: `smtp://localhost:${mails.port}`,
    ACACIA_MAIL_FROM: 'Acacia <acacia@example.org>',
  }));
  await stack.start();
});
test.afterAll(async () => {
  await stack.remove();
  await mails.stop();
});

test('a session is of all tabs, its password is changed in the menu, and other browsers are signed out then', async ({
  browser,
}) => {
  const here = await browser.newContext();
  const elsewhere = await browser.newContext();
  const page = await here.newPage();
  const other = await elsewhere.newPage();
  for (const each of [page, other]) {
    await each.goto(stack.origin);
    await signIn(each);
  }
  const tab = await here.newPage();
  await tab.goto(`${stack.origin}/groups`);
  await expect(tab.getByText('No workgroups yet')).toBeVisible();
  await tab.reload();
  await expect(tab.getByText('No workgroups yet')).toBeVisible();
  const kept = await tab.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
  );
  expect(kept).not.toMatch(/token|eyJ|acacia_/);

  await pickFromMenu(page, 'Organization menu', 'Change password');
  await page.getByLabel('Current password').fill('acacia');
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('New password again').fill(CHOSEN);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your other sessions are signed out')).toBeVisible();

  await tab.reload();
  await expect(tab.getByText('No workgroups yet')).toBeVisible();
  await other.reload();
  await expect(other.getByLabel('E-mail')).toBeVisible();
  await expect(other.getByText('This Acacia runs on your machine')).toBeHidden();
  await other.getByLabel('E-mail').fill('admin@acacia.local');
  await other.getByLabel('Password').fill('acacia');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('alert')).toHaveText('Wrong e-mail or password.');
  await other.getByLabel('Password').fill(CHOSEN);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await pickFromMenu(page, 'Organization menu', 'Sessions');
  const sessions = page.getByRole('dialog', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('This session')).toBeVisible();
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await sessions.getByRole('button', { name: 'Close', exact: true }).last().click();
  await other.reload();
  await expect(other.getByLabel('E-mail')).toBeVisible();

  await pickFromMenu(page, 'Organization menu', 'Sign out');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await tab.reload();
  await expect(tab.getByLabel('E-mail')).toBeVisible();
  await here.close();
  await elsewhere.close();
});

test('somebody signs up by a mail, sets a forgotten password by another one, without script and on a phone, founds an organisation, and has two in two tabs', async ({
  browser,
}) => {
  const email = 'newcomer@example.org';
  const still = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  const mailbox = await still.newPage();
  /** The link in the newest mail to the person. */
  async function link(subject: string): Promise<string> {
    const found = () => mails.received.find(({ headers }) => headers.includes(`Subject: ${subject}`));
    await expect.poll(found, { timeout: 20_000 }).toBeDefined();
    expect(found()?.to).toEqual([email]);
    return /http:\S+/.exec(found()?.text ?? '')?.[0] ?? '';
  }
  async function setPassword(password: string, button: string): Promise<void> {
    await mailbox.getByLabel('New password', { exact: true }).fill(password);
    await mailbox.getByLabel('New password again').fill(password);
    await mailbox.getByRole('button', { name: button }).click();
  }
  /** Asks for a mail by a link of the sign-in page, in a browser with script. */
  async function ask(page: Page, name: string): Promise<void> {
    await page.goto(stack.origin);
    await page.getByRole('link', { name }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  }

  const context = await browser.newContext();
  const page = await context.newPage();
  await ask(page, 'Create an account');
  const confirm = await link('Confirm your e-mail address for Acacia');
  await mailbox.goto(confirm);
  await mailbox.getByLabel('Your name').fill('Nina Newcomer');
  await setPassword('Sunshine2024!', 'Create account');
  await expect(mailbox.getByRole('alert')).toContainText('among the first that are guessed');
  await expect(mailbox.getByLabel('Your name')).toHaveValue('Nina Newcomer');
  await setPassword(CHOSEN, 'Create account');
  await expect(mailbox.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
  await mailbox.goto(confirm);
  await expect(mailbox.getByRole('heading', { name: 'This link is no longer good' })).toBeVisible();

  await ask(page, 'Forgot your password?');
  await accessible(page, 'mail sent');
  await page.goto(await link('Set a new password for Acacia'));
  await accessible(page, 'a new password');
  const another = 'four other words here';
  await page.getByLabel('New password', { exact: true }).fill(another);
  await page.getByLabel('New password again').fill(another);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  for (const password of [CHOSEN, another]) {
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    if (password === CHOSEN) await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password.');
  }
  await expect(page.getByRole('heading', { name: 'User agreement' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();

  // In an organisation of their own, which has answered no survey yet.
  const survey = page.getByRole('heading', { name: 'Get started' });
  await expect(survey).toBeVisible();
  await page.reload();
  await expect(survey).toBeVisible();
  await page.getByLabel('First name').fill('Nina');
  await page.getByLabel('Last name').fill('Newcomer');
  await page.getByLabel('Company').fill('Looms');
  await choose(page, page.getByRole('combobox', { name: 'Role' }), 'Data Engineer');
  await choose(page, page.getByRole('combobox', { name: 'How are you' }), 'Initial Research');
  await page.getByLabel('Fraud').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'How would you like to begin?' })).toBeVisible();
  await page.goto(stack.origin);
  const menu = (tab: Page) => tab.getByRole('button', { name: 'Organization menu' });
  await expect(menu(page)).toContainText("Nina Newcomer's organization");
  await menu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByText('Organizations', { exact: true })).toBeHidden();

  // Of two organisations each tab holds its own.
  await sql(
    stack,
    `INSERT INTO memberships (id, org_id, account_id, joined_at)
     SELECT 'second', organizations.id, accounts.id, now() FROM organizations, accounts
     WHERE organizations.name = 'acacia' AND accounts.email = $1`,
    [email],
  );
  await sql(stack, `INSERT INTO role_grants (membership_id, name) VALUES ('second', 'org-admins')`);
  await sql(
    stack,
    `INSERT INTO workgroups (id, org_id, name, creator, cloud_provider_id, region, enable_application_log)
     SELECT 'deep', id, 'Deep', '', 'aws', 'us-east-1', false FROM organizations WHERE name = 'acacia'`,
  );
  const enter = async (tab: Page, name: string) => {
    await menu(tab).click();
    await tab.getByRole('menuitemradio', { name, exact: true }).click();
    await expect(tab).toHaveURL(`${stack.origin}/`);
    await expect(menu(tab)).toContainText(name);
  };
  await page.goto(stack.origin);
  const tab = await context.newPage();
  await tab.goto(`${stack.origin}/groups`);
  await expect(menu(tab)).toContainText("Nina Newcomer's organization");
  // The menu may be there before the page below it.
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  await menu(tab).click();
  await expect(tab.getByRole('menuitemradio', { name: 'Acacia', exact: true })).toBeVisible();
  await accessible(tab, 'the organization menu');
  await look(tab, 'switcher');
  await tab.keyboard.press('Escape');
  await enter(tab, 'Acacia');
  for (const [each, name] of [
    [page, "Nina Newcomer's organization"],
    [tab, 'Acacia'],
  ] as const) {
    await each.reload();
    await expect(menu(each)).toContainText(name);
  }
  // A new tab begins where the person worked last.
  const third = await context.newPage();
  await third.goto(stack.origin);
  await expect(menu(third)).toContainText('Acacia');

  await page.goto(`${stack.origin}/groups/deep`);
  await expect(page.getByRole('heading', { name: 'In another organization' })).toBeVisible();
  await accessible(page, 'in another organization');
  await look(page, 'another-organization');
  await page.getByRole('button', { name: 'Switch to Acacia' }).click();
  await expect(page.getByRole('heading', { name: 'Deep' })).toBeVisible();
  await expect(page).toHaveURL(/\/groups\/deep/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu(page).click();
  await expect(page.getByRole('menuitemradio', { name: 'Acacia', exact: true })).toBeVisible();
  await look(page, 'phone-switcher');
  await context.close();
  await still.close();
});
