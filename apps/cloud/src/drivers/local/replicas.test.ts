/** A standby process, with a stand-in server that misbehaves on demand. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkspaceCondition, WorkspaceSpec } from '../driver.ts';
import { callWorkspace } from '../workspace-call.ts';
import { identify } from './process-identity.ts';
import { createLocalHarness } from './testing/harness.ts';

const STAND_IN = fileURLToPath(import.meta.resolve('./testing/stand-in.ts'));
const until = { timeout: 50_000, interval: 10 };
const spec: WorkspaceSpec = {
  workspaceId: 'ws',
  databaseId: 'db',
  snapshotId: null,
  replicas: 3,
  memoryBytes: 2 ** 30,
  cpus: 1,
  version: '4.2.1',
};

let harness: ReturnType<typeof createLocalHarness>;
beforeEach(async () => {
  harness = createLocalHarness(STAND_IN, {
    timing: { firstPause: 5, longestPause: 20, failedStartsAllowed: 4, stopWithin: 3_000 },
  });
  await harness.driver.createDatabase('db');
});
afterEach(() => harness.close());

const note = 'One process stands by on this machine, in place of the other replicas.';
const condition = () => harness.driver.condition('ws');
const warm = (restarts: number) =>
  vi.waitFor(() => {
    expect(condition()).toEqual({ state: 'running', restarts, note });
  }, until);
async function servingPid() {
  const answer = await callWorkspace(harness.driver, 'ws', { path: '/echo' });
  return (JSON.parse(answer) as { pid: number }).pid;
}
const gone = (pid: number) => vi.waitFor(() => expect(identify(pid)).toBeUndefined(), until);
const data = (name: string) => join(harness.home, 'databases', 'db', name);
async function supervisorSays(): Promise<string> {
  const { lines } = await harness.driver.logs('ws', '', 1000);
  return lines.flatMap((line) => (line.component === 'supervisor' ? line.text : [])).join('\n');
}

it('takes over from one that dies, again and again, while the next one is started', async () => {
  const seen: WorkspaceCondition[] = [];
  harness.driver.watch((_, one) => seen.push(one));
  await harness.driver.start(spec);
  expect(condition()).toEqual({ state: 'running', restarts: 0, note, degraded: true });
  for (const restarts of [1, 2]) {
    await warm(restarts - 1);
    const [serving, standby] = await harness.pids('ws');
    expect(await servingPid()).toBe(serving);
    seen.length = 0;
    await harness.kill?.('ws', 'serving');
    await warm(restarts);
    expect(await servingPid()).toBe(standby);
    expect(seen).toEqual([
      { state: 'starting', restarts, lastExit: expect.stringContaining('SIGKILL') as string },
      { state: 'running', restarts, note, degraded: true },
      { state: 'running', restarts, note },
    ]);
  }
  expect(await supervisorSays()).toContain('The replica takes over.');
});

it('is started again when it dies itself, which nobody who asks notices', async () => {
  await harness.driver.start(spec);
  await warm(0);
  const [serving = 0, standby = 0] = await harness.pids('ws');
  const seen: WorkspaceCondition[] = [];
  harness.driver.watch((_, one) => seen.push(one));
  process.kill(standby, 'SIGKILL');
  await vi.waitFor(() => expect(seen).toHaveLength(2), until);
  expect(seen).toEqual([
    { state: 'running', restarts: 0, note, degraded: true },
    { state: 'running', restarts: 0, note },
  ]);
  expect(await servingPid()).toBe(serving);
  expect(await supervisorSays()).toMatch(
    /The replica was killed by SIGKILL.* Another one is being started\./,
  );
});

it('is no help when both die at once: then the workspace is started as without it', async () => {
  await harness.driver.start(spec);
  await warm(0);
  const before = await harness.pids('ws');
  await harness.kill?.('ws', 'all');
  const again = {
    state: 'running',
    restarts: expect.toSatisfy((times: number) => times > 0) as number,
    note,
  };
  await vi.waitFor(() => expect(condition()).toEqual(again), until);
  expect(before).not.toContain(await servingPid());
  expect(await harness.pids('ws')).toHaveLength(2);
});

it('is given up with the workspace when what takes over dies as well', async () => {
  await harness.driver.start(spec);
  await warm(0);
  writeFileSync(data('die'), 'the file is damaged');
  await harness.kill?.('ws', 'serving');
  await vi.waitFor(() => expect(condition().state).toBe('failed'), until);
  expect(condition()).toMatchObject({
    reason: expect.stringMatching(/Its last lines:\nCannot open the store: the file is damaged$/) as string,
  });
  expect(await harness.pids('ws')).toEqual([]);
  rmSync(data('die'));
  await harness.driver.start(spec);
  await vi.waitFor(() => expect(condition()).toEqual({ state: 'running', restarts: 0, note }), until);
});

it.each(['stop', 'delete'] as const)('ends with the workspace: %s', async (how) => {
  await harness.driver.start(spec);
  await warm(0);
  const pids = await harness.pids('ws');
  expect(pids).toHaveLength(2);
  await harness.driver[how]('ws');
  for (const pid of pids) await gone(pid);
  expect(readdirSync(join(harness.home, 'run'))).toEqual([]);
});

it('ends in the middle of its start, and of its taking over', async () => {
  await harness.driver.start(spec);
  await harness.driver.stop('ws');
  await harness.driver.start(spec);
  await warm(0);
  const pids = await harness.pids('ws');
  await harness.kill?.('ws', 'serving');
  await harness.driver.stop('ws');
  for (const pid of pids) await gone(pid);
  expect(condition()).toEqual({ state: 'stopped' });
});

it('comes and goes with the spec', async () => {
  await harness.driver.start({ ...spec, replicas: 1 });
  expect(condition()).toEqual({ state: 'running', restarts: 0 });
  expect(await harness.pids('ws')).toHaveLength(1);
  await harness.driver.start(spec);
  await warm(0);
  expect(await harness.pids('ws')).toHaveLength(2);
  await harness.driver.start({ ...spec, replicas: 1 });
  expect(await harness.pids('ws')).toHaveLength(1);
});

it('is ended with the other one when the control plane is killed', async () => {
  const left = new Set<number>();
  const looking = setInterval(() => {
    void harness.pids('ws').then((pids) => pids.forEach((pid) => left.add(pid)));
  }, 20);
  // The second workspace gives the first one the time to have both.
  const other = { ...spec, workspaceId: 'other', databaseId: 'other', replicas: 1 };
  await harness.crashDuring?.(
    [
      ['createDatabase', 'other'],
      ['start', spec],
      ['start', other],
      ['stop', 'nobody'],
    ],
    0,
  );
  clearInterval(looking);
  await harness.driver.start(spec);
  await warm(0);
  const now = await harness.pids('ws');
  expect(left.size).toBeGreaterThan(1);
  for (const pid of left) {
    expect(now).not.toContain(pid);
    await gone(pid);
  }
});
