/**
 * An expected failure that is reported to the caller, made by `engineError` and `relayed`. `code` is one of `error-codes.ts`, one of the language's
 * diagnostics, or the number of an exception that a query raises. Any other exception is a bug of the engine.
 */
export class EngineError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }

  /** Keeps the exception that led to this error. */
  causedBy(cause: unknown): this {
    this.cause = cause;
    return this;
  }
}

export const READ_ONLY_MESSAGE =
  'This workspace is a read-only snapshot of its database: data, schema, queries, loading jobs and documents cannot be changed here.';
