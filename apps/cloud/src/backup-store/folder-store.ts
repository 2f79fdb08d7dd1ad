/** The store of backups in a folder of this machine, or of a mounted volume. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder, moveDurably } from '@acacia/durable-files';
import { checkByUse } from './check-by-use.ts';
import { isDiskFull } from '../errors/disk-full.ts';
import { measured } from './measured.ts';
import { checkedKey, MissingFile, type BackupStore, type StoredFile } from './store.ts';

/** Prefix of files that are not complete yet. */
const PARTIAL = '.partial-';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export function folderStore(root: string): BackupStore {
  const placeOf = (key: string): string => path.join(root, ...checkedKey(key).split('/'));

  const store: BackupStore = {
    place: root,
    check: () => checkByUse(store),
    async put(key, content) {
      const place = placeOf(key);
      const folder = path.dirname(place);
      await makeFolder(folder);
      const partial = path.join(folder, `${PARTIAL}${randomUUID()}`);
      const passing = measured();
      try {
        await pipeline(
          content,
          passing.stream,
          createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
        );
        await moveDurably(partial, place);
      } catch (error) {
        await rm(partial, { force: true });
        throw isDiskFull(error)
          ? new Error('The disk of the store of backups is full. Free some space and try again.', {
              cause: error,
            })
          : error;
      }
      return { key, ...passing.result() };
    },
    async get(key) {
      try {
        const file = await open(placeOf(key), 'r');
        return file.createReadStream();
      } catch (error) {
        throw isMissing(error) ? new MissingFile(key, root) : error;
      }
    },
    async list(folder) {
      const top = placeOf(folder);
      const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(PARTIAL));
      return Promise.all(
        files.map(async (entry): Promise<StoredFile> => {
          const place = path.join(entry.parentPath, entry.name);
          const key = path.relative(root, place).split(path.sep).join('/');
          return { key, sizeBytes: (await stat(place)).size };
        }),
      );
    },
    deleteFolder: (folder) => rm(placeOf(folder), { recursive: true, force: true }),
  };
  return store;
}
