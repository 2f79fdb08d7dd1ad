import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, utimes, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDataUploads } from './data-uploads.ts';

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'acacia-uploads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const part = (text: string) => ({
  offset: 0,
  hash: createHash('sha256').update(text).digest('hex'),
  content: Readable.from([Buffer.from(text)]),
});

it('stores a part whole where the disk takes less of it at a time', async () => {
  const folder = await aFolder();
  const handle = await open(join(folder, 'other'), 'w');
  const prototype = Object.getPrototypeOf(handle) as Record<'write', FileHandle['write']>;
  const { write } = prototype;
  await handle.close();
  const short = vi.spyOn(prototype, 'write').mockImplementation(function (
    this: FileHandle,
    ...[buffer, offset, length, position]: unknown[]
  ) {
    const given = [buffer, offset, Math.min(2, Number(length)), position];
    return Reflect.apply(write, this, given) as ReturnType<FileHandle['write']>;
  });
  onTestFinished(() => short.mockRestore());
  const uploads = openDataUploads(folder, 100);
  expect(await uploads.add('u', part('seven b'))).toBe(7);
  await uploads.finish('u', join(folder, 'whole.csv'), 7);
  expect(await readFile(join(folder, 'whole.csv'), 'utf8')).toBe('seven b');
});

it('clears a number whose upload became a file as the server was killed', async () => {
  const folder = await aFolder();
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await writeFile(join(folder, '.upload-gone.received'), '7');
  await utimes(join(folder, '.upload-gone.received'), old, old);
  await openDataUploads(folder, 100).add('u', part('a'));
  expect((await readdir(folder)).sort()).toEqual(['.upload-u', '.upload-u.received']);
});
