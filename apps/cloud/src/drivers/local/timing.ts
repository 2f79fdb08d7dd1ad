/** Milliseconds, except for the counts. */
export interface SupervisorTiming {
  readonly firstPause: number;
  readonly longestPause: number;
  /** A process that has answered for so long is healthy: pauses begin short again. */
  readonly healthyAfter: number;
  /** So many starts in a row that end before the process has answered, and no other is tried. */
  readonly failedStartsAllowed: number;
  /** The same for one that has not answered since it was started by hand: fails sooner. */
  readonly failedStartsAllowedAtFirst: number;
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
  failedStartsAllowed: 6,
  failedStartsAllowedAtFirst: 2,
  readyWithin: 120_000,
  stopWithin: 15_000,
  memoryEvery: 2_000,
};

/** Before a process is started again: doubles with each death in a row. */
export function pauseAfter(deaths: number, timing: SupervisorTiming): number {
  return Math.min(timing.firstPause * 2 ** (deaths - 1), timing.longestPause);
}
