/** Bills of an installation that charges nothing: the month so far, an invoice of the last one, and who sees them. */
import { readFile } from 'node:fs/promises';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { accessible as accessibleIn, choose, look, overfullCells, signIn } from './pages.ts';
import { Rest, sql, type Place } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

let stack: Stack;
let context: BrowserContext;
let page: Page;
let place: Place;

const accessible = (name: string): Promise<void> => accessibleIn(page, name);

/** First moment of a month in UTC. @param before months before the present one */
function monthAt(before: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before));
}
const idOf = (month: Date): string => month.toISOString().slice(0, 7);
const nameOf = (month: Date): string =>
  month.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The workspace ran for hours from a moment on, which is not waited for here. */
const ran = (from: Date, hours: number): Promise<unknown> =>
  sql(
    stack,
    `INSERT INTO usage_intervals
       (org_id, workgroup_id, workspace_id, workspace_type_name, enable_ha, addons, started_at, ended_at)
     SELECT org_id, workgroup_id, workspace_id, 'TG-00', false, '{}', $1::timestamptz, $2::timestamptz
     FROM usage_intervals LIMIT 1`,
    [from.toISOString(), new Date(from.getTime() + hours * 3_600_000).toISOString()],
  );

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  context = await browser.newContext({ acceptDownloads: true });
  page = await context.newPage();
  const admin = await Rest.of(stack);
  place = await admin.place('Fraud');
  await sql(stack, 'UPDATE organizations SET created_at = $1::timestamptz', [monthAt(2).toISOString()]);
  // Ten hours of TG-00 at a dollar each.
  await ran(monthAt(1), 10);
  // Months that have ended are closed when the control plane starts.
  await stack.stop();
  await stack.start();
  await expect
    .poll(async () => JSON.stringify(await admin.cloud('GET', '/v2/billing/invoices')))
    .toContain(idOf(monthAt(1)));
});

test.afterAll(async () => {
  await context.close();
  await stack.remove();
});

const invoiceOf = (month: Date) => page.getByRole('article', { name: `Invoice for ${nameOf(month)}` });

test('the month so far: what it cost, where that leads, and what costs most', async () => {
  await page.goto(stack.origin);
  await signIn(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await expect(page).toHaveTitle('Billing · Acacia');
  await expect(page.getByText('This Acacia charges nothing.', { exact: false })).toBeVisible();
  for (const figure of ['Billing period', 'Cost so far', 'Forecast', 'Credit balance'])
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  await expect(page.getByText(`For all of ${nameOf(monthAt(0))}, at its average so far`)).toBeVisible();
  const costs = page.getByRole('table', { name: 'What costs most' });
  await expect(costs.getByRole('row', { name: /Compute/ })).toContainText('$');
  await accessible('billing');
  await look(page, 'billing');

  await costs.getByRole('link', { name: 'Fraud', exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/groups/${place.workgroupId}\\?tab=(workspaces|databases)`));
  await page.goBack();
  await page.getByRole('button', { name: /^Show as table: Cost by day/ }).click();
  await expect(page.getByRole('table', { name: 'Cost by day' })).toContainText('Fraud');
  await accessible('the cost by day as a table');
});

test('the usage of another period, in the address', async () => {
  await choose(page, page.getByRole('combobox', { name: 'Show' }), 'Compute hours');
  await choose(page, page.getByRole('combobox', { name: 'Divided by' }), 'Workspace or database');
  await choose(page, page.getByRole('combobox', { name: 'Period' }), 'Last month');
  await expect(page.getByRole('img', { name: /^Compute hours: 10\.00 h in \d+ days\.$/ })).toBeVisible();
  await expect(page).toHaveURL(/meter=compute/);
  await page.reload();
  await expect(page.getByRole('img', { name: /^Compute hours: 10\.00 h in \d+ days\.$/ })).toBeVisible();
});

test('the invoices, one with its lines, on paper and as a file', async () => {
  await page.getByRole('tab', { name: 'Invoices' }).click();
  const table = page.getByRole('table', { name: 'Invoices' });
  await expect(table.getByRole('row', { name: /In Billing Period/ })).toBeVisible();
  await accessible('invoices');
  expect.soft(await overfullCells(page), 'cells of invoices').toEqual([]);
  await look(page, 'invoices');

  await page.goto(`${stack.origin}/admin/bills?tab=Invoices&invoice=${idOf(monthAt(1))}`);
  const paper = invoiceOf(monthAt(1));
  await expect(paper.getByRole('row', { name: /10\.00 hours/ })).toContainText('$1.00 / hour');
  await expect(paper.getByRole('row', { name: /^Total/ })).toContainText('$');
  await expect(page).toHaveTitle(`Invoice ${idOf(monthAt(1))} · Acacia`);
  await accessible('an invoice');
  await look(page, 'invoice');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toMatch(/^Workgroup ID,Workgroup,.*\r\n/);
  expect(text).toContain(',TG-00,us-east-1,10,hours,1,10\r\n');

  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'All invoices' }).click();
  await expect(table).toBeVisible();
});

test('payment, where nothing is charged, is explained', async () => {
  await page.goto(`${stack.origin}/admin/bills?addCreditCard=true&tab=PaymentMethods`);
  await expect(page.getByRole('heading', { name: 'There is nothing to pay' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await accessible('payment methods, where nothing is charged');
  await look(page, 'payment-nothing');
});

test('on a phone, by the command palette', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(stack.origin);
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Search pages, workspaces and actions' }).fill('billing');
  await page.getByRole('button', { name: 'Billing', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText('Billing');
  await expect(page.getByText('Cost so far')).toBeVisible();
  await accessible('billing on a phone');
  for (const search of [
    '',
    '?tab=Invoices',
    `?tab=Invoices&invoice=${idOf(monthAt(1))}`,
    '?tab=PaymentMethods',
  ]) {
    await page.goto(`${stack.origin}/admin/bills${search}`);
    await expect(page.getByRole('tabpanel')).toContainText(/\$|nothing/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), search).toBeLessThanOrEqual(390);
    await look(page, `phone-billing${search.replaceAll(/\W+/g, '-')}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a billing viewer sees bills without payment methods, and no other page of administration', async () => {
  await sql(stack, `UPDATE role_grants SET name = 'billing-viewers'`);
  await page.goto(`${stack.origin}/admin/bills?tab=PaymentMethods&addCreditCard=true`);
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Cost so far')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Payment methods' })).toBeHidden();
  const administer = page.getByRole('group', { name: 'Administer' }).getByRole('link');
  await expect(administer).toHaveText(['Billing']);
  const viewer = await Rest.of(stack);
  expect((await viewer.call('GET', '/v2/billing/credit-cards')).status).toBe(403);
  await page.goto(`${stack.origin}/admin/users`);
  await expect(page).toHaveURL(/\/groups/);
});
