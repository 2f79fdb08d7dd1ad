/** The embedded server against kills: of its parent, and of what a lock file names. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { isPostgresOf } from '../../home/process-identity.ts';
import { startEmbedded, type EmbeddedServer } from './server.ts';

const folders: string[] = [];
const servers: EmbeddedServer[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newHome(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'acacia-test-')));
  folders.push(folder);
  return folder;
}

async function begin(home: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ home });
  servers.push(server);
  return server;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = (home: string): number =>
  Number(readFileSync(path.join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** A process that starts the server, prints its address and never stops it. */
function parent(home: string): Promise<{ child: ChildProcess; url: string }> {
  const module = new URL('./server.ts', import.meta.url).href;
  const script = `import { startEmbedded } from ${JSON.stringify(module)};
    const server = await startEmbedded({ home: ${JSON.stringify(home)} });
    console.log(server.url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the parent ended')));
    child.stdout?.once('data', (data: Buffer) => resolve({ child, url: data.toString().trim() }));
  });
}

test('is made once, keeps its password to itself and its data over a restart', async () => {
  const home = newHome();
  const first = await begin(home);
  await query(first.url, 'create table kept as select 42 as answer');
  expect(statSync(path.join(home, 'postgres-password')).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(home, 'postgres')).mode & 0o777).toBe(0o700);
  await expect(query(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
  await first.stop();
  const second = await begin(home);
  expect(second.leftover).toBe('nothing');
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(await query(second.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
});

test('a parent killed by SIGKILL leaves nothing in the way, and nothing committed is lost', async () => {
  const home = newHome();
  const { child, url } = await parent(home);
  await query(url, 'create table kept as select 42 as answer');
  const pid = postmaster(home);
  const data = path.join(home, 'postgres');
  child.kill('SIGKILL');
  const server = await begin(home);
  expect(isPostgresOf(pid, data)).toBe(false);
  expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a server that was left behind is stopped at the next start', async () => {
  const home = newHome();
  const left = await startEmbedded({ home });
  const server = await begin(home);
  expect(server.leftover).toBe('stopped');
  expect(await left.ended).toContain('database system is shut down');
});

test('a server killed itself, with its lock file left, recovers', async () => {
  const home = newHome();
  const first = await startEmbedded({ home });
  await query(first.url, 'create table kept as select 42 as answer');
  process.kill(postmaster(home), 'SIGKILL');
  await first.ended;
  const second = await begin(home);
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test("a lock file that names another program's process is stale", async () => {
  const home = newHome();
  await (await startEmbedded({ home })).stop();
  const lock = path.join(home, 'postgres', 'postmaster.pid');
  writeFileSync(lock, `${process.pid}\n${home}/postgres\n1\n5432\n\n127.0.0.1\n`);
  const server = await begin(home);
  expect(server.leftover).toBe('stale');
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a making that was cut off is begun again', async () => {
  const home = newHome();
  const aside = path.join(home, 'postgres.new');
  writeFileSync(aside, 'half made');
  const server = await begin(home);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('says what is missing when the password is gone', async () => {
  const home = newHome();
  await (await startEmbedded({ home })).stop();
  rmSync(path.join(home, 'postgres-password'));
  await expect(startEmbedded({ home })).rejects.toThrow('The password of the embedded database is missing');
});
