import { DrizzleQueryError } from 'drizzle-orm/errors';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog, type Log } from './log.ts';

let home: string;
let file: string;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'acacia-log-'));
  mkdirSync(path.join(home, 'logs'));
  file = path.join(home, 'logs', 'cloud.log');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Returns what is printed meanwhile. */
function printed(act: (log: Log) => void): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    act(openLog({ home, logLevel: 'info' }));
  } finally {
    spy.mockRestore();
  }
  return lines;
}

test.runIf(process.platform === 'linux')('the log fails no caller while its disk is full', () => {
  symlinkSync('/dev/full', file);
  const lines = printed(({ log, flush }) => {
    log.info('one');
    log.error(new Error('no room'), 'two');
    flush();
  });
  expect(lines).toEqual([
    expect.stringMatching(/^Warning: The log file cannot be written; its lines are lost: ENOSPC/),
    'Error: two: no room\n',
  ]);
});

test('an error of the database is written without the values of its statement', () => {
  const failed = new DrizzleQueryError(
    'insert into "files" ($1, $2)',
    ['a secret', 'x'.repeat(9)],
    new Error('no room'),
  );
  const lines = printed(({ log }) => {
    log.error(failed, 'alone');
    log.error({ err: new Error('around', { cause: failed }) }, 'as a cause');
  });
  const written = readFileSync(file, 'utf8');
  expect(lines.join('')).toBe(
    'Error: alone: Failed query: insert into "files" ($1, $2): no room\n' +
      'Error: as a cause: around: Failed query: insert into "files" ($1, $2): no room\n',
  );
  expect(written).toContain('Failed query: insert into');
  expect(written).not.toMatch(/secret|xxx/);
});
