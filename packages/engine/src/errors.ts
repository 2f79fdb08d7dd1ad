/**
 * A failure that is the caller's to know: `code` is TigerGraph's (`REST-…`, `GSQL-…`, `SYS-…`) where it
 * has one. Anything else that is thrown is a bug of ours.
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

/** What every change is answered by an engine that was opened for reading. */
export const readOnlyError = (): EngineError => new EngineError('READ-ONLY', READ_ONLY_MESSAGE);
