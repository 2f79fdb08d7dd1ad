/** Things that must never be committed. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|js|mjs|json|md|sql|css|html|yaml|yml)$/.test(file));

function read(file: string): string {
  try {
    return readFileSync(path.join(ROOT, file), 'utf8');
  } catch (error) {
    // Listed by git but deleted in the working tree.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
});

test('no test is left alone or switched off', () => {
  const offenders = tracked.filter(
    (file) => /\.(test|spec)\.tsx?$/.test(file) && /\b(it|test|describe)\.only\(/.test(read(file)),
  );
  expect(offenders).toEqual([]);
});

test('no file carries a path of one machine', () => {
  const machine = new RegExp(['/ro' + 'ot/', '/ho' + 'me/[a-z]+/', '/wo' + 'rk/'].join('|'));
  const offenders = tracked.filter(
    (file) => file !== 'package-lock.json' && !file.startsWith('docs/adr/') && machine.test(read(file)),
  );
  expect(offenders).toEqual([]);
});

test('no source file grows past 700 lines', () => {
  const offenders = tracked.filter(
    (file) =>
      /^(apps|packages)\/.*\.(ts|tsx)$/.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      read(file).split('\n').length > 700,
  );
  expect(offenders).toEqual([]);
});

test('no thread is given flags of its own: it would have none of the limits of its process', () => {
  const offenders = tracked.filter(
    (file) =>
      /^(apps|packages)\/.*\.ts$/.test(file) &&
      !/\.test\.ts$|\/testing\//.test(file) &&
      /new Worker\([^;]*execArgv/.test(read(file)),
  );
  expect(offenders).toEqual([]);
});
