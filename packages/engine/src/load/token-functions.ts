/**
 * The token functions of loading jobs as SQL over texts. Source: "Token functions" of the GSQL language
 * reference. A token that a conversion cannot take passes through as it is, so that the type of its target rejects it
 * and the message shows the token as it is in the file.
 */
import { DATE_FORMATS, ZONED_FORM } from '@acacia/inference';
import { empty, list, literal, sql, type Sql } from '../sql.ts';

interface TokenFunction {
  readonly least: number;
  readonly most: number;
  readonly make: (args: readonly Sql[]) => Sql;
}

const fn = (least: number, most: number, make: (args: readonly Sql[]) => Sql): TokenFunction => ({
  least,
  most,
  make,
});
const one = (make: (value: Sql) => Sql): TokenFunction => fn(1, 1, ([value = empty]) => make(value));

/** A whole number as HUGEINT; null for other texts. */
export const integerSql = (value: Sql): Sql =>
  sql`CASE WHEN regexp_full_match(${value}, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(${value}) AS HUGEINT) END`;

/** Whole numbers as they are, others without their fraction. */
const truncated = (value: Sql): Sql =>
  sql`coalesce(${integerSql(value)}, CAST(trunc(CASE WHEN isfinite(TRY_CAST(trim(${value}) AS DOUBLE)) AND abs(TRY_CAST(trim(${value}) AS DOUBLE)) < 1e38 THEN TRY_CAST(trim(${value}) AS DOUBLE) END) AS HUGEINT))`;

const orToken = (made: Sql, token: Sql): Sql => sql`coalesce((${made})::VARCHAR, ${token})`;

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
export const epochSql = (value: Sql): Sql =>
  sql`CASE WHEN regexp_full_match(${value}, '\\s*-?[0-9]+\\s*') THEN TRY_CAST(trim(${value}) AS BIGINT)
   ELSE CAST(floor(epoch(try_strptime(regexp_replace(trim(${value}), '(\\.[0-9].*|[zZ])$', ''), [${list(DATETIME_FORMATS.map(literal))}]))) AS BIGINT) END`;

const datePart = (part: Sql): TokenFunction =>
  one((value) => orToken(sql`${part}(make_timestamp((${epochSql(value)}) * 1000000))`, value));
const epochPart = (part: Sql): TokenFunction =>
  one((value) =>
    orToken(sql`${part}(make_timestamp(TRY_CAST(${integerSql(value)} AS BIGINT) * 1000000))`, value),
  );

/** Not DuckDB's own trim, which takes spaces alone. */
const SPACES = sql`chr(32) || chr(9) || chr(10) || chr(11) || chr(12) || chr(13)`;

/** At most `count` of the places where `old` stands are replaced. */
function replaceFirst(text: Sql, old: Sql, by: Sql, count: Sql): Sql {
  const parts = sql`string_split(${text}, ${old})`;
  const most = sql`greatest(0, coalesce(TRY_CAST(${integerSql(count)} AS BIGINT), 0))`;
  return sql`CASE WHEN ${old} = '' OR len(${parts}) - 1 <= ${most} THEN replace(${text}, ${old}, ${by})
    ELSE array_to_string(list_slice(${parts}, 1, ${most} + 1), ${by}) || ${old} ||
      array_to_string(list_slice(${parts}, ${most} + 2, len(${parts})), ${old}) END`;
}

/** `$1` of a replacement, as in C++, is `\1` in DuckDB. */
const groupReferences = (by: Sql): Sql => sql`regexp_replace(${by}, '\\$(\\d)', '\\\\\\1', 'g')`;

/** Legacy: the default stands in for a token that is no time, or is before 1970 unless `signed`. */
function epochOr(value: Sql, standIn: Sql, signed: boolean): Sql {
  const epoch = epochSql(value);
  return sql`coalesce(CASE WHEN ${signed ? sql`true` : sql`(${epoch}) >= 0`} THEN (${epoch})::VARCHAR END, ${standIn})`;
}

/** Functions that give a truth value: conditions as they are, the words true and false as values. */
export const TESTS: Readonly<Record<string, TokenFunction>> = {
  gsql_is_true: one((value) => sql`lower(trim(${value})) IN ('t', 'true')`),
  gsql_is_false: one((value) => sql`lower(trim(${value})) IN ('f', 'false')`),
  gsql_to_bool: one((value) => sql`lower(trim(${value})) IN ('t', 'true')`),
  gsql_is_not_empty_string: one((value) => sql`trim(coalesce(${value}, ''), ${SPACES}) <> ''`),
  gsql_token_equal: fn(2, 2, ([a = empty, b = empty]) => sql`${a} = ${b}`),
  gsql_token_ignore_case_equal: fn(2, 2, ([a = empty, b = empty]) => sql`lower(${a}) = lower(${b})`),
  gsql_regex_match: fn(
    2,
    2,
    ([text = empty, pattern = empty]) => sql`regexp_full_match(${text}, ${pattern})`,
  ),
};

const asWord = ({ least, most, make }: TokenFunction): TokenFunction =>
  fn(least, most, (args) => sql`CASE WHEN ${make(args)} THEN 'true' ELSE 'false' END`);

/** Milliseconds since 1970 UTC of a text such as `2010-01-03T15:10:31.499+00:00`, else null. */
const millisecondsSql = (value: Sql): Sql =>
  sql`epoch_ms(TRY_CAST(replace(trim(${value}), 'Z', '+00:00') AS TIMESTAMPTZ))`;

