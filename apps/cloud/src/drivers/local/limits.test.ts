/** The limits of a workspace's process, and that it cannot exceed them. */
import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import type { WorkspaceCondition, WorkspaceSpec } from '../driver.ts';
import { callWorkspace } from '../workspace-call.ts';
import { residentBytes } from './process-memory.ts';
import { createLocalHarness } from './testing/harness.ts';

const STAND_IN = fileURLToPath(import.meta.resolve('./testing/stand-in.ts'));
const until = { timeout: 50_000, interval: 10 };
const MB = 2 ** 20;
const spec = (workspaceId: string, change: Partial<WorkspaceSpec> = {}): WorkspaceSpec => ({
  workspaceId,
  databaseId: `db-${workspaceId}`,
  snapshotId: null,
  replicas: 1,
  memoryBytes: 256 * MB,
  cpus: 1,
  version: '4.2.1',
  ...change,
});

let harness: ReturnType<typeof createLocalHarness>;
function start(options: Parameters<typeof createLocalHarness>[1]) {
  harness = createLocalHarness(STAND_IN, options);
}
afterEach(() => harness.close());

async function startNew(wanted: WorkspaceSpec): Promise<void> {
  await harness.driver.createDatabase(wanted.databaseId);
  await harness.driver.start(wanted);
}

async function flagsOf(workspaceId: string) {
  const answer = await callWorkspace(harness.driver, workspaceId, { path: '/environment' });
  return JSON.parse(answer) as { argv: string[]; flags: string[]; env: Record<string, string> };
}

/** Makes a workspace allocate and keep so many bytes; it may not survive that. */
function takeMemory(workspaceId: string, bytes: number): void {
  const address = harness.driver.address(workspaceId);
  if (address.kind !== 'socket') throw new Error('not a socket');
  const headers = { 'x-bytes': String(bytes) };
  request({ socketPath: address.path, path: '/take-memory', headers, agent: false })
    .on('error', () => undefined)
    .end();
}

it('gives the size, version and snapshot on the command line, and JSON for a log', async () => {
  start({});
  await startNew(spec('a', { cpus: 512, version: '4.3.0', memoryBytes: 1024 * MB }));
  const { argv, flags, env } = await flagsOf('a');
  const cores = availableParallelism();
  expect(argv).toEqual(
    expect.arrayContaining(['--max-old-space-size=768', `--v8-pool-size=${cores}`]) as string[],
  );
  const text = flags.join(' ');
  expect(text).toContain(`--memory-mb 1024 --workers ${cores} --tg-version 4.3.0 --database db-a`);
  expect(text).not.toContain('--read-only');
  expect(env.ACACIA_LOG).toBe('json');

  await harness.driver.takeSnapshot({ databaseId: 'db-a', workspaceId: 'a' }, 'snap');
  await harness.driver.start(spec('b', { databaseId: 'db-a', snapshotId: 'snap' }));
  const reader = (await flagsOf('b')).flags.join(' ');
  expect(reader).toContain(`--data ${harness.home}/snapshots/db-a/snap `);
  expect(reader).toContain('--workers 1 --tg-version 4.2.1 --database db-a --read-only');
});

it('starts anew with another version', async () => {
  start({});
  await startNew(spec('a'));
  const [before] = await harness.pids('a');
  await startNew(spec('a', { version: '4.2.2' }));
  expect((await flagsOf('a')).flags).toContain('4.2.2');
  expect(await harness.pids('a')).not.toContain(before);
});

it('ends a process that takes more than it may, and says why', async () => {
  start({ timing: { memoryEvery: 20, firstPause: 5 } });
  await startNew(spec('a'));
  const [pid = 0] = await harness.pids('a');
  expect((await residentBytes([pid])).get(pid)).toBeGreaterThan(10 * MB);
  const seen: WorkspaceCondition[] = [];
  harness.driver.watch((_, condition) => seen.push(condition));
  takeMemory('a', 100 * MB);
  await vi.waitFor(async () => {
    expect((await residentBytes([pid])).get(pid)).toBeGreaterThan(120 * MB);
  }, until);
  expect(seen).toEqual([]);
  takeMemory('a', 1100 * MB);
  await vi.waitFor(() => {
    expect(harness.driver.condition('a')).toMatchObject({ state: 'running', restarts: 1 });
  }, until);
  expect(seen[0]).toMatchObject({
    state: 'starting',
    lastExit: expect.stringMatching(
      /^took 1(\.\d)? GB of memory, more than the 1 GB that it may, and was ended/,
    ) as string,
  });
  expect((await residentBytes([pid])).size).toBe(0);
});

it('shares out what the machine has, and gives it back', async () => {
  start({ machineBytes: 2048 * MB });
  const large = { memoryBytes: 4096 * MB };
  await startNew(spec('a', large));
  expect((await flagsOf('a')).flags).toContain('512');
  await startNew(spec('b', large));
  expect(harness.driver.condition('b')).toMatchObject({
    note: 'Runs with 0.3 GB of memory instead of 4 GB: this machine has 2 GB, which another workspace uses too.',
  });
  await harness.driver.stop('a');
  await startNew(spec('c', large));
  expect((await flagsOf('c')).flags).toContain('384');
});

it('ends the one that is farthest above its plan when all together take too much', async () => {
  start({ machineBytes: 1000 * MB, timing: { memoryEvery: 20, firstPause: 5 } });
  await startNew(spec('a'));
  await startNew(spec('b'));
  takeMemory('a', 150 * MB);
  takeMemory('b', 320 * MB);
  await vi.waitFor(() => {
    expect(harness.driver.condition('b')).toMatchObject({ state: 'running', restarts: 1 });
  }, until);
  expect(harness.driver.condition('a')).toMatchObject({ state: 'running', restarts: 0 });
  const { lines } = await harness.driver.logs('b', '', 100);
  expect(lines.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(
      /^The process took 0\.\d GB of memory, while all workspaces together took 0\.\d GB of the 0\.5 GB that/,
    ),
  );
});
