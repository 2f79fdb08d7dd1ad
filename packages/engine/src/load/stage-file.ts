/** Reads a file's rows into temporary tables, one per target of its job, and records rejected rows with reasons. */
import type { Ast } from '@acacia/language';
import type { LineRange } from '../engine.ts';
import type { FileCounts } from '../load-status.ts';
import { engineError } from '../errors/catalogue.ts';
import { empty, literal, sql, type Sql } from '../sql.ts';
import type { Transaction } from '../storage/transaction.ts';
import type { IdForm } from '../storage/vertex-keys.ts';
import { conditionSql } from './condition-sql.ts';
import { compileDelete, deleteColumns, type ResolvedDelete } from './delete-sql.ts';
import type { FileOptions } from './file-options.ts';
import type { SourcePlan } from './loading-job.ts';
import { SHORT, readColumns, type ColumnFile } from './read-columns.ts';
import {
  readHeader,
  readLines,
  readSomeLines,
  splitLines,
  splitObjects,
  type Header,
  type SourceFile,
} from './read-lines.ts';
import { emptyCounts } from './load-reports.ts';
import { callOwn, type OwnThread } from './call-own.ts';
import { callsInCondition, callsInDelete, callsInTarget, faultSql, type Call } from './own-functions.ts';
import { REJECT_REASONS } from './reject-reasons.ts';
import { ROW, carefulRows } from './row-checks.ts';
import { compileTarget, targetColumns, type CompiledTarget } from './target-sql.ts';
import { tempTableSql } from './temp-table.ts';
import { pathOf, type TokenColumns } from './value-sql.ts';
import { verdicts } from './verdicts.ts';

export interface PlannedFile {
  readonly plan: SourcePlan;
  readonly file: SourceFile;
  /** Lines of other numbers are passed over; absent: none. */
  readonly range?: LineRange;
  /** How the file is written, whatever the job says: of files that are made for the load. */
  readonly form?: FileOptions;
}

/** The rows of one target. */
export interface StagedTarget {
  readonly compiled: Pick<CompiledTarget, 'ast' | 'name' | 'destination' | 'given'>;
  readonly rows: Sql;
  /** A SELECT in brackets of those that can be loaded: `n`, the keys, and the columns of `given`. */
  readonly valid: Sql;
  readonly ids: IdForm;
  /** Present when the rows are those of a table from this `n` on, one after another. */
  readonly firstN?: number;
  /** The number of rows by verdict. */
  readonly counts: ReadonlyMap<number, number>;
}

/** A file whose rows are in temporary tables. */
export interface StagedFile extends PlannedFile {
  readonly counts: FileCounts;
  readonly targets: readonly StagedTarget[];
  /** Staging tables of the elements to delete. */
  readonly deletes: readonly { readonly resolved: ResolvedDelete; readonly rows: Sql }[];
  /** A table of all lines; null: the lines are read again when they are needed. */
  readonly lines: Sql | null;
}

export async function stageFile(
  staging: Transaction,
  planned: PlannedFile,
  index: number,
  rejects: Sql,
  thread: OwnThread,
): Promise<StagedFile> {
  const { plan, file, range } = planned;
  const columns = range === undefined ? await readColumns(staging, plan, file) : null;
  if (columns !== null) {
    const staged = await stageColumns(staging, planned, index, rejects, columns, thread);
    if (staged !== null) return staged;
  }
  const lines = await readLines(staging, file, plan.options);
  const header = await readHeader(staging, lines, file, plan.options);
  if (range !== undefined) {
    const beyond = range.to === null ? empty : sql` OR n > ${range.to}`;
    await staging.run(sql`DELETE FROM ${lines} WHERE n > ${header.line} AND (n < ${range.from}${beyond})`);
  }
  return stageLines(staging, planned, index, rejects, lines, header, thread);
}

/** A table of lines (`n`, `line`) of a staged file with those that `wanted` selects by `n`. */
export const linesOf = (transaction: Transaction, { file, lines }: StagedFile, wanted: Sql): Promise<Sql> =>
  lines === null
    ? readSomeLines(transaction, file, wanted)
    : transaction.materialize('lines', sql`SELECT n, line FROM ${lines} WHERE n IN (${wanted})`);

/**
 * Lines out of which not all could be loaded are taken apart one by one to say why. Null where that finds
 * other ones.
 */
