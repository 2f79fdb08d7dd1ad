/**
 * An installation that charges, with a server in place of Stripe: the credit gate, a card that is added on the provider's
 * page, the default card, removing one, and the billing contact.
 */
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import {
  FAKE_KEY,
  startFakeStripe,
  type FakeStripe,
} from '../../apps/cloud/src/resources/billing/testing/fake-stripe.ts';
import { accessible as accessibleIn, look, signIn } from './pages.ts';
import { Rest, sql } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

let stripe: FakeStripe;
let stack: Stack;
let context: BrowserContext;
let page: Page;

const GATE = 'Oops! Your Credit Balance is Exhausted!';
const accessible = (name: string): Promise<void> => accessibleIn(page, name);

/** First moment of a month in UTC, as SQL reads it. @param before months before the present one */
function monthAt(before: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString();
}

test.beforeAll(async ({ browser }) => {
  stripe = await startFakeStripe();
  stack = await Stack.create(() => ({
    ACACIA_STRIPE_SECRET_KEY: FAKE_KEY,
    ACACIA_STRIPE_API: stripe.url,
  }));
  await stack.start();
  context = await browser.newContext();
  page = await context.newPage();
  // The provider's page of a visit: there the person enters a card, and is led back.
  await context.route('https://checkout.example.org/**', async (route) => {
    const id = new URL(route.request().url()).pathname.slice(1);
    stripe.complete(id);
    const back = stripe.sessions.get(id)?.fields.get('success_url') ?? '';
    await route.fulfill({
      contentType: 'text/html',
      body: `<title>Checkout</title><h1>Card details</h1><a href="${back}">Save card</a>`,
    });
  });
  const first = await Rest.of(stack);
  await first.place('Fraud');
  // The list completes what is done, which earns credits.
  await first.cloud('GET', '/v2/onboarding-tasks');
  // Last month's hundred hours have used up the credits: charging was on then.
  await sql(stack, "UPDATE installation_marks SET at = $1::timestamptz WHERE name = 'charging'", [
    monthAt(2),
  ]);
  await sql(stack, 'UPDATE organizations SET created_at = $1::timestamptz', [monthAt(2)]);
  await sql(stack, 'UPDATE completed_tasks SET completed_at = $1::timestamptz', [monthAt(2)]);
  await sql(
    stack,
    `INSERT INTO usage_intervals
       (org_id, workgroup_id, workspace_id, workspace_type_name, enable_ha, addons, started_at, ended_at)
     SELECT org_id, workgroup_id, workspace_id, 'TG-00', false, '{}', $1::timestamptz,
       $1::timestamptz + interval '100 hours'
     FROM usage_intervals LIMIT 1`,
    [monthAt(1)],
  );
  await stack.stop();
  await stack.start();
  const admin = await Rest.of(stack);
  await expect
    .poll(async () => (await admin.cloud('GET', '/v2/billing/status'))['gated'], { timeout: 60_000 })
    .toBe(true);
});

test.afterAll(async () => {
  await context.close();
  await stack.remove();
  await stripe.stop();
});

/** Begins a visit to the provider's page in the open dialog, enters a card there, and comes back. */
async function visitProvider(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add Credit Card' });
  await dialog.getByRole('button', { name: 'Go to the payment page' }).click();
  await expect(page.getByRole('heading', { name: 'Card details' })).toBeVisible();
  await page.getByRole('link', { name: 'Save card' }).click();
  await expect(page.getByText('The credit card was added.')).toBeVisible();
}
const cards = () => page.getByRole('list', { name: 'Credit cards' }).getByRole('listitem');
/** Cards that are not the default. */
const others = () => cards().filter({ hasNot: page.getByText('Default', { exact: true }) });

test('the gate stands in place of pages, and leads to a card, with which it goes', async () => {
  await page.goto(stack.origin);
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1, name: GATE })).toBeVisible();
  await accessible('the credit gate');
  await look(page, 'credit-gate');
  await page.goto(`${stack.origin}/groups`);
  await expect(page.getByRole('heading', { level: 1, name: GATE })).toBeVisible();

  await page.getByRole('link', { name: 'Add Credit Card' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Credit Card' })).toBeVisible();
  expect(stripe.sessions.size).toBe(0);
  await accessible('adding a credit card');
  await look(page, 'credit-card-add');
  await visitProvider();
  await expect(cards()).toHaveCount(1);
  await expect(cards().first()).toContainText('Default');
  await accessible('payment methods');
  await look(page, 'payment-methods');
  await page.getByRole('link', { name: 'Acacia home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to the graph platform' })).toBeVisible();
});

test('another card becomes the default, and the first one is removed', async () => {
  await page.goto(`${stack.origin}/admin/bills?tab=PaymentMethods`);
  await page.getByRole('button', { name: 'Add Credit Card' }).click();
  await visitProvider();
  await expect(cards()).toHaveCount(2);
  const second = others();
  await second.getByRole('button', { name: /^Make default: Visa ending in/ }).click();
  await expect(page.getByText(/^Visa ending in .+ is charged from now on\.$/)).toBeVisible();
  const first = others();
  await first.getByRole('button', { name: /^Remove Visa/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Remove Visa ending in/ });
  await accessible('removing a card');
  await dialog.getByRole('button', { name: 'Remove card' }).click();
  await expect(cards()).toHaveCount(1);
  await page.reload();
  await expect(cards()).toHaveCount(1);
  await expect(cards().first()).toContainText('Default');
});

test('the billing contact', async () => {
  await page.getByRole('textbox', { name: 'E-mail' }).fill('bills@example.org');
  await page.getByRole('textbox', { name: 'Street and number' }).fill('1 Main Street');
  await page.getByRole('textbox', { name: 'Country' }).fill('u');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('must be two capital letters, such as US')).toBeVisible();
  await page.getByRole('textbox', { name: 'Country' }).fill('us');
  await expect(page.getByText('United States')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The billing contact was saved.')).toBeVisible();
  const [customer] = stripe.customers.values();
  expect(customer?.fields.get('email')).toBe('bills@example.org');
  expect(customer?.fields.get('address[country]')).toBe('US');
});

test('the invoice of last month is paid by the card', async () => {
  const admin = await Rest.of(stack);
  await expect
    .poll(async () => JSON.stringify(await admin.cloud('GET', '/v2/billing/invoices')), { timeout: 60_000 })
    .toContain('"Paid"');
  await page.goto(`${stack.origin}/admin/bills?tab=Invoices`);
  const paid = page.getByRole('table', { name: 'Invoices' }).getByRole('row', { name: /Paid/ });
  await paid.getByRole('link', { name: /^Invoice of/ }).click();
  await expect(page.getByRole('article').getByRole('row', { name: /^Credits/ })).toContainText('−$');
  await accessible('a paid invoice');
});

test('on a phone, and while the provider is away', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.origin}/admin/bills?tab=PaymentMethods`);
  await expect(cards()).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible('payment methods on a phone');
  await look(page, 'phone-payment-methods');
  stripe.fault = () => 500;
  await page.reload();
  await expect(page.getByText('The credit cards could not be loaded')).toBeVisible({ timeout: 60_000 });
  stripe.fault = () => null;
});