/** DuckDB takes no format that comes from a file, and fails for one that it does not know. */
function ofForm(value: Sql, form: Sql): Sql {
  const offset = sql`regexp_replace(trim(${value}), ' ?(?:UTC|[zZ])$', '+00:00')`;
  // A cast to TIMESTAMPTZ takes no time without seconds.
  const zoned = sql`regexp_replace(${offset}, '^(.{10}[T ]\\d\\d:\\d\\d)([+-])', '\\1:00\\2')`;
  const inUtc = sql`make_timestamp(epoch_ms(TRY_CAST(${zoned} AS TIMESTAMPTZ)) * 1000)`;
  const cases = DATE_FORMATS.map(
    (each) =>
      sql`CASE WHEN ${form} = ${literal(each)} THEN strftime(try_strptime(trim(${value}), ${literal(each)}), '%Y-%m-%d %H:%M:%S') END`,
  );
  const ofZone = sql`CASE WHEN ${form} = ${literal(ZONED_FORM)} THEN strftime(${inUtc}, '%Y-%m-%d %H:%M:%S') END`;
  return sql`coalesce(${list([...cases, ofZone, value])})`;
}

/** Functions that give a text. */
export const FUNCTIONS: Readonly<Record<string, TokenFunction>> = {
  ...Object.fromEntries(Object.entries(TESTS).map(([name, test]) => [name, asWord(test)])),
  gsql_concat: fn(1, 99, (args) => sql`concat(${list(args)})`),
  concat: fn(1, 99, (args) => sql`concat(${list(args)})`),
  gsql_lower: one((value) => sql`lower(${value})`),
  gsql_upper: one((value) => sql`upper(${value})`),
  gsql_trim: one((value) => sql`trim(${value}, ${SPACES})`),
  gsql_ltrim: one((value) => sql`ltrim(${value}, ${SPACES})`),
  gsql_rtrim: one((value) => sql`rtrim(${value}, ${SPACES})`),
  gsql_reverse: one((value) => sql`reverse(${value})`),
  gsql_split_by_space: one((value) => sql`replace(${value}, ' ', chr(30))`),
  gsql_length: one((value) => sql`length(${value})::VARCHAR`),
  token_len: one((value) => sql`length(${value})::VARCHAR`),
  gsql_find: fn(2, 2, ([text = empty, part = empty]) => sql`(instr(${text}, ${part}) - 1)::VARCHAR`),
  gsql_replace: fn(3, 4, ([text = empty, old = empty, by = empty, count]) =>
    count === undefined ? sql`replace(${text}, ${old}, ${by})` : replaceFirst(text, old, by, count),
  ),
  gsql_substring: fn(2, 3, ([text = empty, from = empty, count]) => {
    const start = sql`TRY_CAST(${integerSql(from)} AS BIGINT) + 1`;
    return count === undefined
      ? sql`substring(${text}, ${start})`
      : sql`substring(${text}, ${start}, TRY_CAST(${integerSql(count)} AS BIGINT))`;
  }),
  gsql_regex_replace: fn(
    3,
    3,
    ([text = empty, pattern = empty, by = empty]) =>
      sql`regexp_replace(${text}, ${pattern}, ${groupReferences(by)}, 'g')`,
  ),
  gsql_to_int: one((value) => orToken(truncated(value), value)),
  gsql_to_uint: one((value) =>
    orToken(sql`CASE WHEN ${truncated(value)} >= 0 THEN ${truncated(value)} END`, value),
  ),
  to_int: one((value) => orToken(truncated(value), value)),
  to_float: one((value) => orToken(sql`TRY_CAST(trim(${value}) AS DOUBLE)`, value)),
  gsql_ts_to_epoch_seconds: one((value) => orToken(epochSql(value), value)),
  gsql_ts_to_epoch: one((value) => orToken(epochSql(value), value)),
  gsql_ts_to_epoch_seconds_legacy: fn(1, 2, ([value = empty, standIn = sql`'0'`]) =>
    epochOr(value, standIn, false),
  ),
  gsql_ts_to_epoch_seconds_signed: fn(1, 2, ([value = empty, standIn = sql`'0'`]) =>
    epochOr(value, standIn, true),
  ),
  // Of the reference with one argument; the second, one of `DATE_FORMATS` or of times with an offset, is an addition.
  to_datetime: fn(1, 2, ([value = empty, form]) => (form === undefined ? value : ofForm(value, form))),
  // Not of the reference: the loaders of the LDBC benchmarks bring it with them, written in C++.
  tomiliseconds: one((value) => orToken(millisecondsSql(value), value)),
  datetime_diff: fn(2, 2, ([a = empty, b = empty]) => sql`((${epochSql(a)}) - (${epochSql(b)}))::VARCHAR`),
  gsql_year: datePart(sql`year`),
  gsql_month: datePart(sql`month`),
  gsql_day: datePart(sql`day`),
  gsql_year_epoch: epochPart(sql`year`),
  gsql_month_epoch: epochPart(sql`month`),
  gsql_day_epoch: epochPart(sql`day`),
  gsql_current_time_epoch: fn(0, 1, () => sql`CAST(floor(epoch(now())) AS BIGINT)::VARCHAR`),
  gsql_uuid_v4: fn(0, 0, () => sql`uuid()::VARCHAR`),
};
