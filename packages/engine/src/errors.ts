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
