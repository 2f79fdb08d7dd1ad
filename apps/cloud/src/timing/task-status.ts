/** The status of a background task, for an operator. */
export interface TaskStatus {
  readonly name: string;
  readonly does: string;
  /** Milliseconds from the end of a run to the next. */
  readonly every: number;
  readonly alsoWhen: string | null;
  /** Number of runs since the control plane started. */
  readonly runs: number;
  readonly failures: number;
  /** Null until the first run. */
  readonly lastStartedAt: Date | null;
  /** Milliseconds; null until the first run has ended. */
  readonly lastTook: number | null;
  /** Empty when the last run succeeded. */
  readonly lastError: string;
}
