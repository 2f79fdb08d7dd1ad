/**
 * The control socket: how this machine's own command line reaches the running server. A Unix socket in the closed
 * folder `run` of the data folder (a named pipe on Windows): who can connect is this account, and there is
 * nothing to read by which anybody else could.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findSocketFolder, makeSocketFolder, releaseSocketFolder } from './socket-folder.ts';

export const TOKEN_PATH = '/token';
/** Restore drills: backups to choose from, and the proof of one. */
export const BACKUPS_PATH = '/backups';
export const PROOF_PATH = '/backups/proof';

const NAME = 'control.sock';

const runOf = (home: string): string => path.join(home, 'run');
const noteOf = (home: string): string => path.join(runOf(home), 'control-folder');

/** Pipes of Windows have no folder: one for each data folder, by its name. */
const pipeOf = (home: string): string =>
  `\\\\.\\pipe\\acacia-${createHash('sha256').update(home).digest('hex').slice(0, 32)}`;

/** Where the server of a data folder listens; undefined when none can be listening. */
export function findControlSocket(home: string): string | undefined {
  if (process.platform === 'win32') return pipeOf(home);
  const folder = findSocketFolder(runOf(home), NAME, noteOf(home));
  return folder === undefined ? undefined : path.join(folder, NAME);
}

interface ControlSocket {
  readonly path: string;
  /** Leaves it to this account alone; to be called as soon as the server listens. */
  readonly restrict: () => void;
}

/** Makes room for the socket, in a data folder that is ours. Removes what earlier versions kept a key in. */
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
