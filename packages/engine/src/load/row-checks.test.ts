/** Checks printed quickly and carefully reject the same rows, and keep the same values. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { Attribute, ScalarTypeName, VertexType } from '@acacia/language';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_CATALOG } from '../catalog/catalog.ts';
import { addGraph } from '../catalog/change-graphs.ts';
import { addEdgeType, addVertexType } from '../catalog/change-types.ts';
import { list, literal, sql, type Sql } from '../sql.ts';
import { asNumbers, isFast, wholeColumns } from './fast-target.ts';
import { parseLoadingJob, planLoadingJob } from './loading-job.ts';
import { carefulRows, quickRows, ROW, type CheckedRows } from './row-checks.ts';
import { compileTarget, targetColumns, type ResolvedTarget } from './target-sql.ts';
import type { TokenColumns } from './value-sql.ts';

const scalar = (name: string, type: ScalarTypeName): Attribute => ({
  name,
  type: { kind: 'scalar', name: type },
});

const vertex = (name: string, id: ScalarTypeName, ...attributes: readonly Attribute[]): VertexType => ({
  name,
  primaryId: { name: 'id', type: id, asAttribute: false, isPrimaryKey: false },
  attributes,
});

const whole = { kind: 'scalar', name: 'INT' } as const;

const types = [
  vertex(
    'Whole',
    'INT',
    scalar('n', 'INT'),
    scalar('u', 'UINT'),
    scalar('f', 'FLOAT'),
    scalar('t', 'DATETIME'),
    scalar('b', 'BOOL'),
    scalar('s', 'STRING'),
    { name: 'l', type: { kind: 'list', element: whole } },
    { name: 'm', type: { kind: 'map', key: whole, value: whole } },
  ),
  vertex('Text', 'STRING', scalar('n', 'INT'), scalar('d', 'DOUBLE')),
  vertex('Natural', 'UINT'),
  vertex('Time', 'DATETIME'),
];

const catalog = [
  (all: typeof EMPTY_CATALOG) => types.reduce((made, type) => addVertexType(made, null, type), all),
  (all: typeof EMPTY_CATALOG) =>
    addEdgeType(all, null, {
      name: 'Visit',
      directed: true,
      pairs: [{ from: 'Whole', to: 'Text' }],
      attributes: [scalar('day', 'UINT'), scalar('n', 'INT')],
      discriminator: ['day'],
    }),
  (all: typeof EMPTY_CATALOG) => addGraph(all, 'g', '*'),
].reduce((made, change) => change(made), EMPTY_CATALOG);

/** The columns: two INTs, a UINT, and tokens of other kinds. */
const JOB = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f;
  LOAD f TO VERTEX Whole VALUES ($0, $1, $2, $3, $4, $5, $6, SPLIT($7, "|"), SPLIT($8, ":", "|")) WHERE $5 != "0",
    TO VERTEX Text VALUES (gsql_concat($6, $7), REDUCE(max($1)), $3),
    TO VERTEX Natural VALUES ($2),
    TO VERTEX Time VALUES ($4),
    TO EDGE Visit VALUES ($0, $6, $2, gsql_to_int($3)) WHERE $5 IS NOT EMPTY; }`;

const targets = planLoadingJob(catalog, 'g', parseLoadingJob(JOB)).flatMap((plan) => plan.targets);

const odd = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
const number = fc.nat(99).map(String);
const oddNumber = odd(
  ...[' ', '07', '-3', '+4', ' 5 ', '1.0', '1e2', '0x1F', '1_0', 'x', '-0', '--1'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775808', '18446744073709551616'],
);
const mostly = (usual: fc.Arbitrary<string>, rare: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: usual, weight: 7 }, { arbitrary: rare, weight: 1 });

const others = [
  mostly(odd('1.5', '-2e3', ''), odd('nan', 'inf', '1;5', 'x', ' 3 ', '1_0')),
  mostly(
    odd('2024-01-05', '2024-01-05 10:20:30', '86400'),
    odd(
      '',
      '2024-02-30',
      '2024-01-05 24:00:00',
      '2024/02/03 04:05',
      '2024-13-01',
      'x',
      '2024-01-05T01:02:03Z',
    ),
  ),
  mostly(odd('true', 'FALSE', '1', ''), odd('0', 'yes')),
  mostly(odd('a', ' b ', 'ä', "it's"), fc.oneof(odd('', 'x'.repeat(16_385)), fc.string())),
  mostly(odd('', '1|2|2', '3'), odd('x|1', '|', '1||2')),
  mostly(odd('', '1:2|3:4'), odd('x:1', '1', ':', '1:2|1:3')),
];

const anyToken = mostly(number, fc.oneof(odd(''), oddNumber));
/** Tokens of which the reader could make numbers. */
const readable = mostly(number, odd(''));

const linesOf = (token: fc.Arbitrary<string>): fc.Arbitrary<readonly (readonly string[])[]> =>
  fc.array(fc.tuple(token, token, token, ...others), { minLength: 40, maxLength: 60 });

const columns: TokenColumns = {
  column: (index) => sql`c${index}`,
  indexOf: () => -1,
  fileName: 'f',
  own: () => null,
};

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = await instance.connect();
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function stage(lines: readonly (readonly string[])[]): Promise<void> {
  const rows = lines.map(
    (tokens, n) => sql`(${list([literal(n), ...tokens.map((each) => literal(each.replaceAll('\0', '')))])})`,
  );
  const names = Array.from({ length: 3 + others.length }, (_, index) => sql`c${index}`);
  await connection.run(
    sql`CREATE OR REPLACE TEMP TABLE tokens AS SELECT * FROM (VALUES ${list(rows)}) AS t(n, ${list(names)})`,
  );
}

/** The rows by `n`: the code, the reason where there is one, and the values of those that are loaded, as texts. */
async function rowsOf(
  query: Sql,
  valid: number,
): Promise<Map<number, { code: number; reason: unknown; values: unknown }>> {
  const found = (await (await connection.run(query)).getRowObjectsJson()) as Record<
    string,
    string | number | null | object
  >[];
  return new Map(
    found.map(({ n, code, verdict, ...values }) => {
      const told = (verdict ?? { code }) as { code: number; reason?: unknown };
      const kept = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value) : value,
      ]);
      return [Number(n), { code: told.code, reason: told.reason, values: told.code === valid ? kept : null }];
    }),
  );
}

/** Each check with a code of its own: its number, from 1. */
const numbered = (rows: CheckedRows): CheckedRows => ({
  ...rows,
  checks: rows.checks.map((check, index) => ({ ...check, code: index + 1 })),
});

const withN = (rows: CheckedRows): CheckedRows => ({
  ...rows,
  inner: [sql`n`, ...rows.inner],
  outer: [sql`n`, ...rows.outer],
});

const carefully = (rows: CheckedRows) => rowsOf(carefulRows(rows, sql`tokens`), ROW.valid);
const quickly = (rows: CheckedRows, tokens: Sql) => rowsOf(quickRows(withN(rows), tokens), ROW.valid);

const verdicts = (rows: Awaited<ReturnType<typeof rowsOf>>): unknown =>
  [...rows].sort(([a], [b]) => a - b).map(([n, { code, values }]) => [n, code, values]);

const nameOf = ({ ast, name }: ResolvedTarget): string => `${ast.kind} ${name}`;

describe.each(targets.map((target) => [nameOf(target), target] as const))('%s', (_name, target) => {
  it('has every check reject the same rows both ways', async () => {
    expect(isFast(target)).toBe(true);
    const careful = compileTarget(target, columns).rows;
    const quick = compileTarget(target, columns, asNumbers(new Map())).rows;
    expect(quick.checks.map(({ code }) => code)).toEqual(careful.checks.map(({ code }) => code));
    const rejecting = new Set<number>();
    await fc.assert(
      fc.asyncProperty(linesOf(anyToken), async (lines) => {
        await stage(lines);
        const told = await carefully(numbered(careful));
        expect(verdicts(await quickly(numbered(quick), sql`tokens`))).toEqual(verdicts(told));
        for (const { code, reason } of told.values()) {
          if (code > 0) rejecting.add(code);
          if (code > 0 && careful.checks[code - 1]?.code !== ROW.failedCondition)
            expect(reason).toMatch(/^\w+\(load \w+:\w+\): ./);
        }
      }),
      { numRuns: 25 },
    );
    expect([...rejecting].sort((a, b) => a - b)).toEqual(careful.checks.map((_, index) => index + 1));
  });

  it('rejects the same rows where whole numbers are read as numbers', async () => {
    const uses = targetColumns(target);
    const read = new Map(
      [...wholeColumns(target, columns)].filter(([index]) => uses.indexOf(index) === uses.lastIndexOf(index)),
    );
    const careful = compileTarget(target, columns).rows;
    const quick = compileTarget(target, columns, asNumbers(read)).rows;
    const numbers = [...read].map(
      ([index, type]) =>
        sql`TRY_CAST(nullif(c${index}, '') AS ${type === 'BIGINT' ? sql`BIGINT` : sql`UBIGINT`}) AS c${index}`,
    );
    const tokens =
      numbers.length === 0 ? sql`tokens` : sql`(SELECT * REPLACE (${list(numbers)}) FROM tokens)`;
    await fc.assert(
      fc.asyncProperty(linesOf(readable), async (lines) => {
        await stage(lines);
        expect(verdicts(await quickly(quick, tokens))).toEqual(verdicts(await carefully(careful)));
      }),
      { numRuns: 10 },
    );
  });
});
