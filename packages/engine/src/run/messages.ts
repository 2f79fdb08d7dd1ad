/** Messages between the thread that asks and the threads that run queries. */
import type { MessagePort } from 'node:worker_threads';
import type { GraphSchema } from '@acacia/language';
import type { SnapshotDescription } from '../graph/assemble.ts';
import type { Execution } from './execute.ts';
import type { RunOutcome } from './request.ts';

/** Indexes in the array that a query worker shares with the asking thread and with the other workers. */
export const STATE = {
  /** The reason for which the running query has to stop. */
  stop: 0,
  /** A query was given to it. */
  busy: 1,
  /** It takes part in the query of another worker, or is about to. */
  helping: 2,
  /** It has to leave the other's query. */
  wanted: 3,
  /** It has ended. */
  dead: 4,
} as const;

export interface WorkerStart {
  readonly state: Int32Array<SharedArrayBuffer>;
  /** For the queries of all workers together. */
  readonly memoryLimitBytes: number;
  readonly workers: number;
  /** MiB that the queries take, of each worker at its place: all see it at once, however busy they are. */
  readonly memory: Int32Array<SharedArrayBuffer>;
  readonly place: number;
  /** MiB of results of earlier queries that have not been delivered yet. */
  readonly held: Int32Array<SharedArrayBuffer>;
}

export type ToWorker =
  /** Another worker, which it may help and be helped by. */
  | { readonly kind: 'sibling'; readonly port: MessagePort; readonly state: Int32Array<SharedArrayBuffer> }
  | { readonly kind: 'snapshot'; readonly id: number; readonly description: SnapshotDescription }
  | { readonly kind: 'schema'; readonly id: number; readonly schema: GraphSchema }
  /** A snapshot or a schema is needed no more. */
  | { readonly kind: 'forget'; readonly id: number }
  | {
      readonly kind: 'run';
      readonly snapshotId: number;
      readonly schemaId: number;
      readonly execution: Omit<Execution, 'schema'>;
    };

export type FromWorker =
  /** Results of the query that runs, as lines of JSON. */
  | { readonly kind: 'printed'; readonly lines: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'done';
      readonly outcome: Omit<RunOutcome, 'printed' | 'release'>;
      /** See `Printed`. */
      readonly printed: readonly Uint8Array<ArrayBuffer>[];
      /** Bytes of the changes and files, about. */
      readonly bytes: number;
    }
  /** A failure that is the caller's to know. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** A fault of ours. */
  | { readonly kind: 'broken'; readonly message: string; readonly stack: string | undefined };
