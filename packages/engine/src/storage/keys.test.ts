/** Ids in their one form, and composite ids taken apart and put together. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { ScalarTypeName, VertexType } from '@acacia/language';
import { describe, expect, it } from 'vitest';
import { empty, literal, sql, type Sql } from '../sql.ts';
import { canonicalId, joinedIdSql, partSql } from './keys.ts';

const typeOf = (...parts: readonly (readonly [string, ScalarTypeName])[]): VertexType => ({
  name: 'V',
  primaryId: {
    name: parts.map(([name]) => name).join(','),
    type: 'STRING',
    asAttribute: false,
    isPrimaryKey: false,
    parts: parts.map(([name]) => name),
  },
  attributes: parts.map(([name, type]) => ({ name, type: { kind: 'scalar', name: type } })),
});

const mixed = typeOf(['n', 'INT'], ['s', 'STRING'], ['d', 'DATETIME']);
const twoTexts = typeOf(['a', 'STRING'], ['b', 'STRING']);

describe('canonicalId', () => {
  it.each([
    [mixed, '07,x,2020-01-01', '7,x,2020-01-01 00:00:00'],
    [mixed, '-1,a,b,,c,0', '-1,a,b,,c,1970-01-01 00:00:00'],
    [mixed, '1,line\nbreak,0', '1,line\nbreak,1970-01-01 00:00:00'],
    [twoTexts, 'a,', 'a,'],
  ])('of %o and %j is %j', (type, id, expected) => {
    expect(canonicalId(type, id)).toBe(expected);
  });

  it.each([
    [mixed, ''],
    [mixed, '1,x'],
    [mixed, 'x,1,0'],
    [mixed, '1.5,x,0'],
    [twoTexts, 'a'],
    [twoTexts, 'a,b,c'],
  ])('refuses %o from %j', (type, id) => {
    expect(() => canonicalId(type, id)).toThrow();
  });
});

describe('in SQL', () => {
  it('the parts come out of what they were joined to', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const first = async (query: Sql): Promise<unknown> =>
      (await (await connection.run(query)).getRows())[0]?.[0];
    const joined = await first(
      sql`SELECT ${joinedIdSql(mixed, [sql`'7'`, sql`'a,b' || chr(10) || 'c'`, sql`'1970-01-02 00:00:00'`])}`,
    );
    expect(joined).toBe('7,a,b\nc,1970-01-02 00:00:00');
    const part = (name: string): Promise<unknown> =>
      first(sql`SELECT ${partSql(mixed, name) ?? empty} FROM (SELECT ${literal(String(joined))} AS _id)`);
    expect(await part('n')).toBe(7n);
    expect(await part('s')).toBe('a,b\nc');
    expect(await part('d')).toBe(86_400n);
    expect(partSql(mixed, 'other')).toBeNull();
    // An id is refused where it is ambiguous which commas separate its parts.
    expect(await first(sql`SELECT ${joinedIdSql(twoTexts, [sql`'a,b'`, sql`'c'`])}`)).toBeNull();
    connection.closeSync();
  });
});
