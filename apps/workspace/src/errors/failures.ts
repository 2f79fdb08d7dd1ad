/** Converts any thrown value to a status and a sentence. */
import { fieldFault } from '@acacia/contract';
import { ENGINE_CODES, EngineError } from '@acacia/engine';
import { WireSchemaError } from '@acacia/language';
import type { FastifyError, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem, relayed, Problem } from './problem.ts';

z.config({ localeError: fieldFault });

/** Faults in texts, and exceptions that queries raise, have codes of their own. */
const statusOf = (code: string): number => ENGINE_CODES[code]?.status ?? 400;

/** Codes of queries that ran into a time limit, for the statistics. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof EngineError && statusOf(error.code) === 504;

/** One sentence for a schema's issues: the field, then the reason. */
export function describeZodError(error: z.ZodError): string {
  return error.issues
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
    .join('; ');
}

/** A Problem for a fault of the caller or the machine; undefined for a bug of ours. */
export function problemOf(error: unknown, request: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof EngineError) {
    return relayed(statusOf(error.code), error.code, error.message);
  }
  if (error instanceof z.ZodError) return problem('bodyInvalid', { reason: describeZodError(error) });
  if (error instanceof WireSchemaError) return problem('schemaInvalid', { reason: error.message });
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as FastifyError & NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return problem('diskFull');
  if (request.raw.destroyed && !request.raw.complete) {
    return problem('connectionClosed');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return relayed(statusCode, '', error.message);
  }
  return undefined;
}
