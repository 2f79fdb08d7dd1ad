/** Pauses and limits of supervision; in milliseconds, except for the counts. */
export interface SupervisorTiming {
  readonly firstPause: number;
  readonly longestPause: number;
  /** A process that has answered for this long is healthy: the pauses start over. */
  readonly healthyAfter: number;
  /** The number of failed starts in a row after which the workspace is given up; none of them ever answered. */
  readonly failedStartsAllowed: number;
  /** The same for a workspace that has not answered since it was requested to start: it fails sooner. */
  readonly failedStartsAllowedAtFirst: number;
  /** A process that does not answer within this is killed and counts as dead. */
  readonly readyWithin: number;
  readonly stopWithin: number;
  /** Between two checks of the memory that processes use. */
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

/** The pause before a restart, in milliseconds: doubles with each death in a row, up to the longest. */
export function pauseAfter(deaths: number, timing: SupervisorTiming): number {
  return Math.min(timing.firstPause * 2 ** (deaths - 1), timing.longestPause);
}