async function stageColumns(
  staging: Transaction,
  planned: PlannedFile,
  index: number,
  rejects: Sql,
  { targets: read, offset, header, validLine, surplusToken, faulty }: ColumnFile,
  thread: OwnThread,
): Promise<StagedFile | null> {
  const { plan, file } = planned;
  const targets: StagedTarget[] = [];
  for (const [order, { rows, given, counts }] of read.entries()) {
    const resolved = plan.targets[order];
    if (resolved === undefined) throw new TypeError(`No target ${order}`);
    const all = counts.size === 1 && counts.has(ROW.valid);
    const valid = sql`(SELECT rowid + ${offset} AS n, COLUMNS(c -> c NOT IN ('code', 'surplus')) FROM ${rows}${all ? empty : sql` WHERE code = ${ROW.valid}`})`;
    const firstN = all ? { firstN: offset } : {};
    targets.push({ compiled: { ...resolved, given }, rows, valid, ids: 'number', counts, ...firstN });
  }
  const base = { ...planned, targets, deletes: [], lines: null };
  const none = { ...readCounts(file), validLine, surplusToken };
  if (faulty === null) return { ...base, counts: none };
  const lines = await readSomeLines(staging, file, faulty);
  const again = await stageLines(staging, planned, index, rejects, lines, header, thread);
  for (const { rows } of again.targets) await staging.drop(rows);
  await staging.drop(lines);
  const wrong = ({ counts }: StagedTarget): string =>
    JSON.stringify([...counts].filter(([code]) => code > ROW.failedCondition && code !== SHORT).sort());
  const agree =
    again.targets.every((target, order) => wrong(target) === wrong(targets[order] ?? target)) &&
    again.counts.notEnoughToken === (targets[0]?.counts.get(SHORT) ?? 0);
  if (agree) return { ...base, counts: { ...again.counts, validLine, surplusToken } };
  for (const { rows } of targets) await staging.drop(rows);
  await staging.run(sql`DELETE FROM ${rejects} WHERE file = ${index}`);
  return null;
}

const readCounts = ({ path, bytes }: SourceFile): FileCounts => ({
  ...emptyCounts(path, bytes),
  bytesRead: bytes,
});

