/** Turns whatever was thrown into a status and a sentence. */
import { EngineError } from '@acacia/engine';
import { WireSchemaError } from '@acacia/language';
import type { FastifyError, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from './problem.ts';

const DISK_FULL = 'The disk is full: free some space on the machine of the workspace and try again.';

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  '601': 404,
  'REST-1000': 404,
  'REST-1003': 404,
  'REST-1004': 404,
  'GSQL-213': 404,
  'REST-3000': 504,
  'REST-3001': 504,
  'REST-3002': 504,
  'GSQL-7002': 504,
  'REST-12002': 409,
  'GSQL-6500': 409,
  'SYS-0003': 409,
  'SYS-0002': 503,
  'SYS-0001': 503,
  'REST-12001': 503,
  'REST-14000': 503,
  'REST-12003': 507,
  'STORE-DAMAGED': 500,
  'REST-12004': 503,
  'REST-12005': 503,
  'READ-ONLY': 403,
  'REST-10016': 403,
  'COPY-EXISTS': 409,
};

/** Codes of queries that ran into a time limit, for the statistics. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof EngineError && STATUS_OF_CODE[error.code] === 504;

/** One sentence for what a schema found wrong: the field, then why. */
export function describeZodError(error: z.ZodError): string {
  return error.issues
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
    .join('; ');
}

/** A Problem for anything that is the caller's or the machine's; undefined for a bug of ours. */
export function problemOf(error: unknown, request: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof EngineError) {
    return new Problem(STATUS_OF_CODE[error.code] ?? 400, error.code, error.message);
  }
  if (error instanceof z.ZodError) return new Problem(400, 'REST-30000', describeZodError(error));
  if (error instanceof WireSchemaError) return new Problem(400, '', error.message);
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as FastifyError & NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem(507, 'REST-12003', DISK_FULL);
  if (request.raw.destroyed && !request.raw.complete) {
    return new Problem(400, '', 'The connection was closed before the request was complete.');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, '', error.message);
  }
  return undefined;
}
