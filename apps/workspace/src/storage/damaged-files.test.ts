import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSettings } from '../settings/settings.ts';
import { openDocuments } from './documents.ts';
import { openKeptFiles, type KeptFiles } from './kept-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acacia-damaged-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const READERS: Readonly<Record<string, (kept: KeptFiles) => Promise<unknown>>> = {
  'settings.json': openSettings,
  'documents/drafts/global.json': (kept) => openDocuments(kept, () => Infinity).read('drafts', null),
};

it.each([
  ['settings.json', '{"a":', 'it is no JSON'],
  ['settings.json', '7', 'its content is not what Acacia writes'],
  ['documents/drafts/global.json', '{"a":', 'it is no JSON'],
])('tells of %s that holds %j, and leaves it as it is', async (name, content, why) => {
  const file = join(folder, 'server', name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  await expect(READERS[name]?.(openKeptFiles(folder, false))).rejects.toMatchObject({
    code: 'STORE-DAMAGED',
    message: `The file server/${name} of the data folder is damaged: ${why}. Nothing was changed. Put the file back from a copy, or restore a backup.`,
  });
  expect(await readFile(file, 'utf8')).toBe(content);
});
