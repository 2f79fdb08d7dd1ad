/**
 * The profile of a run: a row for each statement and operator, in a tree. The query's code fills in the rows while it
 * runs. The loops of a pattern are one nest, so their operators are timed together. Another thread samples each
 * millisecond which operator is at work, and the time is divided by these samples.
 */
import type { ProfileRow } from '../engine.ts';
import { usedBytes } from './meter.ts';

/** A row as it is known before the query runs. */
export interface RowDescription extends Pick<ProfileRow, 'kind' | 'operator' | 'text' | 'line'> {
  /** The parent row; null: the query. */
  readonly parent: number | null;
  /** The first of the rows whose loops are in one nest with this one's; null: the row is timed by itself. */
  readonly nest: number | null;
}

/** At index 0 the row that runs, 0 for none; then the number of samples of each row. */
export type Marks = Int32Array;

const MARKS = 4096;

/** Marks in shared memory, for the thread that samples. */
export const sharedMarks = (): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(4 * MARKS));

/** Takes a sample: counts the row that runs. */
export function lookAtMarks(marks: Marks): void {
  const row = marks[0] ?? 0;
  if (row > 0 && row < marks.length) marks[row] = (marks[row] ?? 0) + 1;
}

/** After so many runs a statement is judged quick or not. TIMED_RUNS is a mask: 1 run in 64 of a quick one is timed. */
const KNOWN_RUNS = 1024;
const TIMED_RUNS = 63;
const QUICK_MS = 0.005;
const UNTIMED = -1;
/** Milliseconds that reading the clock takes, which are not charged to a quick statement. */
const CLOCK_MS = ((): number => {
  const looks = 100;
  const times = Array.from({ length: 20 }, () => {
    const begun = performance.now();
    for (let look = 1; look < looks; look += 1) performance.now();
    return performance.now() - begun;
  });
  return Math.min(...times) / looks;
})();

type About = Omit<RowDescription, 'parent' | 'nest'>;

const callRow = (name: string, line: number): About => ({
  kind: 'query',
  operator: 'QUERY',
  text: name,
  line,
});

export class Row {
  readonly id: number;
  readonly children: Row[] = [];
  readonly #profile: Profile;
  readonly #parent: Row | null;
  readonly #about: About;
  /** Rows of the nest whose common time this row holds; it is one of them. */
  readonly nest: Row[] = [];
  rowsIn: number | null = null;
  rowsOut: number | null = null;
  runs = 0;
  #milliseconds: number | null = null;
  #threads = 1;
  #memoryBytes = 0;
  /** Runs that have not ended: a query may call itself. */
  #open = 0;
  /** A statement that runs again and again and takes no time: not every run is timed. */
  #quick = false;
  #untimed = 0;

  constructor(profile: Profile, id: number, parent: Row | null, about: About) {
    this.#profile = profile;
    this.id = id;
    this.#parent = parent;
    this.#about = about;
  }

  begin(): number {
    this.#open += 1;
    this.#profile.current = this;
    return this.#quick && (this.runs & TIMED_RUNS) !== 0 ? UNTIMED : performance.now();
  }

