/** Drops permissions of a thread that only the server's own code needs, before it runs user-defined code. */

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace NodeJS {
    interface ProcessPermission {
      /** Gives a permission up for good; in this thread alone. */
      drop(scope: string): void;
    }
  }
}

/**
 * Drops the permissions to start threads and to load compiled code. A thread started with separate flags has none of
 * the process's restrictions (Node, Permissions), so the permission to start threads amounts to all others.
 */
export function confineThread(): void {
  for (const scope of ['worker', 'addon']) process.permission?.drop(scope);
}
