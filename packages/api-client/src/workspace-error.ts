import { parseJson } from '@acacia/base';
import { notReached } from './not-reached.ts';

/**
 * A refusal or failure of a workspace. `status` is the HTTP status (200 where the failure came inside
 * an answer, 0 when the workspace was not reached); `code` is TigerGraph's (`REST-…`), '' without one.
 */
export class WorkspaceError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'WorkspaceError';
    this.status = status;
    this.code = code;
  }
}

export const unreachable = (): WorkspaceError =>
  new WorkspaceError(
    0,
    '',
    notReached('the workspace', 'It was terminated, or something between it and this device is down.'),
  );

/** A stream that ended before what it tells of. */
export const lineLost = (): WorkspaceError =>
  new WorkspaceError(0, '', 'The connection to the workspace was lost.');

/** The error in a workspace's answer: the envelope's message, or the body's text where there is none. */
export function errorOf(status: number, statusText: string, body: string): WorkspaceError {
  try {
    const parsed = parseJson(body) as { message?: unknown; Message?: unknown; code?: unknown } | null;
    const message = parsed?.message ?? parsed?.Message;
    if (typeof message === 'string' && message !== '') {
      return new WorkspaceError(status, typeof parsed?.code === 'string' ? parsed.code : '', message);
    }
  } catch (error) {
    // Not JSON: a plain-text answer, passed on unchanged.
    if (!(error instanceof SyntaxError)) throw error;
  }
  const text = body.trim();
  return new WorkspaceError(
    status,
    '',
    text === '' ? `The workspace answered ${status} ${statusText}.` : text,
  );
}
