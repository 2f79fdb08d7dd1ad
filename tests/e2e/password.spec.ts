/** Sessions and passwords: other tabs, other browsers, and stored sessions. */
import { expect, test } from '@playwright/test';
import { pickFromMenu, signIn } from './pages.ts';
import { Stack } from './stack.ts';

const CHOSEN = 'correct horse battery';

let stack: Stack;

test.beforeAll(async () => {
  stack = await Stack.create();
  await stack.start();
});
test.afterAll(() => stack.remove());

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
