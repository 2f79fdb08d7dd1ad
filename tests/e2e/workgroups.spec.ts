/** Every tab of a workgroup on the real stack: solutions, profile, monitor, logs, network, access, backups. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { accessible, choose, editorText, look, signIn } from './pages.ts';
import { Rest, type Place } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

let stack: Stack;
let page: Page;
let admin: Rest;
let place: Place;
/** The read-only workspace. */
let readPlace: Place;

async function tab(name: string, more = ''): Promise<Locator> {
  await page.goto(`${stack.origin}/groups/${place.workgroupId}?tab=${name}${more}`);
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
  return page.getByRole('main');
}
const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  admin = await Rest.of(stack);
  page = await browser.newPage();
  await page.goto(stack.origin);
  await signIn(page);
  place = await admin.place('Tabs');
  await admin.cloud('PUT', `/v2/workgroups/${place.workgroupId}`, { enable_application_log: true });
  await admin.settled(place, 'Active');
});
test.afterAll(async () => {
  await page.close();
  await stack.remove();
});

test('a solution is installed and watched', async () => {
  await page.goto(`${stack.origin}/marketplace/solutions`);
  await page.getByRole('link', { name: 'Details of Supply Chain Management' }).click();
  await expect(page.getByRole('heading', { name: 'The story' })).toBeVisible();
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  const install = dialog('Install Supply Chain Management');
  await install.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(page.getByRole('log')).toBeVisible();
  const main = await tab('solution');
  await expect(main.getByText('Initializing').first()).toBeVisible();
  await look(page, 'solution-installing');
  await expect
    .poll(async () => (await admin.workspace(place))['solution_status'], { timeout: 120_000 })
    .toBe('installed');
  await expect(main.getByRole('row', { name: /Tabs/ }).getByText('Installed')).toBeVisible();
  await look(page, 'solution-installed');
});

