import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Driver, WorkspaceCondition, WorkspaceSpec } from '../driver.ts';
import type { DriverCall } from '../testing/driver-contract.ts';
import { createLocalDriver } from './local-driver.ts';
import { identify } from './process-identity.ts';
import { BUILT_WORKSPACE } from '../../testing/built-servers.ts';

const STAND_IN = fileURLToPath(import.meta.resolve('./testing/stand-in.ts'));
const OWNER = fileURLToPath(import.meta.resolve('./testing/owner.ts'));
const ID = 'b3f0c1d2-0000-4000-8000-000000000001';
const OTHER = 'b3f0c1d2-0000-4000-8000-000000000002';
const quick = { firstPause: 5, longestPause: 20, failedStartsAllowed: 4, stopWithin: 3_000 };
const until = { timeout: 50_000, interval: 10 };

let home: string;
let driver: Driver;
const open: Driver[] = [];

function newDriver(timing: object = quick): Driver {
  const made = createLocalDriver({
    home,
    nodePath: process.execPath,
    environment: { ACACIA_ALLOWED_SOURCES: 'minio:9000' },
    log: pino({ level: 'silent' }),
    entry: STAND_IN,
    timing,
  });
  open.push(made);
  return made;
}

const spec = (change: Partial<WorkspaceSpec> = {}): WorkspaceSpec => ({
  workspaceId: ID,
  databaseId: 'db-1',
  snapshotId: null,
  replicas: 1,
  memoryBytes: 2 ** 30,
  cpus: 1,
  version: '4.2.1',
  ...change,
});

function misbehave(how: string, text = '', database = 'db-1'): void {
  mkdirSync(join(home, 'databases', database), { recursive: true });
  writeFileSync(join(home, 'databases', database, how), text);
}

/** Asks the workspace itself; rejects when the connection breaks. */
function ask<T>(path: string, workspaceId = ID): Promise<T> {
  const address = driver.address(workspaceId);
  if (address.kind !== 'socket') throw new Error('not a socket');
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: address.path, path, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(JSON.parse(text) as T));
    });
    call.on('error', reject);
    call.end();
  });
}
const pid = async (workspaceId = ID) => (await ask<{ pid: number }>('/echo', workspaceId)).pid;
const gone = (process: number) => vi.waitFor(() => expect(identify(process)).toBeUndefined(), until);
const running = (restarts: number) =>
  vi.waitFor(() => expect(driver.condition(ID)).toMatchObject({ state: 'running', restarts }), until);

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'driver-'));
  driver = newDriver();
  await driver.createDatabase('db-1');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  rmSync(home, { recursive: true, force: true });
});

