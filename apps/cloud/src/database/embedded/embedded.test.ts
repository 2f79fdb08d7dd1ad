/** The embedded server after kills: of its parent, and of the process in its lock file. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { isPostgresOf } from '../../home/process-identity.ts';
import { findAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { addressOf } from './place.ts';
import { reachableBinaries } from './reachable.ts';
import { run } from './run.ts';
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
  const { child } = await parent(home);
  const pid = postmaster(home);
  // The parent lives, and does not notice what happens to its server.
  child.kill('SIGSTOP');
  const server = await begin(home);
  expect(server.leftover).toBe('stopped');
  expect(isPostgresOf(pid, path.join(home, 'postgres'))).toBe(false);
});

test('a server that was killed, with its lock file left, recovers', async () => {
  const home = newHome();
  const { child, url } = await parent(home);
  await query(url, 'create table kept as select 42 as answer');
  const pid = postmaster(home);
  // The parent neither restarts the server nor reaps it: its process id stays taken.
  child.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  const server = await begin(home);
  expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
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

test('answers on a Unix socket in its closed folder, and on no port', async () => {
  const home = newHome();
  const { url } = await begin(home);
  expect(await query(url, "select current_setting('listen_addresses') as tcp")).toEqual([{ tcp: '' }]);
  const data = path.join(home, 'postgres');
  expect(addressOf(data)).toEqual({ host: data, port: 5432 });
  const socket = statSync(path.join(data, '.s.PGSQL.5432'));
  expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o700]);
});

test('answers on a socket elsewhere where its folder has a path that is too long, and removes it', async () => {
  const home = path.join(newHome(), 'long'.repeat(25));
  mkdirSync(home);
  const server = await begin(home);
  const { host } = addressOf(path.join(home, 'postgres'));
  expect(host.startsWith(path.join(tmpdir(), 'acacia-'))).toBe(true);
  expect(statSync(host).mode & 0o777).toBe(0o700);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(existsSync(host)).toBe(false);
});

test('the role owns its database and may nothing else', async () => {
  const { url } = await begin(newHome());
  const rights = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
    from pg_roles where rolname = current_user`;
  expect(await query(url, rights)).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
  ]);
  for (const [statement, refusal] of [
    ["copy (select 1) to program 'true'", 'permission denied'],
    ["copy (select 1) to '/tmp/acacia-test-out'", 'permission denied'],
    ["select pg_read_file('PG_VERSION')", 'permission denied'],
    ['create database another', 'permission denied'],
    ['create role another', 'permission denied'],
    ['alter role current_user superuser', 'permission denied'],
    ['set role acacia', 'permission denied'],
    ["alter system set listen_addresses = '*'", 'permission denied'],
    ['create extension file_fdw', 'permission denied'],
    ['create function f() returns int language c as $$/tmp/x$$', 'permission denied'],
  ] as const) {
    await expect(query(url, statement), statement).rejects.toThrow(refusal);
  }
  const other = (user: string, database: string) => {
    const address = new URL(url);
    address.username = user;
    address.pathname = database;
    return address.href;
  };
  await expect(query(other('acacia', 'postgres'), 'select 1')).rejects.toThrow('pg_hba.conf');
  await expect(query(other('acacia_cloud', 'template1'), 'select 1')).rejects.toThrow('permission denied');
});

test('a folder of an earlier version, whose role was the superuser, is handed over with its data', async () => {
  const home = newHome();
  const data = path.join(home, 'postgres');
  await (await startEmbedded({ home })).stop();
  // As in earlier versions: the superuser has the password and owns everything.
  const account = findAccount();
  const binaries = reachableBinaries(await findBinaries(), account);
  const secret = readFileSync(path.join(home, 'postgres-password'), 'utf8');
  const [program, args] = account.command(binaries.postgres, ['--single', '-D', data, 'postgres'], [data]);
  const before = [
    `alter role acacia with password '${secret}'`,
    'alter database postgres owner to acacia',
    'alter schema public owner to pg_database_owner',
    'drop role acacia_cloud',
    'create schema drizzle',
    'create table drizzle.__drizzle_migrations (id serial primary key)',
    "create type public.mood as enum ('good')",
    'create table public.kept (id bigint generated always as identity primary key, mood public.mood)',
    "insert into public.kept (mood) values ('good')",
    'create function public.one() returns int language sql return 1',
    'create extension pg_trgm',
  ];
  await run(program, args, before.map((line) => `${line}\n`).join(''));
  writeFileSync(path.join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');

  const { url } = await begin(home);
  expect(await query(url, "insert into kept (mood) values ('good') returning id")).toEqual([{ id: '2' }]);
  await query(url, 'alter table kept add column more text; drop function one(); drop type mood cascade');
  await query(url, 'insert into drizzle.__drizzle_migrations default values');
  await query(url, 'create extension if not exists pg_trgm; create extension if not exists pgcrypto');
  expect(await query(url, "select similarity('ab', 'ab') as same")).toEqual([{ same: 1 }]);
  const superusers =
    "select rolname from pg_roles where rolsuper and pg_has_role(current_user, oid, 'member')";
  expect(await query(url, superusers)).toEqual([]);
});
