/**
 * Decides whether a file of the machine may be read, for all of the engine: by the real path of the opened file,
 * whatever text, pattern or link led to it.
 */
import { engineError } from '../errors/catalogue.ts';
import { closeSync, constants, fstatSync, openSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EngineError } from '../errors.ts';
import { shownPath } from './path-text.ts';

/** Folders whose files may be read. */
export interface Readable {
  readonly folders: readonly string[];
  /** Present: files elsewhere on the machine too, but nothing else of this folder. */
  readonly butNotIn?: string;
}

/** A regular file that was opened to be read; whoever has it closes it. */
interface OpenFile {
  readonly descriptor: number;
  /** Its real path: absolute, without links. */
  readonly path: string;
  readonly bytes: number;
  readonly device: bigint;
  readonly inode: bigint;
}

/** Where files are no files: reading them asks the kernel or a device. */
const NO_FILES = ['/proc', '/sys', '/dev'];

export const isWithin = (folder: string, place: string): boolean =>
  place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

/** Whether files at an absolute path without links may be read. Real folders are compared: links to them are fine. */
function mayRead(readable: Readable, real: string): boolean {
  if (readable.folders.some((folder) => isWithin(realOr(folder), real))) return true;
  const { butNotIn } = readable;
  return butNotIn !== undefined && ![...NO_FILES, realOr(butNotIn)].some((folder) => isWithin(folder, real));
}

/** The real path of an existing file or folder; else the path as it is. */
export const realOr = (place: string): string => whereThere(() => realpathSync(place)) ?? place;

/** Whether a path may be searched: of an existing file the real path counts, of a pattern its text. */
export const mayName = (readable: Readable, place: string): boolean =>
  mayRead(readable, realOr(path.normalize(place)));

/** @param written the path as the person wrote it */
export const refusal = (written: string, readable: Readable): EngineError =>
  engineError(readable.butNotIn === undefined ? 'fileOutsideUploads' : 'fileOfSystem', {
    path: shownPath(written),
  });

export const missing = (written: string): EngineError =>
  engineError('fileMissing', { path: shownPath(written) });

/** System errors for a path at which nothing can be read. */
const NOT_THERE = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENXIO',
  'EISDIR',
  'ENAMETOOLONG',
  // Node's permissions.
  'ERR_ACCESS_DENIED',
]);

/** Undefined: no file can be opened there. */
function whereThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (cause) {
    if (NOT_THERE.has((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw cause;
  }
}

/**
 * Opens a file. The check is made on the opened file: a link that is changed in the meantime leads to a refusal.
 * @throws EngineError when the file may not be read, is no regular file, or does not exist
 */
export function openReadable(place: string, written: string, readable: Readable): OpenFile {
  const real = whereThere(() => realpathSync(place));
  if (real === undefined) throw missing(written);
  if (!mayRead(readable, real)) throw refusal(written, readable);
  // A pipe that nobody writes to would be waited for; a device may do anything when it is opened.
  const before = whereThere(() => statSync(real, { bigint: true }));
  if (before === undefined) throw missing(written);
  if (!before.isFile()) throw refusal(written, readable);
  const descriptor = whereThere(() =>
    openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW),
  );
  if (descriptor === undefined) throw missing(written);
  try {
    const opened = fstatSync(descriptor, { bigint: true });
    // A folder of the path may have become a link since: the path must still be real, and lead to the open file.
    const now = whereThere(() => realpathSync(real));
    const there = whereThere(() => statSync(real, { bigint: true }));
    const same = there !== undefined && there.dev === opened.dev && there.ino === opened.ino;
    if (!opened.isFile() || now !== real || !same) throw refusal(written, readable);
    return { descriptor, path: real, bytes: Number(opened.size), device: opened.dev, inode: opened.ino };
  } catch (cause) {
    closeSync(descriptor);
    throw cause;
  }
}

/** Does something with an opened file, and closes it. */
export async function withReadable<T>(
  place: string,
  written: string,
  readable: Readable,
  work: (file: OpenFile) => Promise<T> | T,
): Promise<T> {
  const file = openReadable(place, written, readable);
  try {
    return await work(file);
  } finally {
    closeSync(file.descriptor);
  }
}
