import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { completeLinks, findBinaries } from './binaries.ts';

test('finds programs for this platform', async () => {
  const { initdb, postgres } = await findBinaries();
  expect([path.basename(initdb), path.basename(postgres)]).toEqual(['initdb', 'postgres']);
});

test('makes the links of the libraries that are missing, and leaves those that are there', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  const library = path.join(folder, 'native', 'lib');
  mkdirSync(library, { recursive: true });
  writeFileSync(path.join(library, 'libpq.so.5.18'), 'library');
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  writeFileSync(path.join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  completeLinks(folder);
  completeLinks(folder);
  expect(readlinkSync(path.join(library, 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(readFileSync(path.join(library, 'libpq.so'), 'utf8')).toBe('library');
  rmSync(folder, { recursive: true });
});

test('a package without links needs none', () => {
  expect(() => completeLinks(tmpdir())).not.toThrow();
});
