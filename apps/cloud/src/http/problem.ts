/** Refusals and failures that become the error envelope of the cloud API. */
import { ERROR_STATUS, type ErrorDetail, type ErrorEnvelope, type ErrorType } from '@acacia/contract';
import type { z } from 'zod';

/** Thrown anywhere below a call; its message is for people. */
export class Problem extends Error {
  readonly type: ErrorType;
  readonly details: readonly ErrorDetail[];
  /** When it may be tried again; undefined: nothing is known of that. */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    type: ErrorType,
    message: string,
    details: readonly ErrorDetail[] = [],
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.name = 'Problem';
    this.type = type;
    this.details = details;
  }
}

/** The control plane's database is away for the moment. */
export const databaseAway = (): Problem =>
  new Problem(
    'Unavailable',
    'The database of the control plane cannot be reached at the moment. Running workspaces go on serving. Try again in a few seconds.',
    [],
    3,
  );

/** A field of the body, query or path is at fault. */
export const badField = (field: string, reason: string, type: ErrorType = 'Bad-Request'): Problem =>
  new Problem(type, reason, [{ FieldName: field, Reason: reason, Type: type }]);

/** Too often, or too many at once. */
export const tooMany = (message: string, retryAfterSeconds: number): Problem =>
  new Problem('Too-Many-Requests', message, [], retryAfterSeconds);

export const notFound = (what: string): Problem => new Problem('Not-Found', `There is no such ${what}.`);

export const conflict = (reason: string): Problem => new Problem('Conflict', reason);

/** A detail for each issue, with the path of its field and the contract's message. */
export function invalidInput(error: z.ZodError): Problem {
  const details = error.issues.flatMap((issue): ErrorDetail[] => {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [null];
    return fields.map((key) => ({
      FieldName: [...issue.path.map(String), ...(key === null ? [] : [key])].join('.'),
      Reason: key === null ? issue.message : `'${key}' is not a field of this call`,
      Type: 'Bad-Request',
    }));
  });
  const first = details[0];
  return new Problem('Bad-Request', first?.Reason ?? 'The request is not valid.', details);
}

const INTERNAL =
  'Something went wrong in the server. The log of the server says more, under this request id.';

/** Any error as status and envelope; what is not a Problem tells the caller nothing of the inside. */
export function envelopeOf(
  error: unknown,
  requestId: string,
): { readonly status: number; readonly body: ErrorEnvelope } {
  const problem = error instanceof Problem ? error : new Problem('Internal-Error', INTERNAL);
  const details =
    problem.details.length > 0
      ? [...problem.details]
      : [{ FieldName: '', Reason: problem.message, Type: problem.type }];
  return {
    status: ERROR_STATUS[problem.type],
    body: {
      Error: true,
      Message: problem.message,
      ErrorDetails: details,
      RequestID: requestId,
      Result: null,
    },
  };
}
