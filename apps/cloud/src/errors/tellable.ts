/** Messages for people of errors that were not made for people. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { getSystemErrorMap } from 'node:util';
import pg from 'pg';
import { isDiskFull } from './disk-full.ts';

/**
 * The error's message. Errors of the database and of the system, whose messages hold SQL with its values and paths of
 * the machine, are replaced by a sentence on their kind; the log has the rest.
 */
export function tellable(error: unknown): string {
  if (isDiskFull(error)) return 'The disk is full.';
  if (error instanceof DrizzleQueryError || error instanceof pg.DatabaseError) {
    return 'The database of the control plane failed.';
  }
  if (!(error instanceof Error)) return 'Something went wrong in the server.';
  const { code, errno, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error.message;
  const [name, words] = errno === undefined ? [] : (getSystemErrorMap().get(errno) ?? []);
  return `The operating system of the server reported: ${words ?? 'an error'} (${code ?? name ?? syscall}).`;
}
