/** The operator's dashboard: every page of it over two organisations, what an operator does there, and who is kept out. */
import { expect, test, type Page } from '@playwright/test';
import { accessible, look, overfullCells, pickFromMenu, signIn } from './pages.ts';
import { addPerson, Rest, sql, type Place } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

let stack: Stack;
let page: Page;
let admin: Rest;
let place: Place;

/** Nothing that axe finds on the page, in light and dark; with pictures of it. */
async function clean(name: string): Promise<void> {
  await accessible(page, name);
  await look(page, name);
}
const open = (path: string): Promise<unknown> => page.goto(`${stack.origin}/dashboard${path}`);
const section = (name: string) =>
  page.getByRole('navigation', { name: "Operator's dashboard" }).getByRole('link', { name });

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create(() => ({ ACACIA_GRAFANA_URL: 'https://grafana.example/d/acacia' }));
  await stack.start();
  admin = await Rest.of(stack);
  place = await admin.place('Flights');
  await sql(
    stack,
    `INSERT INTO organizations (id, name, display_name, creator, tier, max_workspace_memory)
     VALUES ('birch', 'birch', 'Birch Labs', 'bea@birch.example', 'free', 4)`,
  );
  await addPerson(stack, 'bea', 'bea@birch.example', 'birch');
  await sql(stack, `INSERT INTO role_grants (membership_id, name) VALUES ('bea', 'org-admins')`);
  const bea = await Rest.of(stack, 'bea@birch.example');
  await bea.group('Research');
  // axe needs a separate context.
  page = await (await browser.newContext()).newPage();
});

test.afterAll(async () => {
  await page.context().close();
  await stack.remove();
});

test('the menu leads an operator to the workspaces of all organisations', async () => {
  await page.goto(stack.origin);
  await signIn(page);
  await pickFromMenu(page, 'Organization menu', "Operator's dashboard");
  await expect(page).toHaveURL(`${stack.origin}/dashboard/workspace`);
  const row = page.getByRole('row', { name: /Flights/ });
  await expect(row).toContainText('Active');
  await clean('dashboard-workspaces');
  expect(await overfullCells(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('nothing of this name');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page).toHaveURL(/find=nothing/);
});

test('an operator pauses a workspace, and the log of its organisation says so', async () => {
  await open('/workspace?find=Flights');
  await pickFromMenu(page, 'Actions on Flights of Acacia', 'Pause');
  const dialog = page.getByRole('dialog', { name: 'Pause Flights of Acacia?' });
  await expect(dialog).toContainText('The audit log of Acacia says that an operator did it.');
  await dialog.getByRole('button', { name: 'Pause workspace' }).click();
  await expect(dialog).toBeHidden();
  await admin.settled(place, 'Idle');
  await expect(page.getByRole('row', { name: /Flights/ })).toContainText('Idle', { timeout: 30_000 });
  await page.goto(`${stack.origin}/admin/audit-log?action=pauseDashboardWorkspace`);
  await expect(page.getByText('1 entry, to the oldest.')).toBeVisible();
});

test('organisations have a page each, where their tier is changed', async () => {
  await open('');
  await section('Organizations').click();
  await expect(page.getByRole('row', { name: /Birch Labs/ })).toContainText('Free');
  await clean('dashboard-organizations');
  await page.getByRole('link', { name: 'Birch Labs' }).click();
  await expect(page.getByRole('heading', { name: 'Birch Labs' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Research/ })).toBeVisible();
  await clean('dashboard-organization');
  await page.getByRole('combobox', { name: 'Tier' }).selectOption('Premium');
  await page.getByRole('button', { name: 'Change tier' }).click();
  await expect(page.getByText('The plan was changed')).toBeVisible();
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(page.getByRole('row', { name: /bea@birch.example/ })).toContainText('Organization Admin');
  await clean('dashboard-people');
  await page.getByRole('tab', { name: 'Operations' }).click();
  await expect(page.getByText('No operations')).toBeVisible();
  await page.getByRole('tab', { name: 'Billing' }).click();
  await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible();
  await clean('dashboard-organization-billing');
  await section('Billing').click();
  await expect(page.getByRole('row', { name: /Birch Labs/ })).toContainText('$0.00');
  await clean('dashboard-billing');
  await open('/org/nowhere');
  await expect(
    page.getByText('There is no such organisation.').or(page.getByText('Page not found')),
  ).toBeVisible();
});

test('cloud providers, metrics and the configuration have pages', async () => {
  await open('/cloud-providers');
  await expect(page.getByRole('table', { name: 'Cloud providers' })).toBeVisible();
  await clean('dashboard-providers');
  await open('/cloud-provider/aws');
  await expect(page.getByRole('row', { name: /Flights/ })).toBeVisible();
  await clean('dashboard-provider');
  await open('/grafana');
  await expect(page.getByRole('figure', { name: 'Answers by status' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Grafana' })).toHaveAttribute(
    'href',
    'https://grafana.example/d/acacia',
  );
  await clean('dashboard-metrics');
  await open('/configurations');
  await expect(page.getByRole('row', { name: /ACACIA_GRAFANA_URL/ })).toContainText('Environment');
  await expect(page.getByRole('row', { name: /own-metrics/ })).toContainText('15 s');
  await clean('dashboard-configuration');
  expect(await overfullCells(page)).toEqual([]);
});

test('the pages fit a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/workspace',
    '/org',
    '/org/birch',
    '/billing',
    '/cloud-providers',
    '/grafana',
    '/configurations',
  ]) {
    await open(path);
    await expect(page.getByRole('navigation', { name: "Operator's dashboard" })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, path).toBeLessThanOrEqual(0);
    await look(page, `dashboard-phone${path.replaceAll('/', '-')}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('nobody else gets there, not even an admin of an organisation', async ({ browser }) => {
  const token = await stack.token('bea@birch.example');
  const refused = await fetch(`${stack.origin}/api/v2/dashboard/workspaces`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(refused.status).toBe(403);
  const context = await browser.newContext();
  try {
    const other = await context.newPage();
    // The person works as an operator no more: the page asks anew, and leads away.
    await other.goto(`${stack.origin}/dashboard/org`);
    await signIn(other);
    await other.route('**/api/users/me', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { Result: { permissions: Record<string, boolean> } };
      const permissions = Object.fromEntries(
        Object.keys(body.Result.permissions).map((flag) => [flag, false]),
      );
      await route.fulfill({ json: { ...body, Result: { ...body.Result, permissions } } });
    });
    await other.goto(`${stack.origin}/dashboard/org`);
    await expect(other).toHaveURL(`${stack.origin}/noPermission`);
    await other.getByRole('button', { name: /Organization menu/ }).click();
    await expect(other.getByRole('menuitem', { name: 'Sessions' })).toBeVisible();
    await expect(other.getByRole('menuitem', { name: "Operator's dashboard" })).toHaveCount(0);
  } finally {
    await context.close();
  }
});
