/** Files of a database on their way into the store of backups and back: compressed, counted, hashed. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { isDiskFull } from '../../../errors/disk-full.ts';
import { measured } from '../../../backup-store/measured.ts';
import { MissingFile, type BackupStore } from '../../../backup-store/store.ts';
import type { BackupFile } from './manifest.ts';

const DISK_FULL = 'The disk is full: the backup could not be fetched. Free some space and try again.';

/** What the store gives is not what was put into it; the message says of which file. */
class DamagedFile extends Error {}

/** Paths of all files below a folder, sorted, with slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Largest that zstd makes of so many bytes, roughly: content that cannot be compressed grows a little. */
const compressedAtMost = (bytes: number): number => bytes + Math.ceil(bytes / 128) + 1024;

/**
 * @param folder of the data
 * @param into the backup's folder in the store
 * @param name that the file gets there
 */
export async function putFile(
  store: BackupStore,
  {
    folder,
    path,
    into,
    name,
  }: { readonly folder: string; readonly path: string; readonly into: string; readonly name: string },
): Promise<BackupFile> {
  const place = join(folder, ...path.split('/'));
  const { size, mode } = await stat(place);
  const original = measured();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const [put, read] = await Promise.allSettled([
    store.put(`${into}/${name}`, compress, compressedAtMost(size)),
    pipeline(createReadStream(place), original.stream, compress),
  ]);
  // A failed put ends the reading with an error that says less.
  if (put.status === 'rejected') throw put.reason;
  if (read.status === 'rejected') throw read.reason;
  const { sizeBytes, sha256 } = put.value;
  return { path, mode: mode & 0o777, ...original.result(), stored: { name, sizeBytes, sha256 } };
}

/**
 * Brings a file back to the disk for good, and compares it with the manifest on the way.
 * @throws DamagedFile, MissingFile
 */
export async function fetchFile(
  store: BackupStore,
  file: BackupFile,
  { from, folder }: { readonly from: string; readonly folder: string },
): Promise<void> {
  const place = join(folder, ...file.path.split('/'));
  await mkdir(dirname(place), { recursive: true });
  const content = await store.get(`${from}/${file.stored.name}`);
  const stored = measured();
  const original = measured();
  try {
    await pipeline(
      content,
      stored.stream,
      createZstdDecompress(),
      original.stream,
      createWriteStream(place, { mode: file.mode, flush: true }),
    );
  } catch (error) {
    if (isDiskFull(error)) throw new Error(DISK_FULL, { cause: error });
    if (!isCorrupt(error)) throw error;
    throw new DamagedFile(`The file ${file.path} is damaged in the store: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  const asStored = stored.result();
  if (asStored.sha256 !== file.stored.sha256 || asStored.sizeBytes !== file.stored.sizeBytes) {
    throw new DamagedFile(
      `The file ${file.path} is damaged in the store: its sha256 is ${asStored.sha256}, not ${file.stored.sha256}.`,
    );
  }
  const { sha256 } = original.result();
  if (sha256 !== file.sha256) {
    throw new DamagedFile(`The file ${file.path} has the sha256 ${sha256}, not ${file.sha256}.`);
  }
}

/** Whether the decompressor could make nothing of it. */
function isCorrupt(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && /^(ZSTD_|Z_)/.test(code);
}

export const isDamage = (error: unknown): error is Error =>
  error instanceof DamagedFile || error instanceof MissingFile;
