/** Snapshots of databases and exclusive access to them, with a stand-in server that misbehaves on demand. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkspaceSpec } from '../driver.ts';
import { createDatabases } from './databases.ts';
import { localPaths } from './paths.ts';
import { takeFrom } from './sandbox/owner.ts';
import { createLocalHarness } from './testing/harness.ts';

const STAND_IN = fileURLToPath(import.meta.resolve('./testing/stand-in.ts'));
const spec: WorkspaceSpec = {
  workspaceId: 'ws',
  databaseId: 'db',
  snapshotId: null,
  replicas: 1,
  memoryBytes: 2 ** 30,
  cpus: 1,
  version: '4.2.1',
};
const source = { databaseId: 'db', workspaceId: 'ws' };

let harness: ReturnType<typeof createLocalHarness>;
beforeEach(() => {
  harness = createLocalHarness(STAND_IN, { timing: { firstPause: 5 } });
  mkdirSync(join(harness.home, 'databases', 'db'), { recursive: true });
});
afterEach(() => harness.close());

function put(name: string, text: string) {
  mkdirSync(join(harness.home, 'databases', 'db', name, '..'), { recursive: true });
  writeFileSync(join(harness.home, 'databases', 'db', name), text);
}
const snapshots = () => join(harness.home, 'snapshots', 'db');

it('passes on why a workspace does not make a copy', async () => {
  put('copy-fails', 'The disk is full: the copy was not made.');
  await harness.driver.start(spec);
  await expect(harness.driver.takeSnapshot(source, 'one')).rejects.toThrow(
    /^The disk is full: the copy was not made\.$/,
  );
  await harness.driver.deleteSnapshot('db', 'one');
});

it('copies what is part of a database that does not run, and counts it', async () => {
  put('graph.duckdb', '12345');
  put('server/documents.json', '678');
  put('uploads/large.csv', 'x'.repeat(1000));
  put('loads/one.json', '{}');
  put('tmp/rest', 'x');
  expect(await harness.driver.takeSnapshot(source, 'one')).toEqual({ sizeBytes: 8 });
  expect(readdirSync(join(snapshots(), 'one')).sort()).toEqual(['graph.duckdb', 'server']);
  put('graph.duckdb', 'changed since');
  expect(await harness.driver.takeSnapshot(source, 'one')).toEqual({ sizeBytes: 8 });
  expect(await harness.driver.databaseSize('db')).toBeGreaterThan(1000);
});

it('begins a database as a copy of another, without its uploads', async () => {
  put('graph.duckdb', '12345');
  put('uploads/large.csv', 'x'.repeat(1000));
  await harness.driver.createDatabase('copy', 'db');
  expect(readdirSync(localPaths(harness.home).database('copy'))).toEqual(['graph.duckdb']);
  put('graph.duckdb', 'changed since');
  await harness.driver.createDatabase('copy', 'db');
  expect(await harness.driver.databaseSize('copy')).toBe(5);
});

it('clears away what a copy left that was cut off', async () => {
  put('graph.duckdb', '12345');
  mkdirSync(join(snapshots(), '.one.partial', 'deep'), { recursive: true });
  await harness.driver.takeSnapshot(source, 'one');
  expect(readdirSync(snapshots())).toEqual(['.one.store', 'one']);
  mkdirSync(join(snapshots(), '.two.partial'));
  await harness.driver.deleteSnapshot('db', 'two');
  await harness.driver.deleteSnapshot('db', 'one');
  expect(readdirSync(snapshots())).toEqual([]);
});

it('makes a snapshot of a database that was never opened', async () => {
  const never = { databaseId: 'never', workspaceId: null };
  await harness.driver.createDatabase('never');
  expect(await harness.driver.takeSnapshot(never, 'one')).toEqual({ sizeBytes: 0 });
  await harness.driver.start({ ...spec, databaseId: 'never', snapshotId: 'one' });
  expect(harness.driver.condition('ws')).toMatchObject({ state: 'running' });
});

it('copies again when the workspace dies or stops meanwhile', async () => {
  put('graph.duckdb', '12345');
  await harness.driver.start(spec);
  const [taken] = await Promise.all([
    harness.driver.takeSnapshot(source, 'one'),
    harness.kill?.('ws', 'serving'),
  ]);
  expect(taken.sizeBytes).toBeGreaterThanOrEqual(5);
  const [again] = await Promise.all([harness.driver.takeSnapshot(source, 'two'), harness.driver.stop('ws')]);
  expect(again.sizeBytes).toBeGreaterThanOrEqual(5);
});

it('looks into no copy while the workspace could put a link in its place', async () => {
  const paths = localPaths(harness.home);
  const elsewhere = join(harness.home, 'elsewhere');
  mkdirSync(join(elsewhere, 'deep'), { recursive: true });
  writeFileSync(join(elsewhere, 'deep', 'kept'), 'x');
  const copy = join(paths.copies('db'), 'one');
  mkdirSync(paths.copies('db'), { recursive: true });
  const taken: string[] = [];
  let put = () => symlinkSync(elsewhere, copy);
  const opener = {
    ...source,
    snapshotId: null,
    whenRunning: async () => undefined,
    settled: async () => undefined,
  };
  const databases = createDatabases({
    paths,
    take: async (folder) => {
      taken.push(folder);
      // At this moment it would be too late to look again.
      put();
      await takeFrom(folder, undefined);
    },
    openers: () => [opener],
    call: async () => {
      put();
      return JSON.stringify({ bytes: 1, writesHeldMs: 0 });
    },
  });
  symlinkSync(elsewhere, copy);
  put = () => rmSync(copy, { force: true });
  await expect(databases.takeSnapshot(source, 'one')).rejects.toThrow('The workspace made no copy');
  put = () => void (existsSync(copy) || symlinkSync(elsewhere, copy));
  await expect(databases.takeSnapshot(source, 'one')).rejects.toThrow('The workspace made no copy');
  expect(taken.filter((folder) => folder.startsWith(paths.copies('db')))).toEqual([]);
  expect(taken).not.toEqual([]);
  expect(readdirSync(join(elsewhere, 'deep'))).toEqual(['kept']);
});

it('refuses ids that are not names of files', async () => {
  for (const id of ['../x', '', 'a/b', '.', 'x'.repeat(65)]) {
    await expect(harness.driver.takeSnapshot(source, id)).rejects.toThrow('is not the id of a snapshot');
    await expect(harness.driver.deleteSnapshot('db', id)).rejects.toThrow('is not the id of a snapshot');
    await expect(harness.driver.takeSnapshot({ ...source, databaseId: id }, 'one')).rejects.toThrow(
      'is not the id of a database',
    );
  }
  expect(existsSync(snapshots())).toBe(false);
});
