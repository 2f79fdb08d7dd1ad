/**
 * A failure that the caller is to know. `code` is TigerGraph's (`REST-…`), '' where it has none.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
