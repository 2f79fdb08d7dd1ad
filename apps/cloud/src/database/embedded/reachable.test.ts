import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { reachableBinaries } from './reachable.ts';

const asRoot = process.getuid?.() === 0;
let closed: string;
let open: string;
let binaries: Binaries;

beforeEach(() => {
  closed = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  open = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  chmodSync(open, 0o755);
  const folder = path.join(closed, 'native', 'bin');
  mkdirSync(folder, { recursive: true });
  binaries = { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') };
  for (const program of [binaries.initdb, binaries.postgres])
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
});
afterEach(() => {
  for (const folder of [closed, open]) rmSync(folder, { recursive: true, force: true });
});

test('programs that the account reaches are taken where they are', () => {
  chmodSync(closed, 0o755);
  expect(reachableBinaries(binaries, findAccount(), [open])).toEqual(binaries);
});

test.runIf(asRoot)('others are copied once, and again when a file is gone', () => {
  const account = findAccount();
  const usual = process.umask(0o077);
  const moved = reachableBinaries(binaries, account, [closed, open]);
  process.umask(usual);
  expect(moved.postgres).toBe(path.join(open, 'acacia-postgresql', 'bin', 'postgres'));
  expect(account.reaches(moved.postgres)).toBe(true);
  const made = statSync(path.join(open, 'acacia-postgresql')).ino;
  reachableBinaries(binaries, account, [open]);
  expect(statSync(path.join(open, 'acacia-postgresql')).ino).toBe(made);
  rmSync(moved.initdb);
  reachableBinaries(binaries, account, [open]);
  expect(readFileSync(moved.initdb, 'utf8')).toBe('#!/bin/sh\n');
});

test.runIf(asRoot)('a folder that others may write to is not trusted', () => {
  const folder = path.join(open, 'acacia-postgresql');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  expect(() => reachableBinaries(binaries, findAccount(), [open])).toThrow('which cannot reach');
});
