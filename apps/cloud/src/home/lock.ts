/** Locks the data folder for one Acacia: a second one is refused, and the lock of a killed one does not count. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { takeLock } from '@acacia/durable-files/lock-file';
import { startError } from '../errors/start.ts';
import { tellable } from '../errors/tellable.ts';

/**
 * Makes the folder and locks it for this process.
 * @returns a function that releases the lock
 * @throws StartError when another live process holds the lock, or the folder cannot be made or written
 */
export function lockHome(home: string): () => void {
  const lock = lockOf(home);
  if ('holder' in lock) throw startError('runningAlready', { home, process: lock.holder });
  return () => lock.release();
}

function lockOf(home: string): ReturnType<typeof takeLock> {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    return takeLock(path.join(home, 'acacia.lock'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw startError('homeUnusable', { home, why: tellable(error) }).causedBy(error);
  }
}
