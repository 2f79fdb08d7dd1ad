/**
 * SQL for DuckDB. Only `Sql` enters a statement, and there are three ways to make it: the `sql` template (its fixed text
 * is ours), `literal` (a value, escaped), and `id` (a name, quoted). Texts of users never become SQL by themselves.
 */
import { engineError } from './errors/catalogue.ts';

declare const brand: unique symbol;
export type Sql = string & { readonly [brand]: true };

/**
 * A template whose holes take SQL and numbers only; a list of SQL is put one after another, with spaces between.
 * @throws TypeError for a number that is not finite
 */
export function sql(
  texts: TemplateStringsArray,
  ...parts: readonly (Sql | number | bigint | readonly Sql[])[]
): Sql {
  let text = texts[0] ?? '';
  parts.forEach((part, index) => {
    text +=
      (typeof part === 'object' ? part.join(' ') : typeof part === 'string' ? part : literal(part)) +
      (texts[index + 1] ?? '');
  });
  return text as Sql;
}

export const empty = '' as Sql;

/** SQL with commas between the parts. */
export const list = (parts: readonly Sql[]): Sql => parts.join(', ') as Sql;

/** SQL joined by an operator. */
export const joined = (parts: readonly Sql[], operator: 'AND' | 'OR' | 'UNION' | 'UNION ALL' | '+'): Sql =>
  parts.join(` ${operator} `) as Sql;

/**
 * A value as it is written in SQL.
 * @throws EngineError for a text with NUL, at which DuckDB takes SQL to end
 * @throws TypeError for a number that is not finite
 */
export function literal(value: string | number | bigint | boolean): Sql {
  if (typeof value === 'string') return quotedText(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} is no number of SQL`);
  const text = typeof value === 'number' ? numberText(value) : String(value);
  // A sign behind another one would begin a comment.
  return (typeof value !== 'boolean' && value < 0 ? `(${text})` : text) as Sql;
}

/**
 * A number as DuckDB reads it exactly. Without an exponent digits are a HUGEINT or a DECIMAL to it, and those of a double
 * are rounded a second time when they become one: 71765771632291140000 would be 71765771632291135000.
 */
function numberText(value: number): string {
  const text = String(value);
  return Number.isSafeInteger(value) || text.includes('e') ? text : `${text}e0`;
}

function quotedText(text: string): Sql {
  if (text.includes('\0')) throw engineError('nulInText');
  return `'${text.replaceAll("'", "''")}'` as Sql;
}

/** Names that no keyword of SQL is like: `vertex_7`, `a1`. */
const NUMBERED = /^[a-z][a-z_0-9]*[0-9]$/;

/** The name of a table or a column: quoted, unless it is one of our own numbered names. */
export const id = (name: string): Sql =>
  (NUMBERED.test(name) ? name : `"${name.replaceAll('"', '""')}"`) as Sql;
