/** Errors that become answers to the caller. */
import { textOf, type ParamsOf } from '@acacia/base';
import { WORKSPACE_ERRORS, type WorkspaceErrorId, type WorkspaceErrors } from './catalogue.ts';

/** `code` is TigerGraph's (`REST-…`), '' where it has none. Made by `problem` and `relayed` alone. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds after which trying again makes sense. */
  retryAfter: number | undefined;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
  }

  /** Sets the number of seconds after which a retry makes sense. */
  after(seconds: number): this {
    this.retryAfter = seconds;
    return this;
  }
}

/** An error of the catalogue, by its name and the parameters of its sentence. */
export function problem<Id extends WorkspaceErrorId>(
  id: Id,
  ...params: ParamsOf<WorkspaceErrors[Id]>
): Problem {
  const row = WORKSPACE_ERRORS[id];
  return new Problem(row.status, row.code, textOf(row, params));
}

/** An error with the code and message of the engine or of a GSQL statement. */
export const relayed = (status: number, code: string, message: string): Problem =>
  new Problem(status, code, message);
