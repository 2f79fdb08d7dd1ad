/**
 * The address of the embedded PostgreSQL: only a Unix socket in its own closed folder. On Windows, where a folder's
 * permissions do not protect sockets, it is a port of the loopback address instead.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { makeSocketFolder, releaseSocketFolder } from '../../home/socket-folder.ts';
import type { Account } from './account.ts';

/** `loopback`: on a port of 127.0.0.1, without a socket. */
export type Listening = 'socket' | 'loopback';

export const LOOPBACK_ONLY = process.platform === 'win32';

interface Place {
  /** Encoded for a URL. */
  readonly host: string;
  readonly port: number;
  readonly settings: readonly string[];
}

/** Part of the socket's name; any port will do, because the folder has no other socket. */
const PORT = 5432;
const NAME = `.s.PGSQL.${PORT}.lock`;
const noteOf = (home: string): string => path.join(home, 'postgres-socket-folder');

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * Chooses the address. Must be called while no server runs on the data.
 * @param data the server's own folder; where its path is too long for a socket, a folder elsewhere is made
 */
export async function placeOf(
  home: string,
  data: string,
  account: Account,
  listening: Listening,
): Promise<Place> {
  if (listening === 'loopback') {
    const port = await freePort();
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`];
    return { host: '127.0.0.1', port, settings };
  }
  const folder = makeSocketFolder(data, NAME, noteOf(home));
  if (folder !== data) account.own(folder);
  // A killed server's lock file would count as valid while any process has its id. No server runs on the data now.
  rmSync(path.join(folder, NAME), { force: true });
  return {
    host: encodeURIComponent(folder),
    port: PORT,
    settings: [
      'listen_addresses=',
      // The setting is a list, so a path with commas must be quoted.
      `unix_socket_directories="${folder.replaceAll('"', '""')}"`,
      'unix_socket_permissions=0700',
      `port=${PORT}`,
    ],
  };
}

/** Removes the socket folder outside of the data folder, if there is one. */
export function releasePlace(home: string): void {
  releaseSocketFolder(noteOf(home));
}

/** Address of the server that runs on a data folder, from its lock file; for tests. @throws Error when none runs */
export function addressOf(data: string): { readonly host: string; readonly port: number } {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) throw new Error('The embedded database does not run.');
  const [, , , port = '', folder = '', host = ''] = readFileSync(file, 'utf8').split('\n');
  return { host: folder === '' ? host : folder, port: Number(port) };
}
