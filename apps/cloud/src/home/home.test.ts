import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive, startOf } from '@acacia/durable-files/lock-file';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callControl, NotRunning } from './control-call.ts';
import { findControlSocket, makeControlSocket, removeControlSocket } from './control-socket.ts';
import { installationOf } from './installation.ts';
import { lockHome } from './lock.ts';

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

test('a data folder that cannot be written is named, with what the system says', () => {
  const file = path.join(home, 'file');
  writeFileSync(file, '');
  for (const each of [file, path.join(file, 'below')]) {
    expect(() => lockHome(each)).toThrow(
      new RegExp(
        `^Acacia cannot write to its data folder ${each}\\. The operating system of the server reported: .* \\(E[A-Z]+\\)\\. Give the folder`,
      ),
    );
  }
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

test('of several that find one stale lock, one takes it', async () => {
  const starter = `
    import { lockHome } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))};
    process.send('ready');
    process.once('message', () => {
      let said = 'taken';
      try { lockHome(process.env.LOCKED); } catch (error) { said = error.message; }
      process.send(said);
      // Else the one that took it could end, and its lock be stale again, before the last one looks.
      setInterval(() => {}, 1000);
    });`;
  const script = path.join(home, 'starter.ts');
  writeFileSync(script, starter);
  const starters = Array.from({ length: 4 }, () =>
    fork(script, { env: { ...process.env, LOCKED: path.join(home, 'data') } }),
  );
  const said = () => Promise.all(starters.map(async (each) => String((await once(each, 'message'))[0])));
  const exits = starters.map((each) => once(each, 'exit'));
  mkdirSync(path.join(home, 'data'));
  await said();
  writeFileSync(path.join(home, 'data', 'acacia.lock'), JSON.stringify({ pid: 2 ** 22 - 1, start: '1' }));
  const answers = said();
  for (const each of starters) each.send('go');
  expect((await answers).filter((answer) => answer === 'taken')).toHaveLength(1);
  for (const each of starters) each.kill('SIGKILL');
  await Promise.all(exits);
  // The killed one's lock, and whatever it left beside it, does not count.
  lockHome(path.join(home, 'data'))();
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

describe('the control socket', () => {
  const folder = (name: string) => {
    const made = path.join(home, name);
    mkdirSync(made);
    return made;
  };

  test.each(['short', 'long'.repeat(25)])(
    'is for this account alone, and goes with the server: %s',
    async (name) => {
      const data = folder(name);
      writeFileSync(path.join(data, 'control.json'), '{"url":"http://localhost:1","key":"k"}');
      await expect(callControl(data, '/token', {})).rejects.toBeInstanceOf(NotRunning);
      const { path: file, restrict } = makeControlSocket(data);
      const server = createServer((_request, response) => response.end('{"token":"t"}'));
      await new Promise<void>((resolve) => server.listen(file, resolve));
      restrict();
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
      expect(existsSync(path.join(data, 'control.json'))).toBe(false);
      expect(await callControl(data, '/token', {})).toEqual({ token: 't' });
      await new Promise((resolve) => server.close(resolve));
      removeControlSocket(data);
      expect([existsSync(file), findControlSocket(data) === file]).toEqual([false, name === 'short']);
      await expect(callControl(data, '/token', {})).rejects.toThrow(
        'Acacia is not running with the data folder',
      );
    },
  );

  test('of a server that was killed is nobody, and is taken over', async () => {
    const data = folder('killed');
    const { path: file } = makeControlSocket(data);
    const script = `require('net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 9))`;
    await new Promise((resolve) => spawn(process.execPath, ['-e', script]).once('exit', resolve));
    expect(existsSync(file)).toBe(true);
    await expect(callControl(data, '/token', {})).rejects.toBeInstanceOf(NotRunning);
    makeControlSocket(data);
    expect(existsSync(file)).toBe(false);
  });
});

test('an installation keeps its name', async () => {
  const name = await installationOf(home);
  expect(await installationOf(home)).toBe(name);
});
