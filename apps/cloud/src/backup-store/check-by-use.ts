/** Checks that a store can be used: writes, reads and deletes a file. */
import { messageOf } from '@acacia/base';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StoreFault } from './store-fault.ts';
import type { BackupStore } from './store.ts';
import { startError } from '../errors/start.ts';

/** Always the same, so that the next check removes files that an interrupted one left. */
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
  } catch (thrown) {
    // Only for the operator's terminal and log, so that the store's own message may be shown.
    const error = thrown instanceof StoreFault ? thrown.cause : thrown;
    const why = messageOf(error);
    throw startError('backupsUnusable', { place: store.place, why }).causedBy(thrown);
  }
}
