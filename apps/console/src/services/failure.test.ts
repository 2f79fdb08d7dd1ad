import { CloudError, notReached, WorkspaceError } from '@acacia/api-client';
import { describe, expect, it } from 'vitest';
import { failureKind, pageFailure, partFailure } from './failure.ts';

const away = new CloudError(0, notReached('the server', 'Check that Acacia is running.'));
const signedOut = new CloudError(401, 'The token has expired.');
const denied = new CloudError(403, 'operation denied: your roles do not allow workgroup.read');
const missing = new CloudError(404, 'There is no such workgroup.');
const fault = new CloudError(500, 'The database is full.');

describe('a failure', () => {
  it.each([
    [
      away,
      'away',
      'The server cannot be reached',
      'The server cannot be reached. Check that Acacia is running.',
    ],
    [signedOut, 'signedOut', 'Your session has ended', 'Your session has ended. Sign in again.'],
    [
      denied,
      'denied',
      'This page is not available to you',
      "Your roles do not allow this. Ask your organization's administrator.",
    ],
    [missing, 'missing', 'Page not found', 'There is no such workgroup.'],
    [fault, 'fault', 'Oops! Something went wrong', 'Server error: The database is full.'],
    [new TypeError('x is undefined'), 'fault', 'Oops! Something went wrong', 'x is undefined'],
  ] as const)('%s is of the kind %s', (error, kind, title, part) => {
    expect(failureKind(error)).toBe(kind);
    expect(pageFailure(error).title).toBe(title);
    expect(partFailure(error)).toBe(part);
  });

  it('of a workspace is of a kind as well', () => {
    expect(failureKind(new WorkspaceError(0, '', 'The workspace cannot be reached.'))).toBe('away');
    expect(failureKind(new WorkspaceError(404, 'REST-1000', 'no such graph'))).toBe('missing');
  });

  it('by an address keeps the reason that it came with', () => {
    expect(partFailure(new WorkspaceError(403, '', 'Your IP is not allowed.'))).toBe(
      'Your IP is not allowed.',
    );
  });

  it('for want of an answer says what to look at, and that the page continues', () => {
    expect(pageFailure(away).text).toBe(
      'Check that Acacia is running. This page continues by itself as soon as there is an answer.',
    );
  });
});
