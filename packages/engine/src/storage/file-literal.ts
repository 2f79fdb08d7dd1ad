/** A file's path in SQL. */
import { engineError } from '../errors/catalogue.ts';
import { literal, type Sql } from '../sql.ts';
import { shownPath } from '../files/path-text.ts';

/** Characters that DuckDB's readers treat as a pattern of paths. */
const PATTERN = /[*?[]/;

export const holdsPattern = (path: string): boolean => PATTERN.test(path);

/**
 * A literal of a path that DuckDB reads or writes.
 * @throws EngineError when DuckDB could take the path for a pattern
 */
export function fileLiteral(path: string): Sql {
  if (holdsPattern(path)) {
    throw engineError('pathPattern', { path: shownPath(path) });
  }
  return literal(path);
}
