/**
 * Rows that a statement of a loading job makes, and the checks that they must pass. A list of checks is printed in two
 * ways: quickly, with codes alone, and carefully, with the reasons in words. So both reject the same rows.
 */
import { list, sql, type Sql } from '../sql.ts';

/** Why a row is not loaded; 0 when it is. `elsewhere`: another target of the same clause takes it. */
export const ROW = {
  elsewhere: -1,
  valid: 0,
  failedCondition: 1,
  noId: 2,
  badId: 3,
  badAttribute: 4,
} as const;

/** A row has the code of the first check that holds. */
export interface Check {
  /** Over the columns of `inner`. */
  readonly when: Sql;
  readonly code: number;
  /** The reason in words, over the same columns: VARCHAR. */
  readonly reason: Sql;
}

export interface CheckedRows {
  /** Select list over the tokens: each value is computed once. */
  readonly inner: readonly Sql[];
  /** At least one. */
  readonly checks: readonly Check[];
  /** Columns of `inner` that a load needs: keys and values. */
  readonly outer: readonly Sql[];
}

/** A SELECT of `outer` and `code`. */
export function quickRows({ inner, checks, outer }: CheckedRows, tokens: Sql): Sql {
  const cases = checks.map(({ when, code }) => sql`WHEN ${when} THEN ${code}`);
  return sql`SELECT ${list(outer)}, (CASE ${cases} ELSE ${ROW.valid} END)::UTINYINT AS code
    FROM (SELECT ${list(inner)} FROM ${tokens})`;
}

/** A SELECT of `n`, `verdict` (`code` and `reason`) and `outer`; the tokens have the column `n`. */
export function carefulRows({ inner, checks, outer }: CheckedRows, tokens: Sql): Sql {
  const cases = checks.map(
    ({ when, code, reason }) => sql`WHEN ${when} THEN struct_pack(code := ${code}, reason := ${reason})`,
  );
  return sql`SELECT n, CASE ${cases} ELSE struct_pack(code := ${ROW.valid}, reason := '') END AS verdict, ${list(outer)}
    FROM (SELECT n, ${list(inner)} FROM ${tokens})`;
}
