/**
 * The small files that the workspace keeps beside the store, below `server/` of the data folder. A
 * workspace that is read-only leaves its folder as it is: what changes is kept in memory then.
 */
import { constants } from 'node:fs';
import { cp, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readIfThere, removeDurably, writeDurably } from '@acacia/durable-files';
import { EngineError } from '@acacia/engine';
import type { z } from 'zod';

export interface KeptFiles {
  /** The content, or undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file whole; changes are made one after the other. */
  write(name: string, content: string): Promise<void>;
  /** Whether there was one. */
  remove(name: string): Promise<boolean>;
  /** Copies all of them into another data folder, as they are between two changes. */
  copyTo(dataDir: string): Promise<void>;
}

const FOLDER = 'server';

/** What a file holds. Throws a sentence for people when it is damaged. */
export function parseKept<T>(name: string, text: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(jsonOf(name, text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
  throw damaged(name, `its content is not what Acacia writes${where}`);
}

/** As `parseKept`, for JSON of any form. */
export function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(name, 'it is no JSON', cause);
  }
}

const damaged = (name: string, why: string, cause?: unknown): EngineError =>
  new EngineError(
    'STORE-DAMAGED',
    `The file ${FOLDER}/${name} of the data folder is damaged: ${why}. Nothing was changed. Put the file back from a copy, or restore a backup.`,
    { cause },
  );

export function openKeptFiles(dataDir: string, readOnly: boolean): KeptFiles {
  const place = (name: string): string => join(dataDir, FOLDER, name);
  /** Contents that hide those of the folder; null: removed. */
  const inMemory = new Map<string, string | null>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const read = async (name: string): Promise<string | undefined> => {
    const hidden = inMemory.get(name);
    return hidden === undefined ? readIfThere(place(name)) : (hidden ?? undefined);
  };

  return {
    read,
    write: (name, content) =>
      inTurn(async () => {
        if (readOnly) inMemory.set(name, content);
        else await writeDurably(place(name), content);
      }),
    remove: (name) =>
      inTurn(async () => {
        if ((await read(name)) === undefined) return false;
        if (readOnly) inMemory.set(name, null);
        else await removeDurably(place(name));
        return true;
      }),
    copyTo: (other) =>
      inTurn(async () => {
        const folder = join(dataDir, FOLDER);
        const there = await stat(folder).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined;
          throw error;
        });
        if (there === undefined) return;
        await cp(folder, join(other, FOLDER), {
          recursive: true,
          mode: constants.COPYFILE_FICLONE,
          // What a write left that was killed.
          filter: (source) => !/^\..*\.tmp$/.test(basename(source)),
        });
      }),
  };
}
