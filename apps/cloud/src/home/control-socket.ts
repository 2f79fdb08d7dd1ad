/**
 * The control socket, by which the command line reaches the running server on this machine. It is a Unix socket in the
 * closed folder `run` of the data folder (a named pipe on Windows): only this account can connect, and no file holds a
 * key that would let others.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findSocketFolder, makeSocketFolder, releaseSocketFolder } from './socket-folder.ts';

export const TOKEN_PATH = '/token';
/** Restore drills: the list of backups, and the verification of one. */
export const BACKUPS_PATH = '/backups';
export const PROOF_PATH = '/backups/proof';

/** Verification of the audit log. */
export const AUDIT_PATH = '/audit';

const NAME = 'control.sock';

const runOf = (home: string): string => path.join(home, 'run');
const noteOf = (home: string): string => path.join(runOf(home), 'control-folder');

/** The named pipe of a data folder: pipes have no folders, so the name has a hash of the data folder's path. */
const pipeOf = (home: string): string =>
  `\\\\.\\pipe\\acacia-${createHash('sha256').update(home).digest('hex').slice(0, 32)}`;

/** Path of the control socket of a data folder; undefined when no server can be listening. */
export function findControlSocket(home: string): string | undefined {
  if (process.platform === 'win32') return pipeOf(home);
  const folder = findSocketFolder(runOf(home), NAME, noteOf(home));
  return folder === undefined ? undefined : path.join(folder, NAME);
}

interface ControlSocket {
  readonly path: string;
  /** Makes the socket accessible only to this account; must be called as soon as the server listens. */
  readonly restrict: () => void;
}

/**
 * Prepares the path of the socket, in a data folder that this process has locked. Removes the key file of earlier
 * versions.
 */
export function makeControlSocket(home: string): ControlSocket {
  rmSync(path.join(home, 'control.json'), { force: true });
  if (process.platform === 'win32') return { path: pipeOf(home), restrict: () => undefined };
  const run = runOf(home);
  mkdirSync(run, { recursive: true, mode: 0o700 });
  chmodSync(run, 0o700);
  const file = path.join(makeSocketFolder(run, NAME, noteOf(home)), NAME);
  rmSync(file, { force: true });
  return { path: file, restrict: () => chmodSync(file, 0o600) };
}

/** Removes the socket when the server has stopped listening. */
export function removeControlSocket(home: string): void {
  if (process.platform === 'win32') return;
  rmSync(path.join(runOf(home), NAME), { force: true });
  releaseSocketFolder(noteOf(home));
}
