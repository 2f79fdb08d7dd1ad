/**
 * Isolation of a workspace's process from the control plane and other workspaces, tried from inside the process:
 * without Node's permissions where the system enforces it, under them where nothing else does.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Driver, WorkspaceSpec } from '../../driver.ts';
import { callWorkspace } from '../../workspace-call.ts';
import { createLocalDriver } from '../local-driver.ts';
import { giveTo, newOwner, takeFrom } from './owner.ts';

const STAND_IN = fileURLToPath(new URL('../testing/stand-in.ts', import.meta.url));
const asRoot = process.platform === 'linux' && process.getuid?.() === 0;

const Answer = z.object({ result: z.string().optional(), refused: z.string().optional() });

let home: string;
let driver: Driver;
let lines: string[];
let usual: number;

const spec = (id: string, snapshotId: string | null = null): WorkspaceSpec => ({
  workspaceId: id,
  databaseId: `db-${id}`,
  snapshotId,
  version: '4.2.1',
  memoryBytes: 2 ** 30,
  cpus: 1,
  replicas: 1,
});

beforeAll(async () => {
  // Node's compile cache is kept in the data folder, where the test looks for it.
  vi.stubEnv('NODE_COMPILE_CACHE', undefined);
  // As the control plane has it.
  usual = process.umask(0o077);
  home = mkdtempSync(join(tmpdir(), 'driver-'));
  lines = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  driver = createLocalDriver({ home, nodePath: process.execPath, log, entry: STAND_IN });
  await Promise.all(['db-a', 'db-b'].map((id) => driver.createDatabase(id)));
  await Promise.all([driver.start(spec('a')), driver.start(spec('b'))]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  process.umask(usual);
  await driver.close();
  rmSync(home, { recursive: true, force: true });
});

const attempt = async (id: string, what: string, at: string | number) =>
  Answer.parse(
    JSON.parse(
      await callWorkspace(driver, id, {
        method: 'POST',
        path: '/attempt-beyond',
        body: { what, at: String(at) },
      }),
    ),
  );

const pidOf = (id: string): number =>
  z
    .object({ process: z.object({ pid: z.number() }) })
    .parse(JSON.parse(readFileSync(join(home, 'run', `${id}.json`), 'utf8'))).process.pid;

describe.runIf(asRoot)('under an account and in namespaces of its own', () => {
  test('it has no rights, and nobody else has its number', async () => {
    const [a = '', b = ''] = await Promise.all(
      ['a', 'b'].map(async (id) => (await attempt(id, 'identity', '')).result),
    );
    expect(a.split(' ')[0]).not.toBe(b.split(' ')[0]);
    expect(Number(a.split(' ')[0])).toBeGreaterThan(1_879_048_191);
    for (const right of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
      expect(a).toMatch(new RegExp(`${right}:\\s0+\\n`));
    }
    expect(a).toMatch(/NoNewPrivs:\s1\n/);
    expect(a).toMatch(/Groups:\s+\n/);
    expect(lines.join('')).toContain('runs under an account of its own');
  });

  test('it reads what Node compiled for another account, and cannot write it', async () => {
    const cache = join(home, 'cache', 'node');
    const folder = readdirSync(cache).find((name) => name.startsWith(process.version)) ?? '';
    const uid = statSync(join(home, 'databases', 'db-a')).uid;
    const seen = join(cache, folder.replace(/\d+$/, String(uid)), readdirSync(join(cache, folder))[0] ?? '');
    expect(await attempt('a', 'read', seen)).toHaveProperty('result');
    expect(await attempt('a', 'write', seen)).toHaveProperty('refused');
  });

  test('it reads and writes its own folder, and keeps its number over a restart', async () => {
    const own = join(home, 'databases', 'db-a', 'own');
    expect(await attempt('a', 'write', own)).toEqual({ result: 'done' });
    const { uid, mode } = statSync(join(home, 'databases', 'db-a'));
    expect([statSync(own).uid, mode & 0o777]).toEqual([uid, 0o700]);
    await driver.stop('a');
    await driver.start(spec('a'));
    expect(await attempt('a', 'read', own)).toEqual({ result: 'written' });
    expect(statSync(join(home, 'databases', 'db-a')).uid).toBe(uid);
  });

  test('it reaches nothing of the control plane and of others, whatever the modes are', async () => {
    for (const folder of ['postgres', 'backups']) mkdirSync(join(home, folder));
    for (const file of ['databases/db-b/secret', 'postgres-password', 'backups/secret']) {
      writeFileSync(join(home, file), 'secret', { mode: 0o666 });
    }
    const servers = await Promise.all(
      ['run/control.sock', 'postgres/.s.PGSQL.5432'].map(async (name) => {
        const server = createServer();
        await new Promise<void>((resolve) => server.listen(join(home, name), resolve));
        chmodSync(join(home, name), 0o777);
        return server;
      }),
    );
    const open = [
      '',
      'databases',
      'databases/db-b',
      'postgres',
      'run',
      'run/b',
      'logs',
      'logs/workspaces',
      'backups',
    ];
    for (const folder of open) chmodSync(join(home, folder), 0o777);
    const tries = [
      ['read', 'databases/db-b/secret'],
      ['list', 'databases/db-b'],
      ['read', 'postgres-password'],
      ['list', 'postgres'],
      ['list', 'backups'],
      ['read', 'logs/workspaces/b.log'],
      ['read', 'run/b.json'],
      ['write', 'written'],
      ['write', 'databases/written'],
      ['write', 'databases/db-b/written'],
      ['write', 'run/written'],
      ['write', 'cache/node/written'],
      ['connect', 'run/b/sock'],
      ['connect', 'run/control.sock'],
      ['connect', 'postgres/.s.PGSQL.5432'],
    ].map(([what = '', path = '']) => [what, join(home, path)] as const);
    const elsewhere = [
      ['write', STAND_IN],
      ['write', join(import.meta.dirname, 'written.ts')],
      ['read', '/etc/shadow'],
      ['read', `/proc/${process.pid}/root${home}/postgres-password`],
    ] as const;
    for (const [what, path] of [...tries, ...elsewhere]) {
      const { refused } = await attempt('a', what, path);
      expect(['ENOENT', 'EACCES', 'EROFS', 'EPERM'], `${what} ${path}`).toContain(refused);
    }
    for (const server of servers) server.close();
  });

  test("it sees no folder of others, of anybody's temporary files, of the account's home", async () => {
    expect(await attempt('a', 'list', home)).toEqual({ result: 'cache,copies,databases,run' });
    expect(await attempt('a', 'list', join(home, 'databases'))).toEqual({ result: 'db-a' });
    expect(await attempt('a', 'list', join(home, 'run'))).toEqual({ result: 'a' });
    const found = (await attempt('a', 'list', tmpdir())).result?.split(',') ?? [];
    // The data folder is there, and so is the code where it lies among temporary files.
    const ours = [home, import.meta.dirname].flatMap((folder) => folder.split(sep));
    expect(found.filter((name) => !ours.includes(name))).toEqual([]);
  });

  test('it cannot look into other processes or signal them', async () => {
    for (const pid of [process.pid, pidOf('b')]) {
      expect((await attempt('a', 'signal', pid)).refused).toMatch(/EPERM|ESRCH/);
      for (const file of ['environ', 'cmdline', 'maps', 'root/etc/passwd']) {
        expect((await attempt('a', 'read', `/proc/${pid}/${file}`)).refused, file).toMatch(/ENOENT|EACCES/);
      }
    }
    expect((await attempt('a', 'signal', pidOf('a'))).result).toBe('true');
  });

  test('a snapshot is taken from it, belongs to nobody until it is opened, and then to whom opens it', async () => {
    writeFileSync(join(home, 'databases', 'db-a', 'content'), 'of a');
    await driver.takeSnapshot({ workspaceId: 'a', databaseId: 'db-a' }, 'snap');
    const snapshot = join(home, 'snapshots', 'db-a', 'snap');
    expect([statSync(snapshot).uid, statSync(join(snapshot, 'content')).uid]).toEqual([0, 0]);
    expect(readdirSync(join(home, 'copies', 'db-a'))).toEqual([]);
    await driver.start({ ...spec('reader', 'snap'), databaseId: 'db-a' });
    expect(await attempt('reader', 'read', join(snapshot, 'content'))).toEqual({ result: 'of a' });
    expect((await attempt('reader', 'list', join(home, 'databases', 'db-a'))).refused).toBe('ENOENT');
    expect(statSync(snapshot).uid).not.toBe(statSync(join(home, 'databases', 'db-a')).uid);
  });
});

const OWNER = fileURLToPath(new URL('../testing/owner.ts', import.meta.url));

/** A control plane reduced to its driver, run by `setpriv` with these options; it has started a and b when it is given. */
async function startOwner(plain: string, options: readonly string[]): Promise<ChildProcess> {
  const calls = JSON.stringify([
    ...['db-a', 'db-b'].map((id) => ['createDatabase', id]),
    ['start', spec('a')],
    ['start', spec('b')],
  ]);
  const owner = spawn('setpriv', [...options, process.execPath, OWNER, plain, STAND_IN, calls], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  for await (const line of createInterface({ input: owner.stdout })) {
    if (line === 'done') break;
  }
  return owner;
}

/** Outcome of an attempt that workspace `a` makes in the data folder `plain`. */
async function attemptIn(plain: string, path: '/attempt' | '/attempt-beyond', what: string, at: string) {
  const way = {
    address: () => ({ kind: 'socket', path: join(plain, 'run', 'a', 'sock') }) as const,
    trust: () => ({}),
  };
  return Answer.parse(
    JSON.parse(await callWorkspace(way, 'a', { method: 'POST', path, body: { what, at } })),
  );
}

describe.runIf(asRoot)('as a plain user', () => {
  const PLAIN = 12_345;
  let plain: string;
  let owner: ChildProcess;

  beforeAll(async () => {
    plain = mkdtempSync(join(tmpdir(), 'driver-'));
    writeFileSync(join(plain, 'postgres-password'), 'secret');
    await giveTo(plain, PLAIN);
    owner = await startOwner(plain, ['--reuid', String(PLAIN), '--regid', String(PLAIN), '--clear-groups']);
  });
  afterAll(async () => {
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    rmSync(plain, { recursive: true, force: true });
  });

  test('a workspace sees its own files alone, without rights', async () => {
    const identity = (await attemptIn(plain, '/attempt-beyond', 'identity', '')).result ?? '';
    expect(identity).toMatch(/^12345 /);
    for (const right of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
      expect(identity).toMatch(new RegExp(`${right}:\\s0+\\n`));
    }
    expect(
      await attemptIn(plain, '/attempt-beyond', 'write', join(plain, 'databases', 'db-a', 'own')),
    ).toEqual({ result: 'done' });
    expect(await attemptIn(plain, '/attempt-beyond', 'list', join(plain, 'databases'))).toEqual({
      result: 'db-a',
    });
    const other = z
      .object({ process: z.object({ pid: z.number() }) })
      .parse(JSON.parse(readFileSync(join(plain, 'run', 'b.json'), 'utf8'))).process.pid;
    for (const [what, path] of [
      ['read', join(plain, 'postgres-password')],
      ['list', join(plain, 'databases', 'db-b')],
      ['write', join(plain, 'written')],
      ['write', join(plain, 'cache', 'node', 'written')],
      ['connect', join(plain, 'run', 'b', 'sock')],
      ['connect', join(plain, 'run', 'control.sock')],
      ['write', STAND_IN],
      ['read', `/proc/${owner.pid}/environ`],
      ['read', `/proc/${other}/environ`],
      ['read', `/proc/${other}/root${plain}/databases/db-b/own`],
    ] as const) {
      const { refused } = await attemptIn(plain, '/attempt-beyond', what, path);
      expect(['ENOENT', 'EACCES', 'EROFS', 'EPERM'], `${what} ${path}`).toContain(refused);
    }
  });
});

describe.runIf(asRoot)('where the system allows no namespaces', () => {
  let plain: string;
  let owner: ChildProcess;

  beforeAll(async () => {
    plain = mkdtempSync(join(tmpdir(), 'driver-'));
    writeFileSync(join(plain, 'postgres-password'), 'secret');
    owner = await startOwner(plain, ['--bounding-set=-all', '--inh-caps=-all']);
  });
  afterAll(async () => {
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    rmSync(plain, { recursive: true, force: true });
  });

  test("a workspace's own JavaScript reads and writes its folders alone, and starts no other program", async () => {
    const tried = (what: string, path: string) => attemptIn(plain, '/attempt', what, path);
    for (const folder of ['databases/db-a', 'copies/db-a', 'run/a']) {
      expect(await tried('write', join(plain, folder, 'own'))).toEqual({ result: 'done' });
      expect(await tried('read', join(plain, folder, 'own'))).toEqual({ result: 'written' });
    }
    writeFileSync(join(plain, 'databases', 'db-b', 'secret'), 'secret');
    const shared = join(plain, 'cache', 'node');
    const program = fileURLToPath(new URL('../../../../../workspace/src/main.ts', import.meta.url));
    expect((await tried('read', program)).result).toContain('workspace server');
    for (const [what, path] of [
      ['read', join(plain, 'postgres-password')],
      ['read', join(plain, 'databases', 'db-b', 'secret')],
      ['list', join(plain, 'databases')],
      ['write', join(plain, 'databases', 'db-b', 'written')],
      ['write', join(plain, 'written')],
      ['write', join(shared, 'written')],
      ['read', '/etc/passwd'],
      ['read', `/proc/${owner.pid}/environ`],
      ['write', join(tmpdir(), 'written')],
      ['write', STAND_IN],
      ['write', program],
      ['run', '/bin/ls'],
    ] as const) {
      expect(await tried(what, path), `${what} ${path}`).toEqual({ refused: 'ERR_ACCESS_DENIED' });
    }
  });
});

describe.runIf(asRoot)('what a workspace has written', () => {
  test('is taken without what leads elsewhere', async () => {
    const folder = join(home, 'copy');
    mkdirSync(join(folder, 'inner'), { recursive: true });
    writeFileSync(join(folder, 'inner', 'file'), 'content');
    symlinkSync('/etc/shadow', join(folder, 'inner', 'link'));
    await giveTo(folder, newOwner());
    expect(statSync(folder).uid).toBeGreaterThan(0);
    await takeFrom(folder, 0);
    expect(readdirSync(join(folder, 'inner'))).toEqual(['file']);
    for (const path of ['', 'inner', 'inner/file']) expect(statSync(join(folder, path)).uid).toBe(0);
    symlinkSync('/etc', join(home, 'link'));
    await takeFrom(join(home, 'link'), 0);
    expect(readdirSync(home)).not.toContain('link');
  });
});
