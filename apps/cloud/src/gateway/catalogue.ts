/**
 * The catalogue of the gateway's refusals: answers to requests that do not reach their workspace. Listed in
 * `docs/guides/errors.md`.
 */
import type { ErrorRows, Quoted } from '@acacia/base';
import { blockedFromWorkspace, type WorkspaceStatus } from '@acacia/contract';

const row = <Text extends (params: never) => string>(
  status: number,
  code: string,
  text: Text,
  help?: string,
) => ({ status, code, text, ...(help === undefined ? {} : { help }) });

/** A refusal whose sentence comes from a rule elsewhere. `about`: its subject, for the list. */
const chosen = (status: number, code: string, about: string, help?: string) => ({
  ...row(status, code, ({ reason }: { readonly reason: string }) => reason, help),
  about,
});

/** A refusal because of the workspace's status. */
const state = (status: number, name: WorkspaceStatus, advice: string) =>
  row(status, `ACACIA-${name.toUpperCase()}`, () => `The workspace is ${name}. ${advice}`);

const changing = (name: WorkspaceStatus) => state(503, name, 'Try again when that has ended.');

export const GATEWAY_ERRORS = {
  // The form of the request
  unreadable: chosen(
    400,
    'ACACIA-REQUEST',
    'a request that cannot be read',
    'Look at its head and its address.',
  ),
  methodUnknown: row(
    405,
    'ACACIA-REQUEST',
    ({ method, methods }: Quoted<'method' | 'methods'>) => `The method ${method} is not one of ${methods}.`,
  ),
  targetNoPath: row(400, 'ACACIA-REQUEST', () => 'The target of the request must be a path.'),
  headersTooMany: row(
    431,
    'ACACIA-REQUEST',
    ({ most }: Quoted<'most'>) => `The request has more than ${most} headers.`,
  ),
  headerRepeated: row(
    400,
    'ACACIA-REQUEST',
    ({ header }: Quoted<'header'>) => `The header ${header} is there more than once.`,
  ),
  tokenAndKey: row(400, 'ACACIA-REQUEST', () => 'Send an access token or an API key, not both.'),
  bodyEndUnclear: row(
    400,
    'ACACIA-REQUEST',
    () => 'It is not clear where the body of the request ends.',
    'Send Content-Length or Transfer-Encoding: chunked, not both.',
  ),
  codingUnknown: row(501, 'ACACIA-REQUEST', () => 'Of the transfer codings chunked alone is known.'),
  internalPath: row(404, 'REST-1000', () => 'There is nothing at this address.'),
  // The caller
  addressBlocked: row(403, 'ACACIA-ADDRESS', ({ address }: { readonly address: string }) =>
    blockedFromWorkspace(address),
  ),
  tokenRefused: chosen(401, 'REST-10016', 'an access token or API key that is not valid', 'Sign in again.'),
  roleMissing: chosen(
    403,
    'ACACIA-FORBIDDEN',
    'a person without a role in the workspace',
    'An administrator of the workgroup gives roles.',
  ),
  tooMany: row(
    429,
    'ACACIA-RATE',
    ({ what, seconds }: Quoted<'what' | 'seconds'>) =>
      `Too many requests ${what} from your address. Try again in ${seconds} s.`,
  ),
  // Waking
  cannotWake: row(
    401,
    'REST-10016',
    () => 'The workspace is Idle, and these credentials are none of it.',
    'Send a token, a secret, or user and password of the workspace.',
  ),
  nobodyWakes: row(
    401,
    'REST-10016',
    () =>
      'The workspace is Idle and wakes for requests with credentials. Send a token, a secret, or user and password.',
  ),
  probeWakesNothing: row(
    503,
    'ACACIA-IDLE',
    () => 'The workspace is Idle. A request with credentials wakes it.',
  ),
  stillWaking: row(
    503,
    'ACACIA-WAKING',
    ({ seconds }: Quoted<'seconds'>) =>
      `The workspace is still waking after ${seconds} s. Try again in a moment.`,
  ),
  notWoken: row(
    503,
    'ACACIA-WAKE-FAILED',
    ({ why }: Quoted<'why'>) => `The workspace could not be woken. ${why}`,
  ),
  // The status of the workspace, by its name
  Idle: state(409, 'Idle', 'Its auto-resume is off. Resume it in the console, then try again.'),
  Resuming: changing('Resuming'),
  Pausing: changing('Pausing'),
  Updating: changing('Updating'),
  Upgrading: changing('Upgrading'),
  Resizing: changing('Resizing'),
  Pending: state(503, 'Pending', 'It is being created. Try again when it is Active.'),
  Stopping: state(409, 'Stopping', 'Resume it in the console when it has stopped, then try again.'),
  Stopped: state(409, 'Stopped', 'Resume it in the console, then try again.'),
  Terminating: state(409, 'Terminating', 'It is being deleted and does not come back.'),
  Error: state(503, 'Error', 'Its page in the console says why. Resume it there, then try again.'),
  starting: row(503, 'ACACIA-STARTING', () => 'The workspace is being started. Try again in a moment.'),
  startingAgain: row(
    503,
    'ACACIA-STARTING',
    ({ exit }: Quoted<'exit'>) => `The workspace is being started after it ${exit}. Try again in a moment.`,
  ),
  failed: row(
    503,
    'ACACIA-FAILED',
    ({ reason }: Quoted<'reason'>) => `The workspace does not run. ${reason}`,
  ),
  gone: row(404, 'ACACIA-GONE', () => 'There is no workspace at this address any more.'),
  // The way to the workspace
  lookUpFailed: row(503, 'ACACIA-GATEWAY', () => 'The gateway cannot look the workspace up now. Try again.'),
  unreachable: row(
    502,
    'ACACIA-UNREACHABLE',
    () => 'The workspace does not take connections. Try again in a moment.',
  ),
  lost: row(
    502,
    'ACACIA-LOST',
    () =>
      'The connection to the workspace broke before it answered. What was asked for may or may not have been done.',
  ),
} satisfies ErrorRows;

export type GatewayErrors = typeof GATEWAY_ERRORS;
export type GatewayErrorId = keyof GatewayErrors;
