/**
 * An expected failure that is reported to the caller. `code` is one of `error-codes.ts`, one of the language's
 * diagnostics, or the number of an exception that a query raises. Any other exception is a bug of the engine.
 */
export class EngineError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}

export const READ_ONLY_MESSAGE =
  'This workspace is a read-only snapshot of its database: data, schema, queries, loading jobs and documents cannot be changed here.';

/** The error for every change in an engine that was opened read-only. */
export const readOnlyError = (): EngineError => new EngineError('READ-ONLY', READ_ONLY_MESSAGE);
