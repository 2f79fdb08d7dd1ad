/** Milliseconds, except for the counts. */
export interface SupervisorTiming {
  readonly firstPause: number;
  readonly longestPause: number;
  /** A process that has answered for so long is healthy: deaths count from one again. */
  readonly healthyAfter: number;
  readonly deathsAllowed: number;
  /** The same for one that has not answered since it was started by hand: fails sooner. */
  readonly deathsAllowedAtStart: number;
  /** A process that does not answer within this is killed and counts as dead. */
  readonly readyWithin: number;
  readonly stopWithin: number;
  /** Between two looks at what the processes take of the machine's memory. */
  readonly memoryEvery: number;
}

export const TIMING: SupervisorTiming = {
  firstPause: 1_000,
  longestPause: 30_000,
  healthyAfter: 60_000,
  deathsAllowed: 6,
  deathsAllowedAtStart: 2,
  readyWithin: 120_000,
  stopWithin: 15_000,
  memoryEvery: 2_000,
};

/** Before a process is started again: doubles with each death in a row. */
export function pauseAfter(deaths: number, timing: SupervisorTiming): number {
  return Math.min(timing.firstPause * 2 ** (deaths - 1), timing.longestPause);
}
