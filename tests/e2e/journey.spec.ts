/**
 * The main job on real data: from sign-in to answers, a drawn graph, a pause, a wake through REST and a restart. One
 * journey in order: each step needs the result of the one before it.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { AIRPORT_COUNT, AIRPORTS_FILE, busiest, FLIGHTS_FILE, ROUTE_COUNT, twoHops } from './flights.ts';
import {
  accessible,
  addAttribute,
  beGreeted,
  choose,
  editorText,
  look,
  openTool,
  pickFromMenu,
  signIn,
} from './pages.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

const GRAPH = 'Flights';
const BUSIEST = `CREATE OR REPLACE QUERY busiest(INT k) FOR GRAPH ${GRAPH} SYNTAX v2 {
  SumAccum<INT> @traffic;
  airports = {Airport.*};
  ranked = SELECT a FROM airports:a -((Flight>|<Flight):f)- Airport:b
           ACCUM a.@traffic += f.flights
           ORDER BY a.@traffic DESC LIMIT k;
  PRINT ranked[ranked.iata AS iata, ranked.name AS name, ranked.@traffic AS traffic];
}`;
const TWO_HOPS = `CREATE OR REPLACE QUERY two_hops(VERTEX<Airport> origin, INT k) FOR GRAPH ${GRAPH} SYNTAX v2 {
  MinAccum<INT> @least;
  start = {origin};
  reached = SELECT c FROM start:a -(Flight>:f)- Airport:b -(Flight>:g)- Airport:c
            WHERE c != a
            ACCUM c.@least += f.flights + g.flights
            ORDER BY c.@least ASC, c.iata ASC LIMIT k;
  PRINT reached[reached.iata AS iata, reached.@least AS least];
}`;

let stack: Stack;
let page: Page;
/** Address of the workspace's own API, e.g. `http://localhost:14240`. */
let host = '';

