/**
 * The tools of a workspace and a newcomer's way to them by axe in light and dark; what they say while the server is away,
 * and the hosts that are asked.
 */
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { AIR, placeWithAir } from './air.ts';
import { AIRPORT_COUNT, AIRPORTS_FILE, FLIGHTS_FILE, ROUTE_COUNT } from './flights.ts';
import { investigate, onboard } from './onboarding.ts';
import {
  accessible as accessibleIn,
  choose,
  editorText,
  enterPassword,
  look,
  pickFromMenu,
  signIn,
  watchHosts,
} from './pages.ts';
import { addPerson, Rest, sql, type Place } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

let stack: Stack;
let context: BrowserContext;
let page: Page;
let admin: Rest;
let place: Place;

const strangeHosts = new Set<string>();

const tool = (name: string): string =>
  `${stack.origin}/${name}?workspace_id=${place.workspaceId}&graph_name=${AIR}`;

const accessible = (name: string): Promise<void> => accessibleIn(page, name);

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  admin = await Rest.of(stack);
  place = await placeWithAir(admin, 'Access');
  // axe needs a separate context.
  context = await browser.newContext();
  watchHosts(context, strangeHosts);
  page = await context.newPage();
  await page.goto(stack.origin);
  await signIn(page);
});

test.afterAll(async () => {
  await context.close();
  await stack.remove();
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

test('a schema of many types by keys and beside its panel', async () => {
  const graph = 'Wide';
  await admin.gsql(place, `CREATE GRAPH ${graph}()`);
  const types = Array.from({ length: 160 }, (_, at) => `Kind_${at}`);
  const changed = await admin.call('POST', `${place.host}/gsql/v1/schema/change?graph=${graph}`, {
    body: {
      addVertexTypes: types.map((Name) => ({
        Name,
        PrimaryId: { AttributeName: 'id', AttributeType: { Name: 'STRING' }, PrimaryIdAsAttribute: true },
        Attributes: [],
        Config: {},
      })),
      addEdgeTypes: types.slice(1).map((To, at) => ({
        Name: `Joins_${at}`,
        IsDirected: true,
        EdgePairs: [{ From: types[at], To }],
        Attributes: [],
        Config: {},
      })),
    },
  });
  expect(changed.status, changed.text).toBe(200);
  // The view goes at once to what is chosen.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(tool('design-schema').replace(`graph_name=${AIR}`, `graph_name=${graph}`));
  // From afar all lines are one drawing, whose parts Tab reaches.
  const link = page.getByRole('group', { name: 'Edge type Joins_0', exact: true });
  await expect(link).toBeAttached({ timeout: 60_000 });
  await link.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: 'Edge type Joins_1', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Edge type' });
  await expect(panel.getByLabel('Type name')).toHaveValue('Joins_1');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  // The panel that comes with the choice takes half of the canvas.
  await page.getByLabel('Search types and attributes').fill('Kind_77');
  await page.keyboard.press('Enter');
  const vertexPanel = page.getByRole('complementary', { name: 'Vertex type' });
  await expect(vertexPanel.getByLabel('Type name')).toHaveValue('Kind_77');
  const rightOf = async (): Promise<number> => {
    const box = await page.getByLabel('Vertex type Kind_77', { exact: true }).boundingBox();
    return (box?.x ?? Infinity) + (box?.width ?? 0);
  };
  const edgeOfPanel = (await vertexPanel.boundingBox())?.x ?? 0;
  await expect.poll(rightOf).toBeLessThan(edgeOfPanel);
  // A box that was seen from afar, chosen and left can be dragged from.
  await vertexPanel.getByRole('button', { name: 'Close' }).click();
  await expect(vertexPanel).toHaveCount(0);
  const [from, to] = [
    await page.getByLabel('Vertex type Kind_77', { exact: true }).boundingBox(),
    await page.getByLabel('Vertex type Kind_78', { exact: true }).boundingBox(),
  ];
  if (from === null || to === null) throw new Error('One of the boxes is out of sight.');
  await page.mouse.move(from.x + from.width, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(panel.getByLabel('Type name')).toHaveValue('EdgeType_1');
});

test('files first: a schema is proposed, created and filled', async () => {
  const empty = 'Fresh';
  await admin.gsql(place, `CREATE GRAPH ${empty}()`);
  await page.goto(tool('ingestion').replace(`graph_name=${AIR}`, `graph_name=${empty}`));
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
  await page.getByRole('button', { name: 'Add a group of conditions to Vertex Airport' }).click();
  await page.getByRole('checkbox', { name: 'NOT before group 2' }).check();
  const grouped = 'condition 1 of group 2';
  await choose(page, page.getByRole('combobox', { name: `Column for ${grouped}` }), 'name');
  await choose(page, page.getByRole('combobox', { name: `Test of ${grouped}` }), 'is one of');
  await page.getByRole('combobox', { name: `Values of ${grouped}` }).fill('Heathrow');
  await page.getByRole('combobox', { name: `Values of ${grouped}` }).press('Enter');
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
  await editorText(page, `INTERPRET QUERY () FOR GRAPH ${AIR} { all = {Airport.*}; PRINT all; }`);
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
  watchHosts(own, strangeHosts);
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
  await editorText(page, `INTERPRET QUERY () FOR GRAPH ${AIR} { PRINT "still here" AS said; }`);
  await page.goto(stack.origin);
  await expect(page.getByRole('main')).toContainText('Access');
  await expect(page.getByRole('region', { name: 'At a glance' })).toBeVisible();
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
