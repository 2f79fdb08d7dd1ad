import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

/** Loads one line; gives the result of each expression, as texts. */
async function evaluate(line: string, expressions: readonly string[]): Promise<unknown[]> {
  const engine = await testEngine();
  const attributes = expressions.map((_, index) => `a${index} STRING DEFAULT "none"`).join(', ');
  await mustRun(engine, `CREATE VERTEX V (PRIMARY_ID id STRING, ${attributes})\nCREATE GRAPH g (*)`);
  await mustRun(
    engine,
    `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f;
      LOAD f TO VERTEX V VALUES ($0, ${expressions.join(', ')}) USING SEPARATOR="|"; }`,
  );
  const file = path.join(await temporaryFolder(), 'f.csv');
  await writeFile(file, line);
  const status = await engine.loadEnded(await engine.startLoad('g', 'j', { files: { f: file } }));
  expect(status.error).toBeNull();
  const [vertex] = await engine.vertices('g', 'V');
  return expressions.map((_, index) => vertex?.attributes[`a${index}`]);
}

describe('token functions', () => {
  // $0 is a key, $1 Hello World, $2 2022-06-30 22:08:28, $3 -12.7, $4 t, $5 empty, $6 blanks round a word
  const LINE = 'k|Hello World|2022-06-30 22:08:28|-12.7|t||\t word \t';
  const cases: readonly (readonly [string, string])[] = [
    ['gsql_reverse("abc")', 'cba'],
    ['gsql_concat($0, "-", $1, "-", 7)', 'k-Hello World-7'],
    ['concat($0, $4)', 'kt'],
    ['gsql_split_by_space($1)', 'Hello\u001eWorld'],
    ['gsql_substring($1, 6)', 'World'],
    ['gsql_substring($1, 0, 4)', 'Hell'],
    ['gsql_find($1, "World")', '6'],
    ['gsql_find($1, "world")', '-1'],
    ['gsql_length($1)', '11'],
    ['token_len($1)', '11'],
    ['gsql_replace($1, "l", "L")', 'HeLLo WorLd'],
    ['gsql_replace($1, "l", "L", 1)', 'HeLlo World'],
    ['gsql_replace($1, "l", "L", 2)', 'HeLLo World'],
    ['gsql_replace($1, "l", "L", 9)', 'HeLLo WorLd'],
    ['gsql_replace($1, "x", "L", 1)', 'Hello World'],
    ['gsql_regex_replace($1, "[eo]", "_")', 'H_ll_ W_rld'],
    ['gsql_regex_replace($1, "(\\w+) (\\w+)", "$2 $1")', 'World Hello'],
    ['gsql_regex_match($1, "H.*d")', 'true'],
    ['gsql_regex_match($1, "H")', 'false'],
    ['gsql_to_bool($4)', 'true'],
    ['gsql_to_bool("yes")', 'false'],
    ['gsql_to_int($3)', '-12'],
    ['gsql_to_int("9223372036854775807")', '9223372036854775807'],
    ['gsql_to_uint("12.9")', '12'],
    ['gsql_to_uint($3)', '-12.7'],
    ['to_int($3)', '-12'],
    ['to_float("1e3")', '1000.0'],
    ['to_datetime($2)', '2022-06-30 22:08:28'],
    ['to_datetime("31/1/2026", "%d/%m/%Y")', '2026-01-31 00:00:00'],
    ['to_datetime("1/31/2026", "%m/%d/%Y")', '2026-01-31 00:00:00'],
    ['to_datetime("31.01.2026", "%d.%m.%Y")', '2026-01-31 00:00:00'],
    ['to_datetime("Jan 31 2026", "%b %d %Y")', '2026-01-31 00:00:00'],
    ['to_datetime("Jan 31, 2026", "%b %d, %Y")', '2026-01-31 00:00:00'],
    ['to_datetime("31 JANUARY 2026", "%d %B %Y")', '2026-01-31 00:00:00'],
    ['to_datetime("January 31 2026", "%B %d %Y")', '2026-01-31 00:00:00'],
    ['to_datetime("January 31, 2026", "%B %d, %Y")', '2026-01-31 00:00:00'],
    ['to_datetime("31-Jan-2026", "%d-%b-%Y")', '2026-01-31 00:00:00'],
    ['to_datetime("31/02/2026", "%d/%m/%Y")', '31/02/2026'],
    ['to_datetime("31/01/2026", $1)', '31/01/2026'],
    ['gsql_ts_to_epoch_seconds($2)', '1656626908'],
    ['gsql_ts_to_epoch_seconds("2022/06/30 22:08:28")', '1656626908'],
    ['gsql_ts_to_epoch_seconds("2022-06-30T22:08:28.123z")', '1656626908'],
    ['gsql_ts_to_epoch("2022-06-30")', '1656547200'],
    ['gsql_ts_to_epoch_seconds_legacy("1969-12-31 23:59:59")', '0'],
    ['gsql_ts_to_epoch_seconds_legacy("nonsense", 5)', '5'],
    ['gsql_ts_to_epoch_seconds_signed("1969-12-31 23:59:59")', '-1'],
    ['gsql_ts_to_epoch_seconds_signed("2022-02-30 00:00:00")', '0'],
    ['gsql_ts_to_epoch_seconds("2022-06-30T22:08:28.499+00:00")', '1656626908'],
    ['ToMiliSeconds("2010-01-03T15:10:31.499+00:00")', '1262531431499'],
    ['ToMiliSeconds("2010-01-03")', '1262476800000'],
    ['gsql_year($2)', '2022'],
    ['gsql_month($2)', '6'],
    ['gsql_day($2)', '30'],
    ['gsql_year_epoch(1656626908)', '2022'],
    ['gsql_month_epoch(1656626908)', '6'],
    ['gsql_day_epoch("1656626908")', '30'],
    ['datetime_diff($2, "2022-06-30 22:08:00")', '28'],
    ['gsql_upper($1)', 'HELLO WORLD'],
    ['gsql_lower($1)', 'hello world'],
    ['gsql_trim($6)', 'word'],
    ['gsql_ltrim($6)', 'word \t'],
    ['gsql_rtrim($6)', '\t word'],
    ['gsql_token_equal($4, "t")', 'true'],
    ['gsql_token_equal($4, "T")', 'false'],
    ['gsql_token_ignore_case_equal($4, "T")', 'true'],
    ['gsql_is_true("TRUE")', 'true'],
    ['gsql_is_true("1")', 'false'],
    ['gsql_is_false("f")', 'true'],
    ['gsql_is_not_empty_string("  ")', 'false'],
    ['gsql_is_not_empty_string($6)', 'true'],
    ['gsql_upper(gsql_concat(gsql_trim($6), $5, "!"))', 'WORD!'],
    ['$5', ''],
    ['3.5', '3.5'],
    ['-4', '-4'],
    ['true', 'true'],
    ['_', 'none'],
  ];

  it('give what the reference says', async () => {
    const given = await evaluate(
      LINE,
      cases.map(([expression]) => expression),
    );
    expect(cases.map(([expression], index) => [expression, given[index]])).toEqual(cases);
  });

  it('tell the time, make ids, and name the file', async () => {
    const [now, also, first, second, file] = await evaluate('k', [
      'gsql_current_time_epoch(0)',
      'gsql_current_time_epoch(_)',
      'gsql_uuid_v4()',
      'gsql_uuid_v4()',
      '$sys.file_name',
    ]);
    for (const time of [now, also]) expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(600);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
    expect(file).toMatch(/\/f\.csv$/);
  });

  it('leave a token that they cannot take to the type of its target', async () => {
    const engine = await testEngine();
    await mustRun(engine, 'CREATE VERTEX V (PRIMARY_ID id STRING, n INT, at DATETIME);CREATE GRAPH g (*)');
    await mustRun(
      engine,
      `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f;
        LOAD f TO VERTEX V VALUES ($0, gsql_to_int($1), gsql_ts_to_epoch_seconds($2)); }`,
    );
    const file = path.join(await temporaryFolder(), 'f.csv');
    await writeFile(file, 'a,1.9,2020-01-01 00:00:00\nb,one,\nc,2,soon\n');
    const id = await engine.startLoad('g', 'j', { files: { f: file } });
    await engine.loadEnded(id);
    expect(await engine.vertices('g', 'V')).toMatchObject([
      { v_id: 'a', attributes: { n: 1, at: '2020-01-01 00:00:00' } },
    ]);
    expect((await engine.rejectedRows(id, 9)).map(({ reason }) => reason)).toEqual([
      'InvalidAttribute(load vertex:V): n must be INT, but is one',
      'InvalidAttribute(load vertex:V): at must be DATETIME, but is soon',
    ]);
  });

  it.each([
    ['gsql_substring($0)', 'The function gsql_substring does not take 1 arguments.'],
    ['gsql_replace($0, "a")', 'The function gsql_replace does not take 2 arguments.'],
    ['gsql_uuid_v4($0)', 'The function gsql_uuid_v4 does not take 1 arguments.'],
    ['minHash($0)', "The token function 'minHash' is not known"],
    ['($0 -> $1)', 'A pair ($0 -> $1) is an entry of a MAP attribute'],
    ['($0, $1)', 'Values in parentheses ($0, $1) are a composite key'],
    ['gsql_upper(_)', "'_' leaves a whole value out"],
    ['$sys.nothing', "Found '$sys.nothing' where a column"],
  ])('refuse %s', async (value, message) => {
    const engine = await testEngine();
    await mustRun(engine, 'CREATE VERTEX V (PRIMARY_ID id STRING, s STRING);CREATE GRAPH g (*)');
    const text = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX V VALUES ($0, ${value}); }`;
    expect((await gsql(engine, text)).output).toContain(message);
  });
});

describe('WHERE', () => {
  const LINES = ['a,1,x', 'b,2.5,y', 'c,,abc', 'd,-3,', 'e,1e2,def', 'f, 7 ,B', 'g,10,b'].join('\n');
  const cases: readonly (readonly [string, string])[] = [
    ['to_int($1) == 1', 'a'],
    ['$1 > 2', 'befg'],
    ['to_float($1) + 1 >= 2 * 4', 'efg'],
    ['(to_float($1) - 1) ^ 2 == 81', 'g'],
    ['to_float($1) / 0 > 1', ''],
    ['$2 == "b"', 'g'],
    ['$2 != "b" AND $2 IS NOT EMPTY', 'abcef'],
    ['$2 < "b"', 'cdf'],
    ['$1 IS NUMERIC', 'abdefg'],
    ['$1 IS NOT NUMERIC', 'c'],
    ['$2 IN ("x", "y", "b")', 'abg'],
    ['to_int($1) IN (1, 10, 7)', 'afg'],
    ['NOT $2 IN ("x")', 'bcdefg'],
    ['$2 NOT IN ("x", "y")', 'cdefg'],
    ['$2 BETWEEN "abc" AND "def"', 'ceg'],
    ['to_float($1) BETWEEN 1 AND 3-0.5', 'ab'],
    ['to_float($1) BETWEEN 5-0.00001 AND 5+0.00001', ''],
    ['to_int($1) NOT BETWEEN 0 AND 9', 'deg'],
    ['($2 == "x" OR $2 == "y") AND NOT ($1 == "1")', 'b'],
    // A column compares with numbers where one stands beside it.
    ['$1 IN (1, 7)', 'af'],
    ['$1 IN ("1", "7")', 'a'],
    ['$1 NOT IN (1, 7)', 'bdeg'],
    ['$1 BETWEEN 9 AND 1', ''],
    ['$1 NOT BETWEEN 9 AND 1', 'abdefg'],
    ['$2 NOT BETWEEN "d" AND "a"', 'abcdefg'],
    ['NOT ($1 > 2 OR $2 == "x")', 'd'],
    ['NOT ($0 == "a" AND $2 == "x") AND NOT ($2 IN ("b", "B"))', 'bcde'],
    ['gsql_token_ignore_case_equal($2, "B")', 'fg'],
    ['gsql_is_not_empty_string($2) AND token_len($2) > 1', 'ce'],
    ['concat($0, $2) == "gb"', 'g'],
    ['gsql_regex_match($2, "[a-c]+")', 'cg'],
  ];

  it('compares, calculates and tests', async () => {
    const engine = await testEngine();
    const types = cases.map((_, index) => `CREATE VERTEX V${index} (PRIMARY_ID id STRING)`);
    await mustRun(engine, `${types.join('\n')}\nCREATE GRAPH g (*)`);
    const targets = cases.map(([where], index) => `TO VERTEX V${index} VALUES ($0) WHERE ${where}`);
    await mustRun(
      engine,
      `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f ${targets.join(', ')}; }`,
    );
    const file = path.join(await temporaryFolder(), 'f.csv');
    await writeFile(file, LINES);
    const status = await engine.loadEnded(await engine.startLoad('g', 'j', { files: { f: file } }));
    expect(status.error).toBeNull();
    const given = [];
    for (const [index, [where]] of cases.entries()) {
      const found = await engine.vertices('g', `V${index}`);
      given.push([where, found.map(({ v_id }) => v_id).join('')]);
    }
    expect(given).toEqual(cases);
  });

  it.each([
    ['$0 == ', 'Found'],
    ['($0 == "a") + 1 > 2', "Found '+'"],
    ['nonsense($0)', "The token function 'nonsense' is not known"],
  ])('refuses %s', async (where, message) => {
    const engine = await testEngine();
    await mustRun(engine, 'CREATE VERTEX V (PRIMARY_ID id STRING);CREATE GRAPH g (*)');
    const text = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX V VALUES ($0) WHERE ${where}; }`;
    expect((await gsql(engine, text)).output).toContain(message);
  });
});
