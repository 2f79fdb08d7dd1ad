/** Backups of databases that a real workspace has open. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Driver, WorkspaceSpec } from '../driver.ts';
import { callWorkspace } from '../workspace-call.ts';
import { createLocalDriver } from './local-driver.ts';
import { BUILT_WORKSPACE } from '../../testing/built-servers.ts';

const OWNER = fileURLToPath(new URL('./testing/owner.ts', import.meta.url));

const spec = (workspaceId: string, databaseId: string): WorkspaceSpec => ({
  workspaceId,
  databaseId,
  snapshotId: null,
  replicas: 1,
  memoryBytes: 2 ** 30,
  cpus: 1,
  version: '4.2.1',
});
const SOURCE = { databaseId: 'db', workspaceId: 'w' };

let home: string;
let driver: Driver;
const open = () =>
  createLocalDriver({
    home,
    entry: BUILT_WORKSPACE,
    nodePath: process.execPath,
    log: pino({ level: 'silent' }),
    machineBytes: 2 ** 35,
  });

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acacia-backups-'));
  driver = open();
});
afterEach(async () => {
  await driver.close();
  rmSync(home, { recursive: true, force: true });
}, 120_000);

const call = (method: 'GET' | 'POST', path: string, body?: object | string, workspaceId = 'w') =>
  callWorkspace(driver, workspaceId, { method, path, ...(body === undefined ? {} : { body }) });

async function startWithSchema(): Promise<void> {
  await driver.createDatabase('db');
  await driver.start(spec('w', 'db'));
  const schema = `CREATE VERTEX item (PRIMARY_ID id STRING, note STRING)
CREATE DIRECTED EDGE beside (FROM item, TO item)
CREATE GRAPH things (item, beside)`;
  expect(await call('POST', '/gsql/v1/statements', schema)).toContain('The graph things is created');
}

/** Writes the pair with this number: two vertices in one commit. */
const writePair = (number: number) =>
  call('POST', '/restpp/graph/things', {
    vertices: {
      item: { [`${number}-a`]: { note: { value: 'left' } }, [`${number}-b`]: { note: { value: 'right' } } },
    },
  });

const Vertices = z.object({ results: z.array(z.object({ v_id: z.string() })) });

/** Numbers of the stored pairs. Fails when only half of one is stored. */
async function pairs(workspaceId: string): Promise<number[]> {
  const text = await call('GET', '/restpp/graph/things/vertices/item?limit=1000000', undefined, workspaceId);
  const ids = new Set(Vertices.parse(JSON.parse(text)).results.map(({ v_id }) => v_id));
  const numbers = new Set([...ids].map((id) => Number(id.split('-')[0])));
  expect(ids.size).toBe(numbers.size * 2);
  return [...numbers].sort((a, b) => a - b);
}

const checksums = async (workspaceId: string): Promise<unknown> =>
  JSON.parse(await call('GET', '/internal/checksums', undefined, workspaceId));

/** Writes pair after pair until it is stopped; resolves with their number. */
function startWriting(): { end(): Promise<number>; written(): number } {
  let written = 0;
  let going = true;
  const done = (async () => {
    while (going) {
      await writePair(written);
      written += 1;
    }
  })();
  return {
    written: () => written,
    async end() {
      going = false;
      await done;
      return written;
    },
  };
}

