/**
 * Where Unix sockets of a data folder are: in its own folder for them, or, where that path is too long for a
 * socket, in a folder of the system's temporary one that a note in the data folder names.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Bytes that a Unix socket's path may have: 104 on macOS, 108 on Linux, the closing zero included. */
export const MAX_SOCKET_PATH = 103;

export const fitsSocket = (file: string): boolean => Buffer.byteLength(file) <= MAX_SOCKET_PATH;

const PREFIX = path.join(tmpdir(), 'acacia-');

/** @returns the folder that a note names; undefined when there is no note, or one that we did not write */
function noted(note: string): string | undefined {
  if (!existsSync(note)) return undefined;
  const folder = readFileSync(note, 'utf8');
  return folder.startsWith(PREFIX) ? folder : undefined;
}

/**
 * The folder to make sockets in, for this account alone. What an earlier process made elsewhere is removed.
 * @param folder of the data folder, which is there
 * @param longest name of a socket in it
 * @param note file of the data folder that says where sockets are instead
 */
export function makeSocketFolder(folder: string, longest: string, note: string): string {
  releaseSocketFolder(note);
  if (fitsSocket(path.join(folder, longest))) return folder;
  const elsewhere = mkdtempSync(PREFIX);
  writeFileSync(note, elsewhere, { mode: 0o600 });
  return elsewhere;
}

/** Where `makeSocketFolder` of another process put them; undefined when it put none. */
export function findSocketFolder(folder: string, longest: string, note: string): string | undefined {
  return fitsSocket(path.join(folder, longest)) ? folder : noted(note);
}

/** Removes the folder outside of the data folder, if there is one. */
export function releaseSocketFolder(note: string): void {
  const elsewhere = noted(note);
  if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(note, { force: true });
}
