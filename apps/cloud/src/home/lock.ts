/** Locks the data folder for one Acacia: a second one is refused, and the lock of a killed one does not count. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { takeLock } from '@acacia/durable-files/lock-file';
import { startError } from '../errors/start.ts';

/**
 * Makes the folder and locks it for this process.
 * @returns a function that releases the lock
 * @throws StartError when another live process holds the lock
 */
export function lockHome(home: string): () => void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const lock = takeLock(path.join(home, 'acacia.lock'));
  if ('holder' in lock) throw startError('runningAlready', { home, process: lock.holder });
  return () => lock.release();
}
