/** The values and conditions of a loading job as SQL over a line's tokens, which are texts. */
import type { Ast } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { quoteText } from '../storage/columns.ts';

/** Gives the SQL of a column by its number; named columns are resolved by `indexOf`. */
export interface TokenColumns {
  column(index: number): string;
  /** Throws EngineError when the file has no such column. */
  indexOf(name: string): number;
}

const BETWEEN_NAMES = '\0';

/** The name by which a column is asked for: of a JSON path all names, which `pathOf` takes apart again. */
export const columnKey = ({ name, path = [] }: Extract<Ast.LoadValue, { kind: 'namedColumn' }>): string =>
  [name, ...path].join(BETWEEN_NAMES);

export const pathOf = (key: string): readonly string[] => key.split(BETWEEN_NAMES);

type Arguments = readonly string[];

interface TokenFunction {
  readonly least: number;
  readonly most: number;
  readonly sql: (args: Arguments) => string;
}

const fn = (least: number, most: number, sql: (args: Arguments) => string): TokenFunction => ({
  least,
  most,
  sql,
});
const one = (sql: (value: string) => string): TokenFunction => fn(1, 1, ([value = '']) => sql(value));

const integer = (value: string): string =>
  `CASE WHEN regexp_full_match(${value}, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(${value}) AS HUGEINT) END`;
const timestamp = (value: string): string => `make_timestamp(${epochSql(value)} * 1000000)`;
const datePart = (part: string): TokenFunction => one((value) => `${part}(${timestamp(value)})::VARCHAR`);
const epochPart = (part: string): TokenFunction =>
  one((value) => `${part}(make_timestamp((${integer(value)})::BIGINT * 1000000))::VARCHAR`);

const DATETIME_FORMATS = [
  '%Y-%m-%d %H:%M:%S',
  '%Y/%m/%d %H:%M:%S',
  '%Y-%m-%dT%H:%M:%S',
  '%Y-%m-%d',
  '%Y/%m/%d',
  '%Y-%m-%d %H:%M',
  '%Y/%m/%d %H:%M',
  '%Y-%m-%dT%H:%M',
];

/** Seconds since 1970 UTC of a text that is a DATETIME, else null. */
export const epochSql = (value: string): string =>
  `CASE WHEN regexp_full_match(${value}, '\\s*-?[0-9]+\\s*') THEN TRY_CAST(trim(${value}) AS BIGINT)
   ELSE CAST(floor(epoch(try_strptime(regexp_replace(trim(${value}), '(\\.[0-9]+)?[zZ]?$', ''), [${DATETIME_FORMATS.map(quoteText).join(', ')}]))) AS BIGINT) END`;

/** Token functions: "Loading a graph", built-in token functions of the GSQL reference. */
const FUNCTIONS: Readonly<Record<string, TokenFunction>> = {
  gsql_concat: fn(1, 99, (args) => `concat(${args.join(', ')})`),
  concat: fn(1, 99, (args) => `concat(${args.join(', ')})`),
  gsql_lower: one((value) => `lower(${value})`),
  gsql_upper: one((value) => `upper(${value})`),
  gsql_trim: one((value) => `trim(${value})`),
  gsql_ltrim: one((value) => `ltrim(${value})`),
  gsql_rtrim: one((value) => `rtrim(${value})`),
  gsql_reverse: one((value) => `reverse(${value})`),
  gsql_length: one((value) => `length(${value})::VARCHAR`),
  token_len: one((value) => `length(${value})::VARCHAR`),
  gsql_find: fn(2, 2, ([text = '', part = '']) => `(instr(${text}, ${part}) - 1)::VARCHAR`),
  gsql_replace: fn(3, 3, (args) => `replace(${args.join(', ')})`),
  gsql_substring: fn(2, 3, ([text = '', from = '', count]) => {
    const start = `(${integer(from)})::BIGINT + 1`;
    return count === undefined
      ? `substring(${text}, ${start})`
      : `substring(${text}, ${start}, (${integer(count)})::BIGINT)`;
  }),
  gsql_regex_replace: fn(
    3,
    3,
    ([text = '', pattern = '', by = '']) => `regexp_replace(${text}, ${pattern}, ${by}, 'g')`,
  ),
  gsql_regex_match: fn(
    2,
    2,
    ([text = '', pattern = '']) => `regexp_full_match(${text}, ${pattern})::VARCHAR`,
  ),
  gsql_to_bool: one((value) => `(lower(trim(${value})) IN ('t', 'true'))::VARCHAR`),
  gsql_to_int: one((value) => `(${integer(value)})::VARCHAR`),
  gsql_to_uint: one((value) => `(${integer(value)})::VARCHAR`),
  to_int: one((value) => `(${integer(value)})::VARCHAR`),
  to_float: one((value) => `TRY_CAST(trim(${value}) AS DOUBLE)::VARCHAR`),
  gsql_ts_to_epoch_seconds: one((value) => `(${epochSql(value)})::VARCHAR`),
  gsql_ts_to_epoch: one((value) => `(${epochSql(value)})::VARCHAR`),
  to_datetime: one((value) => value),
  datetime_diff: fn(2, 2, ([a = '', b = '']) => `((${epochSql(a)}) - (${epochSql(b)}))::VARCHAR`),
  gsql_year: datePart('year'),
  gsql_month: datePart('month'),
  gsql_day: datePart('day'),
  gsql_year_epoch: epochPart('year'),
  gsql_month_epoch: epochPart('month'),
  gsql_day_epoch: epochPart('day'),
  gsql_current_time_epoch: fn(0, 1, () => `CAST(floor(epoch(now())) AS BIGINT)::VARCHAR`),
  gsql_uuid_v4: fn(0, 0, () => 'uuid()::VARCHAR'),
};

