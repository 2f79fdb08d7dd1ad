/** Errors that become the error envelope of the cloud API. */
import { textOf, type ParamsOf } from '@acacia/base';
import {
  ERROR_STATUS,
  fieldFault,
  type ErrorDetail,
  type ErrorEnvelope,
  type ErrorType,
} from '@acacia/contract';
import { z } from 'zod';
import { isUnavailable } from './unavailable.ts';
import { CLOUD_ERRORS, type CloudErrorId, type CloudErrors } from './catalogue.ts';
import { isDiskFull } from './disk-full.ts';

z.config({ localeError: fieldFault });

/** An error of a call; its message is for people. Only `problem` and the functions below make one. */
export class Problem extends Error {
  readonly type: ErrorType;
  readonly details: readonly ErrorDetail[];
  /** Seconds after which the call may be tried again; undefined: not known. */
  retryAfterSeconds: number | undefined;
  /** The thing as it stands, for a caller who knows an older version of it; null otherwise. */
  standing: Readonly<Record<string, unknown>> | null = null;
  constructor(type: ErrorType, message: string, details: readonly ErrorDetail[]) {
    super(message);
    this.name = 'Problem';
    this.type = type;
    this.details = details;
  }

  /** Sets the seconds after which the call may be tried again. */
  after(seconds: number): this {
    this.retryAfterSeconds = seconds;
    return this;
  }

  /** Sends the thing as it stands with the error. The caller may read it. */
  with(standing: Readonly<Record<string, unknown>>): this {
    this.standing = standing;
    return this;
  }
}

/** An error of the catalogue, by its name and the parameters of its sentence. */
export const problem = <Id extends CloudErrorId>(id: Id, ...params: ParamsOf<CloudErrors[Id]>): Problem =>
  new Problem(CLOUD_ERRORS[id].code, textOf(CLOUD_ERRORS[id], params), []);

/** The outside issuer has not verified the address of the person who signs in. */
export class UnverifiedEmail extends Problem {
  /** As the issuer gives it; null: it gives none. */
  readonly email: string | null;
  constructor(email: string | null) {
    super(CLOUD_ERRORS.emailNotVerified.code, CLOUD_ERRORS.emailNotVerified.text(), []);
    this.email = email;
  }
}

export const unverifiedEmail = (email: string | null): UnverifiedEmail => new UnverifiedEmail(email);

/** An error of the catalogue that a field of the body, query or path causes. */
export function badField<Id extends CloudErrorId>(
  field: string,
  id: Id,
  ...params: ParamsOf<CloudErrors[Id]>
): Problem {
  const { code } = CLOUD_ERRORS[id];
  const text = textOf(CLOUD_ERRORS[id], params);
  return new Problem(code, text, [{ FieldName: field, Reason: text, Type: code }]);
}

export const notFound = (what: string): Problem => problem('noSuch', { what });

/** Reasons that say nothing without the name of their field. */
const OF_A_FIELD = /^(?:must|is) /;

/** An error for several invalid fields; the first one's reason is the message, after its name where that is needed. */
export function severalFaults(details: readonly ErrorDetail[]): Problem {
  const [first] = details;
  return new Problem(CLOUD_ERRORS.invalidInput.code, messageOf(first), details);
}

function messageOf(detail: ErrorDetail | undefined): string {
  if (detail === undefined) return CLOUD_ERRORS.requestInvalid.text();
  const { FieldName: field, Reason: reason } = detail;
  if (!OF_A_FIELD.test(reason)) return reason;
  return field === '' ? `The input ${reason}` : `${field}: ${reason}`;
}

/** The error for a full disk or a database that is away; undefined for any other failure. */
export function troubleOf(error: unknown): Problem | undefined {
  if (isDiskFull(error)) return problem('diskFull');
  return isUnavailable(error) ? problem('databaseAway').after(3) : undefined;
}

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
  return severalFaults(details);
}

/** The status and envelope of any error; of one that is no Problem the caller learns no internals. */
export function envelopeOf(
  error: unknown,
  requestId: string,
): { readonly status: number; readonly body: ErrorEnvelope } {
  const found = error instanceof Problem ? error : (troubleOf(error) ?? problem('internal'));
  const details =
    found.details.length > 0
      ? [...found.details]
      : [{ FieldName: '', Reason: found.message, Type: found.type }];
  return {
    status: ERROR_STATUS[found.type],
    body: {
      Error: true,
      Message: found.message,
      ErrorDetails: details,
      RequestID: requestId,
      Result: found.standing,
    },
  };
}