test('the monitor shows what the workspace did, and goes on doing so while it sleeps', async () => {
  await expect
    .poll(
      async () => {
        const to = new Date();
        const from = new Date(to.getTime() - 600_000);
        const series = await admin.cloud(
          'GET',
          `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}/metrics?from=${from.toISOString()}&to=${to.toISOString()}`,
        );
        return (series['points'] as unknown[]).length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  const main = await tab('monitor');
  await expect(main.getByText('CPU').first()).toBeVisible();
  await look(page, 'monitor');
});

test('the logs are searched and followed', async () => {
  const main = await tab('log');
  await main.getByRole('searchbox', { name: 'Search' }).fill('installed');
  await expect(
    main
      .getByRole('table')
      .getByText(/was installed/)
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  await look(page, 'logs');
  await main.getByRole('switch', { name: 'Live tail' }).click({ force: true });
  await main.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(main.getByRole('log')).toBeVisible();
  await admin.gsql(place, 'CREATE VERTEX JustNow (PRIMARY_ID id STRING)');
  await expect(
    main
      .getByRole('log')
      .getByText(/JustNow/)
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  await look(page, 'logs-live');
});

test('an address that is not in the list is shut out of the data at once', async () => {
  const main = await tab('network_access');
  await main.getByRole('button', { name: 'Add allowed IP' }).click();
  const add = dialog('Add allowed IP');
  await add.getByLabel('IP Range').fill('192.0.2.0/24');
  await add.getByLabel('Note').fill('Nobody is there');
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Successfully added allowed IP.')).toBeVisible();
  await main.getByRole('switch', { name: /IP allow list/ }).click({ force: true });
  const warning = dialog('You would lock yourself out');
  await expect(warning).toContainText('127.0.0.1');
  await look(page, 'network-lockout');
  await warning.getByRole('checkbox').check();
  await warning.getByRole('button', { name: 'Lock me out' }).click();
  await expect(main.getByText('Your IP 127.0.0.1 is not allowed to access workspace data')).toBeVisible();
  const refused = await admin.call('GET', `${place.host}/restpp/echo`);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Your IP 127.0.0.1')]);
  await look(page, 'network-locked-out');
  await main.getByRole('switch', { name: /IP allow list/ }).click({ force: true });
  await expect(page.getByText('The allow list is disabled.')).toBeVisible();
  expect((await admin.call('GET', `${place.host}/restpp/echo`)).status).toBe(200);
});

test('a backup is taken, data is lost, and the restore brings it back', async () => {
  await admin.gsql(
    place,
    'CREATE DIRECTED EDGE After (FROM JustNow, TO JustNow)\nCREATE GRAPH Kept (JustNow, After)',
  );
  await admin.upsert(place, 'Kept', { vertices: { JustNow: { a: {}, b: {} } } });
  const main = await tab('backup_and_restore');
  await main.getByLabel('Backup name').fill('before-the-loss');
  await main.getByRole('button', { name: 'Take backup' }).click();
  const row = main.getByRole('row').filter({ hasText: 'before-the-loss' });
  await expect(row.getByText('Succeed')).toBeVisible({ timeout: 60_000 });
  await look(page, 'backups');

  await admin.call('DELETE', `${place.host}/restpp/graph/Kept/vertices/JustNow`);
  expect(await admin.countOf(place, 'Kept', 'JustNow')).toBe(0);
  await row.getByRole('button', { name: /restore/i }).click();
  const restore = dialog('Restore before-the-loss');
  const go = restore.getByRole('button', { name: 'Restore' });
  await expect(go).toBeDisabled();
  await restore.getByLabel(/before-the-loss/).fill('before-the-loss');
  await look(page, 'backup-restore');
  await go.click();
  await expect(page.getByText('Restore successfully.')).toBeVisible({ timeout: 60_000 });
  await admin.settled(place, 'Active');
  expect(await admin.countOf(place, 'Kept', 'JustNow')).toBe(2);
});

test('a read-only workspace shows a snapshot, refuses writes, and is updated without a new address', async () => {
  await page.goto(`${stack.origin}/groups/${place.workgroupId}/spaces/config`);
  await page.getByLabel('Workspace name').fill('Reader');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('radio', { name: 'Attach an existing database' }).click({ force: true });
  const database = page.getByRole('combobox', { name: /database/i });
  if ((await database.count()) > 0 && (await database.inputValue()) === '')
    await choose(page, database, 'Tabs');
  await look(page, 'create-read-only');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(/\/groups\/[^/]+(\?.*)?$/);
  const all = await admin.cloud('GET', `/v2/workgroups/${place.workgroupId}`);
  const reader = (all['workspaces'] as Record<string, unknown>[]).find(({ name }) => name === 'Reader');
  readPlace = {
    ...place,
    workspaceId: String(reader?.['workspace_id']),
    host: `http://${String(reader?.['nginx_host'])}`,
  };
  await admin.settled(readPlace, 'Active');
  expect(await admin.countOf(readPlace, 'Kept', 'JustNow')).toBe(2);
  const refused = await admin.call('POST', `${readPlace.host}/restpp/graph/Kept`, {
    body: { vertices: { JustNow: { c: {} } } },
  });
  expect(refused.text).toMatch(/read-only/i);
  await admin.upsert(place, 'Kept', { vertices: { JustNow: { c: {} } } });
  expect(await admin.countOf(readPlace, 'Kept', 'JustNow')).toBe(2);

  const main = await tab('workspaces');
  const card = main.getByRole('article', { name: 'Reader' });
  await card.getByRole('button', { name: 'Update' }).click();
  await expect
    .poll(() => admin.countOf(readPlace, 'Kept', 'JustNow').catch(() => -1), { timeout: 60_000 })
    .toBe(3);

  await expect(card.getByText('R/O')).toBeVisible();
  await look(page, 'workspaces');
  const databases = await tab('databases');
  await expect(databases.getByText('Tabs').first()).toBeVisible();
  await look(page, 'databases');
  const general = await tab('general');
  await expect(general.getByText('Snapshot').first()).toBeVisible();
  await look(page, 'general');
});

test('the editor of a read-only workspace runs queries, says beforehand what it refuses, and has all files', async () => {
  await page.goto(`${stack.origin}/editor?workspace_id=${readPlace.workspaceId}&graph_name=Kept`);
  await editorText(page, 'INTERPRET QUERY () FOR GRAPH Kept { found = {JustNow.*}; PRINT found; }');
  await page.getByRole('button', { name: 'Save as file' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('read-only.gsql');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Files', exact: true })).toContainText('read-only.gsql');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('table', { name: 'found' })).toHaveAttribute('aria-rowcount', '4');
  await accessible(page, 'the editor of a read-only workspace');
  await look(page, 'editor-read-only');

  await editorText(page, 'CREATE QUERY kept() FOR GRAPH Kept { PRINT 1; }');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAccessibleDescription(
    'The workspace is read-only.',
  );
  await editorText(page, 'CREATE VERTEX Refused (PRIMARY_ID id STRING)');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('read-only snapshot');

  await page.getByRole('button', { name: 'Connect from API' }).click();
  const sheet = dialog('Connect from API');
  await sheet.getByRole('tab', { name: 'Built-in query' }).click();
  const endpoints = sheet.getByRole('list', { name: 'Endpoints' }).getByRole('listitem');
  await expect(endpoints.first()).toBeVisible();
  expect(await endpoints.filter({ hasNotText: /^GET/ }).count()).toBe(0);
  await accessible(page, 'endpoints of a read-only workspace');
});

test('the explorer of a read-only workspace shows everything and edits nothing', async () => {
  await page.goto(`${stack.origin}/explore?workspace_id=${readPlace.workspaceId}&graph_name=Kept`);
  const search = page.getByRole('textbox', { name: 'Search the graph' });
  await search.fill('JustNow');
  await page
    .getByRole('option', { name: /JustNow/ })
    .first()
    .click();
  await expect(page.getByRole('application', { name: 'Graph Kept' })).toHaveAccessibleName(/[1-9] vertices/);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await expect(page.getByText('Nothing can be edited here')).toBeVisible();
  await expect(page.getByText('The workspace is read-only.')).toBeVisible();
  await accessible(page, 'the explorer of a read-only workspace');
});

test('a person is given a role and reaches the workspace', async () => {
  const main = await tab('access_management');
  await expect(main.getByRole('region', { name: /^Users of/ })).toBeVisible();
  await look(page, 'access');
});

test('the profile shows what the solution brought', async () => {
  const main = await tab('dataprofiles', '&graph_name=Supply_Chain_Management');
  await expect(main.getByRole('img', { name: 'Vertices per type: 180,359 vertices in 4 bars.' })).toBeVisible(
    { timeout: 30_000 },
  );
  await look(page, 'data-profile');
});
