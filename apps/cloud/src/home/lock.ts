/** Locks the data folder for one Acacia: a second one is refused, and the lock of a killed one does not count. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { takeLock } from '@acacia/durable-files/lock-file';

/**
 * Makes the folder and locks it for this process.
 * @returns a function that releases the lock
 * @throws Error with a sentence for people when another live process holds the lock
 */
export function lockHome(home: string): () => void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const lock = takeLock(path.join(home, 'acacia.lock'));
  if ('holder' in lock) {
    throw new Error(
      `Acacia is running already with the data folder ${home} (process ${lock.holder}). Stop that one, or set ACACIA_HOME to another folder.`,
    );
  }
  return () => lock.release();
}
