/**
 * The pages of an organisation and its workgroups by axe in light and dark, by keyboard, and on a phone; the bytes of the
 * first page, and the hosts that are asked.
 */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { AIR, placeWithAir } from './air.ts';
import {
  accessible as accessibleIn,
  choose,
  look,
  overfullCells,
  pickFromMenu,
  signIn,
  watchHosts,
} from './pages.ts';
import { addPerson, Rest, type Place } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

let stack: Stack;
let context: BrowserContext;
let page: Page;
let admin: Rest;
let place: Place;

const strangeHosts = new Set<string>();

/**
 * The most KiB of JavaScript and CSS (gzip) from the sign-in to the home page, without what is fetched ahead of need
 * (docs/adr/0012-console-stack.md).
 */
const FIRST_PAGE_KIB = 180;

const accessible = (name: string): Promise<void> => accessibleIn(page, name);

/** Runs in the page: marks the moment at which a text is first drawn. What is fetched from then on was not waited for. */
function noteWhenDrawn(text: string): void {
  new MutationObserver((_changes, observer) => {
    if (document.body?.textContent?.includes(text) !== true) return;
    performance.mark('drawn');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** KiB (gzip) of the scripts and styles that the page asked for until it was drawn. */
async function firstPageKib(): Promise<number> {
  const addresses = await page.evaluate(() => {
    const drawn = performance.getEntriesByName('drawn')[0]?.startTime ?? Infinity;
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => startTime < drawn && /\/assets\/[^/]+\.(js|css)$/.test(name))
      .map(({ name }) => name);
  });
  const parts = await Promise.all(
    addresses.map(async (address) => (await context.request.get(address)).body()),
  );
  return parts.reduce((sum, part) => sum + gzipSync(part).length, 0) / 1024;
}

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  // axe needs a separate context.
  context = await browser.newContext();
  watchHosts(context, strangeHosts);
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
  await page.addInitScript(noteWhenDrawn, 'Try a fraud graph');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Welcome to the graph platform' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Try a fraud graph/ })).toBeVisible();
  const kib = await firstPageKib();
  expect(kib, 'KiB of the first page').toBeLessThanOrEqual(FIRST_PAGE_KIB);
  expect(kib).toBeGreaterThan(100);
  await accessible('home');
  // Its content scrolls within it.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
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

  // Enter takes what an input method proposes: the palette goes nowhere until it is pressed again.
  await chinese.keyboard.press('Control+k');
  const search = chinese.getByRole('dialog').getByPlaceholder('搜索页面、工作区和操作');
  await search.fill('设置');
  await search.dispatchEvent('keydown', { key: 'Enter', code: 'Enter', isComposing: true });
  await expect(search).toBeVisible();
  await search.press('Enter');
  await expect(chinese.getByRole('heading', { level: 1 })).toHaveText('设置');
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
  place = await placeWithAir(admin, 'Access');
  await page.addInitScript(noteWhenDrawn, 'Running now');
  await page.goto(stack.origin);
  await expect(page.getByRole('main')).toContainText('Access');
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('Nothing runs.');
  expect(await firstPageKib(), 'KiB of the first page with a workspace').toBeLessThanOrEqual(FIRST_PAGE_KIB);
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
  await choose(page, roles.getByRole('combobox', { name: 'On graph' }), AIR);
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

test('none of these pages asked another host', () => {
  expect([...strangeHosts]).toEqual([]);
});
