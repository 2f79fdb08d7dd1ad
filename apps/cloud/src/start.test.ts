/** The whole of Acacia as a process of its own: start, stop, kill, restart. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cloudApi, type CloudCall, type Route } from '@acacia/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from './database/embedded/server.ts';
import { isAlive } from '@acacia/durable-files/lock-file';
import { BUILT_CONTROL_PLANE, BUILT_WORKSPACE } from './testing/built-servers.ts';
import { freePort } from './testing/free-port.ts';
import { pathsBelow, wideModes } from './testing/wide-modes.ts';

const TOKEN = path.join(import.meta.dirname, 'token.ts');
let home: string;
let port: number;
const processes: Acacia[] = [];

interface Acacia {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

const environment = () => ({
  ...process.env,
  ACACIA_HOME: home,
  PORT: String(port),
  ACACIA_FIRST_WORKSPACE_PORT: '25240',
  ACACIA_SAMPLE_AHEAD: 'off',
  ACACIA_WORKSPACE_SERVER: BUILT_WORKSPACE,
});

function launch(program: string, args: string[] = [], more: Record<string, string> = {}): Acacia {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment(), ...more },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const started = { child, output: () => output, exited };
  processes.push(started);
  return started;
}

async function ready(more: Record<string, string> = {}): Promise<Acacia> {
  const acacia = launch(BUILT_CONTROL_PLANE, [], more);
  await expect
    .poll(acacia.output, { timeout: 100_000, interval: 20 })
    .toContain(`Acacia is ready at http://localhost:${port}`);
  return acacia;
}

test('where others reach it, an address to set the first password is shown at the terminal alone', async () => {
  const before = port;
  port = await freePort();
  const own = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  const acacia = launch(BUILT_CONTROL_PLANE, [], {
    ACACIA_HOME: own,
    ACACIA_PUBLIC_URL: `http://acacia.test:${port}`,
  });
  const link = /http:\/\/acacia\.test:\d+(\/oidc\/password\?secret=[\w-]{43})/;
  await expect.poll(acacia.output, { timeout: 100_000, interval: 50 }).toMatch(link);
  const [, address = ''] = link.exec(acacia.output()) ?? [];
  const page = await fetch(`http://localhost:${port}${address}`);
  expect(await page.text()).toContain('Set your password');
  expect(acacia.output()).toContain(
    `WARNING: people reach Acacia at http://acacia.test:${port}, without TLS`,
  );
  const log = readFileSync(path.join(own, 'logs', 'cloud.log'), 'utf8');
  expect(log).not.toContain(address.split('=')[1]);
  acacia.child.kill('SIGTERM');
  await acacia.exited;
  rmSync(own, { recursive: true });
  port = before;
}, 180_000);

async function printedToken(): Promise<string> {
  const command = launch(TOKEN);
  await command.exited;
  return command.output().trim();
}

async function call(name: CloudCall, token: string, params: Record<string, string> = {}, body?: unknown) {
  const route: Route = cloudApi[name];
  const url = route.path.replace(/:([a-z_]+)/g, (_, key: string) => params[key] ?? '');
  const response = await fetch(`http://localhost:${port}/api${url}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { Result: Record<string, string> }).Result;
}

async function beginWorkspace(token: string, name: string) {
  const group = await call(
    'createWorkgroup',
    token,
    {},
    {
      name: `Group-${name}`,
      cloud_provider_id: 'aws',
      platform: 'AWS',
      region: 'us-east-1',
    },
  );
  const workgroup_id = group['workgroup_id'] ?? '';
  const database = await call('createDatabase', token, { workgroup_id }, { name: 'Database-1' });
  const workspace = await call(
    'createWorkspace',
    token,
    { workgroup_id },
    {
      name,
      tg_database_id: database['database_id'],
      tg_version: '4.2.1',
      workspace_type_name: 'TG-00',
    },
  );
  return { workgroup_id, workspace_id: workspace['workspace_id'] ?? '' };
}

const postmaster = (): number =>
  Number(readFileSync(path.join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  port = await freePort();
});
afterEach(async () => {
  for (const { child, exited } of processes.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await exited;
    }
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('starts, prints a token, and stops cleanly on SIGTERM', async () => {
  const acacia = await ready();
  const token = await printedToken();
  expect(await call('getMe', token)).toMatchObject({ email: 'admin@acacia.local' });
  // No file holds a key with which one could act as a person.
  expect(existsSync(path.join(home, 'control.json'))).toBe(false);
  const database = postmaster();
  acacia.child.kill('SIGTERM');
  expect(await acacia.exited).toBe(0);
  expect(existsSync(path.join(home, 'postgres', 'postmaster.pid'))).toBe(false);
  expect(existsSync(path.join(home, 'acacia.lock'))).toBe(false);
  expect(isAlive(database)).toBe(false);
  expect(acacia.output()).not.toMatch(/Warning|Error/);
});

test('without a running server the token command says so', async () => {
  const command = launch(TOKEN);
  expect(await command.exited).toBe(1);
  expect(command.output()).toBe(
    `Acacia is not running with the data folder ${home}. Start it with npm start, then ask again.\n`,
  );
});

test('an unknown e-mail is told by the token command', async () => {
  await ready();
  const command = launch(TOKEN, ['nobody@acacia.local']);
  expect(await command.exited).toBe(1);
  expect(command.output()).toBe('There is no user with the e-mail nobody@acacia.local.\n');
});

test('a second one on the same data folder, or on the same port, is told so in a sentence', async () => {
  await ready();
  const samePort = launch(BUILT_CONTROL_PLANE, [], { ACACIA_HOME: `${home}-of-another` });
  expect(await samePort.exited).toBe(1);
  expect(samePort.output()).toMatch(new RegExp(`^Port ${port} is in use by another program\\. .*\n$`));
  expect(existsSync(`${home}-of-another`)).toBe(false);
  for (const used of [port, await freePort()]) {
    const sameHome = launch(BUILT_CONTROL_PLANE, [], { PORT: String(used) });
    expect(await sameHome.exited).toBe(1);
    expect(sameHome.output()).toMatch(/^Acacia is running already with the data folder .*\n$/);
  }
});

test('a bad setting and an unreachable database are told in a sentence', async () => {
  const badPort = launch(BUILT_CONTROL_PLANE, [], { PORT: 'abc' });
  expect(await badPort.exited).toBe(1);
  expect(badPort.output()).toBe("The setting PORT must be a port number from 1 to 65535, but is 'abc'.\n");
  const noDatabase = launch(BUILT_CONTROL_PLANE, [], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/acacia' });
  expect(await noDatabase.exited).toBe(1);
  expect(noDatabase.output()).toContain('The database of DATABASE_URL cannot be used: connect ECONNREFUSED');
});

test('a store of backups that cannot be used is told in a sentence, and all else works', async () => {
  const acacia = await ready({ ACACIA_BACKUPS: '/dev/null/backups' });
  await expect
    .poll(acacia.output, { timeout: 100_000, interval: 20 })
    .toContain('Warning: The store of backups /dev/null/backups (ACACIA_BACKUPS) cannot be used: ENOTDIR');
  expect(await call('getMe', await printedToken())).toMatchObject({ email: 'admin@acacia.local' });
});

test('a PostgreSQL of yours is used in place of the embedded one', async () => {
  const other = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  const server = await startEmbedded({ home: other, durable: false });
  const ownHome = path.join(other, 'home');
  const acacia = await ready({ DATABASE_URL: server.url, ACACIA_HOME: ownHome });
  expect(existsSync(path.join(ownHome, 'postgres'))).toBe(false);
  acacia.child.kill('SIGTERM');
  expect(await acacia.exited).toBe(0);
  await server.stop();
  rmSync(other, { recursive: true });
});

/**
 * Calls the API and the probe until both succeed and the fault is over; until then each may only succeed or respond with
 * 503 and a sentence.
 * @returns how many such responses there were
 */
