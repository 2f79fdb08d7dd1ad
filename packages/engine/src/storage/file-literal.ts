/** A file's path in SQL. */
import { EngineError } from '../errors.ts';
import { shownPath } from '../files/path-text.ts';
import { quoteText } from './columns.ts';

/** What DuckDB's readers take for a pattern of paths. */
const PATTERN = /[*?[]/;

export const holdsPattern = (path: string): boolean => PATTERN.test(path);

/** A path for DuckDB to read or write; it stands for itself alone. Throws EngineError where it could be a pattern. */
export const fileLiteral = (path: string): string => {
  if (holdsPattern(path)) {
    throw new EngineError(
      'REST-10021',
      `A path with * ? or [ in it cannot be used here: '${shownPath(path)}'.`,
    );
  }
  return quoteText(path);
};
