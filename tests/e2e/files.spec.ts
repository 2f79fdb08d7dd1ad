/** Files of the editor: two people, two tabs, a reload without a line, folders, and what a link says to others. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { accessible, choose, editorText, enterPassword, look, signIn } from './pages.ts';
import { addPerson, Rest, sql } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

let stack: Stack;
let ann: Page;
let bob: Page;

const text = (page: Page) => page.locator('.cm-content').first();
const tabs = (page: Page) => page.getByRole('list', { name: 'Open files' });
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();

async function personAt(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  return context.newPage();
}

test.beforeAll(async ({ browser }) => {
  stack = await Stack.create();
  await stack.start();
  ann = await personAt(browser);
  bob = await personAt(browser);
});

test.afterAll(async () => {
  await ann.context().close();
  await bob.context().close();
  await stack.remove();
});

/** Writes at the end of the line that holds some words. */
async function write(page: Page, line: string, words: string): Promise<void> {
  await page.locator('.cm-line', { hasText: line }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(words);
}

let editor = '';
let link = '';

test('a temporary file outlives a reload, and is stored as a file', async () => {
  const admin = await Rest.of(stack);
  await ann.goto(stack.origin);
  await signIn(ann);
  const place = await admin.place('Files');
  await addPerson(stack, 'bob', 'bob@acacia.local');
  await sql(
    stack,
    `UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE email = 'admin@acacia.local'),
     email_verified_at = now(), accepted_tos = true, accepted_toc_version = '1.0.1' WHERE id = 'bob'`,
  );
  const members = `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}/members`;
  await admin.cloud('POST', members, { email: 'bob@acacia.local', role: 'workspace-users' });

  editor = `${stack.origin}/editor?workspace_id=${place.workspaceId}`;
  await ann.goto(editor);
  await expect(tabs(ann).getByRole('button', { name: /^draft\.gsql/ })).toBeVisible();
  await editorText(ann, 'first line\nsecond line\nthird line\nlast line\n');
  await ann.reload();
  await expect(text(ann)).toContainText('second line');
  await ann.getByRole('button', { name: 'Save as file' }).click();
  await ann.getByRole('dialog').getByLabel('Name').fill('team.gsql');
  await ann.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await saved(ann);
  await expect(tabs(ann).getByRole('button', { name: 'team.gsql', exact: true })).toBeVisible();
  link = ann.url();
  expect(link).toContain('fileId=');
});

test('a link says whose a file is, and opens it once it is shared', async () => {
  await bob.goto(link);
  await enterPassword(bob, 'bob@acacia.local');
  await expect(bob.getByText('This file belongs to')).toContainText('admin@acacia.local');
  await accessible(bob, 'a file of another');
  await ann.getByRole('button', { name: 'Actions for team.gsql' }).click();
  await ann.getByRole('menuitem', { name: 'Share' }).click();
  const dialog = ann.getByRole('dialog', { name: 'Share team.gsql' });
  await dialog.getByRole('combobox', { name: 'E-mail of a person' }).fill('BO');
  await expect(ann.getByRole('option', { name: 'bob@acacia.local' })).toBeVisible();
  await look(ann, 'files-share-search');
  await accessible(ann, 'choosing a person');
  await ann.getByRole('option', { name: 'bob@acacia.local' }).click();
  await choose(ann, dialog.getByLabel('Right', { exact: true }), 'Can edit');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Who has access' })).toContainText('bob@acacia.local');
  await expect(dialog.getByRole('combobox', { name: 'E-mail of a person' })).toBeFocused();
  await look(ann, 'files-share');
  await accessible(ann, 'sharing');
  await ann.keyboard.press('Escape');
  await bob.getByRole('button', { name: 'Try again' }).click();
  await expect(text(bob)).toContainText('second line');
});

test('changes of other lines are merged', async () => {
  await write(ann, 'first line', ' of Ann');
  await saved(ann);
  await expect(text(bob)).toContainText('first line of Ann');
  await write(bob, 'third line', ' of Bob');
  await saved(bob);
  await expect(text(bob)).toContainText('first line of Ann');
  await ann.reload();
  await expect(text(ann)).toContainText('third line of Bob');
  await expect(text(ann)).toContainText('first line of Ann');
});

test('a text that was typed without a line outlives a reload, and a conflict is merged side by side', async () => {
  await bob.context().setOffline(true);
  await write(bob, 'second line', ' as Bob says');
  await expect(bob.getByText('Not sent yet')).toBeVisible();
  await write(ann, 'second line', ' as Ann says');
  await write(ann, 'last line', ' of Ann');
  await saved(ann);
  await bob.context().setOffline(false);
  await bob.reload();
  await expect(text(bob)).toContainText('as Bob says');
  await bob.getByRole('button', { name: 'Compare and merge' }).click();
  const dialog = bob.getByRole('dialog', { name: 'team.gsql was changed by two people' });
  await expect(dialog.getByRole('textbox', { name: 'Their text' })).toContainText('as Ann says');
  await expect(dialog.getByRole('textbox', { name: 'Your text' })).toContainText('as Bob says');
  await expect(dialog.getByRole('textbox', { name: 'Your text' })).toContainText('last line of Ann');
  await look(bob, 'files-conflict');
  await accessible(bob, 'a conflict');
  await dialog.getByRole('button', { name: 'Take this part' }).first().click();
  await dialog.getByRole('button', { name: 'Save the text at the right' }).click();
  await saved(bob);
  await expect(text(bob)).toContainText('as Ann says');
});

test('a share that is withdrawn leaves the text where it was typed', async () => {
  const admin = await Rest.of(stack);
  const id = new URL(link).searchParams.get('fileId') ?? '';
  await admin.cloud('PUT', `/v2/files/${id}/shares`, { type: 'user', target: 'bob', permission: 'none' });
  await write(bob, 'third line', ' and more');
  await expect(bob.getByText('Your text is kept in this browser')).toBeVisible();
  await look(bob, 'files-withdrawn');
  await bob.getByRole('button', { name: 'Save as a new file' }).click();
  await bob.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await saved(bob);
  await expect(text(bob)).toContainText('and more');
});

test('folders are made, searched and deleted', async () => {
  await ann.getByRole('button', { name: 'New folder' }).click();
  await ann.getByRole('dialog').getByLabel('Name').fill('tutorial');
  await ann.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const files = ann.getByRole('list', { name: 'Files', exact: true });
  await files
    .getByRole('listitem')
    .filter({ hasText: 'team.gsql' })
    .dragTo(files.getByRole('listitem').first());
  await files.getByRole('button', { name: /^tutorial/ }).click();
  await ann.getByLabel('Search names and texts').fill('AS ANN SAYS');
  await expect(ann.getByRole('list', { name: 'Files found' })).toContainText('tutorial / team.gsql');
  await look(ann, 'files-search');
  await accessible(ann, 'files found');
  await ann.getByLabel('Search names and texts').fill('');
  await look(ann, 'files-tree');
  await ann.getByRole('button', { name: 'Actions for tutorial' }).click();
  await ann.getByRole('menuitem', { name: 'Delete' }).click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Delete folder' }).click();
  await expect(ann.getByText('This file was deleted')).toBeVisible();
});

test('a query that a colleague changed is compared before it is replaced, and rights are told beforehand', async () => {
  const admin = await Rest.of(stack);
  const workspaceId = new URL(editor).searchParams.get('workspace_id') ?? '';
  const all = await admin.cloud('GET', '/v2/workgroups');
  const host = JSON.stringify(all).match(/"nginx_host":"([^"]+)"/)?.[1] ?? '';
  const statements = async (text: string) => {
    const answer = await admin.call('POST', `http://${host}/gsql/v1/statements`, { text });
    expect(answer.status, answer.text).toBe(200);
  };
  const long = `long_${'n'.repeat(95)}`;
  await statements(`CREATE VERTEX Person (PRIMARY_ID id STRING)
CREATE GRAPH Team (Person)
USE GRAPH Team
CREATE QUERY greet() FOR GRAPH Team { PRINT "one"; }
CREATE QUERY ${long}() FOR GRAPH Team { PRINT "long"; }
INSTALL QUERY greet
CREATE QUERY unfinished() FOR GRAPH Team {
  S = {Nobody.*};
}`);
  await ann.goto(`${stack.origin}/editor?workspace_id=${workspaceId}&graph_name=Team`);
  await ann.getByRole('button', { name: 'New file', exact: true }).last().click();
  const ready = ann.getByRole('region', { name: 'Queries of Team that are ready' });
  await expect(ready.getByRole('button', { name: 'greet' })).toBeVisible();
  await ann.getByRole('tab', { name: 'Queries' }).click();
  await expect(ann.getByRole('list', { name: 'Queries' })).toContainText('long_nnn');
  await expect(ann.getByRole('list', { name: 'Queries' })).toContainText('Line 2:');
  await look(ann, 'queries-ready');
  await accessible(ann, 'ready queries');

  const queries = ann.getByRole('list', { name: 'Queries' });
  await queries.getByRole('button', { name: 'greet', exact: false }).first().click();
  await expect(text(ann)).toContainText('"one"');
  await statements(`USE GRAPH Team
CREATE OR REPLACE QUERY greet() FOR GRAPH Team { PRINT "of a colleague"; }`);
  await editorText(ann, 'CREATE QUERY greet() FOR GRAPH Team { PRINT "mine"; }');
  await ann.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = ann.getByRole('dialog', { name: 'greet was changed in Team' });
  await expect(dialog.getByRole('textbox', { name: 'Their text' })).toContainText('of a colleague');
  await look(ann, 'queries-conflict');
  await accessible(ann, 'a conflict of a query');
  await dialog.getByRole('button', { name: 'Save the text at the right' }).click();
  await expect(ann.getByText('Saved greet.')).toBeVisible();

  await ann.getByRole('button', { name: 'Refresh queries' }).click();
  await queries.getByRole('listitem').filter({ hasText: 'greet' }).hover();
  await ann.getByRole('button', { name: 'Actions for greet' }).click();
  await ann.getByRole('menuitem', { name: 'Install' }).click();
  await expect(ann.getByText('Installed greet.')).toBeVisible();
  await ann.getByRole('button', { name: 'Actions for greet' }).click();
  await ann.getByRole('menuitem', { name: 'Endpoint' }).click();
  await expect(ann.getByRole('dialog', { name: /greet/ })).toBeVisible();
  await ann.keyboard.press('Escape');
  await ann.keyboard.press('Escape');

  await bob.goto(`${stack.origin}/editor?workspace_id=${workspaceId}&graph_name=Team`);
  await bob.getByRole('tab', { name: 'Queries' }).click();
  await bob.getByRole('list', { name: 'Queries' }).getByRole('listitem').filter({ hasText: 'greet' }).hover();
  await bob.getByRole('button', { name: 'Actions for greet' }).click();
  await expect(bob.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(/DROP_QUERY/);
  await bob.keyboard.press('Escape');

  await ann.getByRole('button', { name: 'Actions for greet' }).click();
  await ann.getByRole('menuitem', { name: 'Delete' }).click();
  await statements('USE GRAPH Team\nDROP QUERY greet');
  await ann.getByRole('dialog').getByRole('button', { name: 'Delete query' }).click();
  await expect(ann.getByRole('dialog').getByRole('alert')).toContainText('greet');
  await ann.keyboard.press('Escape');
  await expect(queries.getByText('greet', { exact: true })).toHaveCount(0);
});
