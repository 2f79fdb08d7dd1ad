/** Finds out whether a store can be used, by using it. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BackupStore } from './store.ts';

/** Always the same: what a check leaves that was cut off, the next one removes. */
const FOLDER = 'check';

export async function checkByUse(
  store: Pick<BackupStore, 'place' | 'put' | 'get' | 'deleteFolder'>,
): Promise<void> {
  const said = 'Acacia can use this store.';
  try {
    await store.put(`${FOLDER}/check`, Readable.from([Buffer.from(said)]), said.length);
    const read = await text(await store.get(`${FOLDER}/check`));
    if (read !== said) throw new Error('what was written was read as something else');
    await store.deleteFolder(FOLDER);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The store of backups ${store.place} (ACACIA_BACKUPS) cannot be used: ${why}.`, {
      cause: error,
    });
  }
}
