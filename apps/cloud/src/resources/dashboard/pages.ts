/** Parts of the queries of the dashboard's lists. */
import { ilike, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Condition that one of the columns contains a text, ignoring case; undefined: nothing is looked for. */
export function contains(text: string | undefined, columns: readonly AnyColumn[]): SQL | undefined {
  const words = text?.trim() ?? '';
  if (words === '') return undefined;
  const pattern = `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
}

/** The order of a list, with values that are not known last. @param desc as the call has it */
export const ordered = (by: SQL | AnyColumn, desc: 'true' | 'false' | undefined): SQL =>
  desc === 'true' ? sql`${by} desc nulls last` : sql`${by} asc nulls last`;
