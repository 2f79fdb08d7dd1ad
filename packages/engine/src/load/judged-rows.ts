/** Builds the rows of a LOAD or DELETE statement and their checks, in the order in which they are judged. */
import type { Ast, ScalarTypeName } from '@acacia/language';
import type { VertexTypeEntry } from '../catalog/catalog.ts';
import { literal, sql, type Sql } from '../sql.ts';
import { idType, type IdForm } from '../storage/vertex-keys.ts';
import { conditionSql } from './condition-sql.ts';
import { keySql } from './key-sql.ts';
import { faultSql, type Call } from './own-functions.ts';
import { REJECT_REASONS } from './reject-reasons.ts';
import { ROW, type Check, type CheckedRows } from './row-checks.ts';
import { scalarSql, type TypedSql } from './scalar-sql.ts';
import { columnKey, valueSql, type TokenColumns } from './value-sql.ts';

export type WholeType = 'BIGINT' | 'UBIGINT';

/** How the tokens of a file are read. */
export interface Reading {
  readonly ids: IdForm;
  /** The type of which the reader has made a column, where an empty token is null; null: text. */
  typeOf(index: number): WholeType | null;
  /** A quicker form of `scalarSql` with the same results; null: there is none. */
  quick(type: ScalarTypeName, raw: Sql): Sql | null;
}

/** Tokens are texts, and ids stay texts. */
export const AS_TEXTS: Reading = { ids: 'text', typeOf: () => null, quick: () => null };

/** The column that a value is, when it is nothing but one. */
export const columnOf = (
  value: Ast.LoadValue | undefined,
  columns: Pick<TokenColumns, 'indexOf'>,
): number | null =>
  value?.kind === 'column'
    ? value.index
    : value?.kind === 'namedColumn'
      ? columns.indexOf(columnKey(value))
      : null;

/** A key of the rows: the id of a vertex, or an end of an edge. */
export interface KeyColumn {
  readonly column: Sql;
  readonly vertex: VertexTypeEntry;
  readonly what: string;
  /** One value, or those of the parts of a composite key. */
  readonly values: readonly Ast.LoadValue[];
}

export class JudgedRows implements CheckedRows {
  readonly inner: Sql[] = [];
  readonly checks: Check[] = [];
  readonly outer: Sql[] = [];
  /** The statement, in reasons. */
  readonly where: string;
  readonly #columns: TokenColumns;
  readonly #reading: Reading;

  constructor(where: string, columns: TokenColumns, reading: Reading) {
    this.where = where;
    this.#columns = columns;
    this.#reading = reading;
  }

  /** @param shown stands at the end of the reason */
  check(when: Sql, code: number, reason: string, shown?: Sql): void {
    const text = literal(reason);
    this.checks.push({ when, code, reason: shown === undefined ? text : sql`${text} || ${shown}` });
  }

  /** Rows for which a user-defined function fails. */
  faults(calls: readonly Call[]): void {
    const fault = faultSql(calls, this.#columns);
    if (fault === null) return;
    const column = sql`fault_${this.inner.length}`;
    this.inner.push(sql`${fault} AS ${column}`);
    const reason = REJECT_REASONS.functionFails({ where: this.where, fault: '' });
    this.check(sql`${column} IS NOT NULL`, ROW.badAttribute, reason, column);
  }

  /** Rows that a condition leaves out. */
  condition(where: Ast.LoadCondition | undefined): void {
    if (where === undefined) return;
    this.inner.push(sql`NOT coalesce(${conditionSql(where, this.#columns)}, false) AS w`);
    this.checks.push({ when: sql`w`, code: ROW.failedCondition, reason: sql`''` });
  }

  key({ column, vertex, what, values }: KeyColumn): void {
    const { type } = vertex;
    const noId = REJECT_REASONS.noId({ where: this.where, what });
    const stored = idType(vertex, this.#reading.ids);
    const index = columnOf(values[0], this.#columns);
    const isRead = index !== null && stored !== 'VARCHAR' && this.#reading.typeOf(index) === stored;
    this.outer.push(column);
    if (isRead) {
      this.inner.push(sql`${this.#columns.column(index)} AS ${column}`);
      this.check(sql`${column} IS NULL`, ROW.noId, noId);
      return;
    }
    const key = keySql(type, values, this.#columns);
    const number = (): Sql =>
      this.#reading.quick(type.primaryId.type, key.raw) ?? scalarSql(type.primaryId.type, key.raw);
    this.inner.push(
      sql`${stored === 'VARCHAR' ? key.typed : number()} AS ${column}`,
      sql`(${key.absent}) AS no_${column}`,
      sql`${key.shown} AS shown_${column}`,
    );
    this.check(sql`no_${column}`, ROW.noId, noId);
    const { wanted } = key;
    const badId = REJECT_REASONS.badId({ where: this.where, what, wanted, type: type.name, found: '' });
    this.check(sql`${column} IS NULL`, ROW.badId, badId, sql`shown_${column}`);
  }

  /** A value of a scalar type, or nothing where its token is empty. */
  scalar(column: Sql, type: ScalarTypeName, value: Ast.LoadValue, name: string, wanted: string): void {
    const index = columnOf(value, this.#columns);
    this.outer.push(column);
    const whole = wholeType(type);
    if (index !== null && whole !== null && this.#reading.typeOf(index) === whole) {
      this.inner.push(sql`${this.#columns.column(index)} AS ${column}`);
      return;
    }
    const raw = valueSql(value, this.#columns);
    const quick = index === null ? null : this.#reading.quick(type, raw);
    this.inner.push(sql`${quick ?? scalarSql(type, raw)} AS ${column}`);
    if (type === 'STRING') return;
    this.inner.push(sql`${raw} AS raw_${column}`);
    this.#mustBe(sql`${column} IS NULL AND trim(raw_${column}) <> ''`, column, name, wanted);
  }

  /** A value of another type. */
  value(column: Sql, { typed, raw, invalid }: TypedSql, name: string, wanted: string): void {
    this.outer.push(column);
    this.inner.push(
      sql`${typed} AS ${column}`,
      sql`${raw} AS raw_${column}`,
      sql`${invalid} AS bad_${column}`,
    );
    this.#mustBe(sql`bad_${column}`, column, name, wanted);
  }

  #mustBe(when: Sql, column: Sql, name: string, wanted: string): void {
    const reason = REJECT_REASONS.badValue({ where: this.where, name, wanted, found: '' });
    this.check(when, ROW.badAttribute, reason, sql`raw_${column}`);
  }

  /** A discriminator by which edges are deleted. */
  discriminator(column: Sql, typed: Sql, raw: Sql): void {
    this.outer.push(column);
    this.inner.push(sql`${typed} AS ${column}`, sql`coalesce(${raw}, '') AS raw_${column}`);
    const reason = REJECT_REASONS.badDiscriminator({ where: this.where, found: '' });
    this.check(sql`${column} IS NULL`, ROW.badAttribute, reason, sql`raw_${column}`);
  }
}

/** The type as which whole numbers are read; null for other types. */
export const wholeType = (type: ScalarTypeName): WholeType | null =>
  type === 'INT' ? 'BIGINT' : type === 'UINT' ? 'UBIGINT' : null;
