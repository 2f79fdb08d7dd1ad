import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkspaceLog as makeWorkspaceLog } from './workspace-log.ts';
import type { StoredLine, WorkspaceLog } from './workspace-log.ts';

let folder: string;
const opened: WorkspaceLog[] = [];
const createWorkspaceLog: typeof makeWorkspaceLog = (...args) => {
  const log = makeWorkspaceLog(...args);
  opened.push(log);
  return log;
};
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'log-'))));
afterEach(async () => {
  for (const log of opened.splice(0)) await log.close();
  rmSync(folder, { recursive: true, force: true });
});

function refuse(error: Error) {
  throw error;
}
/** Three of the lines that are written here fit into a file. */
const THREE = { maxBytes: 130, onError: refuse };
const texts = (lines: readonly StoredLine[]) => lines.map(({ text }) => text);
const tail = async (log: WorkspaceLog, lines: number) => texts(await log.tail(lines));
function write(log: WorkspaceLog, ...lines: string[]) {
  for (const line of lines) log.write('m1', 'out', line);
}

it('keeps the order, rotates by size, and reads the last lines across both files', async () => {
  const path = join(folder, 'deep', 'a.log');
  const log = createWorkspaceLog(path, THREE);
  write(log, '1', '2', '3', '4', '5', '6', '7');
  expect(await tail(log, 10)).toEqual(['4', '5', '6', '7']);
  expect(await tail(log, 2)).toEqual(['6', '7']);
  expect(readFileSync(path, 'utf8')).toMatch(/^2\S+Z m1 out 7\n$/);
  await log.close();
  write(log, '8');
  await log.flush();
  expect(readFileSync(path, 'utf8')).toMatch(/7\n2\S+Z m1 out 8\n$/);
  await log.remove();
  expect(await tail(log, 10)).toEqual([]);
});

it('keeps time, host and source of a line, and makes one of each line of a text', async () => {
  const log = createWorkspaceLog(join(folder, 'a.log'), { onError: refuse });
  const before = Date.now();
  log.write('m2', 'err', 'with spaces  in it');
  log.write('m1', 'alert', 'two\nlines');
  const lines = await log.tail(9);
  expect(lines).toMatchObject([
    { host: 'm2', source: 'err', text: 'with spaces  in it' },
    { host: 'm1', source: 'alert', text: 'two' },
    { host: 'm1', source: 'alert', text: 'lines' },
  ]);
  expect(lines[0]?.at.getTime()).toBeGreaterThanOrEqual(before);
});

it('reads only the end of a long file', async () => {
  const path = join(folder, 'long.log');
  const line = `2026-11-21T08:00:00.000Z m1 out ${'x'.repeat(99)}\n`;
  writeFileSync(path, line.repeat(20_000) + line.replace(/x+/, 'last'));
  const lines = await tail(createWorkspaceLog(path, { onError: refuse }), 1_000_000);
  expect(lines.at(-1)).toBe('last');
  expect(lines.length).toBeLessThan(9_000);
  expect(lines[0]).toHaveLength(99);
});

it('tells once that it cannot write, and goes on', async () => {
  const onError = vi.fn();
  const path = join(folder, 'a.log');
  mkdirSync(path);
  const log = createWorkspaceLog(path, { onError });
  write(log, 'lost');
  await log.flush();
  write(log, 'lost too');
  await log.flush();
  expect(onError).toHaveBeenCalledOnce();
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'EISDIR' }));
  rmdirSync(path);
  write(log, 'kept');
  expect(await tail(log, 5)).toEqual(['kept']);
});

it('does not let a write that was cut off swallow the next line', async () => {
  const path = join(folder, 'a.log');
  writeFileSync(path, '2026-11-21T08:00:00.000Z m1 out ha');
  const log = createWorkspaceLog(path, { onError: refuse });
  write(log, 'whole');
  expect(await tail(log, 5)).toEqual(['ha', 'whole']);
});

describe('a cursor', () => {
  /** Reads page by page until nothing comes any more. */
  async function rest(log: WorkspaceLog, cursor: string, limit: number) {
    const all: string[] = [];
    for (;;) {
      const page = await log.read(cursor, limit);
      if (page.lines.length === 0) return { all, cursor: page.cursor };
      expect(page.lines.length).toBeLessThanOrEqual(limit);
      all.push(...texts(page.lines));
      cursor = page.cursor;
    }
  }

  it('goes through all lines once, page by page, across files and restarts', async () => {
    const path = join(folder, 'a.log');
    const log = createWorkspaceLog(path, THREE);
    expect(await log.read('', 5)).toEqual({ lines: [], cursor: '' });
    write(log, '1', '2');
    const first = await rest(log, '', 1);
    expect(first.all).toEqual(['1', '2']);
    write(log, '3', '4');
    const second = await rest(log, first.cursor, 1);
    expect(second.all).toEqual(['3', '4']);
    await log.close();
    const again = createWorkspaceLog(path, THREE);
    write(again, '5', '6', '7', '8');
    expect((await rest(again, second.cursor, 3)).all).toEqual(['5', '6', '7', '8']);
    expect((await rest(again, '', 2)).all).toEqual(['4', '5', '6', '7', '8']);
  });

  it('loses nothing that is kept when its file has gone, and does not repeat', async () => {
    const log = createWorkspaceLog(join(folder, 'a.log'), THREE);
    write(log, '1', '2');
    const { cursor } = await log.read('', 1);
    write(log, '3', '4', '5', '6', '7', '8');
    const { all, cursor: end } = await rest(log, cursor, 2);
    expect(all).toEqual(['4', '5', '6', '7', '8']);
    expect((await rest(log, end, 2)).all).toEqual([]);
  });

  it('goes on in a file that was cut off from outside', async () => {
    const path = join(folder, 'a.log');
    const log = createWorkspaceLog(path, THREE);
    write(log, '1', '2', '3', '4', '5');
    const { cursor } = await log.read('', 10);
    await log.close();
    truncateSync(path);
    expect(await log.read(cursor, 10)).toEqual({ lines: [], cursor });
    write(log, '6');
    expect((await rest(log, cursor, 10)).all).toEqual(['6']);
  });

  it('waits for the end of a line', async () => {
    const path = join(folder, 'a.log');
    writeFileSync(path, '2026-11-21T08:00:00.000Z m1 out ha');
    const log = createWorkspaceLog(path, { onError: refuse });
    const { lines, cursor } = await log.read('', 10);
    expect(lines).toEqual([]);
    appendFileSync(path, 'lf\n');
    expect((await rest(log, cursor, 10)).all).toEqual(['half']);
  });

  it('takes a log of lines that it does not know for empty', async () => {
    const path = join(folder, 'a.log');
    writeFileSync(path, 'something\nelse\n');
    const log = createWorkspaceLog(path, { onError: refuse });
    const { lines, cursor } = await log.read('', 10);
    expect(lines).toEqual([]);
    write(log, 'known');
    expect((await rest(log, cursor, 10)).all).toEqual(['known']);
  });

  it('is refused when it is none', async () => {
    const log = createWorkspaceLog(join(folder, 'a.log'), { onError: refuse });
    await expect(log.read('12', 1)).rejects.toThrow('"12" is not a cursor of a workspace\'s log.');
  });
});
