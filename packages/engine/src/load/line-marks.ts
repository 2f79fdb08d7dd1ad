/**
 * Marks in a rewritten file: DuckDB's reader skips blank lines, takes a lone carriage return for a line
 * end and fails at bytes that are not UTF-8. Files with any of these are copied with marks.
 */
import { sql, type Sql } from '../sql.ts';

const MARK = '\u001d';

export const BLANK_LINE = `${MARK}0`;
/** First characters of a line that is not valid UTF-8. */
export const BAD_ENCODING = `${MARK}!`;
/** First characters of a line that is too long; only its beginning follows. */
export const TOO_LONG = `${MARK}>`;

/** A line's text without characters that the reader would take for something else. */
export const escapeLine = (line: string): string =>
  line.replaceAll(MARK, `${MARK}d`).replaceAll('\r', `${MARK}r`).replaceAll('\n', `${MARK}n`);

/** The reverse of `escapeLine`, in SQL. */
export const unescapeSql = (column: Sql): Sql =>
  sql`CASE WHEN contains(${column}, chr(29)) THEN replace(replace(replace(${column}, chr(29) || 'r', chr(13)), chr(29) || 'n', chr(10)), chr(29) || 'd', chr(29)) ELSE ${column} END`;