async function untilWell(token: string, isOver = () => true): Promise<number> {
  let told = 0;
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const health = await fetch(`http://localhost:${port}/healthz`);
    const me = await fetch(`http://localhost:${port}/api${cloudApi.getMe.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { Message } = (await me.json()) as { Message: string };
    if (me.status !== 200) {
      expect([me.status, me.headers.get('retry-after')]).toEqual([503, '3']);
      expect(Message).toMatch(
        /^The database of the control plane cannot be reached at the moment\. .*seconds\.$/,
      );
      told += 1;
    }
    if (health.status !== 200) {
      expect(health.status).toBe(503);
      told += 1;
    }
    if (isOver() && me.status === 200 && health.status === 200) break;
    // Within a person's rate limit, and well within the time that a start takes.
    await delay(20);
  }
  return told;
}

test('a database server that is killed is started again; meanwhile calls are told so', async () => {
  const acacia = await ready();
  const token = await printedToken();
  let told = 0;
  // Where the machine does other things, a start may take no longer than two calls.
  for (let deaths = 0; deaths < 2 || (told === 0 && deaths < 5); deaths += 1) {
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    let isOver = false;
    const replaced = async () => {
      await expect.poll(postmaster, { timeout: 100_000 }).not.toBe(killed);
      isOver = true;
    };
    const [responses] = await Promise.all([untilWell(token, () => isOver), replaced()]);
    told += responses;
    expect(await call('getMe', token)).toMatchObject({ email: 'admin@acacia.local' });
  }
  expect(told).toBeGreaterThan(0);
  expect(acacia.child.exitCode).toBeNull();
  expect(acacia.output()).not.toMatch(/^ +at /m);
  acacia.child.kill('SIGTERM');
  expect(await acacia.exited).toBe(0);
}, 180_000);

test('a database of yours that goes away for a while is waited for', async () => {
  const other = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  const server = await startEmbedded({ home: other, durable: false });
  const acacia = await ready({ DATABASE_URL: server.url });
  const token = await printedToken();
  await server.stop();
  await expect
    .poll(async () => (await fetch(`http://localhost:${port}/healthz`)).status, { timeout: 100_000 })
    .toBe(503);
  const again = await startEmbedded({ home: other, durable: false });
  expect(again.url).toBe(server.url);
  await untilWell(token);
  expect(await call('getMe', token)).toMatchObject({ email: 'admin@acacia.local' });
  expect(acacia.output()).not.toMatch(/^ +at /m);
  acacia.child.kill('SIGTERM');
  expect(await acacia.exited).toBe(0);
  await again.stop();
  rmSync(other, { recursive: true });
}, 180_000);

