/** Exploring a graph: find, expand, inspect, arrange; the list has the same content as the canvas. */
import { expect, test, type Page } from '@playwright/test';
import { accessible, choose, look, signIn } from './pages.ts';
import { Rest, type Place } from './rest.ts';
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
let place: Place;

const graph = () => page.getByRole('application', { name: `Graph ${GRAPH}` });
const shown = (what: 'Graph' | 'Vertices' | 'Edges') =>
  page.getByRole('radiogroup', { name: 'Show as' }).getByText(what).click();

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  const admin = await Rest.of(stack);
  place = await admin.place('Explore');
  await admin.gsql(
    place,
    `CREATE VERTEX Airport (PRIMARY_ID iata STRING, name STRING, opened DATETIME, runways INT)
CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport, flights INT)
CREATE GRAPH ${GRAPH} (Airport, Flight)`,
  );
  await admin.upsert(place, GRAPH, {
    vertices: {
      Airport: Object.fromEntries(
        Object.entries(NAMES).map(([iata, name], n) => [
          iata,
          {
            name: { value: name },
            opened: { value: `${1930 + 10 * n}-01-01 00:00:00` },
            runways: { value: n + 1 },
          },
        ]),
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

const search = () => page.getByRole('textbox', { name: 'Search the graph' });
/** Types into the search field and takes the first proposal that has the words, by keyboard. */
async function find(text: string, proposal: string | RegExp): Promise<void> {
  await search().fill(text);
  await expect(page.getByRole('option', { name: proposal }).first()).toBeVisible();
  await search().press('Enter');
}

test('what there is not is said where it is typed', async () => {
  await expect(page.getByText('Start with some vertices')).toBeVisible();
  await look(page, 'explore-empty');
  await search().fill('QQQ');
  await expect(page.getByText('Nothing has this in its ID or its texts.')).toBeVisible();
  await search().fill('QQQ, WWW');
  await page.getByRole('option', { name: 'Add the vertices of 2 IDs' }).click();
  await expect(page.getByText('There is no vertex with the ID QQQ, WWW.')).toBeVisible();
});

test('find a vertex by a word of its name and see its attributes', async () => {
  await find('lehigh', /ABE/);
  await expect(graph()).toHaveAccessibleName(/1 vertices, 0 edges/);
  await expect(page).toHaveURL(/seeds=/);
  await graph().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Selection' });
  await expect(details).toContainText('ABE');
  await expect(details).toContainText(NAMES.ABE);
});

test('expand it, then one of its neighbours', async () => {
  const flights = page.getByRole('button', { name: 'Expand Flight leading out 3' });
  await flights.click();
  await expect(graph()).toHaveAccessibleName(/4 vertices, 3 edges/);
  await expect(flights).toBeFocused();
  await accessible(page, 'explorer with a selection');
  await look(page, 'explore-expanded');
  await shown('Vertices');
  const list = page.getByRole('grid', { name: `Graph ${GRAPH}, vertices` });
  await expect(list.getByRole('row', { name: /ORD/ })).toContainText(NAMES.ORD);
  await list.getByRole('row', { name: /ORD/ }).click();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText(NAMES.ORD);
  await page
    .getByRole('region', { name: 'Expand' })
    .getByRole('button', { name: 'Expand', exact: true })
    .click();
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

test('find by a pattern, which is shown as GSQL, and undo', async () => {
  await page.getByRole('button', { name: 'Clear the canvas' }).click();
  await expect(graph()).toHaveAccessibleName(/0 vertices/);
  await find('Airport -(Flight>)- Airport', /Airport -/);
  await expect(graph()).toHaveAccessibleName(/5 vertices, 4 edges/);
  const pattern = page.getByRole('form', { name: 'Pattern' });
  await expect(pattern.getByLabel('The pattern as GSQL')).toContainText(
    'FROM Airport:v1 -(Flight>:e1)- Airport:v2',
  );
  await page.getByRole('button', { name: 'Clear the canvas' }).click();
  await pattern.getByRole('button', { name: 'Remove vertex 2' }).click();
  await pattern.getByRole('button', { name: 'Add a condition on vertex 1' }).click();
  await pattern.getByRole('textbox', { name: 'Value of vertex 1, condition 1' }).fill(NAMES.ORD);
  await pattern.getByRole('button', { name: 'Find matches' }).click();
  await expect(graph()).toHaveAccessibleName(/1 vertices/);
  await accessible(page, 'explorer with a pattern');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(graph()).toHaveAccessibleName(/5 vertices, 4 edges/);
});

test('hide by filter, by the legend and by time, and see everything again', async () => {
  await page.getByRole('tab', { name: 'Filters' }).click();
  const condition = page.getByRole('form', { name: 'New condition' });
  await choose(page, condition.getByRole('combobox', { name: 'Attribute' }), 'runways');
  await choose(page, condition.getByRole('combobox', { name: 'Comparison' }), '>');
  await condition.getByRole('textbox', { name: 'Value' }).fill('2');
  await condition.getByRole('button', { name: 'Add condition' }).click();
  await expect(graph()).toHaveAccessibleName(/3 vertices/);
  await expect(page.getByText('2 vertices out of sight')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('tab', { name: 'Styles' }).click();
  await page.getByRole('form', { name: 'New rule' }).getByRole('button', { name: 'Add rule' }).click();
  const legend = page.getByRole('region', { name: 'Legend of styles' });
  await legend.getByRole('button', { name: /Detroit/ }).click();
  await expect(graph()).toHaveAccessibleName(/4 vertices/);
  await legend.getByRole('button', { name: /Detroit/ }).click();
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  const time = page.getByRole('region', { name: 'Time' });
  await time.getByRole('button', { name: 'Play' }).click();
  // A tenth of the range, in which there is at most one of the five moments.
  await expect(graph()).toHaveAccessibleName(/ [01] vertices/);
  await time.getByRole('button', { name: 'Pause' }).click();
  await accessible(page, 'explorer with styles and time');
  await look(page, 'explore-time');
  await time.getByRole('button', { name: 'Close the time window' }).click();
  await expect(graph()).toHaveAccessibleName(/5 vertices, 4 edges/);
});

test('figures of what is in sight', async () => {
  await page.getByRole('tab', { name: 'Figures' }).click();
  const figures = page.getByRole('region', { name: 'Figures' });
  await choose(page, figures.getByRole('combobox', { name: 'Attribute' }), 'runways');
  await expect(figures.getByText('Mean')).toBeVisible();
  await expect(figures).toContainText('15');
  await page.getByRole('tab', { name: 'Details' }).click();
});

test('a change is staged, and not saved over what somebody else changed unseen', async () => {
  await find('ABE', /ABE/);
  await page.getByRole('tab', { name: 'Edit' }).click();
  const form = page.getByRole('form', { name: 'Change ABE' });
  await form.getByRole('textbox', { name: 'runways' }).fill('two');
  await form.getByRole('button', { name: 'Stage the change' }).click();
  await expect(form.getByText('Please input a valid INT.')).toBeVisible();
  await form.getByRole('textbox', { name: 'runways' }).fill('20');
  await form.getByRole('button', { name: 'Stage the change' }).click();
  const staged = page.getByRole('region', { name: 'Staged changes' });
  await expect(staged).toContainText('Change ABE');
  const admin = await Rest.of(stack);
  await admin.upsert(place, GRAPH, { vertices: { Airport: { ABE: { runways: { value: 3 } } } } });
  await staged.getByRole('button', { name: 'Save 1' }).click();
  const conflict = page.getByRole('dialog', { name: 'Others changed this meanwhile' });
  await expect(conflict).toContainText('now 3, yours 20');
  await accessible(page, 'edits that others made too');
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(staged).toContainText('Nothing is staged');
  await expect(form.getByRole('textbox', { name: 'runways' })).toHaveValue('20');
  await page.getByRole('tab', { name: 'Details' }).click();
});

test('a reload brings back the same picture', async () => {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opened = indexedDB.open('acacia.explorations', 1);
            opened.onerror = () => reject(new Error('The database cannot be opened.'));
            opened.onsuccess = () => {
              const all = opened.result.transaction('explorations').objectStore('explorations').getAll();
              all.onerror = () => reject(new Error('The explorations cannot be read.'));
              all.onsuccess = () => {
                const [kept] = all.result as readonly { readonly vertices: readonly string[] }[];
                resolve(kept?.vertices.length ?? 0);
              };
            };
          }),
      ),
    )
    .toBe(5);
  await page.reload();
  await expect(graph()).toHaveAccessibleName(/5 vertices, 4 edges/);
  await shown('Vertices');
  const list = page.getByRole('grid', { name: `Graph ${GRAPH}, vertices` });
  await expect(list.getByRole('row', { name: /ABE/ })).toBeVisible();
  await expect(list.getByRole('row', { name: /ORD/ })).toBeVisible();
});

const saveMenu = () => page.getByRole('button', { name: /^Exploration: / });
async function saved(name: string): Promise<void> {
  await saveMenu().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('an exploration is saved, changed by somebody else, and both are kept together', async () => {
  await shown('Graph');
  await saved('Save …');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hubs');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saveMenu()).toHaveAccessibleName('Exploration: Hubs');
  await expect(page).toHaveURL(/exploration=/);
  const admin = await Rest.of(stack);
  const path = `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}/explorations`;
  const id = new URL(page.url()).searchParams.get('exploration') ?? '';
  const { document } = (await admin.cloud('GET', `${path}/${id}`)) as { document: { vertices: unknown[] } };
  expect(document.vertices).toHaveLength(5);
  // Somebody else saves it with one vertex.
  const theirs = { ...document, vertices: document.vertices.slice(0, 1), edges: [] };
  const answer = await fetch(`${stack.origin}/api${path}/${id}/document`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'if-match': '"1"',
    },
    body: JSON.stringify({ document: theirs }),
  });
  expect(answer.status).toBe(200);
  await expect(page.getByText(/saved a newer version/)).toBeVisible();
  await graph().focus();
  await page.keyboard.press('0');
  await find('ATL', /ATL/);
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Remove' }).click();
  await expect(saveMenu()).toHaveAccessibleName('Exploration: Hubs, changed');
  await saved('Save');
  const conflict = page.getByRole('dialog', { name: 'Hubs was saved by two people' });
  await expect(conflict).toContainText('1 vertices and 0 edges');
  await accessible(page, 'two people saved an exploration');
  await look(page, 'explore-conflict');
  await conflict.getByRole('button', { name: 'Save both together' }).click();
  await expect(conflict).toBeHidden();
  await expect(saveMenu()).toHaveAccessibleName('Exploration: Hubs');
});

test('a link opens it, also in another browser, and comments are seen there', async ({ browser }) => {
  const link = page.url();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await signIn(other);
  await expect(other.getByRole('application', { name: `Graph ${GRAPH}` })).toHaveAccessibleName(
    /[45] vertices/,
  );
  await other.getByRole('tab', { name: 'Comments' }).click();
  await other.getByRole('textbox', { name: 'Comment' }).fill('Why Detroit?');
  await other.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(other.getByText('Why Detroit?')).toBeVisible();
  await accessible(other, 'comments on an exploration');
  await other.context().close();
  await page.getByRole('tab', { name: 'Comments' }).click();
  await expect(page.getByText('Why Detroit?')).toBeVisible();
});
