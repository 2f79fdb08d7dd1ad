/** The conditions of a loading job as SQL: tokens compare as texts, and as numbers beside a number. */
import type { Ast } from '@acacia/language';
import { joined, list, sql, type Sql } from '../sql.ts';
import { TESTS, integerSql } from './token-functions.ts';
import { callSql, valueSql, type TokenColumns } from './value-sql.ts';

const NUMERIC_FUNCTIONS: readonly string[] = [
  'to_int',
  'to_float',
  'token_len',
  'gsql_length',
  'gsql_to_int',
  'gsql_to_uint',
  'gsql_find',
  'datetime_diff',
];

const isNumeric = (value: Ast.LoadValue, columns: TokenColumns): boolean =>
  value.kind === 'arithmetic' ||
  (value.kind === 'literal' && typeof value.value === 'number') ||
  (value.kind === 'function' &&
    (NUMERIC_FUNCTIONS.includes(value.name.toLowerCase()) || columns.own(value)?.numeric === true));

/** SQL of a number; null for a token that is none. Whole numbers keep all their digits. */
function numberSql(value: Ast.LoadValue, columns: TokenColumns): Sql {
  if (value.kind === 'arithmetic') {
    const [left, right] = [numberSql(value.left, columns), numberSql(value.right, columns)];
    const asDouble = sql`((${left})::DOUBLE ${ARITHMETIC[value.op]} (${right})::DOUBLE)`;
    return sql`CASE WHEN isfinite(${asDouble}) THEN ${asDouble} END`;
  }
  if (value.kind === 'literal' && typeof value.value === 'number') {
    return Number.isSafeInteger(value.value) ? sql`${value.value}` : sql`${value.value}::DOUBLE`;
  }
  const text = valueSql(value, columns);
  const whole =
    value.kind === 'function' && value.name.toLowerCase() !== 'to_float' && columns.own(value) === null;
  if (whole) return sql`(${integerSql(text)})`;
  return sql`coalesce(TRY_CAST(trim(${text}) AS DECIMAL(38, 9)), TRY_CAST(trim(${text}) AS DOUBLE))`;
}

const ARITHMETIC = { '+': sql`+`, '-': sql`-`, '*': sql`*`, '/': sql`/`, '^': sql`**` } as const;

const COMPARISONS = {
  '==': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
} as const;

/** Gives each of some values in the form in which they compare. */
function comparable(values: readonly Ast.LoadValue[], columns: TokenColumns): (value: Ast.LoadValue) => Sql {
  const form = values.some((each) => isNumeric(each, columns)) ? numberSql : valueSql;
  return (value) => form(value, columns);
}

const NUMERIC = sql`'\\s*[+-]?[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?\\s*'`;

const negatedSql = (negated: boolean, test: Sql): Sql => (negated ? sql`(NOT ${test})` : test);

/**
 * SQL of type BOOLEAN.
 * @throws EngineError when the condition is not valid
 */
export function conditionSql(condition: Ast.LoadCondition, columns: TokenColumns): Sql {
  switch (condition.kind) {
    case 'compare': {
      const { left, right, op } = condition;
      const side = comparable([left, right], columns);
      return sql`(${side(left)} ${COMPARISONS[op]} ${side(right)})`;
    }
    case 'and':
    case 'or':
      return sql`(${joined([conditionSql(condition.left, columns), conditionSql(condition.right, columns)], condition.kind === 'and' ? 'AND' : 'OR')})`;
    case 'not':
      return sql`(NOT ${conditionSql(condition.operand, columns)})`;
    case 'isEmpty':
      return negatedSql(condition.negated, sql`(coalesce(${valueSql(condition.value, columns)}, '') = '')`);
    case 'isNumeric': {
      const numeric = sql`regexp_full_match(coalesce(${valueSql(condition.value, columns)}, ''), ${NUMERIC})`;
      return negatedSql(condition.negated, numeric);
    }
    case 'in': {
      if (condition.list.length === 0) return negatedSql(condition.negated, sql`false`);
      const side = comparable([condition.value, ...condition.list], columns);
      const among = list(condition.list.map(side));
      return negatedSql(condition.negated, sql`(${side(condition.value)} IN (${among}))`);
    }
    case 'between': {
      const { value, low, high } = condition;
      const side = comparable([value, low, high], columns);
      return negatedSql(condition.negated, sql`(${side(value)} BETWEEN ${side(low)} AND ${side(high)})`);
    }
    case 'value': {
      const { value } = condition;
      const test = value.kind === 'function' ? callSql(TESTS, value, columns) : null;
      return test ?? sql`(lower(trim(${valueSql(value, columns)})) IN ('t', 'true', '1'))`;
    }
  }
}