test('killed by SIGKILL while a workspace is created, the next start makes it Active', async () => {
  const first = await ready();
  const token = await printedToken();
  const params = await beginWorkspace(token, 'Cut-off');
  first.child.kill('SIGKILL');
  await first.exited;

  await ready();
  const status = async () => (await call('getWorkspace', token, params))['status'];
  await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe('Active');
  expect(await call('getWorkspace', token, params)).toMatchObject({ err_message: '' });
}, 180_000);

test('an Active workspace is up again after a stop, and after a kill', async () => {
  const status = async (token: string) => {
    const groups = (await call('listWorkgroups', token)) as unknown as { workspaces: { status: string }[] }[];
    return groups.flatMap(({ workspaces }) => workspaces.map((workspace) => workspace.status));
  };
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const acacia = await ready();
    const token = await printedToken();
    await expect.poll(() => status(token), { timeout: 60_000, interval: 100 }).toEqual(['Active']);
    acacia.child.kill(signal);
    await acacia.exited;
  }
}, 180_000);

test('the used data folder is for this account alone; one of an earlier version is made so', async () => {
  expect(wideModes(home)).toEqual([]);
  for (const file of [home, ...pathsBelow(home)]) {
    if (path.relative(home, file).split(path.sep, 1)[0] === 'postgres') continue;
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat !== undefined) chmodSync(file, stat.isDirectory() ? 0o755 : 0o644);
  }
  expect(wideModes(home).length).toBeGreaterThan(10);
  await ready();
  expect(wideModes(home)).toEqual([]);
});

test('Ctrl-C that comes twice, from the terminal and from npm, stops cleanly', async () => {
  const acacia = await ready();
  acacia.child.kill('SIGINT');
  acacia.child.kill('SIGINT');
  acacia.child.kill('SIGTERM');
  expect(await acacia.exited).toBe(0);
  expect(existsSync(path.join(home, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('the death of the script that started it stops it', async () => {
  const acacia = await ready();
  acacia.child.disconnect();
  expect(await acacia.exited).toBe(0);
});
