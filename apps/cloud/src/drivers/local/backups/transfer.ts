/** Transfers files of a database into the store of backups and back: compresses, counts and hashes them. */
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

/** A file in the store is missing or differs from the one that was stored; the message names the file. */
class DamagedFile extends Error {}

/** Paths of all files below a folder, sorted, with slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Roughly the largest result of zstd for an input of so many bytes: incompressible content grows a little. */
const compressedAtMost = (bytes: number): number => bytes + Math.ceil(bytes / 128) + 1024;

/**
 * Compresses a file into the store.
 * @param folder the folder of the data, to which `path` is relative
 * @param into the backup's folder in the store
 * @param name the file's name there
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
  // A failed put makes the reading fail too, with a less precise error.
  if (put.status === 'rejected') throw put.reason;
  if (read.status === 'rejected') throw read.reason;
  const { sizeBytes, sha256 } = put.value;
  return { path, mode: mode & 0o777, ...original.result(), stored: { name, sizeBytes, sha256 } };
}

/**
 * Fetches a file durably to the disk, and compares it with the manifest on the way.
 * @throws DamagedFile when it is missing in the store or differs from the manifest
 * @throws Error when the disk is full
 */
export async function fetchFile(
  store: BackupStore,
  file: BackupFile,
  { from, folder }: { readonly from: string; readonly folder: string },
): Promise<void> {
  const place = join(folder, ...file.path.split('/'));
  await mkdir(dirname(place), { recursive: true });
  const content = await store.get(`${from}/${file.stored.name}`).catch((error: unknown) => {
    if (!(error instanceof MissingFile)) throw error;
    const text = `The file ${file.path} of the backup is not in the store of backups.`;
    throw new DamagedFile(text, { cause: error });
  });
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

/** Whether the decompressor failed. */
function isCorrupt(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && /^(ZSTD_|Z_)/.test(code);
}

export const isDamage = (error: unknown): error is Error => error instanceof DamagedFile;