interface Printed {
  readonly v_id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Runs an installed query through the workspace's REST API, as a program would. */
async function runThroughRest(query: string, parameters: string): Promise<readonly Printed[]> {
  const response = await fetch(`${host}/restpp/query/${GRAPH}/${query}?${parameters}`, {
    headers: { authorization: `Bearer ${await stack.token()}` },
  });
  expect(response.status, await response.clone().text()).toBe(200);
  const answer = (await response.json()) as {
    error: boolean;
    message: string;
    results: Record<string, Printed[]>[];
  };
  expect(answer.message).toBe('');
  return Object.values(answer.results[0] ?? {})[0] ?? [];
}

/** Goes from the greeting after the first workspace through the tour by keys, and leaves it. */
async function takeTour(page: Page): Promise<void> {
  const greeting = page.getByRole('dialog', { name: 'Congratulations' });
  await expect(greeting).toBeVisible();
  await accessible(page, 'greeting');
  await look(page, '05b-congratulations');
  await greeting.getByRole('button', { name: 'Take a tour' }).click();
  const stop = (name: string) => page.getByRole('dialog', { name });
  await expect(stop('Workgroups')).toContainText('1 of 8');
  await expect(stop('Workgroups').getByRole('button', { name: 'Next' })).toBeFocused();
  await accessible(page, 'tour');
  await look(page, '05c-tour');
  await page.keyboard.press('ArrowRight');
  await expect(stop('Design schema')).toContainText('2 of 8');
  await page.keyboard.press('Enter');
  await expect(stop('Load data')).toContainText('3 of 8');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // It can be taken again, and the greeting does not come back.
  await pickFromMenu(page, 'Organization menu', 'Product tour');
  await expect(stop('Workgroups')).toBeVisible();
  await stop('Workgroups').getByRole('button', { name: 'End the tour' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  page = await browser.newPage();
});

test.afterAll(async () => {
  await page.close();
  await stack.remove();
});

test('sign in, refused first with a wrong password', async () => {
  await page.goto(stack.origin);
  await look(page, '01-sign-in');
  await page.getByLabel('E-mail').fill('admin@acacia.local');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password.');
  await expect(page.getByLabel('E-mail')).toHaveValue('admin@acacia.local');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Welcome to the graph platform' })).toBeVisible();
  await look(page, '02-home-empty');
});

test('create a workgroup and a read-write workspace', async () => {
  await beGreeted(page, true);
  await page.getByRole('link', { name: 'Workgroups' }).click();
  await expect(page.getByRole('main')).toContainText('No workgroups yet');
  await look(page, '03-workgroups-empty');
  await page.goto(`${stack.origin}/groups/new`);
  const name = page.getByLabel('Workgroup name');
  await expect(name).toHaveValue('Workgroup-1');
  await name.fill('my workgroup');
  await name.blur();
  await expect(page.getByText('invalid name, name must be 1-48 characters long')).toBeVisible();
  await name.fill('Air');
  await look(page, '04-create-workgroup');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Workspace name')).toHaveValue('Workspace-1');
  await page.getByLabel('Workspace name').fill('Routes');
  await look(page, '05-create-workspace');
  const more = page.getByRole('button', { name: 'More options' });
  await more.click();
  const database = page.getByLabel('Database name');
  const proposed = await database.inputValue();
  await database.fill('no good');
  // A wrong field that is folded away comes into sight again.
  await more.click();
  await page.getByLabel('Workspace name').focus();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(database).toBeFocused();
  const isOnTop = (element: Element): boolean => {
    const { x, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + 2, bottom - 2));
  };
  const problem = page.getByText('invalid name, name must be 1-48 characters long');
  expect(await problem.evaluate(isOnTop)).toBe(true);
  await database.fill(proposed);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(/\/groups\/[^/]+/);
  await takeTour(page);
  await expect(page.getByRole('heading', { name: 'Routes is ready. What next?' })).toBeVisible();
  await look(page, '06-what-next');
  await page.getByRole('tab', { name: 'Workspaces' }).click();
  await expect(page.getByRole('main')).toContainText('Active', { timeout: 20_000 });
  host = `http://${/localhost:\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? ''}`;
  await look(page, '06-workgroup');
});

test('a duplicate workgroup name is refused where it is typed', async () => {
  await page.goto(`${stack.origin}/groups/new`);
  await page.getByLabel('Workgroup name').fill('Air');
  await page.getByLabel('Workgroup name').blur();
  await expect(page.getByText("'Air' is exist, please use another name")).toBeVisible();
});

test('design Airport and Flight', async () => {
  await openTool(page, 'Design schema');
  await page.getByRole('button', { name: 'Create graph' }).click();
  await page.getByLabel('Graph name').fill(GRAPH);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(`Successfully created graph ${GRAPH}.`)).toBeVisible();
  await look(page, '07-designer-empty');

  await page.getByRole('main').getByRole('button', { name: 'Create vertex' }).last().click();
  const vertex = page.getByRole('complementary', { name: 'Vertex type' });
  await vertex.getByLabel('Type name').fill('Airport');
  await vertex.getByRole('textbox', { name: 'Primary id' }).fill('iata');
  for (const name of ['name', 'city', 'state', 'country']) await addAttribute(page, vertex, name, 'STRING');
  for (const name of ['latitude', 'longitude']) await addAttribute(page, vertex, name, 'DOUBLE');

  await page.getByRole('button', { name: 'Create edge' }).click();
  const edge = page.getByRole('complementary', { name: 'Edge type' });
  await edge.getByLabel('Type name').fill('Flight');
  // `order` is a reserved word of GSQL: the designer reports it before anything is sent.
  await addAttribute(page, edge, 'order', 'INT');
  await expect(edge.getByRole('alert')).toContainText("'order' is a reserved word");
  await edge.getByLabel('Attribute name').fill('flights');
  await look(page, '08-designer');
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review.getByLabel('The change as GSQL', { exact: true })).toContainText(
    'ADD VERTEX Airport(PRIMARY_ID iata STRING',
  );
  await expect(review.getByText('No stored row is erased, and no query breaks.')).toBeVisible();
  await look(page, '08-designer-review');
  await review.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully saved the schema!')).toBeVisible();
  await look(page, '09-designer-saved');

