/** SQL that splits a line into its tokens. */
import { quoteText } from '../storage/columns.ts';
import type { FileOptions } from './file-options.ts';

/** The number of quote characters in a line. */
const quoteCount = (line: string, quote: string): string =>
  `(length(${line}) - length(replace(${line}, ${quoteText(quote)}, '')))`;

/** Whether a quote that is opened in a line is not closed there. */
export const unclosedQuote = (line: string, quote: string): string => `${quoteCount(line, quote)} % 2 = 1`;

/**
 * The list of a line's tokens. With quotes: separators between quotes are kept (replaced by U+001E while the line is
 * split), the quotes are removed, and a doubled quote between them becomes one.
 */
export const tokenList = (line: string, { separator, quote }: FileOptions): string => {
  const sep = quoteText(separator);
  const plain = `string_split(${line}, ${sep})`;
  if (quote === null) return plain;
  const mark = quoteText(quote);
  const parts = `string_split(${line}, ${mark})`;
  const unquoted = `list_transform(${parts}, lambda part, place:
    CASE WHEN place % 2 = 0 THEN replace(part, ${sep}, chr(30))
         WHEN part = '' AND place > 1 AND place < len(${parts}) THEN ${mark}
         ELSE part END)`;
  return `CASE WHEN contains(${line}, ${mark})
    THEN list_transform(string_split(array_to_string(${unquoted}, ''), ${sep}), lambda token: replace(token, chr(30), ${sep}))
    ELSE ${plain} END`;
};