/** Functions of WHERE that give a truth value. */
const TESTS: Readonly<Record<string, TokenFunction>> = {
  gsql_is_true: one((value) => `lower(trim(${value})) IN ('t', 'true', '1')`),
  gsql_is_false: one((value) => `lower(trim(${value})) IN ('f', 'false', '0')`),
  gsql_is_not_empty_string: one((value) => `${value} <> ''`),
  gsql_token_equal: fn(2, 2, ([a, b]) => `${a} = ${b}`),
  gsql_token_ignore_case_equal: fn(2, 2, ([a, b]) => `lower(${a}) = lower(${b})`),
  gsql_regex_match: fn(2, 2, ([text, pattern]) => `regexp_full_match(${text}, ${pattern})`),
};

const NUMERIC_FUNCTIONS = [
  'to_int',
  'to_float',
  'token_len',
  'gsql_length',
  'gsql_to_int',
  'gsql_to_uint',
  'gsql_find',
];

const callSql = (
  functions: Readonly<Record<string, TokenFunction>>,
  value: Extract<Ast.LoadValue, { kind: 'function' }>,
  columns: TokenColumns,
): string | null => {
  const name = value.name.toLowerCase();
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (known === undefined) return null;
  if (value.args.length < known.least || value.args.length > known.most) {
    throw new EngineError(
      'GSQL-SEMANTIC',
      `The function ${value.name} does not take ${value.args.length} arguments.`,
    );
  }
  return `(${known.sql(value.args.map((argument) => valueSql(argument, columns)))})`;
};

/** SQL of type VARCHAR; null where a function has no answer. Throws EngineError. */
export const valueSql = (value: Ast.LoadValue, columns: TokenColumns): string => {
  switch (value.kind) {
    case 'column':
      return columns.column(value.index);
    case 'namedColumn':
      return columns.column(columns.indexOf(columnKey(value)));
    case 'literal':
      return quoteText(String(value.value));
    case 'skip':
      throw new EngineError('GSQL-SEMANTIC', "'_' leaves a whole value out; it cannot stand inside of one.");
    case 'function': {
      const sql = callSql(FUNCTIONS, value, columns);
      if (sql === null)
        throw new EngineError(
          'GSQL-SEMANTIC',
          `The token function '${value.name}' is not known or not supported.`,
        );
      return sql;
    }
  }
};

/** The columns that a value reads: numbers, and names of the header. */
export const columnsRead = (value: Ast.LoadValue): (number | string)[] => {
  if (value.kind === 'column') return [value.index];
  if (value.kind === 'namedColumn') return [columnKey(value)];
  return value.kind === 'function' ? value.args.flatMap(columnsRead) : [];
};

export const columnsReadBy = (condition: Ast.LoadCondition): (number | string)[] => {
  switch (condition.kind) {
    case 'compare':
      return [...columnsRead(condition.left), ...columnsRead(condition.right)];
    case 'and':
    case 'or':
      return [...columnsReadBy(condition.left), ...columnsReadBy(condition.right)];
    case 'not':
      return columnsReadBy(condition.operand);
    case 'isEmpty':
    case 'isNumeric':
    case 'value':
      return columnsRead(condition.value);
  }
};

const isNumeric = (value: Ast.LoadValue): boolean =>
  (value.kind === 'literal' && typeof value.value === 'number') ||
  (value.kind === 'function' && NUMERIC_FUNCTIONS.includes(value.name.toLowerCase()));

/** SQL of type BOOLEAN. Tokens compare as texts unless one side is a number. Throws EngineError. */
export const conditionSql = (condition: Ast.LoadCondition, columns: TokenColumns): string => {
  switch (condition.kind) {
    case 'compare': {
      const [left, right] = [valueSql(condition.left, columns), valueSql(condition.right, columns)];
      const operator = condition.op === '==' ? '=' : condition.op === '!=' ? '<>' : condition.op;
      if (!isNumeric(condition.left) && !isNumeric(condition.right)) return `(${left} ${operator} ${right})`;
      const number = (text: string): string => `TRY_CAST(trim(${text}) AS DECIMAL(38, 9))`;
      return `(${number(left)} ${operator} ${number(right)})`;
    }
    case 'and':
    case 'or':
      return `(${conditionSql(condition.left, columns)} ${condition.kind.toUpperCase()} ${conditionSql(condition.right, columns)})`;
    case 'not':
      return `(NOT ${conditionSql(condition.operand, columns)})`;
    case 'isEmpty': {
      const empty = `(coalesce(${valueSql(condition.value, columns)}, '') = '')`;
      return condition.negated ? `(NOT ${empty})` : empty;
    }
    case 'isNumeric': {
      const numeric = `(TRY_CAST(trim(${valueSql(condition.value, columns)}) AS DOUBLE) IS NOT NULL)`;
      return condition.negated ? `(NOT ${numeric})` : numeric;
    }
    case 'value': {
      const { value } = condition;
      const test = value.kind === 'function' ? callSql(TESTS, value, columns) : null;
      if (test !== null) return test;
      return `(lower(trim(${valueSql(value, columns)})) IN ('t', 'true', '1'))`;
    }
  }
};
