/**
 * A failure that the caller is to know. `code` is TigerGraph's (`REST-…`), '' where it has none.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
  }
}
