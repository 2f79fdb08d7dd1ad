/** What recent commits changed, row by row, until the graph in memory has taken it over. */
import { rowsChanged, type TableChange } from '../graph/table-changes.ts';

/** Rows of a table that are remembered; after more of them the table is read again. */
const MOST_ROWS = 50_000;

interface Entry {
  readonly commit: number;
  readonly changes: readonly TableChange[];
}

interface Log {
  /** The last commit of which it is not known what it changed. */
  unknown: number;
  entries: Entry[];
  rows: number;
}

export class ChangeLog {
  readonly #logs = new Map<string, Log>();

  /** Takes what a commit did to each table; null: not known. */
  add(commit: number, tables: ReadonlyMap<string, readonly TableChange[] | null>): void {
    for (const [table, changes] of tables) {
      const log = this.#logs.get(table) ?? { unknown: 0, entries: [], rows: 0 };
      this.#logs.set(table, log);
      const rows = (changes ?? []).reduce((sum, change) => sum + rowsChanged(change), 0);
      if (changes === null || log.rows + rows > MOST_ROWS) {
        log.unknown = commit;
        log.entries = [];
        log.rows = 0;
      } else {
        log.entries.push({ commit, changes });
        log.rows += rows;
      }
    }
  }

  /** What happened to a table after one commit up to another, in order; null: not known. */
  between(table: string, after: number, upTo: number): readonly TableChange[] | null {
    const log = this.#logs.get(table);
    if (log === undefined || log.unknown > after) return null;
    return log.entries
      .filter(({ commit }) => commit > after && commit <= upTo)
      .flatMap(({ changes }) => changes);
  }

  /** Forgets what happened up to a commit, which the kept version of the table has. */
  forget(table: string, upTo: number): void {
    const log = this.#logs.get(table);
    if (log === undefined) return;
    log.entries = log.entries.filter(({ commit }) => commit > upTo);
    log.rows = log.entries.reduce(
      (sum, { changes }) => sum + changes.reduce((rows, change) => rows + rowsChanged(change), 0),
      0,
    );
    log.unknown = Math.max(log.unknown, upTo);
  }

  /** Forgets tables that are not among these. */
  keepOnly(tables: ReadonlySet<string>): void {
    for (const table of this.#logs.keys()) if (!tables.has(table)) this.#logs.delete(table);
  }
}
