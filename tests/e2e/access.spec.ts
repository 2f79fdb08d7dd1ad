/**
 * Every page by axe in light and dark, by keyboard, and on a phone; the states of pages, the bytes of the first one, and
 * the hosts that are asked.
 */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test, type BrowserContext, type Page, type Response } from '@playwright/test';
import { AIRPORT_COUNT, AIRPORTS_FILE, FLIGHTS_FILE, ROUTE_COUNT } from './flights.ts';
import {
  accessible as accessibleIn,
  choose,
  editorText,
  enterPassword,
  look,
  overfullCells,
  pickFromMenu,
  signIn,
} from './pages.ts';
import { investigate, onboard } from './onboarding.ts';
import { addPerson, Rest, sql, type Place } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

const GRAPH = 'Air';

let stack: Stack;
let context: BrowserContext;
let page: Page;
let admin: Rest;
let place: Place;

const tool = (name: string): string =>
  `${stack.origin}/${name}?workspace_id=${place.workspaceId}&graph_name=${GRAPH}`;

/** Hosts that pages asked, other than this machine. */
const strangeHosts = new Set<string>();
function watchHosts(watched: BrowserContext): void {
  watched.on('request', (request) => {
    const { protocol, hostname, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && hostname !== 'localhost') strangeHosts.add(host);
  });
}

/**
 * The most KiB of JavaScript and CSS (gzip) from the sign-in to the home page, without what is fetched ahead of need
 * (docs/adr/0012-console-stack.md).
 */
const FIRST_PAGE_KIB = 208;

const accessible = (name: string): Promise<void> => accessibleIn(page, name);

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  // axe needs a separate context.
  context = await browser.newContext();
  watchHosts(context);
  page = await context.newPage();
});

test.afterAll(async () => {
  await context.close();
  await stack.remove();
});

