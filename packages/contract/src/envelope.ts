/** The one envelope of every answer of the cloud API (cloud REST API, "Answer wrapper"). */
import { z } from 'zod';

export const ErrorType = z.enum([
  'Internal-Error',
  'Bad-Request',
  'Not-Found',
  'Forbidden',
  /** The organisation wants a second factor of the person, who has none. */
  'Second-Factor-Needed',
  'Unauthorized',
  'Conflict',
  'Precondition-Failed',
  'API-Disabled',
  'Quota-Exceed',
  'Unavailable',
  'Too-Many-Requests',
  'Unknown',
]);
export type ErrorType = z.infer<typeof ErrorType>;

/** HTTP status of each error type. */
export const ERROR_STATUS: Readonly<Record<ErrorType, number>> = {
  'Internal-Error': 500,
  'Bad-Request': 400,
  'Not-Found': 404,
  Forbidden: 403,
  'Second-Factor-Needed': 403,
  Unauthorized: 401,
  Conflict: 409,
  'Precondition-Failed': 412,
  'API-Disabled': 403,
  'Quota-Exceed': 403,
  Unavailable: 503,
  'Too-Many-Requests': 429,
  Unknown: 500,
};

export const ErrorDetail = z.object({
  /** Dotted path of the field at fault; '' when no single field is. */
  FieldName: z.string(),
  Reason: z.string(),
  Type: ErrorType,
});
export type ErrorDetail = z.infer<typeof ErrorDetail>;

export const ErrorEnvelope = z
  .object({
    Error: z.literal(true),
    Message: z.string(),
    ErrorDetails: z.array(ErrorDetail),
    RequestID: z.string(),
    /** Null; with 412 the thing as it stands. */
    Result: z.looseObject({}).nullable(),
  })
  .meta({ id: 'ErrorEnvelope' });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

export const envelope = <T extends z.ZodType>(result: T) =>
  z.object({
    Error: z.literal(false),
    Message: z.string(),
    RequestID: z.string(),
    Result: result,
  });
