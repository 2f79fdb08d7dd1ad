/** Reads the lines of a file into a temporary table, and their tokens into another. */
import type { DuckDBValue } from '@duckdb/node-api';
import { engineError } from '../errors/catalogue.ts';
import { empty, literal, sql, type Sql } from '../sql.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import type { Transaction } from '../storage/transaction.ts';
import type { FileOptions } from './file-options.ts';
import { BAD_ENCODING, BLANK_LINE, TOO_LONG, unescapeSql } from './line-marks.ts';
import { joinQuotedLines } from './quoted-lines.ts';
import { REJECT_REASONS } from './reject-reasons.ts';
import { tokenList } from './token-sql.ts';

/** A file to load, looked through before. */
export interface SourceFile {
  /** For messages and reports. */
  readonly path: string;
  /** The file that DuckDB reads: the file itself, or its copy with marks. */
  readonly readable: string;
  readonly marked: boolean;
  readonly longestLine: number;
  readonly bytes: number;
  /** Of a file that is not marked: see `InspectedFile`. */
  readonly quoted: boolean;
  readonly wellQuoted: boolean;
  readonly digits: boolean;
}

/** DuckDB's own buffers hold 16 of the longest lines: half of the smallest store's memory for each thread. */
const BUFFER_LINES = 2;

/** A SELECT of `n` (1-based line) and `line`, as they stand in the file. `longest`: bytes of a line that fit. */
function linesSql(file: SourceFile, longest = Math.max(2 ** 21, file.longestLine * 4 + 1024)): Sql {
  // The separator is four characters that no text file has: every line is one value.
  return sql`SELECT row_number() OVER () AS n, line FROM read_csv(${fileLiteral(file.readable)},
    auto_detect = false, header = false, delim = chr(31) || chr(30) || chr(31) || chr(30), quote = '', escape = '',
    comment = '', new_line = '\\n', nullstr = chr(29) || chr(29), strict_mode = false, compression = 'none',
    max_line_size = ${longest}, buffer_size = ${longest * BUFFER_LINES}, columns = {'line': 'VARCHAR'})`;
}

/** The tokens of the first line of a file that is not marked; none where it is empty. */
export async function firstTokens(
  transaction: Transaction,
  file: SourceFile,
  options: FileOptions,
): Promise<readonly string[]> {
  // Small buffers: DuckDB reads some of them whole, however few lines are requested.
  const lines = linesSql(file, file.longestLine + 1024);
  const [row] = await transaction.rows(sql`SELECT ${tokenList(sql`line`, options)} FROM (${lines}) LIMIT 1`);
  const items = (row?.[0] as { readonly items: readonly DuckDBValue[] } | undefined)?.items ?? [];
  return items.map(String);
}

/** A table of some lines of a file that is not marked: those that `wanted` selects by `n`. */
export const readSomeLines = (transaction: Transaction, file: SourceFile, wanted: Sql): Promise<Sql> =>
  transaction.materialize(
    'lines',
    sql`SELECT n, line, NULL::VARCHAR AS fault FROM (${linesSql(file)}) WHERE n IN (${wanted})`,
  );

/** A table of `n` (1-based line), `line`, and `fault` (why the whole line is rejected, or null). */
export async function readLines(
  transaction: Transaction,
  file: SourceFile,
  options: FileOptions,
): Promise<Sql> {
  const read = linesSql(file);
  const starts = (mark: string): Sql => sql`starts_with(line, ${literal(mark)})`;
  const select = file.marked
    ? sql`SELECT n,
         CASE WHEN ${starts(BAD_ENCODING)} OR ${starts(TOO_LONG)} THEN ${unescapeSql(sql`line[3:]`)} ELSE ${unescapeSql(sql`line`)} END AS line,
         CASE WHEN ${starts(BAD_ENCODING)} THEN ${literal(REJECT_REASONS.badEncoding())}
              WHEN ${starts(TOO_LONG)} THEN ${literal(REJECT_REASONS.tooLong())} END AS fault
       FROM (${read}) WHERE line <> ${literal(BLANK_LINE)}`
    : sql`SELECT n, line, NULL::VARCHAR AS fault FROM (${read})`;
  const lines = await transaction.materialize('lines', select);
  await joinQuotedLines(transaction, lines, options);
  return lines;
}

