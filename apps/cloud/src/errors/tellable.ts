/** What may be told of an error that was not made for people. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { isDiskFull } from './disk-full.ts';

/**
 * The error's message, but of failures of the database and of the system, whose messages hold SQL with its values
 * and paths of the machine, only what kind they are; the log has the rest.
 */
export function tellable(error: unknown): string {
  if (isDiskFull(error)) return 'The disk is full.';
  if (error instanceof DrizzleQueryError || error instanceof pg.DatabaseError) {
    return 'The database of the control plane did not do it.';
  }
  if (!(error instanceof Error)) return 'Something went wrong in the server.';
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error.message;
  return `The system did not do it: ${syscall} gave ${code ?? 'an error'}.`;
}
