/** Failures as texts for people and exit codes for programs. */
import { CloudError, WorkspaceError } from '@acacia/api-client';
import { messageOf } from '@acacia/base';
import { CommanderError } from 'commander';

const EXIT = {
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  forbidden: 4,
  notFound: 5,
  conflict: 6,
  tooMany: 7,
  unavailable: 8,
} as const;
type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command line that cannot be carried out as it is written. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A wish that has not come about, as a load whose lines were all rejected. */
export class OutcomeError extends Error {
  override readonly name = 'OutcomeError';
}

/** There is no credential, or it is refused. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

const BY_STATUS: Readonly<Record<number, ExitCode>> = {
  0: EXIT.unavailable,
  400: EXIT.usage,
  401: EXIT.notSignedIn,
  403: EXIT.forbidden,
  404: EXIT.notFound,
  409: EXIT.conflict,
  412: EXIT.conflict,
  429: EXIT.tooMany,
  502: EXIT.unavailable,
  503: EXIT.unavailable,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof SignInNeeded) return EXIT.notSignedIn;
  if (error instanceof CloudError || error instanceof WorkspaceError) {
    return BY_STATUS[error.status] ?? EXIT.failed;
  }
  return EXIT.failed;
}

/** The message, and a line for each field that it names. */
export function told(error: unknown): string {
  if (!(error instanceof CloudError)) return messageOf(error);
  const fields = error.details
    .filter(({ FieldName, Reason }) => FieldName !== '' && Reason !== error.message)
    .map(({ FieldName, Reason }) => `  ${FieldName}: ${Reason}`);
  const named = error.details.find(({ FieldName }) => FieldName !== '')?.FieldName;
  const message = fields.length === 0 && named !== undefined ? `${named}: ${error.message}` : error.message;
  const request = error.status >= 500 && error.requestId !== '' ? [`  Request ${error.requestId}`] : [];
  return [message, ...fields, ...request].join('\n');
}
