/** Exploring a graph: find, expand, inspect, arrange; the list has the same content as the canvas. */
import { expect, test, type Page } from '@playwright/test';
import { choose, look, signIn } from './pages.ts';
import { Rest } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

const GRAPH = 'Air';
/** ABE has three routes, ORD one more that leads away from it. */
const ROUTES = { ABE: ['ATL', 'ORD', 'DTW'], ORD: ['LAX'], LAX: [] } as const;
const NAMES = {
  ABE: 'Lehigh Valley',
  ATL: 'Atlanta',
  ORD: "Chicago O'Hare",
  DTW: 'Detroit',
  LAX: 'Los Angeles',
} as const;

let stack: Stack;
let page: Page;

const graph = () => page.getByRole('application', { name: `Graph ${GRAPH}` });
const shown = (what: 'Graph' | 'Vertices' | 'Edges') =>
  page.getByRole('radiogroup', { name: 'Show as' }).getByText(what).click();

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  const admin = await Rest.of(stack);
  const place = await admin.place('Explore');
  await admin.gsql(
    place,
    `CREATE VERTEX Airport (PRIMARY_ID iata STRING, name STRING)
CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport, flights INT)
CREATE GRAPH ${GRAPH} (Airport, Flight)`,
  );
  await admin.upsert(place, GRAPH, {
    vertices: {
      Airport: Object.fromEntries(
        Object.entries(NAMES).map(([iata, name]) => [iata, { name: { value: name } }]),
      ),
    },
    edges: {
      Airport: Object.fromEntries(
        Object.entries(ROUTES).map(([from, to]) => [
          from,
          { Flight: { Airport: Object.fromEntries(to.map((iata) => [iata, { flights: { value: 7 } }])) } },
        ]),
      ),
    },
  });
  page = await browser.newPage();
  await page.goto(`${stack.origin}/explore?workspace_id=${place.workspaceId}&graph_name=${GRAPH}`);
  await signIn(page);
});

test.afterAll(async () => {
  await page.close();
  await stack.remove();
});

test('an id that there is not is refused where it is typed', async () => {
  await expect(page.getByText('Start with some vertices')).toBeVisible();
  await look(page, 'explore-empty');
  await page.getByRole('radiogroup', { name: 'Find vertices by' }).getByText('ID', { exact: true }).click();
  await page.getByRole('textbox', { name: 'IDs' }).fill('QQQ');
  await page
    .getByRole('form', { name: 'Add vertices' })
    .getByRole('button', { name: 'Add to the graph' })
    .click();
  await expect(page.getByText('There is no Airport with the ID QQQ.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'IDs' })).toBeFocused();
});

test('pick a vertex and see its attributes', async () => {
  await page.getByRole('textbox', { name: 'IDs' }).fill('ABE');
  await page
    .getByRole('form', { name: 'Add vertices' })
    .getByRole('button', { name: 'Add to the graph' })
    .click();
  await expect(graph()).toHaveAccessibleName(/1 vertices, 0 edges/);
  await expect(page).toHaveURL(/seeds=/);
  await graph().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Selection' });
  await expect(details).toContainText('ABE');
  await expect(details).toContainText(NAMES.ABE);
});

test('expand it, then one of its neighbours', async () => {
  await page.getByRole('region', { name: 'Expand' }).getByRole('button', { name: 'Expand' }).click();
  await expect(graph()).toHaveAccessibleName(/4 vertices, 3 edges/);
  await look(page, 'explore-expanded');
  await shown('Vertices');
  const list = page.getByRole('grid', { name: `Graph ${GRAPH}, vertices` });
  await list.getByRole('row', { name: /ORD/ }).click();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText(NAMES.ORD);
  await page.getByRole('region', { name: 'Expand' }).getByRole('button', { name: 'Expand' }).click();
  await expect(list.getByRole('row')).toHaveCount(1 + Object.keys(NAMES).length);
  await look(page, 'explore-list');
});

test('the list of edges says the same as the canvas', async () => {
  await shown('Edges');
  const rows = page.getByRole('grid', { name: `Graph ${GRAPH}, edges` }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.filter({ hasText: 'ORD' }).filter({ hasText: 'LAX' })).toHaveCount(1);
  await shown('Graph');
  await expect(graph()).toHaveAccessibleName(/5 vertices, 4 edges/);
});

test('arrange it otherwise', async () => {
  const tools = page.getByRole('toolbar', { name: 'Graph tools' });
  for (const layout of ['Circle', 'Hierarchy', 'Grid']) {
    await tools.getByRole('button', { name: /Force|Circle|Hierarchy/ }).click();
    await page.getByRole('menuitem', { name: layout, exact: true }).click();
    await expect(tools.getByRole('button', { name: layout })).toBeVisible();
  }
  await look(page, 'explore-grid');
});

test('find by attribute, and undo', async () => {
  await page.getByRole('radiogroup', { name: 'Find vertices by' }).getByText('Attribute').click();
  await page.getByRole('button', { name: 'Clear the canvas' }).click();
  await expect(graph()).toHaveAccessibleName(/0 vertices/);
  await choose(page, page.getByRole('combobox', { name: 'Attribute' }), 'name');
  await page.getByLabel('Value').fill(NAMES.ORD);
  await page
    .getByRole('form', { name: 'Add vertices' })
    .getByRole('button', { name: 'Add to the graph' })
    .click();
  await expect(graph()).toHaveAccessibleName(/1 vertices/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(graph()).toHaveAccessibleName(/5 vertices, 4 edges/);
});

test('a reload brings back what the address names', async () => {
  await page.reload();
  await expect(graph()).toHaveAccessibleName(/2 vertices/);
  await shown('Vertices');
  const list = page.getByRole('grid', { name: `Graph ${GRAPH}, vertices` });
  await expect(list.getByRole('row', { name: /ABE/ })).toBeVisible();
  await expect(list.getByRole('row', { name: /ORD/ })).toBeVisible();
});
