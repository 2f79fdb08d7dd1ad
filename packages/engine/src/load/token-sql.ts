/** SQL that splits a line into its tokens. */
import { literal, sql, type Sql } from '../sql.ts';
import type { FileOptions } from './file-options.ts';

/** The number of quote characters in a line. */
const quoteCount = (line: Sql, quote: string): Sql =>
  sql`(length(${line}) - length(replace(${line}, ${literal(quote)}, '')))`;

/** Whether a quote that is opened in a line is not closed there. */
export const unclosedQuote = (line: Sql, quote: string): Sql => sql`${quoteCount(line, quote)} % 2 = 1`;

/**
 * The list of a line's tokens. With quotes: separators between quotes are kept (replaced by U+001E while the line is
 * split), the quotes are removed, and a doubled quote between them becomes one.
 */
export function tokenList(line: Sql, { separator, quote }: FileOptions): Sql {
  const sep = literal(separator);
  const plain = sql`string_split(${line}, ${sep})`;
  if (quote === null) return plain;
  const mark = literal(quote);
  const parts = sql`string_split(${line}, ${mark})`;
  const unquoted = sql`list_transform(${parts}, lambda part, place:
    CASE WHEN place % 2 = 0 THEN replace(part, ${sep}, chr(30))
         WHEN part = '' AND place > 1 AND place < len(${parts}) THEN ${mark}
         ELSE part END)`;
  return sql`CASE WHEN contains(${line}, ${mark})
    THEN list_transform(string_split(array_to_string(${unquoted}, ''), ${sep}), lambda token: replace(token, chr(30), ${sep}))
    ELSE ${plain} END`;
}
