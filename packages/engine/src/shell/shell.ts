/** The context of shell statements, and the errors that end them. */
import type { GsqlSession, ShellOptions } from '../engine.ts';
import type { FileAccess } from '../files/file-access.ts';
import { OPERATOR, type Person } from '../files/person.ts';
import type { Loads } from '../load/loads.ts';
import type { DataSourceKeys } from '../storage/data-source-keys.ts';
import type { QueryService } from '../query-service.ts';
import type { Store } from '../storage/store.ts';

/** The parts of an engine that statements work on. */
export interface ShellServices {
  readonly store: Store;
  readonly queries: QueryService;
  readonly loads: Loads;
  readonly keys: DataSourceKeys;
  readonly access: FileAccess;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;
}

export interface ShellContext extends ShellServices {
  readonly session: GsqlSession;
  /** The whole text that is executed: places in messages are places in it. */
  readonly text: string;
  readonly options: ShellOptions;
  /** Writes one line, or several. */
  readonly print: (line: string) => void;
  /** Runs a text in the given session, for the same caller; gives its return code. */
  readonly execute: (text: string, session: GsqlSession) => Promise<number>;
}

/** The person for whom the statements run. */
export const personOf = ({ options }: Pick<ShellContext, 'options'>): Person => options.person ?? OPERATOR;

/** The name under which a schema that the statements change has its version; '': nobody that is known. */
export const authorOf = ({ options }: Pick<ShellContext, 'options'>): string => options.person?.name ?? '';

/** Return codes of the GSQL shell (server-docs, "Return codes"). */
export const CODES = { success: 0, syntax: 211, runtime: 212, noGraph: 213 } as const;

/** Ends a statement with a return code other than 0; its messages have been printed. */
export class StatementFailure extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`The statement ended with the return code ${code}`);
    this.code = code;
  }
}