describe('start and stop', () => {
  it('starts a process that answers on its socket, and stops it cleanly', async () => {
    const seen: WorkspaceCondition['state'][] = [];
    driver.watch((id, condition) => id === ID && seen.push(condition.state));
    expect(driver.condition(ID)).toEqual({ state: 'stopped' });
    await driver.start(spec());
    expect(driver.condition(ID)).toMatchObject({ state: 'running', restarts: 0 });
    const process = await pid();
    await driver.stop(ID);
    expect(driver.condition(ID)).toEqual({ state: 'stopped' });
    await gone(process);
    expect(seen).toEqual(['starting', 'running', 'stopped']);
    expect((await driver.logs(ID, '', 100)).lines.at(-1)?.text).toBe('Workspace stops');
    expect(readdirSync(join(home, 'run')).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  it('gives the process its size, its key and nothing of our secrets', async () => {
    process.env.ACACIA_TEST_SECRET = 'do not show';
    await driver.start(spec());
    const { env, argv } = await ask<{ env: Record<string, string>; argv: string[] }>('/environment');
    delete process.env.ACACIA_TEST_SECRET;
    expect(argv).toContain('--max-old-space-size=768');
    expect(JSON.stringify([env, argv])).not.toContain(driver.trust(ID)['x-acacia-key']);
    expect(env.ACACIA_ALLOWED_SOURCES).toBe('minio:9000');
    expect(env).not.toHaveProperty('ACACIA_TEST_SECRET');
  });

  it.runIf(process.platform === 'linux')(
    'is ended before the control plane when memory runs out',
    async () => {
      await driver.start(spec());
      expect(Number(readFileSync(`/proc/${await pid()}/oom_score_adj`, 'utf8'))).toBe(500);
    },
  );

  it('is idempotent, and one process serves starts that come at once', async () => {
    await Promise.all([driver.start(spec()), driver.start(spec()), driver.createDatabase('db-1')]);
    const first = await pid();
    await driver.start(spec());
    expect(await pid()).toBe(first);
    await Promise.all([driver.stop(ID), driver.stop(ID)]);
    await driver.stop(ID);
    await driver.stop('never-started');
    await driver.start(spec());
    expect(await pid()).not.toBe(first);
  });

  it('starts anew when the size changed', async () => {
    await driver.start(spec());
    const first = await pid();
    await driver.start(spec({ memoryBytes: 2 * 2 ** 30 }));
    expect(await pid()).not.toBe(first);
    await gone(first);
    expect(driver.condition(ID)).toMatchObject({ state: 'running', restarts: 0 });
  });

  it('says when the machine has less memory than the size asks for', async () => {
    await driver.start(spec({ memoryBytes: 2 ** 50 }));
    expect(driver.condition(ID)).toMatchObject({
      note: expect.stringMatching(
        /^Runs with \S+ GB of memory instead of 1048576 GB: this machine has/,
      ) as string,
    });
  });

  it('kills a process that ignores SIGTERM', async () => {
    driver = newDriver({ ...quick, stopWithin: 50 });
    misbehave('ignore-term');
    await driver.start(spec());
    const process = await pid();
    await driver.stop(ID);
    await gone(process);
  });

  it('can be stopped while it starts', async () => {
    misbehave('never-ready');
    const start = driver.start(spec());
    const refused = expect(start).rejects.toThrow('stopped while it was being started');
    await vi.waitFor(() => expect(driver.condition(ID).state).toBe('starting'), until);
    await driver.stop(ID);
    await refused;
    expect(driver.condition(ID)).toEqual({ state: 'stopped' });
  });

  it('starts nothing any more once it is closed', async () => {
    const starting = expect(driver.start(spec())).rejects.toThrow('is being stopped');
    await driver.close();
    await starting;
    expect(driver.condition(ID)).toEqual({ state: 'stopped' });
  });

  it('calls the socket that the workspace has made, whatever the workspace puts in its place', async () => {
    await driver.createDatabase('db-2');
    await Promise.all([driver.start(spec()), driver.start(spec({ workspaceId: OTHER, databaseId: 'db-2' }))]);
    const first = await pid();
    const socket = join(home, 'run', ID, 'sock');
    rmSync(socket);
    symlinkSync(join(home, 'run', OTHER, 'sock'), socket);
    expect(await pid()).toBe(first);
    await driver.stop(ID);
    expect(readdirSync(join(home, 'run')).filter((name) => name.startsWith(ID))).toEqual([]);
  });

  it('refuses ids that are not names of files', async () => {
    for (const id of ['../x', '', 'a/b', '.', 'x'.repeat(65)]) {
      await expect(driver.start(spec({ workspaceId: id }))).rejects.toThrow('is not the id of a workspace');
      await expect(driver.start(spec({ databaseId: id }))).rejects.toThrow('is not the id of a database');
      await expect(driver.deleteDatabase(id)).rejects.toThrow('is not the id of a database');
    }
  });

  it('lets one workspace at a time open a database', async () => {
    await driver.start(spec());
    await expect(driver.start(spec({ workspaceId: OTHER }))).rejects.toThrow(
      `The database is in use by workspace ${ID}`,
    );
    await driver.stop(ID);
    await driver.start(spec({ workspaceId: OTHER }));
    expect(driver.condition(OTHER).state).toBe('running');
  });

  it('uses a folder of the system when the data folder makes socket paths too long', async () => {
    await driver.close();
    home = join(home, 'x'.repeat(100));
    mkdirSync(home);
    driver = newDriver();
    await driver.createDatabase('db-1');
    await driver.start(spec());
    const address = driver.address(ID);
    expect(address).toMatchObject({ path: expect.stringContaining(join(tmpdir(), 'acacia-')) as string });
    expect(await pid()).toBeGreaterThan(0);
    await driver.close();
    expect(readdirSync(join(home, 'run'))).toEqual([]);
  });
});

describe('a process that dies', () => {
  it('is started again after SIGKILL, and the condition tells how it ended', async () => {
    await driver.start(spec());
    const first = await pid();
    const seen: WorkspaceCondition[] = [];
    driver.watch((_, condition) => seen.push(condition));
    process.kill(first, 'SIGKILL');
    await running(1);
    expect(await pid()).not.toBe(first);
    expect(seen[0]).toMatchObject({
      state: 'starting',
      lastExit: expect.stringContaining('SIGKILL') as string,
    });
  });

  it('fails a start at once-repeated deaths with its last lines as the reason', async () => {
    misbehave('die', 'the file is damaged');
    await expect(driver.start(spec())).rejects.toThrow(
      /ended with code 3, 2 times in a row\. Its last lines:\nCannot open the store: the file is damaged$/,
    );
    expect(driver.condition(ID)).toMatchObject({ state: 'failed', restarts: 1 });
    rmSync(join(home, 'databases', 'db-1', 'die'));
    await driver.start(spec());
    expect(driver.condition(ID)).toMatchObject({ state: 'running' });
  });

  it('is given up after too many starts in a row that fail', async () => {
    await driver.start(spec());
    misbehave('die', 'gone');
    process.kill(await pid(), 'SIGKILL');
    await vi.waitFor(() => expect(driver.condition(ID).state).toBe('failed'), until);
    expect(driver.condition(ID)).toMatchObject({ restarts: 4 });
  });

  it('is started again however often it dies, as long as it answers', async () => {
    await driver.start(spec());
    for (let death = 1; death <= 10; death += 1) {
      process.kill(await pid(), 'SIGABRT');
      await running(death);
    }
    expect(driver.condition(ID)).toMatchObject({ state: 'running', restarts: 10 });
  });

  it('counts as dead when it does not answer in time', async () => {
    driver = newDriver({ ...quick, readyWithin: 100 });
    misbehave('never-ready');
    await expect(driver.start(spec())).rejects.toThrow('did not answer within 0.1 s and was killed, 2 times');
  });

  it('leaves no process when its file cannot be written', async () => {
    mkdirSync(join(home, 'run', `${ID}.json`));
    await expect(driver.start(spec())).rejects.toThrow(/^The workspace could not be run: .*EISDIR/);
    await expect(driver.activity(ID)).rejects.toThrow(/ENOENT|ECONNREFUSED/);
    rmSync(join(home, 'run', `${ID}.json`), { recursive: true });
    await driver.start(spec());
    expect(await pid()).toBeGreaterThan(0);
  });

  it('says so when it cannot be started at all', async () => {
    const bad = createLocalDriver({
      home,
      nodePath: '/no/node',
      log: pino({ level: 'silent' }),
      timing: quick,
    });
    open.push(bad);
    await expect(bad.start(spec())).rejects.toThrow('could not be started: spawn /no/node ENOENT');
  });
});

describe('data and what is asked of a workspace', () => {
  const lost =
    'The data folder of the database is missing, though the database was made. Nothing was changed.';

  it('takes a database whose folder vanished for lost, not for new', async () => {
    await driver.start(spec());
    await driver.stop(ID);
    rmSync(join(home, 'databases', 'db-1'), { recursive: true });
    await expect(driver.start(spec())).rejects.toThrow(`The workspace could not be run: ${lost}`);
    expect(driver.condition(ID)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(lost) as string,
    });
    expect((await driver.logs(ID, '', 100)).lines.at(-1)?.text).toContain(lost);
    await expect(driver.takeSnapshot({ databaseId: 'db-1', workspaceId: ID }, 'one')).rejects.toThrow(lost);
    await expect(driver.backUp({ databaseId: 'db-1', workspaceId: ID }, 'one')).rejects.toThrow(lost);
    expect(readdirSync(join(home, 'databases'))).toEqual([]);
  });

  it.each([
    ['all files', ['graph.duckdb', 'store.json']],
    ['its main file', ['graph.duckdb']],
  ])('takes a database whose folder has lost %s for lost, until they are back', async (_what, gone) => {
    const folder = join(home, 'databases', 'db-1');
    for (const name of ['graph.duckdb', 'store.json']) misbehave(name, name);
    await driver.start(spec());
    await driver.takeSnapshot({ databaseId: 'db-1', workspaceId: ID }, 'one');
    await driver.stop(ID);
    for (const name of gone) rmSync(join(folder, name));
    const missing = 'The file graph.duckdb of the database is missing, though the database was made.';
    await expect(driver.start(spec())).rejects.toThrow(`The workspace could not be run: ${missing}`);
    const closed = { databaseId: 'db-1', workspaceId: ID };
    await expect(driver.takeSnapshot(closed, 'two')).rejects.toThrow(missing);
    await expect(driver.backUp(closed, 'b1')).rejects.toThrow(missing);
    // The control plane asks for it again after a crash.
    await driver.createDatabase('db-1');
    await driver.close();
    driver = newDriver();
    await expect(driver.start(spec())).rejects.toThrow(missing);
    rmSync(join(home, 'snapshots', 'db-1', 'one', 'graph.duckdb'));
    await expect(driver.start(spec({ snapshotId: 'one' }))).rejects.toThrow(missing);
    misbehave('graph.duckdb', 'put back');
    await driver.start(spec());
    await driver.delete(ID);
    await driver.deleteDatabase('db-1');
    expect(readdirSync(join(home, 'databases'))).toEqual([]);
  });

  it('does not start one anew whose folder vanished while it ran', async () => {
    await driver.start(spec());
    const first = await pid();
    rmSync(join(home, 'databases', 'db-1'), { recursive: true });
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(driver.condition(ID).state).toBe('failed'), until);
    expect(driver.condition(ID)).toMatchObject({ reason: expect.stringContaining(lost) as string });
    expect(readdirSync(join(home, 'databases'))).toEqual([]);
  });

  it('measures and deletes databases', async () => {
    expect(await driver.databaseSize('db-1')).toBe(0);
    misbehave('a.txt', '12345');
    mkdirSync(join(home, 'databases', 'db-1', 'deep'));
    writeFileSync(join(home, 'databases', 'db-1', 'deep', 'b'), '678');
    expect(await driver.databaseSize('db-1')).toBe(8);
    await driver.start(spec());
    await expect(driver.deleteDatabase('db-1')).rejects.toThrow('in use by workspace');
    await driver.delete(ID);
    expect(await driver.databaseSize('db-1')).toBe(8);
    expect((await driver.logs(ID, '', 10)).lines).toEqual([]);
    await driver.deleteDatabase('db-1');
    await driver.deleteDatabase('db-1');
    expect(readdirSync(join(home, 'databases'))).toEqual([]);
  });

  it('tells what a workspace is doing, and rejects when it does not answer', async () => {
    await expect(driver.activity(ID)).rejects.toThrow('ENOENT');
    await driver.start(spec());
    const activity = { runningQueries: 1, runningLoads: 2, lastActivityAt: '2026-11-21T09:00:00.000Z' };
    misbehave('activity', JSON.stringify(activity));
    expect(await driver.activity(ID)).toEqual({
      ...activity,
      lastActivityAt: new Date('2026-11-21T09:00:00Z'),
    });
  });
});

describe('a control plane that is killed', () => {
  const leftPid = () => {
    const file = readFileSync(join(home, 'run', `${ID}.json`), 'utf8');
    return (JSON.parse(file) as { process: { pid: number } }).process.pid;
  };

  /** Resolves with the control plane and the pid of its workspace. */
  async function startOwner(entry = STAND_IN) {
    const calls: readonly DriverCall[] = [['start', spec()]];
    const owner = spawn(process.execPath, [OWNER, home, entry, JSON.stringify(calls)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface(owner.stdout)) {
      if (line === 'done') return { owner, workspace: leftPid() };
    }
    throw new Error('The control plane did not start.');
  }

  it.each([
    ['the real server', BUILT_WORKSPACE],
    ['the stand-in', STAND_IN],
  ])('leaves no process: %s ends by itself', async (_name, entry) => {
    const { owner, workspace } = await startOwner(entry);
    owner.kill('SIGKILL');
    await gone(workspace);
    expect(readFileSync(join(home, 'run', `${ID}.json`), 'utf8')).toContain(String(workspace));
    await driver.start(spec());
    expect(await pid()).not.toBe(workspace);
  });

  it('leaves one that is too busy to notice: the next start ends it first', async () => {
    const { owner, workspace } = await startOwner();
    await new Promise((resolve, reject) => {
      const socketPath = join(home, 'run', ID, 'sock');
      request({ socketPath, path: '/busy', agent: false }, (response) => response.once('data', resolve))
        .on('error', reject)
        .end();
    });
    owner.kill('SIGKILL');
    await vi.waitFor(() => expect(identify(Number(owner.pid))).toBeUndefined(), until);
    driver = newDriver();
    await driver.start(spec());
    await gone(workspace);
    expect(await pid()).not.toBe(workspace);
  });

  it('leaves no socket of a process whose record it was writing', async () => {
    const run = join(home, 'run');
    for (const left of [`${OTHER}.json.tmp`, `${OTHER}.2.json.tmp`, `${OTHER}.door`, 'control-folder']) {
      writeFileSync(join(run, left), '{"process"');
    }
    mkdirSync(join(run, OTHER));
    writeFileSync(join(run, OTHER, 'sock'), '');
    driver = newDriver();
    await driver.start(spec());
    const found = readdirSync(run).filter((name) => !name.startsWith(ID));
    expect(found).toEqual(['control-folder']);
  });

  it('does not end a process that only has the number of the old one', async () => {
    const file = join(home, 'run', `${ID}.json`);
    const stranger = { pid: process.pid, began: '1' };
    writeFileSync(file, JSON.stringify({ process: stranger, controlPlane: stranger, socket: '/nowhere' }));
    driver = newDriver();
    await driver.start(spec());
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ process: { pid: await pid() } });
  });

  it('is not taken over while it lives', async () => {
    const { owner, workspace } = await startOwner();
    driver = newDriver();
    await expect(driver.start(spec())).rejects.toThrow(`Another control plane (process ${owner.pid})`);
    expect(identify(workspace)).toBeDefined();
    owner.kill('SIGKILL');
    await gone(workspace);
  });
});