async function stageLines(
  transaction: Transaction,
  { plan, file }: PlannedFile,
  index: number,
  rejects: Sql,
  lines: Sql,
  header: Header,
  thread: OwnThread,
): Promise<StagedFile> {
  const { options, functions } = plan;
  const names = plan.header ?? header.names;
  const paths: (readonly string[])[] = [];
  const places = new Map<string, number>();
  const indexOf = (name: string): number => {
    if (options.json) {
      const known = places.get(name) ?? paths.push(pathOf(name)) - 1;
      places.set(name, known);
      return known;
    }
    const found = names.indexOf(name.trim());
    if (found !== -1) return found;
    const where = plan.header === null ? `line ${header.line}` : 'USER_DEFINED_HEADER';
    throw engineError('headerWithoutColumn', {
      file: file.path,
      column: name,
      where,
      known: names.join(', '),
    });
  };
  const plain: TokenColumns = {
    indexOf,
    column: (column) => sql`c${column}`,
    fileName: file.path,
    own: () => null,
  };
  const filter = plan.lineFilter === null ? [] : [{ ast: { values: [], where: plan.lineFilter } }];
  const read = [
    ...plan.targets.filter(({ tempTable }) => tempTable === undefined),
    ...plan.tempTables,
    ...filter,
  ]
    .flatMap(targetColumns)
    .concat(plan.deletes.flatMap(deleteColumns))
    .map((column) => (typeof column === 'number' ? column : indexOf(column)));
  const indexes = [...new Set(read)].sort((a, b) => a - b);
  const tokens = options.json
    ? await splitObjects(transaction, lines, paths)
    : await splitLines(transaction, lines, options, header, indexes);
  const reject = (select: Sql): Promise<number> =>
    transaction.run(
      sql`INSERT INTO ${rejects} SELECT ${index}, l.n, r.target, r.reason, l.line FROM (${select}) r JOIN ${lines} l ON l.n = r.n`,
    );
  const fault = (like: Sql): Promise<number> =>
    reject(
      sql`SELECT n, '' AS target, fault AS reason FROM ${lines} WHERE n > ${header.line} AND fault ${like}`,
    );
  const oversizeToken = await fault(sql`LIKE 'OversizeToken%'`);
  let rejectLine = await fault(sql`NOT LIKE 'OversizeToken%'`);
  const unusable = await reject(sql`SELECT n, '' AS target, reason FROM ${tokens.short}`);
  const callsOfTarget = ({ ast }: { readonly ast: Ast.LoadTarget }): readonly Call[] => {
    const { condition, values } = callsInTarget(functions, ast);
    return [...condition, ...values];
  };
  const calls = [
    ...callsInCondition(functions, plan.lineFilter),
    ...[...plan.tempTables, ...plan.targets.filter(({ tempTable }) => tempTable === undefined)].flatMap(
      callsOfTarget,
    ),
    ...plan.deletes.flatMap(({ ast }) => {
      const { condition, values } = callsInDelete(functions, ast);
      return [...condition, ...values];
    }),
  ];
  const split = { rows: tokens.table, columns: plain };
  const { rows: table, columns } = await callOwn(transaction, thread, functions, calls, split);
  if (plan.lineFilter !== null) {
    const failed = faultSql(callsInCondition(functions, plan.lineFilter), columns);
    if (failed !== null) {
      const words = literal(REJECT_REASONS.ruleFails({ fault: '' }));
      rejectLine += await reject(
        sql`SELECT n, '' AS target, ${words} || ${failed} AS reason FROM ${table} WHERE ${failed} IS NOT NULL`,
      );
      await transaction.run(sql`DELETE FROM ${table} WHERE ${failed} IS NOT NULL`);
    }
    const rejected = sql`coalesce(${conditionSql(plan.lineFilter, columns)}, false)`;
    const reason = literal(REJECT_REASONS.leftOut({ rule: plan.options.rejectLineRule ?? '' }));
    rejectLine += await reject(
      sql`SELECT n, '' AS target, ${reason} AS reason FROM ${table} WHERE ${rejected}`,
    );
    await transaction.run(sql`DELETE FROM ${table} WHERE ${rejected}`);
  }
  const sources = new Map<string, { readonly rows: Sql; readonly columns: TokenColumns }>();
  for (const temporary of plan.tempTables) {
    const { name } = temporary;
    const failed = faultSql(callsOfTarget(temporary), columns);
    if (failed !== null) {
      const words = literal(REJECT_REASONS.functionFails({ where: `load temp_table:${name}`, fault: '' }));
      await reject(
        sql`SELECT n, ${literal(name)} AS target, ${words} || ${failed} AS reason FROM ${table} WHERE ${failed} IS NOT NULL`,
      );
    }
    const from = failed === null ? table : sql`(SELECT * FROM ${table} WHERE ${failed} IS NULL)`;
    const rows = await transaction.materialize('table', tempTableSql(temporary, from, columns));
    const own = plan.targets.filter(({ tempTable }) => tempTable === name).flatMap(callsOfTarget);
    const unfolded = { ...plain, indexOf: (column: string) => temporary.columns.indexOf(column) };
    sources.set(name, await callOwn(transaction, thread, functions, own, { rows, columns: unfolded }));
  }
  const targets: StagedTarget[] = [];
  for (const target of plan.targets) {
    const source = sources.get(target.tempTable ?? '') ?? { rows: table, columns };
    const compiled = compileTarget(target, source.columns);
    const rows = await transaction.materialize('rows', carefulRows(compiled.rows, source.rows));
    await reject(
      sql`SELECT n, ${literal(compiled.name)} AS target, verdict.reason AS reason FROM ${rows} WHERE verdict.code > ${ROW.failedCondition}`,
    );
    targets.push({
      compiled,
      rows,
      valid: sql`(SELECT * EXCLUDE (verdict) FROM ${rows} WHERE verdict.code = ${ROW.valid})`,
      ids: 'text',
      counts: await verdicts(transaction, rows, sql`verdict.code`),
    });
  }
  const deletes: { resolved: ResolvedDelete; rows: Sql }[] = [];
  for (const resolved of plan.deletes) {
    const select = carefulRows(compileDelete(resolved, columns), table);
    const rows = await transaction.materialize('rows', select);
    await reject(
      sql`SELECT n, ${literal(resolved.name)} AS target, verdict.reason AS reason FROM ${rows} WHERE verdict.code > ${ROW.failedCondition}`,
    );
    deletes.push({ resolved, rows });
  }
  const validLine = await transaction.number(sql`SELECT count(*) FROM ${table}`);
  for (const { rows } of sources.values()) await transaction.drop(rows);
  await transaction.drop(table);
  await transaction.drop(tokens.short);
  return {
    plan,
    file,
    lines,
    targets,
    deletes,
    counts: {
      ...readCounts(file),
      validLine,
      rejectLine,
      surplusToken: tokens.surplus,
      [options.json ? 'invalidJson' : 'notEnoughToken']: unusable,
      oversizeToken,
    },
  };
}
