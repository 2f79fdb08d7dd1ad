/**
 * The token functions of loading jobs as SQL over texts. Source: "Token functions" of the GSQL language
 * reference. A token that a conversion cannot take passes through as it is, so that the type of its target rejects it
 * and the message shows the token as it is in the file.
 */
import { quoteText } from '../storage/columns.ts';

interface TokenFunction {
  readonly least: number;
  readonly most: number;
  readonly sql: (args: readonly string[]) => string;
}

const fn = (least: number, most: number, sql: (args: readonly string[]) => string): TokenFunction => ({
  least,
  most,
  sql,
});
const one = (sql: (value: string) => string): TokenFunction => fn(1, 1, ([value = '']) => sql(value));

/** A whole number as HUGEINT; null for other texts. */
export const integerSql = (value: string): string =>
  `CASE WHEN regexp_full_match(${value}, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(${value}) AS HUGEINT) END`;

/** Whole numbers as they are, others without their fraction. */
const truncated = (value: string): string =>
  `coalesce(${integerSql(value)}, CAST(trunc(CASE WHEN isfinite(TRY_CAST(trim(${value}) AS DOUBLE)) AND abs(TRY_CAST(trim(${value}) AS DOUBLE)) < 1e38 THEN TRY_CAST(trim(${value}) AS DOUBLE) END) AS HUGEINT))`;

