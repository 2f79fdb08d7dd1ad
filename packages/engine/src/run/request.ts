/** What the query runner is asked and what it answers. */
import type { GraphSchema } from '@acacia/language';
import type { ProfileRow, RunOptions } from '../engine.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { Printed } from './printed.ts';
import type { OutputFile } from './library/files.ts';
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
  /** Code of the functions that people wrote, when the query may call one. */
  readonly functionCode?: string;
  /** Folders whose files it may read. */
  readonly readable?: readonly string[];
  /** Roles of whoever runs it. */
  readonly roles?: readonly string[];
  readonly options: RunOptions;
}

export interface RunOutcome {
  /** To be released when nobody needs it any more. */
  readonly printed: Printed;
  /** To be called when changes and files are stored, or never will be. */
  readonly release: () => void;
  /** What the query asks to change, in order; the caller makes it one transaction. */
  readonly writes: readonly QueryWrite[];
  /** What it prints to files, to be written when its changes are stored. */
  readonly files: readonly OutputFile[];
  readonly warnings: readonly string[];
  /** Lines of LOG, for the log of the engine. */
  readonly logs: readonly string[];
  /** Present when it was asked for. */
  readonly profile?: readonly ProfileRow[];
}

export interface QueryRunner {
  /** Rejects with EngineError when the query fails, is stopped or has a fault in its text. */
  run(request: RunRequest): Promise<RunOutcome>;
  /** Starts every worker and has each compile a query, so that those to come find them ready. */
  warm(): Promise<void>;
  /** Ends the workers, and what runs in them, and begins with new ones. */
  restart(): Promise<void>;
  /** Stops what runs and ends the workers. */
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