test('a backup that is taken while someone writes is a moment between two commits', async () => {
  await startWithSchema();
  const writer = startWriting();
  await expect.poll(() => writer.written(), { timeout: 30_000, interval: 5 }).toBeGreaterThan(5);
  const atLeast = writer.written();
  const { manifest, sizeBytes } = await driver.backUp(SOURCE, 'b1');
  const atMost = await writer.end();
  expect(sizeBytes).toBeGreaterThan(0);

  const proof = await driver.proveBackup('b1', 'db', manifest);
  expect(proof).toMatchObject({ proved: true });
  expect(proof.findings.join(' ')).toContain('compared by checksum, all equal');

  await driver.restore('b1', 'db', manifest, 'db-2');
  await driver.start(spec('w-2', 'db-2'));
  const there = await pairs('w-2');
  expect(there).toEqual(Array.from({ length: there.length }, (_, number) => number));
  expect(there.length).toBeGreaterThanOrEqual(atLeast);
  expect(there.length).toBeLessThanOrEqual(atMost);
  expect(await checksums('w-2')).toEqual((manifest as { data: unknown }).data);

  // In place: later writes are gone, and the database is writable.
  await expect(driver.restore('b1', 'db', manifest, 'db')).rejects.toThrow('is in use by workspace w');
  await driver.stop('w');
  await driver.restore('b1', 'db', manifest, 'db');
  await driver.start(spec('w', 'db'));
  expect(await checksums('w')).toEqual(await checksums('w-2'));
  await writePair(1_000_000);
  expect(await pairs('w')).toHaveLength(there.length + 1);
}, 180_000);

test('a sleeping database is backed up without being opened; a flipped bit in the store is found', async () => {
  await startWithSchema();
  for (let number = 0; number < 3; number++) await writePair(number);
  const before = await checksums('w');
  await driver.stop('w');
  const { manifest } = await driver.backUp(SOURCE, 'b1');
  expect(driver.condition('w').state).toBe('stopped');
  expect(manifest).toMatchObject({ databaseId: 'db', data: before });
  expect((await driver.proveBackup('b1', 'db', manifest)).proved).toBe(true);

  const folder = join(home, 'backups', 'db', 'b1');
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.zst'));
  const bytes = readFileSync(join(folder, name));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(join(folder, name), bytes);
  const { proved, findings } = await driver.proveBackup('b1', 'db', manifest);
  expect([proved, findings.join(' ')]).toEqual([false, expect.stringContaining('is damaged in the store')]);
}, 120_000);

test('a backup of a database that was never opened can be proved', async () => {
  await driver.createDatabase('db');
  const { manifest } = await driver.backUp(SOURCE, 'b1');
  expect(await driver.proveBackup('b1', 'db', manifest)).toMatchObject({ proved: true });
}, 120_000);

test('killed in the midst of a backup or a restore, a repeat finishes it', async () => {
  await startWithSchema();
  for (let number = 0; number < 3; number++) await writePair(number);
  const before = await checksums('w');
  await driver.stop('w');

  /** Runs calls in a process of its own, and kills it a while after it has begun the last one. */
  const killedIn = async (calls: readonly unknown[], milliseconds: number) => {
    await driver.close();
    const child = spawn(process.execPath, [OWNER, home, BUILT_WORKSPACE, JSON.stringify(calls)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 30_000, interval: 5 }).toContain(`call ${calls.length - 1}`);
    await delay(milliseconds);
    child.kill('SIGKILL');
    await exited;
    driver = open();
  };

  for (const [round, milliseconds] of [0, 500].entries()) {
    const id = `b${round}`;
    await killedIn([['backUp', SOURCE, id]], milliseconds);
    const { manifest } = await driver.backUp(SOURCE, id);
    expect((await driver.proveBackup(id, 'db', manifest)).proved).toBe(true);
    await killedIn([['restore', id, 'db', manifest, 'db']], milliseconds);
    expect(existsSync(join(home, 'databases', 'db', 'graph.duckdb'))).toBe(true);
    await driver.restore(id, 'db', manifest, 'db');
    await driver.start(spec('w', 'db'));
    expect(await checksums('w')).toEqual(before);
    await driver.stop('w');
  }
  expect(existsSync(join(home, 'scratch')) ? readdirSync(join(home, 'scratch')) : []).toEqual([]);
  expect(readdirSync(join(home, 'databases'))).toEqual(['.db.store', 'db']);
}, 300_000);