  /** Ends the run that began at that time, whether it succeeded or failed. */
  end(begun: number): void {
    this.#open -= 1;
    this.#profile.current = this.#parent;
    if (begun === UNTIMED) {
      this.runs += 1;
      this.#untimed += 1;
      return;
    }
    this.ran(this.#open === 0 ? Math.max(0, performance.now() - begun - CLOCK_MS) : 0, 1);
    if (this.runs === KNOWN_RUNS) {
      this.#quick = this.children.length === 0 && (this.#milliseconds ?? 0) / KNOWN_RUNS < QUICK_MS;
    }
  }

  ran(milliseconds: number, threads: number): void {
    this.runs += 1;
    this.#milliseconds = (this.#milliseconds ?? 0) + milliseconds;
    if (threads > this.#threads) this.#threads = threads;
    const bytes = usedBytes();
    if (bytes > this.#memoryBytes) this.#memoryBytes = bytes;
  }

  /** Adds to its rows; null: it has none. */
  passed(rowsIn: number | null, rowsOut: number | null): void {
    if (rowsIn !== null) this.rowsIn = (this.rowsIn ?? 0) + rowsIn;
    if (rowsOut !== null) this.rowsOut = (this.rowsOut ?? 0) + rowsOut;
  }

  /** The row of a query that is called while this one runs: its own, or one further up where it calls itself. */
  called(name: string): Row {
    const known = this.#calling(name) ?? this.children.find((child) => child.#isCallOf(name));
    if (known !== undefined) return known;
    const made = this.#profile.row(this, callRow(name, this.#about.line));
    this.children.push(made);
    return made;
  }

  #isCallOf(name: string): boolean {
    return this.#about.kind === 'query' && this.#about.text === name;
  }

  #calling(name: string): Row | undefined {
    if (this.#isCallOf(name)) return this;
    return this.#parent === null ? undefined : this.#parent.#calling(name);
  }

  /** The rows to show: this one and those beneath it. */
  *shown(depth: number, marks: Marks): Generator<ProfileRow> {
    if (this.nest.length > 1) this.#divide(marks);
    if (this.runs > 0) {
      yield {
        ...this.#about,
        depth,
        rowsIn: this.rowsIn,
        rowsOut: this.rowsOut,
        milliseconds: this.#time,
        runs: this.runs,
        threads: this.#mostThreads,
        memoryBytes: this.#memoryBytes,
      };
    }
    for (const child of this.children) yield* child.shown(depth + 1, marks);
  }

  /** Of its own and of those beneath it. */
  get #mostThreads(): number {
    return Math.max(this.#threads, ...this.children.map((child) => child.#mostThreads));
  }

  get #time(): number | null {
    if (this.#milliseconds === null || this.#untimed === 0) return this.#milliseconds;
    return (this.#milliseconds * this.runs) / (this.runs - this.#untimed);
  }

  #divide(marks: Marks): void {
    const whole = this.#milliseconds ?? 0;
    const seen = this.nest.map(({ id }) => marks[id] ?? 0);
    const all = seen.reduce((sum, count) => sum + count, 0);
    this.nest.forEach((row, index) => {
      row.#milliseconds = all === 0 ? null : (whole * (seen[index] ?? 0)) / all;
    });
  }
}

export class Profile {
  readonly marks: Marks;
  /** The statement that runs. */
  current: Row | null = null;
  readonly #rows: Row[] = [];
  #made = 0;
  readonly #of = new Map<Row | null, readonly Row[]>();

  constructor(marks: Marks = new Int32Array(1)) {
    this.marks = marks;
  }

  row(parent: Row | null, about: About): Row {
    this.#made += 1;
    return new Row(this, this.#made, parent, about);
  }

  /** The rows of a query; `caller`: the row of its calls, null for the query of the request. */
  rowsOf(caller: Row | null, descriptions: readonly RowDescription[]): readonly Row[] {
    const known = this.#of.get(caller);
    if (known !== undefined) return known;
    const rows: Row[] = [];
    for (const { parent, nest, ...about } of descriptions) {
      const above = parent === null ? caller : (rows[parent] ?? null);
      const row = this.row(above, about);
      (above?.children ?? this.#rows).push(row);
      rows.push(row);
      if (nest !== null) rows[nest]?.nest.push(row);
    }
    this.#of.set(caller, rows);
    return rows;
  }

  /** Runs a called query, then makes the calling row the current one again. */
  calling<T>(name: string, run: (row: Row) => T): T {
    const { current, marks } = this;
    const [mark = 0] = marks;
    const row = current?.called(name) ?? this.row(null, callRow(name, 0));
    const begun = row.begin();
    try {
      return run(row);
    } finally {
      row.end(begun);
      this.current = current;
      marks[0] = mark;
    }
  }

  shown(): readonly ProfileRow[] {
    return this.#rows.flatMap((row) => [...row.shown(0, this.marks)]);
  }
}
