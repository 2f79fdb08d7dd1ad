import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Condition that a text column has one of many values; it takes one parameter, where `in` takes one for each. */
export const anyOf = (column: AnyColumn, values: readonly string[]): SQL<boolean> =>
  sql<boolean>`${column} = any(${sql.param([...values])}::text[])`;
