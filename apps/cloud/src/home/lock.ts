/** Locks the data folder for one Acacia: a second one is refused, and the lock of a killed one does not count. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { startOf } from './process-identity.ts';

const Holder = z.object({ pid: z.number(), start: z.string() });

const lockFile = (home: string): string => path.join(home, 'acacia.lock');

function holderOf(file: string): z.infer<typeof Holder> | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Missing, or cut off while it was written: no process holds it.
    return undefined;
  }
}

/**
 * Makes the folder and locks it for this process.
 * @returns a function that releases the lock
 * @throws Error with a sentence for people when another live process holds the lock
 */
export function lockHome(home: string): () => void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = lockFile(home);
  for (;;) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, JSON.stringify({ pid: process.pid, start: startOf(process.pid) ?? '' }));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = holderOf(file);
    if (holder !== undefined && startOf(holder.pid) === holder.start) {
      throw new Error(
        `Acacia is running already with the data folder ${home} (process ${holder.pid}). Stop that one, or set ACACIA_HOME to another folder.`,
      );
    }
    rmSync(file, { force: true });
  }
}
