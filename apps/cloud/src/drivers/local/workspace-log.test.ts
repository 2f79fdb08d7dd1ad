import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkspaceLog } from './workspace-log.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'log-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refuse = (error: Error) => {
  throw error;
};

it('keeps the order, rotates by size, and reads the last lines across both files', async () => {
  const path = join(folder, 'deep', 'a.log');
  const log = createWorkspaceLog(path, { maxBytes: 20, onError: refuse });
  for (let line = 1; line <= 5; line++) log.write(`line ${line}\n`);
  expect(await log.tail(10)).toEqual(['line 3', 'line 4', 'line 5']);
  expect(await log.tail(2)).toEqual(['line 4', 'line 5']);
  expect(readFileSync(path, 'utf8')).toBe('line 5\n');
  await log.close();
  log.write('after\n');
  await log.flush();
  expect(readFileSync(path, 'utf8')).toBe('line 5\nafter\n');
  await log.remove();
  expect(await log.tail(10)).toEqual([]);
});

it('reads only the end of a long file', async () => {
  const path = join(folder, 'long.log');
  writeFileSync(path, `${'x'.repeat(99)}\n`.repeat(20_000) + 'last\n');
  const lines = await createWorkspaceLog(path, { onError: refuse }).tail(1_000_000);
  expect(lines.at(-1)).toBe('last');
  expect(lines.length).toBeLessThan(11_000);
  expect(lines[0]).toHaveLength(99);
});

it('tells once that it cannot write, and goes on', async () => {
  const onError = vi.fn();
  const path = join(folder, 'a.log');
  mkdirSync(path);
  const log = createWorkspaceLog(path, { onError });
  log.write('lost\n');
  log.write('lost too\n');
  await log.flush();
  expect(onError).toHaveBeenCalledOnce();
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'EISDIR' }));
  rmdirSync(path);
  log.write('kept\n');
  expect(await log.tail(5)).toEqual(['kept']);
});
