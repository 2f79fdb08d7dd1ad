/** SQLSTATE `disk_full` of PostgreSQL, and what the system says of files. */
const CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether an error, or what caused it, says that a disk has no more space, or the user none left on it. */
export function isDiskFull(error: unknown): boolean {
  for (let next = error; next instanceof Error; next = next.cause) {
    if ('code' in next && CODES.has(next.code)) return true;
  }
  return false;
}
