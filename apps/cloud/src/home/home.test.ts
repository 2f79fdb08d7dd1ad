import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readControl, writeControl } from './control-file.ts';
import { installationOf } from './installation.ts';
import { lockHome } from './lock.ts';
import { isAlive, startOf } from './process-identity.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const lock = () => path.join(home, 'acacia.lock');

test('a data folder has one Acacia at a time', () => {
  const release = lockHome(home);
  expect(() => lockHome(home)).toThrow(
    `Acacia is running already with the data folder ${home} (process ${process.pid}).`,
  );
  release();
  lockHome(home)();
  expect(existsSync(lock())).toBe(false);
});

test.each([
  ['a process that is gone', { pid: 2 ** 22 - 1, start: '1' }],
  ['a process number that another program has by now', { pid: process.pid, start: '1' }],
])('the lock of %s is taken over', (_what, holder) => {
  writeFileSync(lock(), JSON.stringify(holder));
  const release = lockHome(home);
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid });
  release();
});

test('a lock that was cut off while it was written is taken over', () => {
  writeFileSync(lock(), '{"pid":');
  lockHome(home)();
});

test('a process is told from another of the same number by when it started', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const pid = child.pid ?? 0;
  expect(startOf(pid)).toBe(startOf(pid));
  expect(startOf(pid)).not.toBe(startOf(process.pid));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  expect([isAlive(pid), startOf(pid)]).toEqual([false, undefined]);
});

test('the control file is for its owner alone, and goes with the server', () => {
  expect(readControl(home)).toBeNull();
  const remove = writeControl(home, { url: 'http://localhost:4100', key: 'k' });
  expect(statSync(path.join(home, 'control.json')).mode & 0o777).toBe(0o600);
  expect(readControl(home)).toEqual({ url: 'http://localhost:4100', key: 'k' });
  remove();
  expect(readControl(home)).toBeNull();
});

test('an installation keeps its name', () => {
  const name = installationOf(home);
  expect(installationOf(home)).toBe(name);
});
