/**
 * Reads a file into tables with DuckDB's own CSV reader, in parallel. It is used for files and jobs for which it gives
 * the same rows, and the same rejected rows, as splitting line by line; the others are left to `readLines`.
 */
import { joined, list, literal, sql, type Sql } from '../sql.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import type { GivenAttribute } from '../storage/merge-values.ts';
import { bareName, type Transaction } from '../storage/transaction.ts';
import { asNumbers, isFast, wholeColumns } from './fast-target.ts';
import type { WholeType } from './judged-rows.ts';
import type { SourcePlan } from './loading-job.ts';
import { firstTokens, type Header, type SourceFile } from './read-lines.ts';
import { callsInTarget } from './own-functions.ts';
import { ROW, quickRows, type CheckedRows } from './row-checks.ts';
import { compileTarget, targetColumns } from './target-sql.ts';
import type { TokenColumns } from './value-sql.ts';
import { verdicts } from './verdicts.ts';

const column = (index: number): Sql => sql`c${index}`;

/** The code of a line that lacks columns. */
export const SHORT = 100;

/** The rows of a target: columns of its keys and values, and `code`; line numbers are `rowid` + `offset`. */
export interface ColumnRows {
  readonly given: readonly GivenAttribute[];
  readonly rows: Sql;
  /** The number of rows by code. */
  readonly counts: ReadonlyMap<number, number>;
}

export interface ColumnFile {
  readonly targets: readonly ColumnRows[];
  /** The number to add to a row's index, from 0, to get the number of its line. */
  readonly offset: number;
  readonly header: Header;
  /** Lines with all columns. */
  readonly validLine: number;
  /** Of those: with more columns than the first line, empty ones at its end aside. */
  readonly surplusToken: number;
  /** A SELECT of the numbers (`n`) of lines out of which not all could be loaded; null: there are none. */
  readonly faulty: Sql | null;
}

const canRead = (
  { options, targets, tempTables, deletes, lineFilter }: SourcePlan,
  file: SourceFile,
): boolean =>
  !file.marked &&
  !options.json &&
  options.separator.length === 1 &&
  Buffer.byteLength(options.separator) === 1 &&
  file.wellQuoted &&
  tempTables.length === 0 &&
  deletes.length === 0 &&
  lineFilter === null &&
  targets.length > 0 &&
  targets.every((target) => isFast(target) && !callsOwn(target));

function callsOwn({ functions, ast }: SourcePlan['targets'][number]): boolean {
  const { condition, values } = callsInTarget(functions, ast);
  return condition.length + values.length > 0;
}

/** Null where the file is not one for this reader. */
export async function readColumns(
  staging: Transaction,
  plan: SourcePlan,
  file: SourceFile,
): Promise<ColumnFile | null> {
  if (!canRead(plan, file)) return null;
  const first = await firstTokens(staging, file, plan.options);
  const names = plan.header ?? (plan.options.header ? first.map((name) => name.trim()) : []);
  const tokens = {
    indexOf: (name: string) => names.indexOf(name.trim()),
    column,
    fileName: file.path,
    own: () => null,
  };
  const indexes = plan.targets
    .flatMap(targetColumns)
    .map((each) => (typeof each === 'number' ? each : tokens.indexOf(each)));
  const width = first.length;
  const needed = Math.max(0, ...indexes.map((index) => index + 1));
  if (needed > width || needed === 0 || indexes.includes(-1)) return null;
  const header = { names, line: plan.options.header ? 1 : 0, width };
  const reading: Reading = { staging, plan, file, tokens, header, needed };
  const types = file.digits ? typesOf(reading) : new Map<number, WholeType>();
  const numbers = types.size > 0 ? await read(reading, types) : null;
  return numbers ?? read(reading, new Map());
}

interface Reading {
  readonly staging: Transaction;
  readonly plan: SourcePlan;
  readonly file: SourceFile;
  readonly tokens: TokenColumns;
  readonly header: Header;
  /** The number of columns that a line must have. */
  readonly needed: number;
}

type Types = ReadonlyMap<number, WholeType>;

/** Columns that every target that reads them takes for whole numbers of one type. */
function typesOf({ plan, tokens }: Reading): Types {
  const types = new Map<number, WholeType>();
  const others = new Set<number>();
  for (const target of plan.targets) {
    const whole = wholeColumns(target, tokens);
    const uses = targetColumns(target).map((column) =>
      typeof column === 'number' ? column : tokens.indexOf(column),
    );
    for (const index of uses) {
      const type = whole.get(index);
      const alone = uses.filter((each) => each === index).length === 1;
      if (type === undefined || !alone || (types.get(index) ?? type) !== type) others.add(index);
      else types.set(index, type);
    }
  }
  for (const index of others) types.delete(index);
  return types;
}

