/** Requests to the query runner and its outcomes. */
import type { GraphSchema } from '@acacia/language';
import type { ProfileRow, RunOptions } from '../engine.ts';
import type { PlanRow } from '../plan-row.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { AnyPathSearch } from '../path-search.ts';
import type { Printed } from '../printed.ts';
import type { OutputFile } from '../library/files.ts';
import type { QueryWrite } from '../writes.ts';

export interface RunRequest {
  /** The query as stored or as sent: `CREATE … QUERY …` or `INTERPRET QUERY …`. */
  readonly text: string;
  readonly schema: GraphSchema;
  readonly schemaVersion: number;
  readonly snapshot: GraphSnapshot;
  /** By name, values as JSON has them; texts are converted to the parameter's type. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Texts of the queries that this one calls, directly or not, by name. */
  readonly subqueries?: Readonly<Record<string, string>>;
  /** Code of the user-defined functions, when the query may call one. */
  readonly functionCode?: string;
  /** Folders whose files it may read. */
  readonly readable?: readonly string[];
  /** Roles of the person who runs the query. */
  readonly roles?: readonly string[];
  /** Plans the query and does not run it. */
  readonly planOnly?: boolean;
  /** Looks for paths between its two parameters in the place of running it. */
  readonly paths?: AnyPathSearch;
  readonly options: RunOptions;
}

export interface RunOutcome {
  /** The printed results; released by the caller when they are no longer needed. */
  readonly printed: Printed;
  /** To be called when changes and files are stored, or never will be. */
  readonly release: () => void;
  /** The query's writes, in order; the caller makes them one transaction. */
  readonly writes: readonly QueryWrite[];
  /** The files that the query prints, to be written once its changes are stored. */
  readonly files: readonly OutputFile[];
  readonly warnings: readonly string[];
  /** Lines of LOG, for the log of the engine. */
  readonly logs: readonly string[];
  /** Present when the profile was asked for. */
  readonly profile?: readonly ProfileRow[];
  /** Present when the plan was asked for, and nothing was run. */
  readonly plan?: readonly PlanRow[];
}

export interface QueryRunner {
  /** Rejects with EngineError when the query fails, is stopped or has a fault in its text. */
  run(request: RunRequest): Promise<RunOutcome>;
  /** Starts every worker and has each compile a query, so that those to come find them ready. */
  warm(): Promise<void>;
  /** Ends the workers and their queries, and starts new workers. */
  restart(): Promise<void>;
  /** Stops running queries and ends the workers. */
  close(): Promise<void>;
}

export interface QueryRunnerOptions {
  readonly workers: number;
  /** For all queries that run at one time together. */
  readonly memoryLimitBytes: number;
  readonly defaultTimeLimitMs?: number;
  /** Off: patterns run in the order written, filters last. For tests. */
  readonly optimise?: boolean;
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;
}
