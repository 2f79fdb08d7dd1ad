/** Files that people upload to load from: one flat folder of the data folder. */
import { randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder, moveDurably, removeDurably } from '@acacia/durable-files';
import { DATA_FILE_NAME, INVALID_DATA_FILE_NAME, type DataFile } from '@acacia/contract';
import { problem } from '../errors/problem.ts';
import { openDataUploads, tooLarge, type DataUploads } from './data-uploads.ts';

/** Names of files that are not whole: hidden, and removed at the next start. */
const PARTIAL = '.partial-';

export interface DataFiles {
  readonly folder: string;
  /** Files that arrive in parts. */
  readonly uploads: DataUploads;
  /** Makes a whole upload a file; one of the same name is replaced. */
  finish(id: string, name: string, size: number): Promise<DataFile>;
  list(): Promise<DataFile[]>;
  /** Stores a file from a stream; one of the same name is replaced when the new one is complete. */
  receive(name: string, content: Readable, announcedBytes?: number): Promise<DataFile>;
  /** Stores data in a file that lists do not show; `remove` deletes it. */
  receiveTemporary(
    content: Readable,
    limitBytes: number,
  ): Promise<{ path: string; remove: () => Promise<void> }>;
  /** Removes a file; true if it existed. */
  remove(name: string): Promise<boolean>;
}

/** Bytes that the name of a file may have: letters of some scripts take several. */
const LONGEST_NAME = 255;

function checkName(name: string): void {
  if (!DATA_FILE_NAME.test(name) || Buffer.byteLength(name) > LONGEST_NAME)
    throw problem('fileName', { name: name.slice(0, 200), why: INVALID_DATA_FILE_NAME });
}

function limited(limitBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limitBytes) done(tooLarge(limitBytes));
      else done(null, chunk);
    },
  });
}

/**
 * As a pipeline, but after a failure the rest of the source is read and dropped: unread bytes would block the next
 * request on the connection.
 */
async function pour(source: Readable, through: Transform, into: Writable): Promise<void> {
  const broken = (error?: Error): void => {
    if (!source.readableEnded) through.destroy(error ?? new Error('The sender broke off.'));
  };
  source.once('error', broken).once('close', broken).pipe(through);
  try {
    await pipeline(through, into);
  } catch (error) {
    source.unpipe(through).resume();
    throw error;
  }
}

interface DataFilesOptions {
  readonly limitBytes: number;
  /** The folder is left as it is. */
  readonly readOnly: boolean;
}

export async function openDataFiles(
  dataDir: string,
  { limitBytes, readOnly }: DataFilesOptions,
): Promise<DataFiles> {
  const folder = join(dataDir, 'uploads');
  const names = async (): Promise<string[]> => {
    try {
      return await readdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  };
  if (!readOnly) {
    await makeFolder(folder);
    for (const name of await names()) {
      if (name.startsWith(PARTIAL)) await rm(join(folder, name), { force: true });
    }
  }

  const describe = async (name: string): Promise<DataFile> => {
    const { size, mtime } = await stat(join(folder, name));
    return { name, size, modifiedAt: mtime.toISOString(), path: name };
  };

  const receivePartial = async (content: Readable, limit: number): Promise<string> => {
    const path = join(folder, `${PARTIAL}${randomUUID()}`);
    try {
      const file = await open(path, 'wx', 0o600);
      await pour(content, limited(limit), file.createWriteStream({ flush: true }));
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  };

  const uploads = openDataUploads(folder, limitBytes);
  return {
    folder,
    uploads,
    async finish(id, name, size) {
      checkName(name);
      await uploads.finish(id, join(folder, name), size);
      return describe(name);
    },
    async list() {
      const shown = (await names()).filter((name) => !name.startsWith('.')).sort();
      return Promise.all(shown.map(describe));
    },
    async receive(name, content, announcedBytes = 0) {
      checkName(name);
      if (announcedBytes > limitBytes) throw tooLarge(limitBytes);
      const partial = await receivePartial(content, limitBytes);
      await moveDurably(partial, join(folder, name));
      return describe(name);
    },
    async receiveTemporary(content, limit) {
      const path = await receivePartial(content, limit);
      return { path, remove: () => rm(path, { force: true }) };
    },
    async remove(name) {
      checkName(name);
      if (!(await names()).includes(name)) return false;
      await removeDurably(join(folder, name));
      return true;
    },
  };
}
