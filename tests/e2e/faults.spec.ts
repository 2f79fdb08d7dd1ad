/** Processes killed under way: no acknowledged operation is lost, and the console reports what happened. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { look, signIn } from './pages.ts';
import { Rest, type Place } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

const GRAPH = 'Notes';

let stack: Stack;
let admin: Rest;
let place: Place;

function measured(type: string, begun: number): void {
  test.info().annotations.push({ type, description: `${Math.round(performance.now() - begun)} ms` });
}
const note = (id: string, words: string) => ({ vertices: { Note: { [id]: { words: { value: words } } } } });

/** The id of the process that runs the workspace now. */
function processOf({ workspaceId }: Place): number {
  const file = readFileSync(path.join(stack.home, 'run', `${workspaceId}.json`), 'utf8');
  return (JSON.parse(file) as { process: { pid: number } }).process.pid;
}

test.beforeAll(async () => {
  stack = await Stack.create();
  await stack.start();
  admin = await Rest.of(stack);
});

test.afterAll(() => stack.remove());

test('a workspace becomes Active, sleeps, and wakes with the first request', async () => {
  const group = await admin.group('Faults');
  const asked = performance.now();
  place = await admin.ask(group, 'Faults');
  await admin.settled(place, 'Active');
  measured('create to Active', asked);
  await admin.gsql(
    place,
    `CREATE VERTEX Note (PRIMARY_ID id STRING, words STRING)
CREATE DIRECTED EDGE After (FROM Note, TO Note)
CREATE GRAPH ${GRAPH} (Note, After)`,
  );
  await admin.upsert(place, GRAPH, note('first', 'before the pause'));

  await admin.cloud('POST', `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}/pause`);
  await admin.settled(place, 'Idle');
  const woken = performance.now();
  expect(await admin.countOf(place, GRAPH, 'Note')).toBe(1);
  measured('wake and answer', woken);
});

test('a killed workspace process is started again with all that was acknowledged', async ({ page }) => {
  await page.goto(`${stack.origin}/groups/${place.workgroupId}?tab=workspaces`);
  await signIn(page);
  const before = (await admin.workspace(place))['restarts'];
  expect(before).toBe(0);
  const writes = Array.from({ length: 20 }, (_, index) =>
    admin.upsert(place, GRAPH, note(`n${index}`, 'acknowledged')),
  );
  await Promise.all(writes);
  const killed = processOf(place);
  process.kill(killed, 'SIGKILL');
  const begun = performance.now();
  await expect.poll(async () => (await admin.workspace(place))['restarts'], { intervals: [50] }).toBe(1);
  await admin.settled(place, 'Active');
  expect(await admin.countOf(place, GRAPH, 'Note')).toBe(21);
  measured('killed to answering', begun);
  expect(processOf(place)).not.toBe(killed);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('1 restart');
  await look(page, 'fault-restarted');
});

test('a control plane killed while it creates a workspace goes on at its next start', async () => {
  const group = await admin.group('Interrupted');
  const pending = await admin.ask(group, 'Interrupted');
  await stack.stop('SIGKILL');
  await stack.start();
  await expect
    .poll(async () => (await admin.workspace(pending))['status'], { intervals: [50], timeout: 30_000 })
    .toMatch(/^(Active|Error)$/);
  const ended = await admin.workspace(pending);
  if (ended['status'] === 'Error') expect(ended['err_message']).not.toBe('');
  test.info().annotations.push({ type: 'ended as', description: String(ended['status']) });
  // Writes from before the kill are there too.
  expect(await admin.countOf(place, GRAPH, 'Note')).toBe(21);
  await admin.upsert(place, GRAPH, note('after', 'the kill'));
});