  // A picture and a place are saved without the schema.
  const types = page.getByRole('navigation', { name: 'Types' });
  await types.getByRole('button', { name: 'Airport', exact: true }).click();
  await vertex.getByRole('button', { name: 'Icon' }).click();
  await page.getByRole('button', { name: 'plane', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully saved the schema style!')).toBeVisible();

  await page.getByRole('button', { name: 'Schema as GSQL' }).click();
  await expect(page.getByRole('textbox', { name: 'The schema as GSQL' })).toContainText('ADD VERTEX Airport');
  await accessible(page, 'the schema as text');
  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of the schema' });
  await expect(versions.getByText('Added vertex type Airport')).toBeVisible();
  await accessible(page, 'the versions of the schema');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close the text' }).click();
});

test('load both files', async () => {
  await openTool(page, 'Load data');
  const second = Promise.withResolvers<void>();
  await page.route('**/api/data-sample*', async (route) => {
    if (route.request().postData()?.includes('flights-airport') === true) await second.promise;
    await route.continue();
  });
  await page.getByLabel('Choose files').setInputFiles([AIRPORTS_FILE, FLIGHTS_FILE]);
  await expect(page.getByRole('region', { name: 'First rows of airports.csv' })).toContainText('Thigpen');
  // A menu of the mapping stays where it is while the next file is read.
  await page.getByRole('button', { name: 'Map airports.csv' }).click();
  const airport = page.getByRole('menuitem', { name: 'Airport', exact: true });
  await expect(airport).toBeVisible();
  second.resolve();
  await expect(page.getByRole('region', { name: 'First rows of flights-airport.csv' })).toContainText('ATL');
  await page.unroute('**/api/data-sample*');
  await look(page, '10-load-files');
  await airport.click({ timeout: 10_000 });
  // Its fields move what is below them.
  await expect(page.getByRole('region', { name: 'Vertex Airport' })).toBeVisible();
  await pickFromMenu(page, 'Map flights-airport.csv', 'Flight (Airport → Airport)');
  await choose(page, page.getByRole('combobox', { name: 'Column for flights of Flight' }), 'count');
  await look(page, '11-load-mapping');
  await page.getByRole('button', { name: 'Load data' }).click();
  const airports = page.getByRole('row', { name: /Vertex Airport/ });
  await expect(airports).toContainText(AIRPORT_COUNT.toLocaleString('en-US'));
  await expect(page.getByRole('row', { name: /Edge Flight/ })).toContainText(
    ROUTE_COUNT.toLocaleString('en-US'),
  );
  await look(page, '12-loaded');
});

test('routes to airports that are missing are reported, not lost', async () => {
  await page.getByRole('button', { name: 'Remove airports.csv' }).click();
  await page.getByRole('button', { name: 'Remove flights-airport.csv' }).click();
  await page.getByLabel('Choose files').setInputFiles({
    name: 'more-routes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('origin,destination,count\nATL,QQQ,7\nATL,ABE,many\nZZZ,ATL,1\n'),
  });
  await pickFromMenu(page, 'Map more-routes.csv', 'Flight (Airport → Airport)');
  await choose(page, page.getByRole('combobox', { name: 'Column for flights of Flight' }), 'count');
  await page.getByRole('button', { name: 'Load data' }).click();
  const rejects = page.getByRole('table', { name: 'Rejected rows' });
  await expect(rejects.getByRole('row')).toHaveCount(4);
  await expect(rejects).toContainText('QQQ');
  await expect(rejects).toContainText('ZZZ');
  await expect(rejects).toContainText('many');
  await look(page, '13-rejected');
});

test('ask for the busiest airports and the nearest in two hops', async () => {
  await openTool(page, 'Query editor');
  await editorText(
    page,
    `${BUSIEST}\n\n${TWO_HOPS}\n\nINSTALL QUERY busiest, two_hops\nRUN QUERY busiest(10)\n`,
  );
  await page.getByRole('button', { name: 'Run all' }).click();
  for (const { iata, value } of busiest(10)) {
    await expect(
      page.getByRole('row', {
        name: new RegExp(`${iata}.*${value.toLocaleString('en-US')}|${iata}.*${value}`),
      }),
    ).toBeVisible();
  }
  await look(page, '14-busiest');

  expect(
    (await runThroughRest('busiest', 'k=10')).map(({ attributes }) => [
      attributes['iata'],
      attributes['traffic'],
    ]),
  ).toEqual(busiest(10).map(({ iata, value }) => [iata, value]));
  expect(
    (await runThroughRest('two_hops', 'origin=ABE&k=25')).map(({ attributes }) => [
      attributes['iata'],
      attributes['least'],
    ]),
  ).toEqual(twoHops('ABE', 25).map(({ iata, value }) => [iata, value]));
});

test('see a result drawn as a graph', async () => {
  await editorText(
    page,
    `INTERPRET QUERY () FOR GRAPH ${GRAPH} SYNTAX v2 {
  SetAccum<EDGE> @@routes;
  start = SELECT a FROM Airport:a WHERE a.iata == "ABE";
  near = SELECT b FROM start:a -(Flight>:f)- Airport:b ACCUM @@routes += f;
  both = start UNION near;
  PRINT both;
  PRINT @@routes AS routes;
}`,
  );
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.getByLabel('Result graph').first()).toBeVisible();
  await look(page, '15-result-graph');
});

