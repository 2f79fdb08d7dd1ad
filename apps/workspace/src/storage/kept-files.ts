/**
 * The small files that the workspace keeps beside the store, below `server/` of the data folder. A read-only workspace
 * leaves its folder unchanged and keeps changes in memory.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseJson } from '@acacia/base';
import { readIfThere, removeDurably, writeDurably } from '@acacia/durable-files';
import { engineError, type EngineError } from '@acacia/engine';
import type { z } from 'zod';

export interface KeptFiles {
  /** The content, or undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file whole; changes are made one after the other. */
  write(name: string, content: string): Promise<void>;
  /** Removes a file; true if it existed. */
  remove(name: string): Promise<boolean>;
  /** Copies all of them into another data folder, as they are between two changes. */
  copyTo(dataDir: string): Promise<void>;
}

const FOLDER = 'server';

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Parses a file's content. @throws EngineError with a sentence for people when it is damaged */
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
    return parseJson(text);
  } catch (cause) {
    throw damaged(name, 'it is no JSON', cause);
  }
}

const damaged = (name: string, why: string, cause?: unknown): EngineError =>
  engineError('keptFileDamaged', { file: `${FOLDER}/${name}`, why }).causedBy(cause);

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
        const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
        // Copies one by one: `cp` also reads every folder above, which a workspace's permissions forbid.
        for (const entry of entries) {
          const from = join(entry.parentPath, entry.name);
          const to = join(other, FOLDER, relative(folder, from));
          if (entry.isDirectory()) await mkdir(to, { recursive: true, mode: 0o700 });
          // Temporary files of a write that was killed are not copied.
          else if (entry.isFile() && !/^\..*\.tmp$/.test(entry.name)) {
            await mkdir(dirname(to), { recursive: true, mode: 0o700 });
            await copyFile(from, to, constants.COPYFILE_FICLONE);
          }
        }
      }),
  };
}
