/** The conditions of a loading job as SQL: tokens compare as texts, and as numbers beside a number. */
import type { Ast } from '@acacia/language';
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
const numberSql = (value: Ast.LoadValue, columns: TokenColumns): string => {
  if (value.kind === 'arithmetic') {
    const [left, right] = [numberSql(value.left, columns), numberSql(value.right, columns)];
    const asDouble = `((${left})::DOUBLE ${value.op === '^' ? '**' : value.op} (${right})::DOUBLE)`;
    return `CASE WHEN isfinite(${asDouble}) THEN ${asDouble} END`;
  }
  if (value.kind === 'literal' && typeof value.value === 'number') {
    return Number.isSafeInteger(value.value) ? `${value.value}` : `${value.value}::DOUBLE`;
  }
  const text = valueSql(value, columns);
  const whole =
    value.kind === 'function' && value.name.toLowerCase() !== 'to_float' && columns.own(value) === null;
  if (whole) return `(${integerSql(text)})`;
  return `coalesce(TRY_CAST(trim(${text}) AS DECIMAL(38, 9)), TRY_CAST(trim(${text}) AS DOUBLE))`;
};

/** Two sides in the form in which they compare. */
const sides = (values: readonly Ast.LoadValue[], columns: TokenColumns): readonly string[] =>
  values.map((value) =>
    values.some((each) => isNumeric(each, columns)) ? numberSql(value, columns) : valueSql(value, columns),
  );

const NUMERIC = `'\\s*[+-]?[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?\\s*'`;

const negatedSql = (negated: boolean, sql: string): string => (negated ? `(NOT ${sql})` : sql);

/**
 * SQL of type BOOLEAN.
 * @throws EngineError when the condition is not valid
 */
export const conditionSql = (condition: Ast.LoadCondition, columns: TokenColumns): string => {
  switch (condition.kind) {
    case 'compare': {
      const [left, right] = sides([condition.left, condition.right], columns);
      const operator = condition.op === '==' ? '=' : condition.op === '!=' ? '<>' : condition.op;
      return `(${left} ${operator} ${right})`;
    }
    case 'and':
    case 'or':
      return `(${conditionSql(condition.left, columns)} ${condition.kind.toUpperCase()} ${conditionSql(condition.right, columns)})`;
    case 'not':
      return `(NOT ${conditionSql(condition.operand, columns)})`;
    case 'isEmpty':
      return negatedSql(condition.negated, `(coalesce(${valueSql(condition.value, columns)}, '') = '')`);
    case 'isNumeric': {
      const numeric = `regexp_full_match(coalesce(${valueSql(condition.value, columns)}, ''), ${NUMERIC})`;
      return negatedSql(condition.negated, numeric);
    }
    case 'in': {
      if (condition.list.length === 0) return negatedSql(condition.negated, 'false');
      const [value, ...list] = sides([condition.value, ...condition.list], columns);
      return negatedSql(condition.negated, `(${value} IN (${list.join(', ')}))`);
    }
    case 'between': {
      const [value, low, high] = sides([condition.value, condition.low, condition.high], columns);
      return negatedSql(condition.negated, `(${value} BETWEEN ${low} AND ${high})`);
    }
    case 'value': {
      const { value } = condition;
      const test = value.kind === 'function' ? callSql(TESTS, value, columns) : null;
      return test ?? `(lower(trim(${valueSql(value, columns)})) IN ('t', 'true', '1'))`;
    }
  }
};
