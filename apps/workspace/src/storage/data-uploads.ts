/**
 * Files that arrive in parts: each part is verified by its hash, and a sender goes on after the last one that is whole,
 * also after this process was killed.
 */
import { createHash } from 'node:crypto';
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { moveDurably, readIfThere, writeDurably } from '@acacia/durable-files';
import { problem, type Problem } from '../errors/problem.ts';

/** Hidden, and kept over a restart; beside each stands the number of its verified bytes. */
const UPLOAD = '.upload-';
const RECEIVED = '.received';
/** Uploads under way at one time: what others left is removed after a day. */
const MOST_UPLOADS = 32;
const KEPT_MS = 24 * 60 * 60 * 1000;

const gigabytes = (bytes: number): string =>
  bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`;

export const tooLarge = (limitBytes: number): Problem =>
  problem('fileTooLarge', { most: gigabytes(limitBytes) });

export interface DataUploads {
  /** Verified bytes of an upload; 0 of one that has not begun. */
  received(id: string): Promise<number>;
  /** Adds a part at its offset. @throws Problem when it does not follow what is there, or is not what its hash says */
  add(id: string, part: Part): Promise<number>;
  /** Makes the upload the file at `path`. @throws Problem when it has not as many bytes */
  finish(id: string, path: string, size: number): Promise<void>;
  /** Removes an upload; nothing where there is none. */
  drop(id: string): Promise<void>;
}

interface Part {
  readonly offset: number;
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string;
  readonly content: Readable;
}

/** Unread bytes of a part that is refused would block the next request on the connection. */
async function drained<T>(content: Readable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    content.resume();
    throw error;
  }
}

/** One write may take less than it is given, as on a disk that is nearly full. */
async function writeWhole(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

/** Milliseconds; of a file that went meanwhile, now. */
async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Date.now();
    throw error;
  }
}

export function openDataUploads(folder: string, limitBytes: number): DataUploads {
  const busy = new Set<string>();
  const fileOf = (id: string): string => join(folder, `${UPLOAD}${id}`);

  const received = async (id: string): Promise<number> =>
    Number((await readIfThere(`${fileOf(id)}${RECEIVED}`)) ?? 0);
  const drop = async (id: string): Promise<void> => {
    for (const file of [fileOf(id), `${fileOf(id)}${RECEIVED}`]) await rm(file, { force: true });
  };
  /** Removes uploads that nobody went on with. @throws Problem when too many are under way */
  const makeRoom = async (): Promise<void> => {
    let underWay = 0;
    for (const name of await readdir(folder)) {
      if (!name.startsWith(UPLOAD)) continue;
      // After a kill in `finish` the number is left alone.
      const isNumber = name.endsWith(RECEIVED);
      const id = name.slice(UPLOAD.length, isNumber ? -RECEIVED.length : undefined);
      const mtimeMs = await modifiedAt(join(folder, name));
      if (mtimeMs < Date.now() - KEPT_MS && !busy.has(id)) await drop(id);
      else if (!isNumber) underWay += 1;
    }
    if (underWay >= MOST_UPLOADS) throw problem('uploadsTooMany', { most: String(MOST_UPLOADS) });
  };
  /** One part of an upload at a time. */
  const alone = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    if (busy.has(id)) throw problem('uploadBusy', { id });
    busy.add(id);
    try {
      return await work();
    } finally {
      busy.delete(id);
    }
  };

  return {
    received,
    add: (id, { offset, hash, content }) =>
      drained(content, () =>
        alone(id, async () => {
          const before = await received(id);
          if (offset !== before)
            throw problem('uploadOffset', { expected: String(before), given: String(offset) });
          if (before === 0) await makeRoom();
          const file = await open(fileOf(id), before === 0 ? 'w' : 'r+', 0o600);
          try {
            // Bytes that a cut connection left behind the verified ones are written over.
            await file.truncate(before);
            const digest = createHash('sha256');
            let end = before;
            for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
              end += chunk.length;
              if (end > limitBytes) throw tooLarge(limitBytes);
              digest.update(chunk);
              await writeWhole(file, chunk, end - chunk.length);
            }
            if (digest.digest('hex') !== hash.toLowerCase())
              throw problem('uploadHash', { offset: String(offset) });
            await file.datasync();
            await writeDurably(`${fileOf(id)}${RECEIVED}`, String(end));
            return end;
          } finally {
            await file.close();
          }
        }),
      ),
    finish: (id, path, size) =>
      alone(id, async () => {
        const bytes = await received(id);
        if (bytes !== size)
          throw problem('uploadUnfinished', { received: String(bytes), size: String(size) });
        // A cut part may stand behind the last verified one.
        const file = await open(fileOf(id), 'r+');
        try {
          await file.truncate(size);
          await file.datasync();
        } finally {
          await file.close();
        }
        await moveDurably(fileOf(id), path);
        await drop(id);
      }),
    drop: (id) => alone(id, () => drop(id)),
  };
}
