/** Rows of the profile, when it is asked for, and the code by which statements and operators fill them in. */
import { type Ast, lineColumn } from '@acacia/language';
import type { Planned, PlannedNest } from '../plan/estimate.ts';
import type { Operator } from '../plan/operators.ts';
import type { Pattern } from '../plan/pattern.ts';
import type { RowDescription } from '../library/profile.ts';
import { type Code, empty, js, literal } from './code.ts';
import type { Unit } from './unit.ts';

type Span = Ast.Expr['span'];

/** An operator as a row of the profile. */
export interface Shown {
  readonly operator: string;
  readonly text: string;
  /** The place in the query from which the line number is taken. */
  readonly span: Span;
}

/** The work for which the rows of a pattern are found. */
export interface RowWork extends Shown {
  /** Code of the number of rows out; absent: as many as in. */
  readonly rowsOut?: Code;
}

const MOST_TEXT = 120;

/** A piece of the query on one line, without its comments. */
export function shortText(unit: Unit, { start, end }: Pick<Span, 'start' | 'end'>): string {
  const text = unit.text
    .slice(start, end)
    .replace(/("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/.*|\s+/g, (_, quoted?: string) => quoted ?? ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1).trimEnd()}…` : text;
}

/** A clause of several parts as a row; `around`: the statement whose place is shown when there are no parts. */
export function clauseShown(
  unit: Unit,
  operator: string,
  parts: readonly { readonly span: Span }[],
  around: { readonly span: Span },
): Shown {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return { operator, text: '', span: around.span };
  return {
    operator,
    text: shortText(unit, { start: first.span.start, end: last.span.end }),
    span: first.span,
  };
}

/** Rows that a query's code fills in, in the order in which they are shown. */
export class Profiling implements Planned {
  readonly rows: RowDescription[] = [];
  readonly nests: PlannedNest[] = [];
  readonly statements = new Map<number, Ast.BodyStatement>();
  #parent: number | null = null;

  add(
    unit: Unit,
    { operator, text, span }: Shown,
    kind: RowDescription['kind'] = 'operator',
    nest: number | null = null,
  ): number {
    const { line } = lineColumn(unit.text, span.start);
    this.rows.push({ kind, operator, text, line, parent: this.#parent, nest });
    return this.rows.length - 1;
  }

  beneath<T>(row: number, work: () => T): T {
    const before = this.#parent;
    this.#parent = row;
    try {
      return work();
    } finally {
      this.#parent = before;
    }
  }

  /** Notes the statement that is being compiled. */
  begin(statement: Ast.BodyStatement): void {
    if (this.#parent !== null) this.statements.set(this.#parent, statement);
  }

  /** Notes a pattern of the statement that is being compiled. */
  plan(nest: Omit<PlannedNest, 'statement'>): void {
    this.nests.push({ ...nest, statement: this.#parent });
  }

  /** The row of the statement that is being compiled. */
  get statement(): Code {
    return rowCode(this.#parent ?? 0);
  }
}

const rowCode = (row: number): Code => js`R[${literal(row)}]`;

/** Says that from here on the time is a row's. */
const mark = (row: number): Code => js`Z[0] = B + ${literal(row)};`;

/** Code that records the rows that went into the statement and came out of it. */
export const passed = (unit: Unit, rowsIn: Code | null, rowsOut: Code | null): Code =>
  unit.profiling === null
    ? empty
    : js`${unit.profiling.statement}.passed(${rowsIn ?? literal(null)}, ${rowsOut ?? literal(null)});`;

/** The profile's rows for the operators of a pattern, and for the work on each of its rows. */
export class NestRows {
  readonly rows: readonly number[];
  readonly #counters: readonly Code[];
  readonly #work: { readonly row: number; readonly rowsOut: Code | undefined } | null;

  /** `work`: absent where the rows only collect vertices. */
  constructor(
    unit: Unit,
    profiling: Profiling,
    {
      pattern,
      operators,
      counters,
      span,
      work,
    }: {
      readonly pattern: Pattern;
      readonly operators: readonly Operator[];
      readonly counters: readonly Code[];
      readonly span: Span;
      readonly work: RowWork | undefined;
    },
  ) {
    const first = profiling.rows.length;
    this.rows = operators.map((operator) => {
      const shown = describe(unit, pattern, operator, span);
      return profiling.add(unit, shown, 'operator', first);
    });
    this.#work =
      work === undefined
        ? null
        : { row: profiling.add(unit, work, 'operator', first), rowsOut: work.rowsOut };
    this.#counters = counters;
  }

  /** The row of the work; null: there is none. */
  get work(): number | null {
    return this.#work?.row ?? null;
  }

  /** Code that says that an operator has a row at hand. */
  mark(index: number): Code {
    return mark(this.rows[index] ?? 0);
  }

  body(code: Code): Code {
    return this.#work === null ? code : js`${mark(this.#work.row)}\n${code}`;
  }

  /** Fills the rows in when the nest has run; `start`: the vertices that it began with. */
  report(start: Code, milliseconds: Code): Code {
    const counters = [js`${start}.size`, ...this.#counters];
    const last = counters.at(-1) ?? literal(0);
    const rows = this.rows.map((row, index) => ({
      row,
      rowsIn: counters[index] ?? last,
      rowsOut: counters[index + 1] ?? last,
    }));
    const { row, rowsOut = last } = this.#work ?? { row: null };
    if (row !== null) rows.push({ row, rowsIn: last, rowsOut });
    return js`Z[0] = 0;\n${rows.map(({ row: at, rowsIn, rowsOut: out }, index) => {
      const time = index === 0 ? milliseconds : literal(0);
      return js`${rowCode(at)}.passed(${rowsIn}, ${out});\n${rowCode(at)}.ran(${time}, X.threads);`;
    })}`;
  }
}

function describe(unit: Unit, pattern: Pattern, operator: Operator, span: Span): Shown {
  if (operator.kind === 'scan' || operator.kind === 'gather') {
    const node = pattern.nodes[operator.node];
    const types = node?.sources.map((names) => names.map(({ text }) => text).join('|')).join(' & ') ?? '';
    const key = operator.kind === 'scan' && operator.key !== undefined ? ' by id' : '';
    return { operator: operator.kind, text: `${types}:${node?.name ?? '_'}${key}`, span };
  }
  const index = operator.kind === 'count' ? operator.branch.edge : operator.edge;
  const edge = pattern.edges[index];
  const kind = edge?.repeat === undefined ? operator.kind : 'repeat';
  return edge === undefined
    ? { operator: kind, text: '', span }
    : { operator: kind, text: shortText(unit, edge.span), span: edge.span };
}

/** Work with a row of the profile about it. */
export function timed(
  unit: Unit,
  shown: Shown,
  rows: { readonly rowsIn: Code; readonly rowsOut: Code },
  work: Code,
): Code {
  if (unit.profiling === null) return work;
  const row = rowCode(unit.profiling.add(unit, shown));
  const begun = unit.names.fresh();
  return js`X.threads = 1;
const ${begun} = performance.now();
${work}
${row}.passed(${rows.rowsIn}, ${rows.rowsOut});
${row}.ran(performance.now() - ${begun}, X.threads);`;
}

/** A statement with a row of the profile about it; however it is left, its time counts. */
export function profiled(unit: Unit, shown: Shown, work: () => Code): Code {
  const { profiling } = unit;
  if (profiling === null) return work();
  const index = profiling.add(unit, shown, 'statement');
  const row = rowCode(index);
  const begun = unit.names.fresh();
  const code = profiling.beneath(index, work);
  return js`{
const ${begun} = ${row}.begin();
try {
${code}
} finally { ${row}.end(${begun}); }
}`;
}
