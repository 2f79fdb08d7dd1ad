import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openKeptFiles } from './kept-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acacia-kept-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('keeps files with their permissions, and copies all but what a killed write left', async () => {
  const files = openKeptFiles(join(folder, 'a'), false);
  await mkdir(join(folder, 'b'));
  // Nothing was ever kept: nothing to copy.
  await files.copyTo(join(folder, 'b'));
  expect(await readdir(join(folder, 'b'))).toEqual([]);
  expect(await files.read('secret.json')).toBeUndefined();
  await files.write('secret.json', 'one');
  await files.write('documents/x/g.json', 'two');
  await writeFile(join(folder, 'a', 'server', '.left.tmp'), 'half');
  const late = files.write('secret.json', 'three');
  await files.copyTo(join(folder, 'b'));
  await late;
  const copied = join(folder, 'b', 'server');
  expect((await readdir(copied, { recursive: true })).sort()).toEqual([
    'documents',
    'documents/x',
    'documents/x/g.json',
    'secret.json',
  ]);
  expect(await readFile(join(copied, 'secret.json'), 'utf8')).toBe('three');
  expect((await stat(join(copied, 'secret.json'))).mode & 0o777).toBe(0o600);
  expect(await files.remove('secret.json')).toBe(true);
  expect(await files.remove('secret.json')).toBe(false);
});

it('keeps changes of a read-only folder in memory', async () => {
  const before = openKeptFiles(folder, false);
  await before.write('a', 'on disk');
  await before.write('b', 'on disk');
  const files = openKeptFiles(folder, true);
  await files.write('a', 'in memory');
  expect(await files.remove('b')).toBe(true);
  expect(await files.remove('b')).toBe(false);
  expect([await files.read('a'), await files.read('b')]).toEqual(['in memory', undefined]);
  await files.write('b', 'again');
  expect(await files.read('b')).toBe('again');
  expect([await before.read('a'), await before.read('b')]).toEqual(['on disk', 'on disk']);
});
