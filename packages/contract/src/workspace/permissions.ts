/**
 * Permissions of a workspace server under Node (https://nodejs.org/api/permissions.html): it may read and write in
 * given folders, start threads and load DuckDB, and may start no other process. Whoever starts a server passes these
 * flags.
 */

interface WorkspaceFolders {
  /** Files and folders that are read; `*`: all. */
  readonly read: readonly string[];
  /** Folders that are read and written; they have to be there. */
  readonly write: readonly string[];
}

/** Flags of `node`, before the file that it runs. */
export const permissionFlags = ({ read, write }: WorkspaceFolders): string[] => [
  ...['--permission', '--allow-worker', '--allow-addons', '--disable-warning=SecurityWarning'],
  ...[...read, ...write].map((path) => `--allow-fs-read=${path}`),
  ...write.map((path) => `--allow-fs-write=${path}`),
];
