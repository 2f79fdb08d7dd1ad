/**
 * The local driver's files and folders below the data folder:
 *
 *     databases/<database>/                a database, opened by workspaces
 *     databases/.<database>.store          says that it has held a store (store-record.ts)
 *     snapshots/<database>/<snapshot>/     a copy of one, opened by read-only workspaces
 *     logs/workspaces/<workspace>.log      the output of its processes
 *     run/<workspace>.json                 the process that runs it (process-file.ts)
 *     run/<workspace>.2.json               the second process, where there are two
 *     run/<workspace>/sock                 its socket, unless that path is too long
 *     run/<workspace>.door                 the same socket by a name that the workspace cannot change
 *     copies/<database>/                   where its workspace puts copies, for the control plane to take
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  fitsSocket,
  makeSocketFolder,
  MAX_SOCKET_PATH,
  releaseSocketFolder,
} from '../../home/socket-folder.ts';
import { startError } from '../../errors/start.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/**
 * The id, checked because it becomes a part of paths.
 * @throws Error when it is not 1 to 64 letters, digits, dashes and underscores, beginning with a letter or digit
 */
export function checkedId(kind: 'workspace' | 'database' | 'backup' | 'snapshot', id: string): string {
  if (!ID.test(id)) throw new Error(`${JSON.stringify(id)} is not the id of a ${kind}.`);
  return id;
}

export interface LocalPaths {
  readonly run: string;
  /** The folder of all databases. */
  readonly databases: string;
  database(databaseId: string): string;
  /** The snapshots of a database. */
  snapshots(databaseId: string): string;
  snapshot(databaseId: string, snapshotId: string): string;
  log(workspaceId: string): string;
  /** The two files that record its processes; a workspace without a standby uses one of them. */
  processFiles(workspaceId: string): readonly [string, string];
  /** The socket, in a folder of its own. */
  socket(workspaceId: string): string;
  copies(databaseId: string): string;
  /** Folder of Node's compile cache, kept between starts. */
  readonly compileCache: string;
  /** Removes the socket folder outside of the data folder, if there is one. */
  release(): void;
}

/** Makes the folders for sockets and process files; both are for this user alone. */
export function localPaths(home: string): LocalPaths {
  const run = join(home, 'run');
  mkdirSync(run, { recursive: true, mode: 0o700 });
  const sockets = makeSocketFolder(run, join(LONGEST_ID, SOCKET), join(run, NOTE));
  const snapshots = (id: string) => join(home, 'snapshots', checkedId('database', id));
  return {
    run,
    databases: join(home, 'databases'),
    database: (id) => join(home, 'databases', checkedId('database', id)),
    snapshots,
    snapshot: (databaseId, id) => join(snapshots(databaseId), checkedId('snapshot', id)),
    log: (id) => join(home, 'logs', 'workspaces', `${checkedId('workspace', id)}.log`),
    processFiles(id) {
      const name = checkedId('workspace', id);
      return [join(run, `${name}.json`), join(run, `${name}.2.json`)];
    },
    socket: (id) => socketPath(sockets, id),
    copies: (id) => join(home, 'copies', checkedId('database', id)),
    // The variable is Node's own.
    compileCache: process.env['NODE_COMPILE_CACHE'] ?? join(home, 'cache', 'node'),
    release: () => releaseSocketFolder(join(run, NOTE)),
  };
}

/** Names the socket folder when it is not `run` itself, so that the next start can remove it. */
const NOTE = 'socket-folder';
/** Name of a workspace's socket in its folder. */
export const SOCKET = 'sock';
/**
 * The path by which the control plane calls a workspace's socket. In the socket's own folder the workspace could
 * replace the socket by a link to another program's. The path is as long as the socket's.
 */
export const doorOf = (socket: string): string => `${dirname(socket)}.door`;

const LONGEST_ID = 'x'.repeat(36);

function socketPath(folder: string, id: string): string {
  const path = join(folder, checkedId('workspace', id), SOCKET);
  if (fitsSocket(path)) return path;
  throw startError('socketPathTooLong', { path, most: MAX_SOCKET_PATH });
}