const orToken = (sql: string, token: string): string => `coalesce((${sql})::VARCHAR, ${token})`;

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
   ELSE CAST(floor(epoch(try_strptime(regexp_replace(trim(${value}), '(\\.[0-9].*|[zZ])$', ''), [${DATETIME_FORMATS.map(quoteText).join(', ')}]))) AS BIGINT) END`;

const datePart = (part: string): TokenFunction =>
  one((value) => orToken(`${part}(make_timestamp((${epochSql(value)}) * 1000000))`, value));
const epochPart = (part: string): TokenFunction =>
  one((value) =>
    orToken(`${part}(make_timestamp(TRY_CAST(${integerSql(value)} AS BIGINT) * 1000000))`, value),
  );

/** Not DuckDB's own trim, which takes spaces alone. */
const SPACES = `chr(32) || chr(9) || chr(10) || chr(11) || chr(12) || chr(13)`;

/** At most `count` of the places where `old` stands are replaced. */
const replaceFirst = (text: string, old: string, by: string, count: string): string => {
  const parts = `string_split(${text}, ${old})`;
  const most = `greatest(0, coalesce(TRY_CAST(${integerSql(count)} AS BIGINT), 0))`;
  return `CASE WHEN ${old} = '' OR len(${parts}) - 1 <= ${most} THEN replace(${text}, ${old}, ${by})
    ELSE array_to_string(list_slice(${parts}, 1, ${most} + 1), ${by}) || ${old} ||
      array_to_string(list_slice(${parts}, ${most} + 2, len(${parts})), ${old}) END`;
};

/** `$1` of a replacement, as in C++, is `\1` in DuckDB. */
const groupReferences = (by: string): string => `regexp_replace(${by}, '\\$(\\d)', '\\\\\\1', 'g')`;

/** Legacy: the default stands in for a token that is no time, or is before 1970 unless `signed`. */
const epochOr = (value: string, standIn: string, signed: boolean): string => {
  const epoch = epochSql(value);
  return `coalesce(CASE WHEN ${signed ? 'true' : `(${epoch}) >= 0`} THEN (${epoch})::VARCHAR END, ${standIn})`;
};

/** Functions that give a truth value: conditions as they are, the words true and false as values. */
export const TESTS: Readonly<Record<string, TokenFunction>> = {
  gsql_is_true: one((value) => `lower(trim(${value})) IN ('t', 'true')`),
  gsql_is_false: one((value) => `lower(trim(${value})) IN ('f', 'false')`),
  gsql_to_bool: one((value) => `lower(trim(${value})) IN ('t', 'true')`),
  gsql_is_not_empty_string: one((value) => `trim(coalesce(${value}, ''), ${SPACES}) <> ''`),
  gsql_token_equal: fn(2, 2, ([a, b]) => `${a} = ${b}`),
  gsql_token_ignore_case_equal: fn(2, 2, ([a, b]) => `lower(${a}) = lower(${b})`),
  gsql_regex_match: fn(2, 2, ([text, pattern]) => `regexp_full_match(${text}, ${pattern})`),
};

const asWord = ({ least, most, sql }: TokenFunction): TokenFunction =>
  fn(least, most, (args) => `CASE WHEN ${sql(args)} THEN 'true' ELSE 'false' END`);

/** Milliseconds since 1970 UTC of a text such as `2010-01-03T15:10:31.499+00:00`, else null. */
const millisecondsSql = (value: string): string =>
  `epoch_ms(TRY_CAST(replace(trim(${value}), 'Z', '+00:00') AS TIMESTAMPTZ))`;

/** Functions that give a text. */
export const FUNCTIONS: Readonly<Record<string, TokenFunction>> = {
  ...Object.fromEntries(Object.entries(TESTS).map(([name, test]) => [name, asWord(test)])),
  gsql_concat: fn(1, 99, (args) => `concat(${args.join(', ')})`),
  concat: fn(1, 99, (args) => `concat(${args.join(', ')})`),
  gsql_lower: one((value) => `lower(${value})`),
  gsql_upper: one((value) => `upper(${value})`),
  gsql_trim: one((value) => `trim(${value}, ${SPACES})`),
  gsql_ltrim: one((value) => `ltrim(${value}, ${SPACES})`),
  gsql_rtrim: one((value) => `rtrim(${value}, ${SPACES})`),
  gsql_reverse: one((value) => `reverse(${value})`),
  gsql_split_by_space: one((value) => `replace(${value}, ' ', chr(30))`),
  gsql_length: one((value) => `length(${value})::VARCHAR`),
  token_len: one((value) => `length(${value})::VARCHAR`),
  gsql_find: fn(2, 2, ([text = '', part = '']) => `(instr(${text}, ${part}) - 1)::VARCHAR`),
  gsql_replace: fn(3, 4, ([text = '', old = '', by = '', count]) =>
    count === undefined ? `replace(${text}, ${old}, ${by})` : replaceFirst(text, old, by, count),
  ),
  gsql_substring: fn(2, 3, ([text = '', from = '', count]) => {
    const start = `TRY_CAST(${integerSql(from)} AS BIGINT) + 1`;
    return count === undefined
      ? `substring(${text}, ${start})`
      : `substring(${text}, ${start}, TRY_CAST(${integerSql(count)} AS BIGINT))`;
  }),
  gsql_regex_replace: fn(
    3,
    3,
    ([text = '', pattern = '', by = '']) =>
      `regexp_replace(${text}, ${pattern}, ${groupReferences(by)}, 'g')`,
  ),
  gsql_to_int: one((value) => orToken(truncated(value), value)),
  gsql_to_uint: one((value) =>
    orToken(`CASE WHEN ${truncated(value)} >= 0 THEN ${truncated(value)} END`, value),
  ),
  to_int: one((value) => orToken(truncated(value), value)),
  to_float: one((value) => orToken(`TRY_CAST(trim(${value}) AS DOUBLE)`, value)),
  gsql_ts_to_epoch_seconds: one((value) => orToken(epochSql(value), value)),
  gsql_ts_to_epoch: one((value) => orToken(epochSql(value), value)),
  gsql_ts_to_epoch_seconds_legacy: fn(1, 2, ([value = '', standIn = `'0'`]) =>
    epochOr(value, standIn, false),
  ),
  gsql_ts_to_epoch_seconds_signed: fn(1, 2, ([value = '', standIn = `'0'`]) => epochOr(value, standIn, true)),
  to_datetime: one((value) => value),
  // Not of the reference: the loaders of the LDBC benchmarks bring it with them, written in C++.
  tomiliseconds: one((value) => orToken(millisecondsSql(value), value)),
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
