/**
 * Backups of folders without workspaces, for tests that need none: the content of the files takes the place of the
 * data.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InternalChecksums } from '@acacia/contract';
import { folderStore } from '../../../backup-store/folder-store.ts';
import type { BackupStore } from '../../../backup-store/store.ts';
import { createLocalBackups } from '../backups.ts';
import { filesBelow } from '../backups/transfer.ts';

/** One type for each file, with its bytes as rows. */
async function checksumsOf(folder: string): Promise<InternalChecksums> {
  const types = (await filesBelow(folder)).map(async (path) => {
    const bytes = await readFile(join(folder, path));
    const checksum = createHash('sha256').update(bytes).digest('hex');
    return { graph: null, kind: 'vertex' as const, type: path, count: bytes.length, checksum };
  });
  return { catalog: 'catalog', types: await Promise.all(types) };
}

/** Databases are in `<home>/databases`, backups in `<home>/backups` unless they have another store. */
export function folderBackups(home: string, store: BackupStore = folderStore(join(home, 'backups'))) {
  const paths = { database: (id: string) => join(home, 'databases', id) };
  return createLocalBackups({
    store,
    version: 'test',
    scratch: join(home, 'scratch'),
    paths,
    async copyDatabase({ databaseId }, folder) {
      await mkdir(paths.database(databaseId), { recursive: true });
      await cp(paths.database(databaseId), folder, {
        recursive: true,
        filter: (source) => !source.endsWith('/uploads'),
      });
    },
    whileClosed: (_databaseId, work) => work(),
    withScratchWorkspace: (folder, _options, work) =>
      work(async () => JSON.stringify(await checksumsOf(folder))),
  });
}
