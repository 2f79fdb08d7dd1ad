/**
 * Where the local driver keeps what, below the data folder:
 *
 *     databases/<database>/                a database, opened by workspaces
 *     snapshots/<database>/<snapshot>/     a copy of one, opened by read-only workspaces
 *     logs/workspaces/<workspace>.log      what its processes wrote
 *     run/<workspace>.json                 which process runs it (process-file.ts)
 *     run/<workspace>.2.json               the other one of two
 *     run/<workspace>/sock                 where it listens, unless that path is too long
 *     copies/<database>/                   where its workspace puts copies, for the control plane to take
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  fitsSocket,
  makeSocketFolder,
  MAX_SOCKET_PATH,
  releaseSocketFolder,
} from '../../home/socket-folder.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Ids become parts of paths: anything but letters, digits, dash and underscore is refused. */
export function checkedId(kind: 'workspace' | 'database' | 'backup' | 'snapshot', id: string): string {
  if (!ID.test(id)) throw new Error(`${JSON.stringify(id)} is not the id of a ${kind}.`);
  return id;
}

export interface LocalPaths {
  readonly run: string;
  /** Of all databases. */
  readonly databases: string;
  database(databaseId: string): string;
  /** The snapshots of a database. */
  snapshots(databaseId: string): string;
  snapshot(databaseId: string, snapshotId: string): string;
  log(workspaceId: string): string;
  /** Of its first process or, with two at once, of either. */
  processFiles(workspaceId: string): readonly [string, string];
  /** In a folder of its own. */
  socket(workspaceId: string): string;
  copies(databaseId: string): string;
  /** Code that Node compiled, kept between starts. */
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
    compileCache: join(home, 'cache', 'node'),
    release: () => releaseSocketFolder(join(run, NOTE)),
  };
}

/** Names the socket folder when it is not `run` itself, so that the next start can remove it. */
const NOTE = 'socket-folder';
/** Name of a workspace's socket in its folder. */
export const SOCKET = 'sock';
const LONGEST_ID = 'x'.repeat(36);

function socketPath(folder: string, id: string): string {
  const path = join(folder, checkedId('workspace', id), SOCKET);
  if (fitsSocket(path)) return path;
  throw new Error(
    `${path} is too long for a Unix socket (at most ${MAX_SOCKET_PATH} bytes). Set TMPDIR to a shorter folder.`,
  );
}