function fileSql({ plan, file, header }: Reading, types: Types, rejects: Sql): Sql {
  const numbers = types.size > 0;
  // Two more columns take surplus tokens.
  const columns = Array.from({ length: header.width + (numbers ? 0 : 2) }, (_, index) => {
    return sql`${literal(column(index))}: ${literal(types.get(index) ?? 'VARCHAR')}`;
  });
  const quote = literal(file.quoted ? (plan.options.quote ?? '') : '');
  // Where numbers are read an empty token is null, and a line that is short or long is left to the other reading.
  const empty = numbers ? sql`nullstr = ''` : sql`nullstr = chr(29) || chr(29), null_padding = true`;
  return sql`read_csv(${fileLiteral(file.readable)}, auto_detect = false, header = ${literal(plan.options.header)},
    delim = ${literal(plan.options.separator)}, quote = ${quote}, escape = ${quote}, comment = '', new_line = '\\n',
    strict_mode = ${literal(numbers)}, compression = 'none', max_line_size = ${2 ** 21}, buffer_size = ${2 ** 22}, ${empty},
    store_rejects = true, rejects_limit = 1, rejects_table = ${literal(rejects)}, rejects_scan = ${literal(`${rejects}_scan`)},
    columns = {${list(columns)}})`;
}

/** Null where a line does not fit the columns, in number or in type. */
async function read(reading: Reading, types: Types): Promise<ColumnFile | null> {
  const { staging, plan, tokens, header } = reading;
  const rejects = bareName(staging.temporaryName('unread'));
  const columns: TokenColumns = {
    ...tokens,
    column: (index) =>
      types.size === 0 || types.has(index) ? column(index) : sql`coalesce(${column(index)}, '')`,
  };
  let source = fileSql(reading, types, rejects);
  const several = plan.targets.length > 1;
  if (several) source = await staging.materialize('tokens', sql`SELECT * FROM ${source}`);
  const targets: Omit<ColumnRows, 'counts'>[] = [];
  for (const target of plan.targets) {
    const { given, rows: checked } = compileTarget(target, columns, asNumbers(types));
    const rows = await staging.materialize(
      'rows',
      quickRows(types.size > 0 ? checked : padded(checked, reading), source),
    );
    targets.push({ given, rows });
  }
  if (several) await staging.drop(source);
  const unread = await staging.number(sql`SELECT count(*) FROM ${rejects}`);
  await staging.drop(sql`temp.${rejects}`);
  await staging.drop(sql`temp.${rejects}_scan`);
  const [first] = targets;
  const surplus = types.size > 0 || first === undefined ? 0 : await surplusOf(staging, first.rows);
  if (unread > 0 || surplus === null) {
    for (const { rows } of targets) await staging.drop(rows);
    return null;
  }
  return described(staging, targets, header, surplus);
}

/**
 * Rows of a file whose lines may be short or long. `surplus` is null of a line that is longer than what is read of it.
 * Which lines are short is reported for the file (`splitLines`).
 */
const padded = ({ inner, checks, outer }: CheckedRows, { needed, header }: Reading): CheckedRows => ({
  inner: [
    ...inner,
    sql`${column(needed - 1)} IS NULL AS short`,
    sql`CASE WHEN ${column(header.width)} <> '' THEN true
         WHEN ${column(header.width + 1)} IS NULL THEN false END AS surplus`,
  ],
  checks: [{ when: sql`short`, code: SHORT, reason: sql`'ShortOfToken(file)'` }, ...checks],
  outer: [...outer, sql`surplus`],
});

/** The number of lines with surplus columns; null where it is not known of all lines. */
async function surplusOf(staging: Transaction, rows: Sql): Promise<number | null> {
  const unseen = await staging.number(sql`SELECT count(*) FROM ${rows} WHERE surplus IS NULL`);
  return unseen > 0 ? null : staging.number(sql`SELECT count(*) FROM ${rows} WHERE surplus`);
}

async function described(
  staging: Transaction,
  read: readonly Omit<ColumnRows, 'counts'>[],
  header: Header,
  surplusToken: number,
): Promise<ColumnFile> {
  const offset = header.line + 1;
  const targets: ColumnRows[] = [];
  const faulty: Sql[] = [];
  let validLine = 0;
  for (const each of read) {
    const counts = await verdicts(staging, each.rows, sql`code`);
    targets.push({ ...each, counts });
    const sum = (of: (code: number) => boolean): number =>
      [...counts].reduce((total, [code, count]) => total + (of(code) ? count : 0), 0);
    validLine = sum((code) => code !== SHORT);
    if (sum((code) => code > ROW.failedCondition) > 0) {
      faulty.push(sql`SELECT rowid + ${offset} AS n FROM ${each.rows} WHERE code > ${ROW.failedCondition}`);
    }
  }
  return {
    targets,
    offset,
    header,
    validLine,
    surplusToken,
    faulty: faulty.length === 0 ? null : joined(faulty, 'UNION'),
  };
}
