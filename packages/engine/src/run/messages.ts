/** Messages between the thread that asks and the threads that run queries. */
import type { SnapshotDescription } from '../graph/assemble.ts';
import type { Execution } from './execute.ts';
import type { RunOutcome } from './request.ts';

export interface WorkerStart {
  /** Set to stop the query that runs. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

export type ToWorker =
  | { readonly kind: 'snapshot'; readonly id: number; readonly description: SnapshotDescription }
  | { readonly kind: 'forget'; readonly id: number }
  | { readonly kind: 'run'; readonly snapshotId: number; readonly execution: Execution };

export type FromWorker =
  | { readonly kind: 'done'; readonly outcome: RunOutcome }
  /** A failure that is the caller's to know. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** A fault of ours. */
  | { readonly kind: 'broken'; readonly message: string; readonly stack: string | undefined };