test('sign-in, home and workgroups with nothing there', async () => {
  await page.goto(stack.origin);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await accessible('sign-in');
  const parts: Promise<number>[] = [];
  const weigh = (response: Response): void => {
    if (/\/assets\/[^/]+\.(js|css)$/.test(response.url()))
      parts.push(response.body().then((body) => gzipSync(body).length));
  };
  page.on('response', weigh);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Welcome to the graph platform' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Try a fraud graph/ })).toBeVisible();
  page.off('response', weigh);
  const bytes = (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
  expect(bytes / 1024, 'KiB of the first page').toBeLessThanOrEqual(FIRST_PAGE_KIB);
  expect(bytes / 1024).toBeGreaterThan(100);
  await accessible('home');
  await page.goto(`${stack.origin}/groups`);
  await expect(page.getByText('No workgroups yet')).toBeVisible();
  await accessible('no workgroups');
  await pickFromMenu(page, 'Organization menu', 'Sessions');
  await expect(page.getByRole('dialog', { name: 'Sessions' }).getByText('This session')).toBeVisible();
  await accessible('sessions');
  for (const name of ['design-schema', 'ingestion', 'editor', 'explore']) {
    await page.goto(`${stack.origin}/${name}`);
    await expect(page.getByText('No workspace is active')).toBeVisible();
  }
  await accessible('no workspace');
});

test('a browser that asks for Chinese gets it, until its person chooses English', async ({ browser }) => {
  const own = await browser.newContext({ locale: 'zh-CN' });
  const chinese = await own.newPage();
  await chinese.goto(stack.origin);
  await expect(chinese.getByText('此 Acacia 运行在你的电脑上')).toBeVisible();
  await chinese.getByLabel('邮箱').fill('admin@acacia.local');
  await chinese.getByLabel('密码', { exact: true }).fill('wrong');
  await chinese.getByRole('button', { name: '登录', exact: true }).click();
  await expect(chinese.getByRole('alert')).toHaveText('邮箱或密码错误。');
  await chinese.getByLabel('密码', { exact: true }).fill('acacia');
  await chinese.getByRole('button', { name: '登录', exact: true }).click();
  await expect(chinese.getByRole('heading', { level: 1, name: '欢迎使用图平台' })).toBeVisible();
  await accessibleIn(chinese, 'home-chinese');
  await chinese.getByRole('link', { name: '用户', exact: true }).click();
  await expect(chinese.getByRole('table')).toContainText('组织管理员');
  await accessibleIn(chinese, 'users-chinese');
  await chinese.goto(`${stack.origin}/nowhere`);
  await expect(chinese.getByRole('heading', { level: 1 })).toHaveText('页面不存在');

  await chinese.getByRole('button', { name: '组织菜单' }).click();
  await chinese.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(chinese.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await chinese.goto(stack.origin);
  await expect(chinese.getByRole('heading', { name: 'Welcome to the graph platform' })).toBeVisible();
  await own.close();
});

test('creating and reading workgroups', async () => {
  await page.goto(`${stack.origin}/groups/new`);
  await expect(page.getByLabel('Workgroup name')).toBeVisible();
  await accessible('create a workgroup');
  await page.getByLabel('Workgroup name').fill('a b');
  await page.getByLabel('Workgroup name').blur();
  await expect(page.getByText('invalid name')).toBeVisible();
  await accessible('a name refused');
  await page.getByLabel('Workgroup name').fill('New');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Workspace name')).toBeVisible();
  await accessible('create a workspace');

  admin = await Rest.of(stack);
  place = await admin.place('Access');
  await admin.gsql(
    place,
    `CREATE VERTEX Airport (PRIMARY_ID iata STRING, name STRING)
CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport, flights INT)
CREATE GRAPH ${GRAPH} (Airport, Flight)`,
  );
  await admin.upsert(place, GRAPH, {
    vertices: { Airport: { ATL: {}, ABE: {} } },
    edges: { Airport: { ABE: { Flight: { Airport: { ATL: { flights: { value: 853 } } } } } } },
  });
  await page.goto(stack.origin);
  await expect(page.getByRole('main')).toContainText('Access');
  await accessible('home with a workspace');
});

/** Every tab by its name in the address, with an element that is there once it has loaded. */
const TABS: readonly (readonly [string, string, RegExp])[] = [
  ['general', 'General', /Access/],
  ['workspaces', 'Workspaces', /TG-00/],
  ['databases', 'Databases', /R\/W/],
  ['monitor', 'Monitor', /CPU/],
  ['solution', 'Solution', /Transaction Fraud/],
  ['access_management', 'Access management', /Org Admin/],
  ['backup_and_restore', 'Backup and restore', /No backups/],
  ['log', 'Log', /restpp/],
  ['network_access', 'Network access', /No allowed IPs/],
  ['dataprofiles', 'Data profile', /Airport/],
];

test('every tab of a workgroup', async () => {
  await admin.cloud('PUT', `/v2/workgroups/${place.workgroupId}`, { enable_application_log: true });
  await admin.settled(place, 'Active');
  const email = 'somebody.of.long.name@acacia.local';
  await addPerson(stack, 'somebody', email);
  await admin.cloud('POST', `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}/members`, {
    email,
    role: 'workspace-users',
  });
  for (const [tab, name, content] of TABS) {
    await page.goto(`${stack.origin}/groups/${place.workgroupId}?tab=${tab}`);
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toContainText(content, { timeout: 30_000 });
    await accessible(`workgroup, ${name}`);
    if (tab === 'access_management') await expect(page.getByText(email).first()).toBeVisible();
    expect.soft(await overfullCells(page), `cells of ${name}`).toEqual([]);
  }
});

test('the marketplace', async () => {
  for (const [path, title, content] of [
    ['solutions', 'Solutions', /Mule Account Detection/],
    ['solutions/network-infrastructure', 'Network Infrastructure', /Which switch cuts most hosts off/],
    ['addons', 'Add-ons', /Admin Portal/],
  ] as const) {
    await page.goto(`${stack.origin}/marketplace/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(content, { timeout: 30_000 });
    await accessible(`marketplace, ${path}`);
  }
});

test('every tab of the configuration of a workspace', async () => {
  for (const [tab, content] of [
    ['general', /localhost/],
    ['advanced', /Auto suspend/],
    ['addons', /Co-pilot/],
    ['alerts', /CPU usage/],
    ['graph_admin', /Default query timeout/],
  ] as const) {
    const at = `?tab=workspaces&space_id=${place.workspaceId}&configure=${tab}`;
    await page.goto(`${stack.origin}/groups/${place.workgroupId}${at}`);
    await expect(page.getByRole('dialog')).toContainText(content, { timeout: 30_000 });
    await accessible(`configuration, ${tab}`);
  }
});

test('the audit log: what was done, an entry, a file, and a phone', async () => {
  for (const name of ['Access-2', 'Access']) {
    await admin.cloud('PUT', `/v2/workgroups/${place.workgroupId}`, { workgroup_name: name });
  }
  await page.goto(stack.origin);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' }).click();
  const table = page.getByRole('table', { name: 'Audit log' });
  const change = table.getByRole('row', { name: /Rename a workgroup/ }).first();
  await expect(change).toContainText('admin@acacia.local');
  await expect(change.getByRole('link', { name: 'Access', exact: true })).toBeVisible();
  await accessible('audit log');
  expect.soft(await overfullCells(page), 'cells of the audit log').toEqual([]);
  await look(page, 'audit-log');

  await change.getByRole('button').click();
  const entry = page.getByRole('dialog');
  await expect(entry.getByRole('row', { name: 'name Access-2 Access' })).toBeVisible();
  await accessible('an entry of the audit log');
  await look(page, 'audit-entry');
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();

  await page.getByRole('searchbox', { name: 'Search' }).fill('access-2');
  await expect(page).toHaveURL(/text=access-2/);
  await expect(table.getByRole('row', { name: /Sign in/ })).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text.split('\r\n')[0]).toMatch(/^id,at,actor,/);
  expect(text).toContain('updateWorkgroup');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table.getByRole('columnheader')).toHaveCount(1);
  await accessible('audit log on a phone');
  await look(page, 'phone-audit-log');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the settings: a subscription that arrived, names, a logo, and an API key that is made, used and deleted', async () => {
  await page.goto(`${stack.origin}/marketplace/association#provider=aws&token=of-this-journey`);
  await expect(page.getByRole('heading', { name: 'Associate a subscription' })).toBeVisible();
  await accessible('a subscription that arrives');
  await look(page, 'marketplace');
  await page.getByRole('button', { name: 'Associate', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Flight Lab');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(page.getByText(/^AWS Marketplace: pending/)).toBeVisible();
  await accessible('settings');
  await look(page, 'settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization settings updated successfully.')).toBeVisible();
  const menu = page.getByRole('button', { name: /Organization menu/ });
  await expect(menu).toContainText('Flight Lab');
  const logo = menu.locator('img');
  await expect(logo).toHaveAttribute('src', /^\/api\/logos\//);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);

  await page.getByRole('tab', { name: 'API Keys' }).click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByRole('textbox', { name: 'Description' }).fill('Nightly load of all the airports');
  await form.getByRole('combobox', { name: 'Expires' }).selectOption('1 week');
  await form.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'Your API key' });
  const key = await shown.locator('code').innerText();
  expect(key).toMatch(/^ak_[\w-]{43}$/);
  await accessible('an API key');
  await shown.getByRole('button', { name: 'Set permissions' }).click();
  const dialog = page.getByRole('dialog', { name: /^Nightly load/ });
  await dialog.getByRole('combobox', { name: /^Role in the workspace/ }).selectOption('Workspace Admin');
  await accessible('permissions of an API key');
  await look(page, 'settings-permissions');

  const headers = { 'x-api-key': key };
  const space = `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}`;
  const statuses = async (): Promise<readonly number[]> => {
    const urls = [`${stack.origin}/api${space}`, `${place.host}/gsql/v1/auth/simple`];
    return Promise.all(urls.map(async (url) => (await fetch(url, { headers })).status));
  };
  expect(await statuses()).toEqual([403, 403]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Permission updated successfully.')).toBeVisible();
  expect(await statuses()).toEqual([200, 200]);
  const created = await fetch(`${place.host}/gsql/v1/secrets`, { method: 'POST', headers });
  const { value } = ((await created.json()) as { results: { value: string } }).results;
  const bySecret = async (): Promise<number> => {
    const authorization = `GSQL-Secret ${value}`;
    return (await fetch(`${place.host}/gsql/v1/auth/simple`, { headers: { authorization } })).status;
  };
  expect(await bySecret()).toBe(200);

  const row = page.getByRole('row', { name: /Nightly load/ });
  await expect(row).toContainText('Workspace Admin');
  await accessible('API keys');
  expect.soft(await overfullCells(page), 'cells of API keys').toEqual([]);
  await look(page, 'settings-keys');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'phone-settings-keys');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page
    .getByRole('dialog', { name: /^Delete the API key/ })
    .getByRole('button', { name: 'Delete API key' })
    .click();
  await expect(page.getByText('API key deleted successfully.')).toBeVisible();
  expect([...(await statuses()), await bySecret()]).toEqual([401, 401, 401]);
});

test('who has access to a workspace, and a database user who signs in there', async () => {
  const address = `${stack.origin}/groups/${place.workgroupId}?tab=workspaces&space_id=${place.workspaceId}`;
  await page.goto(`${address}&access=users`);
  const dialog = page.getByRole('dialog', { name: /^Manage access of/ });
  await expect(dialog.getByText('Org Admin')).toBeVisible();
  await accessible('access, users');
  await look(page, 'access-users');
  await dialog.getByRole('button', { name: 'Assign roles to somebody.of.long.name@acacia.local' }).click();
  const roles = page.getByRole('dialog', { name: /^Assign Roles to somebody/ });
  await roles.getByRole('button', { name: 'Add roles' }).click();
  await choose(page, roles.getByRole('combobox', { name: 'On graph' }), GRAPH);
  await choose(page, roles.getByRole('combobox', { name: 'Roles' }), 'designer');
  await page.keyboard.press('Escape');
  await accessible('access, roles');
  await look(page, 'access-roles');
  await roles.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Roles saved successfully for somebody/)).toBeVisible();

  await dialog.getByRole('tab', { name: 'Database Access' }).click();
  await dialog.getByRole('button', { name: 'Add User' }).click();
  const form = page.getByRole('dialog', { name: 'Add User' });
  await form.getByRole('textbox', { name: 'Username' }).fill('loader');
  await form.getByRole('button', { name: 'Auto Generate' }).click();
  const password = await form.getByLabel('Password', { exact: true }).inputValue();
  await look(page, 'access-add-user');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('The user has been successfully created.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /loader/ })).toBeVisible();
  await accessible('access, database');
  await look(page, 'access-database');
  const authorization = `Basic ${Buffer.from(`loader:${password}`).toString('base64')}`;
  const status = async (): Promise<number> =>
    (await fetch(`${place.host}/gsql/v1/auth/simple`, { headers: { authorization } })).status;
  expect(await status()).toBe(200);
  await dialog.getByRole('row', { name: /loader/ }).hover();
  await dialog.getByRole('button', { name: 'Delete loader' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm to delete' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(dialog.getByText('No database users')).toBeVisible();
  expect(await status()).toBe(401);
});

test('design', async () => {
  await page.goto(tool('design-schema'));
  await expect(page.getByLabel('Vertex type Airport')).toBeVisible();
  const gap = await page
    .getByRole('button', { name: /^Workspace:/ })
    .getByText(/^Access( \/)?$/)
    .evaluateAll((names) => {
      const [group, workspace] = names.map((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getBoundingClientRect();
      });
      return (workspace?.left ?? Infinity) - (group?.right ?? 0);
    });
  expect(gap, 'pixels between the names of workgroup and workspace').toBeLessThan(12);
  await accessible('schema');
  await look(page, 'access-schema');
  await page.getByRole('main').getByRole('button', { name: 'Create vertex' }).first().click();
  await expect(page.getByRole('complementary', { name: 'Vertex type' })).toBeVisible();
  await accessible('schema with a panel');
  await page.getByRole('button', { name: 'Advanced settings' }).click();
  await expect(page.getByRole('dialog').getByLabel('Primary key')).toBeVisible();
  await accessible('advanced settings of a type');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Global types' }).click();
  await expect(page.getByRole('checkbox', { name: 'Airport' })).toBeChecked();
  await accessible('global types');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Types' }).getByRole('button', { name: 'Flight' }).click();
  await expect(page.getByRole('complementary', { name: 'Edge type' })).toContainText('From');
  await accessible('schema with an edge type');
});

test('files first: a schema is proposed, created and filled', async () => {
  const empty = 'Fresh';
  await admin.gsql(place, `CREATE GRAPH ${empty}()`);
  await page.goto(tool('ingestion').replace(`graph_name=${GRAPH}`, `graph_name=${empty}`));
  await page.getByLabel('Choose files').setInputFiles([AIRPORTS_FILE, FLIGHTS_FILE]);
  const schema = page.getByRole('region', { name: 'Schema', exact: true });
  const vertices = schema.getByRole('table', { name: 'Vertex types' });
  const name = vertices.getByRole('textbox', { name: 'Name of Airport' });
  await expect(vertices).toContainText('its name is that of a key');
  for (const end of ['From', 'To']) {
    await expect(schema.getByRole('combobox', { name: `${end} of FlightsAirport` })).toHaveValue('Airport');
  }
  await expect(schema.getByText('latitude', { exact: true }).first()).toBeVisible();
  await accessible('a proposed schema');
  await look(page, 'access-proposed-schema');
  // The graphs of a workspace share their types' names no further than this graph.
  await name.fill('Airfield');
  await name.press('Enter');
  await page.getByRole('button', { name: 'Create schema and map files' }).click();
  await expect(page.getByRole('region', { name: 'Vertex Airfield' })).toBeVisible();
  // The same mapping by lines: one is taken away, and drawn again with the pointer.
  await page.getByText('Lines', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Unmap latitude of Airfield' }).click();
  await accessible('a mapping by lines');
  await look(page, 'access-lines');
  await page
    .getByRole('button', { name: 'latitude', exact: true })
    .dragTo(page.getByRole('button', { name: 'latitude of Airfield: not mapped' }));
  await expect(page.getByRole('button', { name: 'Unmap latitude of Airfield' })).toBeVisible();
  await page.getByText('Table', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Load data' }).click();
  await expect(page.getByRole('row', { name: /Vertex Airfield/ })).toContainText(
    AIRPORT_COUNT.toLocaleString('en-US'),
  );
  await expect(page.getByRole('row', { name: /Edge FlightsAirport/ })).toContainText(
    ROUTE_COUNT.toLocaleString('en-US'),
  );
  await accessible('files loaded into a proposed schema');
  await page.getByRole('link', { name: 'Explore' }).last().click();
  await expect(page).toHaveURL(new RegExp(`/explore.*${empty}`));
});

test('load', async () => {
  await page.goto(tool('ingestion'));
  await page.getByLabel('Choose files').setInputFiles({
    name: 'airports.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('iata,name\nJFK,Kennedy\n,LaGuardia\n'),
  });
  await pickFromMenu(page, 'Map airports.csv', 'Airport');
  await expect(page.getByRole('region', { name: 'Vertex Airport' })).toBeVisible();
  await choose(page, page.getByRole('combobox', { name: 'Column for name of Airport' }), '(token function)');
  await choose(page, page.getByRole('combobox', { name: 'Function for name' }), 'gsql_trim → STRING');
  await page.getByRole('button', { name: 'Add a condition to Vertex Airport' }).click();
  await choose(page, page.getByRole('combobox', { name: 'Column for condition 1' }), 'name');
  await choose(page, page.getByRole('combobox', { name: 'Test of condition 1' }), 'is not empty');
  await page.getByRole('button', { name: 'Show GSQL' }).click();
  await expect(page.getByText('gsql_trim($"name")').first()).toBeVisible();
  await accessible('a file mapped');
  await look(page, 'access-mapped');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('Dry run: nothing was stored')).toBeVisible();
  await expect(page.getByRole('region', { name: 'First rows of Airport', exact: true })).toContainText(
    'Kennedy',
  );
  await page.getByRole('button', { name: 'Load data' }).click();
  await expect(page.getByRole('table', { name: 'Loads of this graph' })).toBeVisible();
  await page.getByRole('button', { name: 'Mend rows' }).click();
  await page.getByRole('textbox', { name: 'Line 3 of airports.csv' }).fill('LGA,LaGuardia');
  await accessible('a rejected row that is mended');
  await look(page, 'access-mended-row');
  await page.getByRole('button', { name: 'Load mended rows' }).click();
  const run = page.getByRole('region', { name: 'Run' });
  await expect(run.getByRole('status')).toContainText('1 new');
  await expect(page.getByRole('table', { name: 'Rejected rows' })).toBeHidden();
  // The load is the workspace's: who comes back finds it.
  await page.reload();
  await expect(run.getByRole('status')).toContainText('1 new');
  await accessible('a file loaded');
  await look(page, 'access-loaded');
  await run.getByRole('button', { name: 'Undo this load' }).click();
  await page.getByRole('button', { name: 'Undo load', exact: true }).click();
  await expect(run.getByRole('alert')).toHaveText('The load was undone.');

  await page.getByRole('button', { name: 'Amazon S3' }).click();
  await accessible('a store to load from');
  await page.getByRole('button', { name: 'New data source' }).click();
  await page.getByRole('textbox', { name: 'Secret key' }).fill('secret');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter the access key.')).toBeVisible();
  await accessible('the keys of a store');
  await look(page, 'access-data-source');
});

test('edit and run', async () => {
  await page.goto(tool('editor'));
  await editorText(page, `INTERPRET QUERY () FOR GRAPH ${GRAPH} { all = {Airport.*}; PRINT all; }`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'ABE' })).toBeVisible();
  await accessible('editor with a table');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await accessible('editor with JSON');
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.getByLabel('Result graph').first()).toBeVisible();
  await accessible('editor with a graph');
  await page.getByRole('tab', { name: 'Schema' }).click();
  await accessible('editor with the schema');
});

test('a divider is taken eight pixels wide or by keyboard, and what misses it drops nothing into the file', async () => {
  const files = page.locator('.cm-editor');
  const left = async () => (await files.boundingBox())?.x ?? 0;
  const before = await left();
  const y = 300;
  for (const [from, by] of [
    [-3, 60],
    [3, -60],
  ] as const) {
    const start = await left();
    await page.mouse.move(start - 1 + from, y);
    await page.mouse.down();
    await page.mouse.move(start + by, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(left).toBeCloseTo(start + by - from, -1);
  }
  const divider = page.getByRole('separator').first();
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeGreaterThan(before);

  // Words of the frame are no text to be selected; text of a result is, and stays out of the file.
  const said = () => page.evaluate(() => document.getSelection()?.toString().trim() ?? '');
  const tab = await page.getByRole('tab', { name: 'Files' }).boundingBox();
  await page.mouse.move((tab?.x ?? 0) + 4, (tab?.y ?? 0) + 4);
  await page.mouse.down();
  await page.mouse.move((tab?.x ?? 0) + 180, (tab?.y ?? 0) + 160, { steps: 5 });
  await page.mouse.up();
  expect(await said()).toBe('');

  await page.getByRole('tab', { name: 'Table' }).click();
  const cell = page.getByRole('cell', { name: 'ABE' });
  // On the word itself, at the beginning of a cell that may be wider.
  await cell.dblclick({ position: { x: 20, y: 12 } });
  await expect.poll(said).toBe('ABE');
  // The cell's whole text was opened as well.
  await page.keyboard.press('Escape');
  await expect.poll(said).toBe('ABE');
  const written = await files.innerText();
  await cell.dragTo(page.locator('.cm-content'));
  expect(await files.innerText()).toBe(written);
});

test('explore', async () => {
  await page.goto(tool('explore'));
  const search = page.getByRole('textbox', { name: 'Search the graph' });
  await search.fill('ABE');
  await expect(page.getByRole('option', { name: /ABE/ }).first()).toBeVisible();
  await search.press('Enter');
  await expect(page.getByRole('application')).toHaveAccessibleName(/1 vertices/);
  await accessible('explore');
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Vertices').click();
  await page.getByRole('gridcell', { name: 'ABE' }).click();
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
  await accessible('explore with a list');
  await page.getByRole('tab', { name: 'Styles' }).click();
  await accessible('explore with styles');
});

test('an address that there is not', async () => {
  await page.goto(`${stack.origin}/nowhere/at-all`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await accessible('404');
  await page.goto(`${stack.origin}/groups/no-such-group`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto(`${stack.origin}/editor?workspace_id=none`);
  await expect(page.getByText('Workspace not found')).toBeVisible();
});

test('by keyboard', async () => {
  await page.goto(stack.origin);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const workgroups = page.getByRole('link', { name: 'Workgroups' });
  await page.getByRole('link', { name: 'Acacia home' }).focus();
  for (
    let step = 0;
    step < 15 && !(await workgroups.evaluate((link) => link === document.activeElement));
    step += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(workgroups).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/groups/);

  await page.keyboard.press('Shift+?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts).toBeVisible();
  await accessible('shortcuts');
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog');
  await expect(palette).toBeVisible();
  const room = page.viewportSize();
  const box = await palette.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo((room?.width ?? 0) / 2, -1);
  // A workgroup has a second line, which has to be read where it is selected as well.
  await page.keyboard.insertText('AWS');
  await page.keyboard.press('ArrowDown');
  expect(await palette.boundingBox()).toEqual(box);
  await accessible('palette');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText('Query editor');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/editor/);
});

test('on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.origin}/groups/${place.workgroupId}?tab=workspaces`);
  await expect(page.getByText('Active').first()).toBeVisible();
  await accessible('workgroup on a phone');
  await look(page, 'phone-workgroup');
  const space = `?tab=workspaces&space_id=${place.workspaceId}`;
  await page.goto(`${stack.origin}/groups/${place.workgroupId}${space}&access=users`);
  await expect(
    page.getByRole('dialog').getByText('somebody.of.long.name@acacia.local').first(),
  ).toBeVisible();
  await accessible('access on a phone');
  await look(page, 'phone-access');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await accessible('drawer');
  await look(page, 'phone-drawer');
  await drawer.getByRole('link', { name: 'Query editor' }).click();
  await expect(page.getByRole('heading', { name: 'Screen Size Not Supported' })).toBeVisible();
  await expect(drawer).toBeHidden();
  await look(page, 'phone-tool');
  await page.goto(stack.origin);
  await expect(page.getByRole('main')).toContainText('Access');
  await look(page, 'phone-home');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a newcomer: the terms, the survey, a first workspace, and files of their own that become a graph', async () => {
  await sql(
    stack,
    `INSERT INTO organizations (id, name, display_name, creator, max_workspace_memory)
     VALUES ('newcomers', 'newcomers', 'Newcomers', 'someone', 64)`,
  );
  await addPerson(stack, 'newcomer', 'new.comer@acacia.local', 'newcomers');
  await sql(stack, `INSERT INTO role_grants (membership_id, name) VALUES ('newcomer', 'org-admins')`);
  await sql(
    stack,
    `UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE email = 'admin@acacia.local'),
     email_verified_at = now() WHERE id = 'newcomer'`,
  );
  const own = await page.context().browser()?.newContext();
  if (own === undefined) throw new Error('no browser');
  watchHosts(own);
  const before = page;
  page = await own.newPage();
  await page.goto(`${stack.origin}/guides/gsql`);
  await enterPassword(page, 'new.comer@acacia.local');
  await expect(page.getByRole('heading', { name: 'User agreement' })).toBeVisible();
  await accessible('terms');
  await look(page, 'terms');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'phone-terms');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Accept' }).click();

  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await accessible('survey');
  await look(page, 'survey');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please input at least one use case.')).toBeVisible();
  await accessible('survey with faults');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'phone-survey');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel('First name').fill('New');
  await page.getByLabel('Last name').fill('Comer');
  await page.getByLabel('Company').fill('Looms');
  await choose(page, page.getByRole('combobox', { name: 'Role' }), 'Data Engineer');
  await choose(page, page.getByRole('combobox', { name: 'How are you' }), 'Initial Research');
  await page.getByLabel('Customer 360').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await onboard(page);
  await investigate(page, stack.origin);

  await page.goto(`${stack.origin}/emailSend?email=new.comer@acacia.local`);
  await expect(page.getByText('new.comer@acacia.local')).toBeVisible();
  await accessible('e-mail verification');
  await look(page, 'email-send');
  await page.goto(`${stack.origin}/groups?error=access_denied&error_description=The+account+is+locked.`);
  await expect(page.getByRole('alert')).toContainText('The account is locked.');
  await accessible('an error of the identity provider');
  await own.close();
  page = before;
});

test('a server that is away: each page says so, keeps what it has, and goes on when it is back', async () => {
  await page.goto(tool('editor'));
  await editorText(page, `INTERPRET QUERY () FOR GRAPH ${GRAPH} { PRINT "still here" AS said; }`);
  await page.goto(stack.origin);
  await expect(page.getByRole('main')).toContainText('Access');
  await stack.stop();
  await page.getByRole('link', { name: 'Query editor' }).click();
  await expect(page.getByText('"still here"')).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const said = page.getByRole('alert').filter({ hasText: 'cannot be reached' });
  await expect(said.first()).toBeVisible();
  await look(page, 'away-editor');
  await page.getByRole('link', { name: 'Workgroups' }).click();
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
  await accessible('a server away');
  await stack.start();
  // Workspaces are started again after the control plane: until then there is nothing to run on.
  await admin.settled(place, 'Active');
  // By itself: nobody has to try again.
  await expect(page.getByRole('main')).toContainText('Create workspace');
  await page.getByRole('link', { name: 'Query editor' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'still here' })).toBeVisible();
});

test('none of these pages asked another host', () => {
  expect([...strangeHosts]).toEqual([]);
});
