import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLogFile, type LogFile } from './log-file.ts';

let folder: string;
let errors: string[];
/** Bytes for which there is room. */
let room: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'acacia-log-'));
  errors = [];
  room = Infinity;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: number, bytes: NodeJS.ArrayBufferView): number {
  if (room === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const written = writeSync(file, bytes, 0, Math.min(room, bytes.byteLength));
  room -= written;
  return written;
}

const open = (file = path.join(folder, 'cloud.log')): LogFile =>
  openLogFile(
    file,
    { onError: ({ message }) => errors.push(message), lost: (lines) => `${lines} lost\n` },
    write as typeof writeSync,
  );
const text = () => readFileSync(path.join(folder, 'cloud.log'), 'utf8');

test('a disk that is full is told once, and lines are lost until there is room', () => {
  const log = open();
  log.write('one\n');
  room = 0;
  for (let count = 0; count < 3; count++) log.write('two\n');
  log.sync();
  expect([text(), errors]).toEqual(['one\n', ['ENOSPC: no space left on device']]);
  room = Infinity;
  log.write('three\n');
  log.write('four\n');
  expect(text()).toBe('one\n3 lost\nthree\nfour\n');
  room = 0;
  log.write('five\n');
  expect(errors).toHaveLength(2);
});

test('a line that was written in part is finished before the next one', () => {
  const log = open();
  room = 2;
  log.write('one\n');
  log.write('two\n');
  expect(text()).toBe('on');
  // Room for the end of the first, and a part of the line about the second.
  room = 4;
  log.write('three\n');
  expect(text()).toBe('one\n1 ');
  room = Infinity;
  log.write('four\n');
  expect(text()).toBe('one\n1 lost\n1 lost\nfour\n');
});
