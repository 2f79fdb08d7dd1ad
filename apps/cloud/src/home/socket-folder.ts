/**
 * The folder for a data folder's Unix sockets: one within the data folder, or, where that path is too long for a
 * socket, one in the system's temporary folder that a note in the data folder names.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Longest path of a Unix socket in bytes: 104 on macOS and 108 on Linux, including the terminating zero. */
export const MAX_SOCKET_PATH = 103;

export const fitsSocket = (file: string): boolean => Buffer.byteLength(file) <= MAX_SOCKET_PATH;

const PREFIX = path.join(tmpdir(), 'acacia-');

/** The folder that a note names; undefined when there is no note, or one that Acacia has not written. */
function noted(note: string): string | undefined {
  if (!existsSync(note)) return undefined;
  const folder = readFileSync(note, 'utf8');
  return folder.startsWith(PREFIX) ? folder : undefined;
}

/**
 * The folder for sockets, accessible only to this account. Removes a temporary folder of an earlier process.
 * @param folder an existing folder within the data folder
 * @param longest the longest name of a socket in it
 * @param note file that names the temporary folder, where sockets are there instead
 */
export function makeSocketFolder(folder: string, longest: string, note: string): string {
  releaseSocketFolder(note);
  if (fitsSocket(path.join(folder, longest))) return folder;
  const elsewhere = mkdtempSync(PREFIX);
  writeFileSync(note, elsewhere, { mode: 0o600 });
  return elsewhere;
}

/** The folder that `makeSocketFolder` returned in another process; undefined when there is none. */
export function findSocketFolder(folder: string, longest: string, note: string): string | undefined {
  return fitsSocket(path.join(folder, longest)) ? folder : noted(note);
}

/** Removes the temporary folder that the note names, if there is one, and the note. */
export function releaseSocketFolder(note: string): void {
  const elsewhere = noted(note);
  if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(note, { force: true });
}
