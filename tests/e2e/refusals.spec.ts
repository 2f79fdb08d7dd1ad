/** Wrong input, as a person and a program meet it: each gives a clear refusal, and loses nothing. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { accessible, choose, editorText, enterPassword, look, pickFromMenu, signIn } from './pages.ts';
import { addPerson, Rest, sql, type Place } from './rest.ts';
import { noSmallDisk, SmallDisk } from './small-disk.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

const GRAPH = 'Air';
const SCHEMA = `CREATE VERTEX Airport (PRIMARY_ID iata STRING, name STRING, runways INT)
CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport, flights INT)
CREATE GRAPH ${GRAPH} (Airport, Flight)`;
const BY_RUNWAYS = `CREATE QUERY by_runways(INT least) FOR GRAPH ${GRAPH} SYNTAX v2 {
  found = SELECT a FROM Airport:a WHERE a.runways >= least;
  PRINT found;
}
INSTALL QUERY by_runways`;
const interpreted = (body: string): string => `INTERPRET QUERY () FOR GRAPH ${GRAPH} {\n${body}\n}`;
const ENDLESS = interpreted('  SumAccum<INT> @@turns;\n  WHILE TRUE DO @@turns += 1; END;\n  PRINT @@turns;');

let stack: Stack;
let page: Page;
let admin: Rest;
let place: Place;
/** The disk of the databases, where one can be made. */
let disk: SmallDisk | undefined;

const tool = (name: string): string =>
  `${stack.origin}/${name}?workspace_id=${place.workspaceId}&graph_name=${GRAPH}`;
const run = (): Promise<void> => page.getByRole('button', { name: 'Run', exact: true }).click();
/** Nothing that axe finds on the page, in light and dark; with pictures of it. */
async function clean(at: Page, name: string): Promise<void> {
  await accessible(at, name);
  await look(at, name);
}
const query = (parameters: string): string => `${place.host}/restpp/query/${GRAPH}/by_runways${parameters}`;

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  if (noSmallDisk === undefined) disk = new SmallDisk(path.join(stack.home, 'databases'), 96);
  await stack.start();
  admin = await Rest.of(stack);
  place = await admin.place('Refusals');
  await admin.gsql(place, SCHEMA);
  await admin.gsql(place, BY_RUNWAYS, GRAPH);
  await admin.upsert(place, GRAPH, {
    vertices: { Airport: { ATL: { name: { value: 'Atlanta' }, runways: { value: 5 } } } },
  });
  page = await browser.newPage();
  await page.goto(tool('editor'));
  await signIn(page);
});

test.afterAll(async () => {
  await page.close();
  await stack.stop();
  disk?.remove();
  await stack.remove();
});

