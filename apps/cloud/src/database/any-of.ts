import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Whether a text column holds one of many values: one parameter, where `in` has one for each. */
export const anyOf = (column: AnyColumn, values: readonly string[]): SQL<boolean> =>
  sql<boolean>`${column} = any(${sql.param([...values])}::text[])`;
