/** The log of rows that recent commits changed, kept until the graph in memory has the changes. */
import { rowsChanged, type TableChange } from '../graph/table-changes.ts';

/** The most changed rows of a table in the log; after more of them the table is read again. */
const MOST_ROWS = 50_000;

interface Entry {
  readonly commit: number;
  readonly changes: readonly TableChange[];
}

interface Log {
  /** The last commit whose changes are not known row by row. */
  unknown: number;
  entries: Entry[];
  rows: number;
}

export class ChangeLog {
  readonly #logs = new Map<string, Log>();

  /** Adds the changes of a commit to each table; null: not known row by row. */
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

  /** The changes of a table after one commit and up to another, in order; null: not known. */
  between(table: string, after: number, upTo: number): readonly TableChange[] | null {
    const log = this.#logs.get(table);
    if (log === undefined || log.unknown > after) return null;
    return log.entries
      .filter(({ commit }) => commit > after && commit <= upTo)
      .flatMap(({ changes }) => changes);
  }

  /** Forgets the changes up to a commit, which the kept version of the table includes. */
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