test.describe('GSQL', () => {
  /** CodeMirror marks text by classes alone; the list of problems has roles. */
  const underlined = () => page.locator('.cm-lintRange-error');

  test('a typo is underlined where it is, with a message', async () => {
    await editorText(page, interpreted('  found = SELEC a FROM Airport:a;\n  PRINT found;'));
    await expect(underlined()).toHaveText('SELEC');
    await underlined().hover();
    const message = "Found 'SELEC' where SELECT was expected.";
    await expect(page.getByText(message)).toBeVisible();
    await look(page, 'refusal-typo');
    await run();
    await expect(page.getByRole('region', { name: 'Log' })).toContainText(`line 2:10 ${message}`);
  });

  test('an unknown type is named', async () => {
    await editorText(page, interpreted('  found = SELECT a FROM Airprot:a;\n  PRINT found;'));
    await expect(underlined()).toHaveText('Airprot');
    await run();
    await expect(page.getByRole('alert')).toContainText('Airprot');
    await look(page, 'refusal-unknown-type');
  });

  test('a missing parameter is asked for above the text, and named through REST', async () => {
    const answer = await admin.call('GET', query(''));
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toContain('least');
    const wrong = await admin.call('GET', query('?least=many'));
    expect(wrong.status).toBe(400);
    expect(wrong.body['message']).toContain('least');

    await page.getByRole('tab', { name: 'Queries' }).click();
    await page.getByRole('button', { name: 'Run by_runways' }).click();
    const bar = page.getByRole('region', { name: 'Parameters of by_runways' });
    await bar.getByRole('button', { name: 'Run query' }).click();
    await expect(bar.getByRole('group', { name: 'least' })).toContainText('Please input a valid INT.');
    await look(page, 'refusal-parameter');
    await bar.getByRole('button', { name: 'Sample values' }).click();
    await expect(bar.getByRole('textbox', { name: 'least' })).toHaveValue(/^\d+$/);
    await bar.getByRole('button', { name: 'Plan' }).click();
    await expect(page.getByRole('table', { name: 'Plan' })).toContainText('scan');
    await look(page, 'plan');
    await accessible(page, 'parameters and a plan');
    await bar.getByRole('textbox', { name: 'least' }).fill('5');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('cell', { name: 'Atlanta' })).toBeVisible();
    await bar.getByRole('button', { name: 'Close the parameters of by_runways' }).click();
  });

  test('an endless WHILE leaves the server answering, and ends when it is cancelled', async () => {
    await editorText(page, ENDLESS);
    await run();
    await expect(page.getByRole('main')).toContainText('Running');
    expect((await admin.call('GET', query('?least=1'))).status).toBe(200);
    const begun = performance.now();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveText('Cancelled.');
    await expect
      .poll(
        async () =>
          (await admin.call('GET', `${place.host}/restpp/showprocesslist/${GRAPH}`)).body['results'],
        { intervals: [50] },
      )
      .toEqual([]);
    test.info().annotations.push({
      type: 'cancelled and gone after',
      description: `${Math.round(performance.now() - begun)} ms`,
    });
    await look(page, 'refusal-cancelled');
  });

  test('a run goes on while its page is loaded anew, is attached to again and cancelled there', async () => {
    await editorText(page, ENDLESS);
    await page.getByRole('button', { name: 'Limits' }).click();
    await expect(page.getByText('A run is stopped after 24 h')).toBeVisible();
    await page.keyboard.press('Escape');
    await run();
    await expect(page.getByRole('main')).toContainText('Running');
    await page.reload();
    await expect(page.getByRole('main')).toContainText('Running');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveText('Cancelled.');
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText('Cancelled.');
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History of runs' });
    await expect(history.getByRole('listitem').first()).toContainText('Cancelled');
    await look(page, 'run-history');
    await history.getByRole('textbox', { name: 'Search history' }).fill('nothing like this');
    await expect(history).toContainText('No run matches');
    await page.keyboard.press('Escape');
  });

  test('a result is filtered, measured, drawn, pinned, compared and written into a file', async () => {
    const numbers = (most: number, text: string) =>
      interpreted(
        `  MapAccum<STRING, INT> @@m;\n  FOREACH i IN RANGE[1, ${most}] DO @@m += (to_string(i) -> i % ${text}); END;\n  PRINT @@m;`,
      );
    await editorText(page, numbers(1000, '9'));
    await run();
    const table = page.getByRole('table', { name: '@@m' });
    await expect(table).toHaveAttribute('aria-rowcount', '1001');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Filter' });
    await choose(page, form.getByRole('combobox', { name: 'Column' }), 'value');
    await choose(page, form.getByRole('combobox', { name: 'Condition' }), 'equals');
    await form.getByRole('textbox', { name: 'Value' }).fill('8');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await expect(table).toHaveAttribute('aria-rowcount', '112');
    await table.getByRole('cell').nth(1).click();
    await page.keyboard.press('Shift+ArrowDown');
    const selection = page.getByRole('group', { name: 'Selection' });
    await expect(selection).toContainText('2 rows × 1 column');
    await expect(selection.getByRole('status')).toContainText('Count 2');
    await clean(page, 'run-filtered');
    const filtered = page.waitForEvent('download');
    await pickFromMenu(page, 'Download', 'CSV of these rows');
    const lines = (await readFile(await (await filtered).path(), 'utf8')).trimEnd().split('\n');
    expect([lines.length, lines[1]]).toEqual([112, '8,8']);
    await page.getByRole('button', { name: 'Remove filter: value = “8”' }).click();
    await expect(table).toHaveAttribute('aria-rowcount', '1001');
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await expect(page.getByText(/^Of 1,000 rows\./)).toBeVisible();
    await clean(page, 'run-chart');
    await page.getByRole('button', { name: 'Rows', exact: true }).click();
    await page.getByRole('button', { name: 'Pin result' }).click();
    await expect(page.getByRole('button', { name: 'Pin result', pressed: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Pin result', pressed: true })).toBeVisible();
    await editorText(page, numbers(1001, '10'));
    await run();
    await expect(table).toHaveAttribute('aria-rowcount', '1002');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const comparing = page.getByRole('dialog', { name: 'Compare with another result' });
    await expect(comparing.getByText('Only in this (1)')).toBeVisible();
    await clean(page, 'run-compared');
    await page.keyboard.press('Escape');
    const saved = page.waitForEvent('download');
    await pickFromMenu(page, 'Run to a file', 'CSV');
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
    await expect(page.getByRole('list', { name: 'Files of the run' })).toContainText('1,001 rows');
    await clean(page, 'run-to-file');
  });

  test('a large result is read, sorted and searched by pages', async () => {
    await editorText(
      page,
      interpreted(
        '  ListAccum<STRING> @@texts;\n  FOREACH i IN RANGE[1, 100000] DO @@texts += "a text of some sixty signs, so that all are large " + to_string(i); END;\n  PRINT @@texts;',
      ),
    );
    await run();
    const table = page.getByRole('table', { name: '@@texts' });
    await expect(table.getByRole('cell', { name: 'large 1', exact: false }).first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText('100,000 rows');
    await table.getByRole('button', { name: 'value', exact: true }).click();
    await expect(table.getByRole('columnheader', { name: 'value' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.getByRole('textbox', { name: 'Search rows' }).fill('LARGE 99999');
    await expect(table).toHaveAttribute('aria-rowcount', '2');
    await expect(table.getByRole('cell', { name: '99,999' })).toBeVisible();
    await look(page, 'run-large-result');
    await page.getByRole('button', { name: 'Statistics of value' }).click();
    await expect(page.getByText('Most frequent')).toBeVisible();
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await pickFromMenu(page, 'Download', 'Parquet');
    expect((await download).suggestedFilename()).toMatch(/\.parquet$/);
    await editorText(page, interpreted('  PRINT 6 * 7 AS answer;'));
    await run();
    await expect(page.getByRole('cell', { name: '42' })).toBeVisible();
  });
});

test.describe('a workspace that goes in the midst of a run', () => {
  const address = () => `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}`;
  const begin = async (): Promise<void> => {
    await editorText(page, ENDLESS);
    await run();
    await expect(page.getByRole('main')).toContainText('Running');
  };
  const interrupted = () =>
    expect(page.getByRole('alert')).toHaveText('The workspace was stopped before the run had ended.');

  test('stopped: the text stays in sight with the reason, and the run says so, also in the history', async () => {
    await page.goto(tool('editor'));
    await begin();
    await admin.cloud('POST', `${address()}/stop`);
    await expect(page.getByText('Refusals is Stopped')).toBeVisible();
    await interrupted();
    await editorText(page, `${ENDLESS}\n// typed while it was stopped`);
    await clean(page, 'editor-stopped');
    await page.reload();
    await expect(page.locator('.cm-content')).toContainText('typed while it was stopped');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await admin.settled(place, 'Active');
    await expect(page.getByText('Refusals is Stopped')).toBeHidden();
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History of runs' });
    await expect(history.getByRole('listitem').first()).toContainText('Interrupted');
    await page.keyboard.press('Escape');
  });

  test('resized: the run says that it was interrupted, and the next one is run', async () => {
    await begin();
    await admin.cloud('PUT', address(), { workspace_type_name: 'TG-0' });
    await interrupted();
    await editorText(page, interpreted('  PRINT 6 * 7 AS answer;'));
    await expect(page.getByText('Refusals is', { exact: false })).toBeHidden();
    await run();
    await expect(page.getByRole('cell', { name: '42' })).toBeVisible();
  });
});

test.describe('who is not let in', () => {
  test('nobody with a token that was changed, or with none', async () => {
    const [head, claims = '', signature] = admin.token.split('.');
    const own = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
    const longer = Buffer.from(JSON.stringify({ ...own, exp: own.exp + 3600 })).toString('base64url');
    for (const token of [[head, longer, signature].join('.'), 'none']) {
      const forger = new Rest(stack, token);
      for (const url of ['/users/me', query('?least=1')]) {
        expect((await forger.call('GET', url)).status, `${token} at ${url}`).toBe(401);
      }
    }
  });

  test('nobody without a role, and nobody of another organisation', async () => {
    const other = randomUUID();
    await sql(
      stack,
      `INSERT INTO organizations (id, name, display_name, creator, max_workspace_memory)
       VALUES ($1, 'other', 'Other', 'someone', 64)`,
      [other],
    );
    await addPerson(stack, 'member', 'member@acacia.local');
    await addPerson(stack, 'stranger', 'stranger@acacia.local', other);
    // Even an administrator, there.
    await sql(stack, `INSERT INTO role_grants (membership_id, name) VALUES ('stranger', 'org-admins')`);

    const group = `/v2/workgroups/${place.workgroupId}`;
    for (const [email, status] of [
      ['member@acacia.local', 403],
      ['stranger@acacia.local', 404],
    ] as const) {
      const rest = await Rest.of(stack, email);
      for (const [method, url] of [
        ['GET', group],
        ['DELETE', group],
        ['GET', `${group}/workspaces/${place.workspaceId}`],
        ['POST', `${group}/workspaces/${place.workspaceId}/pause`],
        ['DELETE', `${group}/databases/${place.databaseId}`],
      ] as const) {
        expect((await rest.call(method, url)).status, `${email} ${method} ${url}`).toBe(status);
      }
      expect((await rest.call('GET', query('?least=1'))).status).toBe(403);
      expect(await rest.cloud('GET', '/v2/workgroups')).toEqual([]);
    }
  });

  test('a session that has ended is a dialog over the page; what was sent goes on after signing in', async () => {
    const text = interpreted('  PRINT "typed before the session ended" AS kept;');
    await page.goto(tool('editor'));
    await editorText(page, text);
    // As after a long sleep: the access token is over, and the browser's session with it. The session goes first: a call
    // in between would get another token by it. Run is pressed in the same task: any other call would bring the dialog
    // over it.
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Run', exact: true }).evaluate((button: HTMLElement) => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
      // Gone when the page is loaded anew.
      Object.assign(window, { samePage: true });
      button.click();
    });
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog).toBeVisible();
    await look(page, 'session-ended');
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: 'Sign in again' }).click();
    const tab = await opened;
    const closed = tab.waitForEvent('close');
    await enterPassword(tab);
    await closed;
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('cell', { name: 'typed before the session ended' })).toBeVisible();
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
  });
});

