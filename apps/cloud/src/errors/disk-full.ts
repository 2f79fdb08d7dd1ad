/** SQLSTATE `disk_full` of PostgreSQL, and the system's error codes for files. */
const CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether an error, or one of its causes, says that a disk or the user's quota on it is full. */
export function isDiskFull(error: unknown): boolean {
  for (let next = error; next instanceof Error; next = next.cause) {
    if ('code' in next && CODES.has(next.code)) return true;
  }
  return false;
}
