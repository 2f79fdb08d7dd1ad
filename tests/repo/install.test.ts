/** `npm start` beside `npm test` in one folder: their installations wait for each other. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Works until it may end, and fails as npm does when another one is at work. */
const NPM = `#!/bin/sh
mkdir busy 2>/dev/null || { echo "ENOTEMPTY" >&2; exit 1; }
echo npm >> runs
while [ ! -e go ]; do sleep 0.05; done
mkdir -p node_modules/.bin && touch node_modules/.bin/node && rmdir busy
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'acacia-install-'));
  for (const file of [
    'scripts/install.mjs',
    'scripts/process.mjs',
    'package-lock.json',
    'packages/durable-files/src',
  ]) {
    cpSync(path.join(ROOT, file), path.join(folder, file), { recursive: true });
  }
  mkdirSync(path.join(folder, 'bin'));
  writeFileSync(path.join(folder, 'bin', 'npm'), NPM, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => path.join(folder, name);

/** One installation; its lines on standard error are read until one matches, or all of them to its end. */
function install() {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      'const { installPackages } = await import(process.env.SCRIPT); await installPackages();',
    ],
    {
      env: {
        ...process.env,
        SCRIPT: file('scripts/install.mjs'),
        PATH: `${file('bin')}${path.delimiter}${process.env['PATH']}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stderr });
  const says = new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  return { child, says, ended: async () => (await ended)[0] as number | null };
}

test('the second waits for the first, says so, and does not install again', async () => {
  const first = install();
  expect(await first.says).toMatch(/^Installing packages/);
  const second = install();
  expect(await second.says).toBe(
    `Waiting for process ${first.child.pid}, which installs the packages of this folder …`,
  );
  writeFileSync(file('go'), '');
  expect([await first.ended(), await second.ended()]).toEqual([0, 0]);
  expect(readFileSync(file('runs'), 'utf8')).toBe('npm\n');
  expect(existsSync(file('.cache/install.lock'))).toBe(false);
});

test('after a kill the next one waits for the npm that is left, and then installs', async () => {
  const first = install();
  await first.says;
  while (!existsSync(file('busy'))) await new Promise((resolve) => setTimeout(resolve, 20));
  first.child.kill('SIGKILL');
  await first.ended();
  const second = install();
  expect(await second.says).toMatch(/^Waiting for process \d+, which installs/);
  writeFileSync(file('go'), '');
  expect(await second.ended()).toBe(0);
  expect(readFileSync(file('runs'), 'utf8')).toBe('npm\nnpm\n');
});
