/** Exploring a graph: find, expand, inspect, arrange; the list has the same content as the canvas. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { accessible, choose, editorText, enterPassword, look, signIn } from './pages.ts';
import { addPerson, Rest, sql, type Place } from './rest.ts';
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

const graph = (on: Page = page) => on.getByRole('application', { name: `Graph ${GRAPH}` });
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

test('who does not know what to look for is shown a part of the graph', async () => {
  await expect(page.getByText('Start with some vertices')).toBeVisible();
  await look(page, 'explore-empty');
  await page.getByRole('button', { name: 'Show a part of the graph' }).click();
  await expect(graph()).toHaveAccessibleName(/5 vertices, 4 edges/);
  await page.getByRole('button', { name: 'Clear the canvas' }).click();
  await expect(graph()).toHaveAccessibleName(/0 vertices, 0 edges/);
});

test('what there is not is said where it is typed', async () => {
  await search().fill('QQQ');
  await expect(page.getByText('Nothing has this in its ID or its texts.')).toBeVisible();
  await search().fill('QQQ, WWW');
  await page.getByRole('option', { name: 'Add the vertices of 2 IDs' }).click();
  await expect(page.getByText('There is no vertex with the ID QQQ, WWW.')).toBeVisible();
});

test('a long list of ids is offered to add, and not sent as a text to search for', async () => {
  const sought: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/search/')) sought.push(request.postData());
  });
  await search().fill(Array.from({ length: 1200 }, (_, n) => `id${n}`).join(', '));
  await expect(page.getByRole('option', { name: 'Add the vertices of 1,200 IDs' })).toBeVisible();
  await search().fill('y'.repeat(5000));
  await expect(page.getByText('At most 4,096 characters are looked for.')).toBeVisible();
  await search().fill('QQQQ');
  await expect(page.getByText('Nothing has this in its ID or its texts.')).toBeVisible();
  // What was typed before may be looked for a moment later.
  expect(sought.at(-1)).toContain('QQQQ');
  expect(sought.join('\n')).not.toMatch(/id0|yyy/);
});

test('find a vertex by a word of its name and see its attributes', async () => {
  await find('lehigh', /ABE/);
  await expect(graph()).toHaveAccessibleName(/1 vertices, 0 edges/);
  await expect(page).toHaveURL(/seeds=/);
  await graph().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await expect(graph()).toHaveAccessibleName(/0 vertices/);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(graph()).toHaveAccessibleName(/1 vertices/);
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
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(graph()).toHaveAccessibleName(/5 vertices/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(graph()).toHaveAccessibleName(/3 vertices/);
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

const row = (name: RegExp) =>
  page.getByRole('grid', { name: `Graph ${GRAPH}, vertices` }).getByRole('row', { name });

test('find paths under conditions, walk in two steps, and collapse', async () => {
  await page.getByRole('tab', { name: 'Details' }).click();
  await shown('Vertices');
  await row(/ABE/).click();
  await row(/LAX/).click({ modifiers: ['Shift'] });
  const paths = page.getByRole('region', { name: 'Paths' });
  const selection = page.getByRole('region', { name: 'Selection' });
  await paths.getByText('All shortest').click();
  await paths.getByRole('button', { name: 'Find paths' }).click();
  await expect(selection).toContainText('5 selected');
  await expect(selection).toContainText('3 Airport · 2 Flight');
  await row(/ABE/).click();
  await row(/LAX/).click({ modifiers: ['Shift'] });
  await paths.getByRole('button', { name: 'Add a condition to the paths' }).click();
  await choose(page, paths.getByLabel('Attribute of condition 1 of the paths'), 'Flight.flights');
  await choose(page, paths.getByLabel('Comparison of condition 1 of the paths'), '>');
  await paths.getByLabel('Value of condition 1 of the paths').fill('seven');
  await paths.getByRole('button', { name: 'Find paths' }).click();
  await expect(page.getByText('‘seven’ is no INT, as flights is.')).toBeVisible();
  await paths.getByLabel('Value of condition 1 of the paths').fill('7');
  await paths.getByRole('button', { name: 'Find paths' }).click();
  await expect(page.getByText('No path of at most 6 edges joins ABE and LAX.')).toBeVisible();
  await look(page, 'explore-paths');

  await row(/ABE/).click();
  await selection.getByRole('button', { name: 'Collapse 2' }).click();
  await expect(page.getByText('3 vertices · 2 edges')).toBeVisible();
  await row(/ABE/).click();
  await selection.getByRole('button', { name: 'Keep only this' }).click();
  await expect(page.getByText('1 vertices · 0 edges')).toBeVisible();
  await row(/ABE/).click();
  const expand = page.getByRole('region', { name: 'Expand' });
  await expand.getByRole('button', { name: 'Add a condition', exact: true }).click();
  await choose(page, expand.getByLabel('Attribute of condition 1', { exact: true }), 'Airport.name');
  await choose(page, expand.getByLabel('Comparison of condition 1', { exact: true }), 'contains');
  await expand.getByLabel('Value of condition 1', { exact: true }).fill('CHICAGO');
  await expand.getByRole('button', { name: 'Add a step' }).click();
  const second = expand.getByRole('group', { name: 'Step 2' });
  await second.getByText('Out', { exact: true }).click();
  await accessible(page, 'a walk of two steps');
  await look(page, 'explore-walk');
  await expand.getByRole('button', { name: 'Expand', exact: true }).click();
  // ABE to Chicago alone, and from there on.
  await expect(page.getByText('3 vertices · 2 edges')).toBeVisible();
  await expect(row(/LAX/)).toBeVisible();
  await second.getByRole('button', { name: 'Remove step 2' }).click();
  await expand.getByRole('button', { name: 'Remove condition 1' }).click();
  for (let steps = 0; steps < 3; steps += 1) await page.getByRole('button', { name: 'Undo' }).click();
  await shown('Graph');
  await expect(graph()).toHaveAccessibleName(/5 vertices, 4 edges/);
  await graph().focus();
  await page.keyboard.press('Escape');
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
  // Who leaves with staged changes is asked first; what stays in the address of the graph is no leaving.
  await page.getByRole('link', { name: 'Acacia home' }).click();
  const leaving = page
    .getByRole('dialog')
    .filter({ hasText: 'You have not saved your changes to the graph.' });
  await expect(leaving).toBeVisible();
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
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
  await conflict.getByRole('button', { name: 'Show theirs with my filters and styles' }).click();
  await expect(graph()).toHaveAccessibleName(/1 vertices, 0 edges/);
  await expect(page.getByRole('region', { name: 'Legend of styles' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(graph()).toHaveAccessibleName(/4 vertices/);
  const again = await fetch(`${stack.origin}/api${path}/${id}/document`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'if-match': '"2"',
    },
    body: JSON.stringify({ document: { ...theirs, vertices: document.vertices.slice(0, 2) } }),
  });
  expect(again.status).toBe(200);
  await saved('Save');
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

test('it is shared for viewing, then for editing, with a second person', async ({ browser }) => {
  const admin = await Rest.of(stack);
  await addPerson(stack, 'bob', 'bob@acacia.local');
  await sql(
    stack,
    `UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE email = 'admin@acacia.local'),
     email_verified_at = now(), accepted_tos = true, accepted_toc_version = '1.0.1' WHERE id = 'bob'`,
  );
  const members = `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}/members`;
  await admin.cloud('POST', members, { email: 'bob@acacia.local', role: 'workspace-users' });
  await saved('Share …');
  const dialog = page.getByRole('dialog', { name: 'Share Hubs' });
  await dialog.getByRole('combobox', { name: 'E-mail of a person' }).fill('bob@acacia.local');
  await dialog.getByRole('combobox', { name: 'E-mail of a person' }).press('Escape');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  const right = dialog.getByRole('combobox', { name: 'Right of bob@acacia.local' });
  await expect(right).toBeVisible();
  await accessible(page, 'sharing an exploration');

  const bob = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await bob.goto(page.url());
  await enterPassword(bob, 'bob@acacia.local');
  const menuOfBob = bob.getByRole('button', { name: /^Exploration: / });
  await expect(menuOfBob).toHaveAccessibleName('Exploration: Hubs');
  await expect(graph(bob)).toHaveAccessibleName(/[45] vertices/);
  await menuOfBob.click();
  await expect(bob.getByText('shares it for viewing only.')).toBeVisible();
  await expect(bob.getByRole('menuitem', { name: 'Save', exact: true })).toBeDisabled();
  await bob.keyboard.press('Escape');

  await choose(page, right, 'Can edit');
  await page.keyboard.press('Escape');
  await bob.reload();
  await expect(graph(bob)).toHaveAccessibleName(/[45] vertices/);
  await graph(bob).focus();
  await bob.keyboard.press('Home');
  await bob.keyboard.press('Enter');
  await bob.keyboard.press('Delete');
  await expect(menuOfBob).toHaveAccessibleName('Exploration: Hubs, changed');
  await menuOfBob.click();
  await bob.getByRole('menuitem', { name: 'Save', exact: true }).click();
  await expect(menuOfBob).toHaveAccessibleName('Exploration: Hubs');
  await bob.context().close();
  await expect(page.getByText('bob@acacia.local saved a newer version.')).toBeVisible({ timeout: 30_000 });
});

test('results of the editor go on in the explorer, and its pattern in the editor', async () => {
  await page.goto(`${stack.origin}/editor?workspace_id=${place.workspaceId}&graph_name=${GRAPH}`);
  await editorText(
    page,
    `INTERPRET QUERY () FOR GRAPH ${GRAPH} { found = SELECT v FROM Airport:v WHERE v.name == "Detroit"; PRINT found; }`,
  );
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.getByRole('button', { name: 'Explore', exact: true }).click();
  await expect(page).toHaveURL(/\/explore/);
  await shown('Vertices');
  await expect(row(/DTW/)).toBeVisible();
  await shown('Graph');
  await page.getByRole('button', { name: 'Clear the canvas' }).click();
  await find('Airport -(Flight>)- Airport', /Airport -/);
  await page.getByRole('button', { name: 'Open in the editor' }).click();
  await expect(page).toHaveURL(/\/editor/);
  await expect(page.getByText('SELECT v1, e1, v2 INTO Found')).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByRole('table', { name: 'Found' })).toHaveAttribute('aria-rowcount', '5');
});

/** Presses Tab until an element has the focus. */
async function tabTo(on: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await on.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test('by keyboard alone: search, move, expand, inspect, edit, save', async ({ browser }) => {
  const keys = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const { keyboard } = keys;
  await keys.goto(`${stack.origin}/explore?workspace_id=${place.workspaceId}&graph_name=${GRAPH}`);
  await tabTo(keys, keys.getByLabel('E-mail'));
  await keyboard.type('admin@acacia.local');
  await tabTo(keys, keys.getByLabel('Password'));
  await keyboard.type('acacia');
  await keyboard.press('Enter');

  await tabTo(keys, keys.getByRole('textbox', { name: 'Search the graph' }));
  await keyboard.type('lehigh');
  await expect(keys.getByRole('option', { name: /ABE/ })).toBeVisible();
  await keyboard.press('Enter');
  const canvas = graph(keys);
  await expect(canvas).toHaveAccessibleName(/1 vertices, 0 edges/);

  await tabTo(keys, canvas, 'Shift+Tab');
  const spoken = keys.getByRole('status');
  await keyboard.press('Home');
  await expect(spoken.filter({ hasText: 'Airport ABE, 0 neighbours' })).toHaveCount(1);
  await keyboard.press('Enter');
  await keyboard.press('e');
  await expect(canvas).toHaveAccessibleName(/4 vertices, 3 edges/);
  await expect(
    spoken.filter({ hasText: '3 vertices and 3 edges came. 4 vertices (4 Airport), 3 edges (3 Flight).' }),
  ).toHaveCount(1);
  // From the first to the last in reading order; no key leaves the vertices out.
  const heard = new Set<string>();
  const vertexHeard = async (): Promise<string> =>
    (await spoken.filter({ hasText: /neighbours?/ }).innerText()).slice(0, 11);
  await keyboard.press('Home');
  for (let steps = 0; steps < 4; steps += 1) {
    // A slow page speaks a while after the key.
    await expect.poll(async () => heard.has(await vertexHeard())).toBe(false);
    heard.add(await vertexHeard());
    await keyboard.press('PageDown');
  }
  expect([...heard].sort()).toEqual(['Airport ABE', 'Airport ATL', 'Airport DTW', 'Airport ORD']);
  await expect(canvas).toBeFocused();
  await accessible(keys, 'the explorer by keyboard');

  // One Tab leaves the canvas.
  await keyboard.press('Tab');
  await expect(canvas).not.toBeFocused();
  await tabTo(keys, keys.getByRole('tab', { name: 'Details' }));
  await expect(keys.getByRole('region', { name: 'Selection' })).toContainText(NAMES.ABE);
  const edit = keys.getByRole('tab', { name: 'Edit' });
  for (let steps = 0; steps < 4; steps += 1) await keyboard.press('ArrowRight');
  await expect(edit).toBeFocused();
  await keyboard.press('Enter');
  const form = keys.getByRole('form', { name: 'Change ABE' });
  await tabTo(keys, form.getByRole('textbox', { name: 'name' }));
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('Allentown');
  await keyboard.press('Enter');
  const staged = keys.getByRole('region', { name: 'Staged changes' });
  await expect(staged).toContainText('Change ABE');
  await tabTo(keys, staged.getByRole('button', { name: 'Save 1' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(staged).toContainText('Nothing is staged');

  const menu = keys.getByRole('button', { name: /^Exploration: / });
  await tabTo(keys, menu, 'Shift+Tab');
  await keyboard.press('Enter');
  // The menu takes the focus once it has opened; the arrow goes round.
  await expect(async () => {
    await keyboard.press('ArrowDown');
    await expect(keys.getByRole('menuitem', { name: 'Save …' })).toBeFocused({ timeout: 500 });
  }).toPass();
  await keyboard.press('Enter');
  await expect(keys.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await keyboard.type('By keyboard');
  await keyboard.press('Enter');
  await expect(menu).toHaveAccessibleName('Exploration: By keyboard');
  await keys.context().close();
});

test('a type and then the graph are dropped while they are on the canvas', async () => {
  const admin = await Rest.of(stack);
  const change = async (name: string, statement: string): Promise<void> => {
    await admin.gsql(place, `CREATE SCHEMA_CHANGE JOB ${name} FOR GRAPH Spare { ${statement}; }`, 'Spare');
    await admin.gsql(place, `RUN SCHEMA_CHANGE JOB ${name}`, 'Spare');
  };
  await admin.gsql(place, 'CREATE GRAPH Spare ()');
  await change(
    'grow',
    'ADD VERTEX Gate (PRIMARY_ID id STRING); ADD VERTEX Hall (PRIMARY_ID id STRING); ADD DIRECTED EDGE Way (FROM Hall, TO Hall)',
  );
  await admin.upsert(place, 'Spare', { vertices: { Gate: { G7: {} }, Hall: { H1: {} } } });
  await page.goto(`${stack.origin}/explore?workspace_id=${place.workspaceId}&graph_name=Spare&seeds=Gate/G7`);
  const spare = page.getByRole('application', { name: 'Graph Spare' });
  await expect(spare).toHaveAccessibleName(/1 vertices/);

  await change('shrink', 'DROP VERTEX Gate');
  await spare.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('e');
  await expect(page.getByText('An element left the canvas: its type was dropped.')).toBeVisible();
  await expect(spare).toHaveAccessibleName(/0 vertices/);

  await admin.gsql(place, 'DROP GRAPH Spare CASCADE');
  await search().fill('H1');
  await expect(page.getByText(/The workspace has no graph ‘Spare’/)).toBeVisible();
  await expect(graph()).toBeVisible();
});
