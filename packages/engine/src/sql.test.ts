import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLiteral } from './storage/columns.ts';
import { empty, id, joined, list, literal, sql, type Sql } from './sql.ts';

let connection: DuckDBConnection;
let instance: DuckDBInstance;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** The first row of a query, as JavaScript has it. */
const rowOf = async (query: Sql): Promise<readonly unknown[]> =>
  (await (await connection.run(query)).getRows())[0] ?? [];

/** Texts that would end a literal, a name, a comment or a statement if they were not escaped. */
const nasty = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      "'",
      '"',
      '--',
      '/*',
      '*/',
      ';',
      "'; DROP TABLE t; --",
      '$1',
      '${x}',
      'E\\n',
      '\u2028',
      'select',
    ),
    fc
      .array(fc.constantFrom("'", '"', '\\', '-', '$', ';', '/', '*', '\n', '\r', '(', ')', 'a'))
      .map((parts) => parts.join('')),
  )
  // Characters that UTF-8 cannot encode become U+FFFD on the way to DuckDB.
  .map((text) => text.toWellFormed().replaceAll('\0', ''));

describe('literals', () => {
  it('are the values that they were made from', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, fc.boolean(), async (text, truth) => {
        expect(await rowOf(sql`SELECT ${literal(text)}, ${literal(truth)}, 7`)).toEqual([text, truth, 7]);
      }),
    );
  });

  it('are the numbers that they were made from, behind a sign too', async () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
    const integers = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    await fc.assert(
      fc.asyncProperty(numbers, integers, async (number, integer) => {
        const [read, whole, twice] = await rowOf(
          sql`SELECT ${literal(number)}::DOUBLE, ${integer}::BIGINT, 1 -${Math.trunc(number) % 1000}`,
        );
        expect(read).toBe(number === 0 ? 0 : number);
        expect(whole).toBe(integer);
        expect(twice).toBe(1 - (Math.trunc(number) % 1000));
      }),
    );
  });

  it.each([
    71765771632291140000,
    -71765771632291140000,
    123456789.12345679,
    0.30000000000000004,
    2 ** 53 + 2,
  ])('are not rounded again: %d', async (number) => {
    expect(await rowOf(sql`SELECT ${literal(number)}::DOUBLE, ${number}::DOUBLE`)).toEqual([number, number]);
  });

  it('cannot have NUL, nor be other than a number', () => {
    expect(() => literal('a\0b')).toThrow(/NUL/);
    expect(() => literal(NaN)).toThrow(TypeError);
    expect(() => sql`SELECT ${Infinity}`).toThrow(TypeError);
  });

  it('are defaults of columns: the least number of its type', async () => {
    const attribute = {
      name: 'n',
      type: { kind: 'scalar', name: 'INT' },
      defaultValue: '-9223372036854775808',
    } as const;
    await connection.run(
      sql`CREATE OR REPLACE TABLE d (k INTEGER, n BIGINT DEFAULT ${defaultLiteral(attribute)})`,
    );
    await connection.run(sql`INSERT INTO d (k) VALUES (1)`);
    expect(await rowOf(sql`SELECT n FROM d`)).toEqual([-(2n ** 63n)]);
  });
});

describe('names', () => {
  it('are those of their column, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        nasty.filter((name) => name !== ''),
        async (name) => {
          const result = await connection.run(sql`SELECT ${id(name)} FROM (SELECT 1 AS ${id(name)})`);
          expect(result.columnNames()).toEqual([name]);
        },
      ),
    );
  });

  it('stand as they are when they are numbered ones of ours', () => {
    expect(['vertex_7', 'a1', 'edge_2_0'].map(id)).toEqual(['vertex_7', 'a1', 'edge_2_0']);
    expect(['_num', 'order', 'a1; x1', '1', 'A1'].map(id)).toEqual([
      '"_num"',
      '"order"',
      '"a1; x1"',
      '"1"',
      '"A1"',
    ]);
  });
});

describe('the template', () => {
  it('puts parts together', () => {
    const parts = [sql`a`, sql`b`];
    expect(sql`SELECT ${list(parts)} WHERE ${joined(parts, 'AND')} ${parts} ${1} ${2n}${empty}`).toBe(
      'SELECT a, b WHERE a AND b a b 1 2',
    );
  });

  it('takes no text that is not SQL', () => {
    const text: string = '1; DROP TABLE t';
    // @ts-expect-error -- a text is none
    expect(sql`SELECT ${text}`).toContain(text);
    // @ts-expect-error -- nor are texts in a list
    expect(list([text])).toBe(text);
  });
});
