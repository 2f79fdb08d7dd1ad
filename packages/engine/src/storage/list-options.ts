/** The `filter` and `sort` parameters of the REST lists, as SQL over the columns of a table. */
import { engineError } from '../errors/catalogue.ts';
import type { DuckDBValue } from '@duckdb/node-api';
import type { Attribute } from '@acacia/language';
import { sql, type Sql } from '../sql.ts';
import { toStored } from '../catalog/stored-values.ts';
import { storedType } from './columns.ts';

export interface ListField {
  readonly attribute: Attribute;
  readonly column: Sql;
}

function fieldOf(fields: readonly ListField[], name: string, parameter: string): ListField {
  const field = fields.find(({ attribute }) => attribute.name === name);
  if (field === undefined) {
    throw engineError('listedAttributeUnknown', { name, parameter });
  }
  return field;
}

const OPERATORS: Readonly<Record<string, Sql>> = {
  '>=': sql`>=`,
  '<=': sql`<=`,
  '!=': sql`<>`,
  '=': sql`=`,
  '>': sql`>`,
  '<': sql`<`,
};

const CONDITION =
  /^\s*([A-Za-z_]\w*)\s*(>=|<=|!=|=|>|<)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^",]*?))\s*(?:,|$)/;

/**
 * Conditions of `a>1,b="x"`; their values are appended to `values`.
 * @throws EngineError when the filter is not valid
 */
export function filterSql(
  fields: readonly ListField[],
  filter: string | undefined,
  values: DuckDBValue[],
): Sql[] {
  const conditions: Sql[] = [];
  let rest = filter ?? '';
  while (rest.trim() !== '') {
    const match = CONDITION.exec(rest);
    if (match === null) {
      throw engineError('filterUnreadable', { filter: rest.trim() });
    }
    const [whole, name = '', operator = '=', double, single, bare] = match;
    const { attribute, column } = fieldOf(fields, name, 'filter');
    const quoted = double ?? single;
    const value = quoted === undefined ? (bare ?? '') : quoted.replace(/\\(.)/g, '$1');
    values.push(toStored(name, attribute.type, value));
    conditions.push(
      sql`${column} ${OPERATORS[operator] ?? sql`=`} $${values.length}::${storedType(attribute.type).sql}`,
    );
    rest = rest.slice(whole.length);
  }
  return conditions;
}

/**
 * `ORDER BY` terms of `-a,b`.
 * @throws EngineError when a name is not a field
 */
export const sortSql = (fields: readonly ListField[], sort: string | undefined): Sql[] =>
  (sort ?? '')
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '')
    .map((term) => {
      const descending = term.startsWith('-');
      const { column } = fieldOf(fields, descending ? term.slice(1) : term, 'sort');
      return descending ? sql`${column} DESC` : column;
    });