/** The header, and the number of tokens of the first line. */
export interface Header {
  /** Empty when the file has no header. */
  readonly names: readonly string[];
  /** The number of its line; 0 when the file has none. */
  readonly line: number;
  /** The number of tokens of the first line. */
  readonly width: number;
}

/** @throws EngineError when the line cannot be read */
export async function readHeader(
  transaction: Transaction,
  lines: Sql,
  file: SourceFile,
  options: FileOptions,
): Promise<Header> {
  const [row] = await transaction.rows(
    sql`SELECT n, fault, ${tokenList(sql`line`, options)} AS tokens FROM ${lines} ${options.header ? empty : sql`WHERE fault IS NULL`} ORDER BY n LIMIT 1`,
  );
  if (row === undefined) return { names: [], line: 0, width: 0 };
  const [n, fault, tokens] = row;
  if (fault !== null && fault !== undefined) {
    throw engineError('headerUnreadable', { file: file.path, line: String(n), reason: String(fault) });
  }
  const { items } = tokens as { readonly items: readonly DuckDBValue[] };
  const width = items.length;
  if (!options.header) return { names: [], line: 0, width };
  return { names: items.map((item) => String(item).trim()), line: Number(n), width };
}

interface Tokens {
  /** Columns `n` and `c<index>` for the indexes asked for; only lines that have them all. */
  readonly table: Sql;
  /** Lines with too few tokens: `n`, `reason`. */
  readonly short: Sql;
  /** How many of the others have more tokens than the first line of the file, empty ones at its end aside. */
  readonly surplus: number;
}

export async function splitLines(
  transaction: Transaction,
  lines: Sql,
  options: FileOptions,
  header: Header,
  indexes: readonly number[],
): Promise<Tokens> {
  const needed = Math.max(0, ...indexes.map((index) => index + 1));
  // Separators at the end of a line leave nothing out.
  const surplus = sql`array_to_string(tokens[${header.width + 1}:], '') <> ''`;
  const split = await transaction.materialize(
    'split',
    sql`SELECT n, len(tokens) AS has, ${surplus} AS surplus${indexes.map((index) => sql`, tokens[${index + 1}] AS c${index}`)}
     FROM (SELECT n, ${tokenList(sql`line`, options)} AS tokens FROM ${lines} WHERE fault IS NULL AND n > ${header.line})`,
  );
  const short = await transaction.materialize(
    'short',
    sql`SELECT n, replace(${literal(REJECT_REASONS.short({ has: '?', needed }))}, '?', has::VARCHAR) AS reason
     FROM ${split} WHERE has < ${needed}`,
  );
  await transaction.run(sql`DELETE FROM ${split} WHERE has < ${needed}`);
  return {
    table: split,
    short,
    surplus: await transaction.number(sql`SELECT count(*) FROM ${split} WHERE surplus`),
  };
}

/** A place in a JSON value as DuckDB writes it. */
export const jsonPlace = (path: readonly string[]): string =>
  `$${path.map((name) => `."${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join('')}`;

/** As `splitLines` for lines that are JSON objects: column `c<index>` is the value at the path of that index. */
export async function splitObjects(
  transaction: Transaction,
  lines: Sql,
  paths: readonly (readonly string[])[],
): Promise<Tokens> {
  const columns = paths.map((path, index) => {
    return sql`, json_extract_string(line, ${literal(jsonPlace(path))}) AS c${index}`;
  });
  const isObject = sql`coalesce(json_valid(line) AND json_type(CASE WHEN json_valid(line) THEN line ELSE '0' END) = 'OBJECT', false)`;
  const table = await transaction.materialize(
    'split',
    sql`SELECT n${columns} FROM (SELECT n, CASE WHEN ${isObject} THEN line END AS line FROM ${lines} WHERE fault IS NULL)
     WHERE line IS NOT NULL`,
  );
  const short = await transaction.materialize(
    'short',
    sql`SELECT n, ${literal(REJECT_REASONS.noObject())} AS reason FROM ${lines} WHERE fault IS NULL AND NOT ${isObject}`,
  );
  return { table, short, surplus: 0 };
}
