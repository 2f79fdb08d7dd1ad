/** The answer of a query, as far as the page holds it. */
import type { RunAnswer } from '@acacia/contract';

export interface Answer {
  /** One object per PRINT; none where the answer is too large to be held: its tables are read by pages. */
  readonly results: readonly Record<string, unknown>[];
  /** The answer on the workspace, with its tables. */
  readonly stored: RunAnswer;
}
