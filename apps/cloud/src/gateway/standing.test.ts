import { WorkspaceStatus } from '@acacia/contract';
import { expect, it } from 'vitest';
import { standingOf } from './standing.ts';

const running = { state: 'running', restarts: 0 } as const;

it.each([
  ['Active', 'forward'],
  ['Idle', 'wake'],
  ['Resuming', 'wait'],
  ['Pausing', 'wait'],
  ['Updating', 'wait'],
  ['Upgrading', 'wait'],
  ['Resizing', 'wait'],
  ['Pending', 'refuse'],
  ['Stopping', 'refuse'],
  ['Stopped', 'refuse'],
  ['Terminating', 'refuse'],
  ['Error', 'refuse'],
] as const)('%s: %s', (status, act) => {
  expect(standingOf({ status, enableAutoStart: true }, running).do).toBe(act);
});

it('names the status and what to do in every refusal', () => {
  for (const status of WorkspaceStatus.options) {
    const standing = standingOf({ status, enableAutoStart: false }, running);
    const refusal =
      standing.do === 'refuse' ? standing.refusal : standing.do === 'wait' ? standing.meanwhile : undefined;
    if (refusal === undefined) continue;
    expect(refusal.message).toMatch(new RegExp(`^The workspace is ${status}\\. .+\\.$`));
    expect([409, 503]).toContain(refusal.status);
  }
});

it('tells of an Active workspace that does not run', () => {
  const active = { status: 'Active', enableAutoStart: true } as const;
  const died = standingOf(active, { state: 'starting', restarts: 1, lastExit: 'ended with code 1' });
  expect(died).toMatchObject({
    do: 'wait',
    meanwhile: {
      message: 'The workspace is being started after it ended with code 1. Try again in a moment.',
    },
  });
  const failed = standingOf(active, { state: 'failed', restarts: 5, reason: 'The disk is full.' });
  expect(failed).toMatchObject({
    do: 'refuse',
    refusal: { status: 503, message: 'The workspace does not run. The disk is full.' },
  });
});
