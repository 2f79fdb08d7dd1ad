/** Tells errors of a database that is away from those of a failed statement. */
import { messageOf } from '@acacia/base';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/** No connection could be made; the message is the cause's. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/**
 * Classes 08 (connection), 57P01 to 57P03 (stopped, crashed, starting) and 53300 (too many connections) of
 * PostgreSQL's error codes (documentation, appendix A).
 */
const SQL_STATES = /^(?:08|57P0[1-3]|53300)/;
const BROKEN = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);

/** Whether an error, or one of its causes, says that the database is away. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoConnection) return true;
  if (error instanceof pg.DatabaseError) return SQL_STATES.test(error.code ?? '');
  if (/^Connection terminated/.test(error.message)) return true;
  // The error must be of a statement: a broken socket of another kind says nothing about the database.
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  if (error instanceof DrizzleQueryError && code !== undefined && BROKEN.has(code)) return true;
  return isUnavailable(error.cause);
}
