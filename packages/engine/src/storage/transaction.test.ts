import { DuckDBInstance } from '@duckdb/node-api';
import type { EdgeType, VertexType } from '@acacia/language';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { EdgeTypeEntry, PairEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import { id, literal, sql, type Sql } from '../sql.ts';
import { connect, type Connection } from './connection.ts';
import { readEdgeRows, readVertexTable } from './read-tables.ts';
import { Transaction } from './transaction.ts';

async function open(): Promise<Connection> {
  const connection = await connect(await DuckDBInstance.create(':memory:'));
  onTestFinished(() => connection.closeSync());
  return connection;
}

it('counts the rows of many tables by few statements, empty ones too', async () => {
  const connection = await open();
  const transaction = new Transaction(connection);
  const tables = Array.from({ length: 250 }, (_, at) => id(`t${at}`));
  for (const [at, table] of tables.entries())
    await transaction.run(sql`CREATE TABLE ${table} AS SELECT * FROM range(${literal(at % 4)})`);
  const statements = vi.spyOn(connection, 'run');
  const counts = await transaction.counts(tables);
  expect(statements).toHaveBeenCalledTimes(3);
  expect([...counts]).toEqual(tables.map((table, at) => [table, at % 4]));
  statements.mockClear();
  expect([...(await transaction.counts(tables.slice(0, 100)))]).toHaveLength(100);
  expect(statements).toHaveBeenCalledTimes(1);
  statements.mockClear();
  expect((await transaction.counts([])).size).toBe(0);
  expect(statements).not.toHaveBeenCalled();
});

it('leaves tables without rows unread', async () => {
  const refuse = (): never => {
    throw new Error('A statement was run.');
  };
  const connection = await open();
  vi.spyOn(connection, 'run').mockImplementation(refuse);
  vi.spyOn(connection, 'stream').mockImplementation(refuse);
  const transaction = new Transaction(connection);
  const [text, whole] = ['STRING', 'INT'].map((name) => ({ kind: 'scalar', name }) as const);
  const attributes = [
    { name: 's', type: text },
    { name: 'n', type: whole },
  ] as VertexType['attributes'];
  const columns: Readonly<Record<string, Sql>> = { s: id('a1'), n: id('a2') };
  const type = { name: 'V', attributes, primaryId: { name: 'id', type: 'INT', asAttribute: true } };
  const table = await readVertexTable(
    transaction,
    { index: 3, table: id('v1'), columns, type } as unknown as VertexTypeEntry,
    0,
  );
  expect(table).toMatchObject({ typeIndex: 3, size: 0, count: 0, alive: null });
  expect([...table.columns.keys()]).toEqual(expect.arrayContaining(['s', 'n']));
  const edgeType = { name: 'E', attributes } as unknown as EdgeType;
  const rows = await readEdgeRows(
    transaction,
    { type: edgeType, columns } as unknown as EdgeTypeEntry,
    { table: id('e1') } as unknown as PairEntry,
    0,
  );
  expect([rows.from.length, rows.to.length, rows.columns.size]).toEqual([0, 0, 2]);
});