test.describe('CSV', () => {
  const choose = async (name: string, text: string): Promise<void> => {
    await page
      .getByLabel('Choose files')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  const load = (): Promise<void> => page.getByRole('button', { name: 'Load data' }).click();
  const outcome = () => page.getByRole('region', { name: 'Run' }).getByRole('status').first();
  const names = async (ids: string): Promise<readonly unknown[]> => {
    const answer = await admin.call('GET', query('?least=-100'));
    const [{ found } = { found: [] }] = answer.body['results'] as {
      found: { v_id: string; attributes: { name: string } }[];
    }[];
    return found
      .filter(({ v_id }) => v_id.startsWith(ids))
      .map(({ v_id, attributes }) => [v_id, attributes.name]);
  };

  test.beforeEach(async () => {
    // The page brings back what was chosen before: each test begins without it.
    await page.goto('about:blank');
    await sql(stack, 'DELETE FROM load_drafts');
    await page.goto(tool('ingestion'));
  });

  for (const { what, file, warning, reason } of [
    {
      what: 'a broken quote',
      file: 'id,name,runways\nQ1,"Alpha,1\nQ2,Beta,2\n',
      warning: 'A quote is opened in line 2 and not closed.',
      reason: 'a quote is opened and not closed',
    },
    {
      what: 'a missing column',
      file: 'id,name,runways\nM1,Gamma\nM2,Delta,2\n',
      warning: 'Line 2 has 2 columns where 3 were expected.',
      reason: '2',
    },
    {
      what: 'a wrong type',
      file: 'id,name,runways\nT1,Epsilon,many\nT2,Phi,2\n',
      warning: null,
      reason: 'runways must be INT, but is many',
    },
  ]) {
    test(`${what}: the row is reported, the others are loaded`, async () => {
      const name = `${what.replaceAll(' ', '-')}.csv`;
      await choose(name, file.replace('id,', 'iata,'));
      if (warning !== null) await expect(page.getByRole('main')).toContainText(warning);
      await pickFromMenu(page, `Map ${name}`, 'Airport');
      await load();
      await expect(outcome()).toContainText('1 new · 0 updated · 1 rejected');
      const rejected = page.getByRole('table', { name: 'Rejected rows' }).getByRole('row').nth(1);
      await expect(rejected.getByRole('cell').first()).toHaveText(name);
      await expect(rejected).toContainText(reason);
      await look(page, `refusal-${name}`);
    });
  }

  test('an empty file is told of when it is chosen', async () => {
    await choose('empty.csv', '');
    await expect(page.getByRole('region', { name: 'Files', exact: true })).toContainText(
      'It has no rows: the file is empty.',
    );
  });

  test('Windows line ends and a byte-order mark leave no trace', async () => {
    await choose('windows.csv', '\uFEFFiata,name,runways\r\nW1,Gee,2\r\nW2,"Ha, ha",3\r\n');
    await pickFromMenu(page, 'Map windows.csv', 'Airport');
    await load();
    await expect(outcome()).toContainText('2 new · 0 updated · 0 rejected');
    expect(await names('W')).toEqual([
      ['W1', 'Gee'],
      ['W2', 'Ha, ha'],
    ]);
  });

  test('a full disk is named, keeps what was there, and a load works once there is room', async () => {
    test.skip(disk === undefined, noSmallDisk);
    const before = await admin.countOf(place, GRAPH, 'Airport');
    const rows = 60_000;
    const lines = Array.from({ length: rows }, (_, n) => `F${n},${randomUUID()}${randomUUID()},${n}`);
    const large = `iata,name,runways\n${lines.join('\n')}\n`;
    const failure = page.getByRole('region', { name: 'Run' }).getByRole('alert');

    disk?.leave(1_000_000);
    await choose('large.csv', large);
    await expect(page.getByRole('region', { name: 'Files', exact: true }).getByRole('alert')).toContainText(
      'disk is full',
    );
    await look(page, 'refusal-disk-full-sending');

    disk?.empty();
    await choose('large.csv', large);
    await pickFromMenu(page, 'Map large.csv', 'Airport');
    disk?.leave(1_500_000);
    await load();
    await expect(failure).toContainText('disk is full');
    await look(page, 'refusal-disk-full-loading');
    expect(await admin.countOf(place, GRAPH, 'Airport')).toBe(before);
    expect(await names('ATL')).toEqual([['ATL', 'Atlanta']]);

    disk?.empty();
    await load();
    await expect(outcome()).toContainText(`${rows.toLocaleString('en-US')} new`);
    expect(await admin.countOf(place, GRAPH, 'Airport')).toBe(before + rows);

    // A result of a run has no room either.
    await page.goto(tool('editor'));
    disk?.leave(1_000_000);
    const long = interpreted(
      '  ListAccum<STRING> @@texts;\n  FOREACH i IN RANGE[1, 60000] DO @@texts += "a text of some sixty signs, so that all are large " + to_string(i); END;\n  PRINT @@texts;',
    );
    await editorText(page, long);
    await run();
    await expect(page.getByRole('alert')).toContainText('disk is full');
    await look(page, 'refusal-disk-full-run');
    disk?.empty();
    await run();
    await expect(page.getByRole('main')).toContainText('60,000 rows');
  });
});
