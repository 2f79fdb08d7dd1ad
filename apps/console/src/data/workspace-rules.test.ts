import { describe, expect, it } from 'vitest';
import { minutesProblem } from './workspace-rules.ts';

describe('minutesProblem', () => {
  it.each([
    [9, 'The minimum auto suspend waiting time is 10 minutes'],
    [0, 'The minimum auto suspend waiting time is 10 minutes'],
    ['', 'The minimum auto suspend waiting time is 10 minutes'],
    [10, null],
    ['360', null],
    [361, 'The maximum auto suspend waiting time is 360 minutes'],
  ])('of %o is %s', (minutes, problem) => {
    expect(minutesProblem({ suspends: true, minutes })).toBe(problem);
  });

  it('is none while suspension is off', () => {
    expect(minutesProblem({ suspends: false, minutes: 5 })).toBeNull();
  });
});
