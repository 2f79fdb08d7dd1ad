import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDocuments } from './documents.ts';
import { openKeptFiles } from './kept-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acacia-documents-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('changes no document beyond the limit of a body, and goes on after that', async () => {
  const documents = openDocuments(openKeptFiles(folder, false), () => 2 ** 10);
  const put = (name: string, length: number) =>
    documents.update('loading-job-info', 'g', (stored) => ({ ...stored, [name]: 'x'.repeat(length) }));
  await put('a', 900);
  await expect(put('b', 200)).rejects.toMatchObject({ status: 413 });
  expect(await documents.read('loading-job-info', 'g')).toEqual({ a: 'x'.repeat(900) });
  await put('a', 1);
  await put('b', 200);
  expect(await documents.read('loading-job-info', 'g')).toEqual({ a: 'x', b: 'x'.repeat(200) });
});