/** Copies the program in JavaScript, and gives the `results` that it ends with. */
async function runCopied(place: Locator, token: string): Promise<unknown> {
  await place.getByText('JavaScript', { exact: true }).click();
  await place.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(place.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  const program = await page.evaluate(() => navigator.clipboard.readText());
  const text = `const token = ${JSON.stringify(token)};\n${program}\nconsole.log(JSON.stringify(results));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', text]);
  return JSON.parse(stdout);
}

test('connect: a token that is shown once, a first program, and a query that is tried and copied', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Workgroups' }).click();
  await page.getByRole('tab', { name: 'Workspaces' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Connect from API' })).toBeVisible();
  await look(page, '16-connect-menu');
  await accessible(page, 'the Connect menu');
  await page.getByRole('menuitem', { name: 'Connect from API' }).click();
  const sheet = page.getByRole('dialog', { name: 'Connect from API' });
  await expect(sheet.getByText(host, { exact: true })).toBeVisible();

  await sheet.getByRole('button', { name: 'Generate database token' }).click();
  const generate = page.getByRole('dialog', { name: 'Generate database token' });
  await generate.getByLabel('Secret alias').fill('journey');
  await look(page, '16-connect-secret');
  await generate.getByRole('button', { name: 'Create' }).click();
  const token = await generate.getByRole('textbox', { name: 'Token' }).inputValue();
  await look(page, '16-connect-token');
  await accessible(page, 'a database token');
  await generate.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await generate.getByText('Close', { exact: true }).click();
  await sheet.getByRole('button', { name: 'Generate database token' }).click();
  await expect(generate.getByRole('textbox', { name: 'Token' })).toBeHidden();
  await page.keyboard.press('Escape');

  await sheet.getByRole('button', { name: 'Code to connect' }).click();
  const how = sheet.getByRole('region', { name: 'How to connect' });
  expect(await runCopied(how, token)).toEqual([{ v_type: 'Airport', count: AIRPORT_COUNT }]);
  await look(page, '16-connect-code');
  await accessible(page, 'code to connect');
  await sheet.getByRole('button', { name: 'Code to connect' }).click();

  await sheet.getByRole('textbox', { name: 'Search endpoints' }).fill('busiest');
  const endpoints = sheet.getByRole('list', { name: 'Endpoints' });
  await expect(endpoints.getByRole('button')).toHaveCount(2);
  await endpoints.getByRole('button', { name: /^POST/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Run busiest' });
  await dialog.getByRole('textbox', { name: 'k' }).fill('3');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  const answer = dialog.getByRole('region', { name: 'Answer' });
  await answer.getByText('Text', { exact: true }).click();
  await expect(answer).toContainText(busiest(1)[0]?.iata ?? '?');
  await look(page, '16-connect-run');
  await accessible(page, 'an endpoint that was tried');
  await dialog.getByRole('tab', { name: 'Code snippets' }).click();
  const [{ ranked }] = (await runCopied(dialog, token)) as [{ ranked: Printed[] }];
  expect(ranked.map(({ attributes }) => attributes['iata'])).toEqual(busiest(3).map(({ iata }) => iata));
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, '16-connect-run-phone');
  await page.keyboard.press('Escape');
  await sheet.getByRole('tab', { name: 'Built-in query' }).click();
  await sheet.getByRole('textbox', { name: 'Search endpoints' }).fill('');
  await expect(endpoints.getByRole('button')).toHaveCount(17);
  await look(page, '16-connect-phone');
  await accessible(page, 'the sheet on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  await look(page, '16-connect-1280');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('pause, then ask through REST while it is Idle', async () => {
  await page.getByRole('link', { name: 'Workgroups' }).click();
  await page.getByRole('tab', { name: 'Workspaces' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('main')).toContainText('Idle');
  await look(page, '17-paused');
  const begun = Date.now();
  const answer = await runThroughRest('busiest', 'k=3');
  test.info().annotations.push({ type: 'wake and query', description: `${Date.now() - begun} ms` });
  expect(answer.map(({ attributes }) => attributes['iata'])).toEqual(busiest(3).map(({ iata }) => iata));
  await expect(page.getByRole('main')).toContainText('Active');
});

test('stop and start again: data, queries and workspace are there', async () => {
  await stack.stop();
  await stack.start();
  await page.goto(`${stack.origin}/groups`);
  await page.getByRole('tab', { name: 'Workspaces' }).click();
  await expect(page.getByRole('main')).toContainText('Routes');
  await expect(page.getByRole('main')).toContainText('Active');
  const answer = await runThroughRest('two_hops', 'origin=ABE&k=5');
  expect(answer.map(({ attributes }) => attributes['iata'])).toEqual(
    twoHops('ABE', 5).map(({ iata }) => iata),
  );
});

test('watch a tutorial beside the page, by its steps', async () => {
  const videos: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.webm')) videos.push(request.url());
  });
  const launcher = page.getByRole('button', { name: 'Tutorials', exact: true });
  await launcher.click();
  const chapter = page.getByRole('dialog', { name: 'Workgroup & workspace' });
  await expect(chapter.getByRole('button', { name: /^Create a workspace/ })).toBeVisible();
  await accessible(page, 'a chapter of the tutorials');
  await look(page, '18-tutorials');
  expect(videos).toEqual([]);

  await chapter.getByRole('button', { name: /^Create a workspace/ }).click();
  const panel = page.getByRole('dialog', { name: 'Create a workspace' });
  const video = panel.locator('video');
  const value = (name: 'duration' | 'currentTime') =>
    video.evaluate((element: HTMLVideoElement, key) => element[key], name);
  await expect.poll(() => value('duration')).toBeGreaterThan(20);
  const steps = panel.getByRole('list', { name: 'Steps' }).getByRole('button');
  await expect(steps.first()).toBeVisible();
  await steps.last().click();
  await expect.poll(() => value('currentTime')).toBeGreaterThan(10);
  expect(await video.evaluate(({ textTracks }: HTMLVideoElement) => textTracks[0]?.mode)).toBe('showing');
  await accessible(page, 'a tutorial');
  await look(page, '18-tutorial');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, '18-tutorial-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('heading').focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});
