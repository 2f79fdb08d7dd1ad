/** Checksums over all rows, computed by DuckDB; the order of the rows does not matter. */
import { createHash } from 'node:crypto';
import { sql, type Sql } from '../sql.ts';
import { readCatalogRows } from './catalog-tables.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import type { StoreChecksums } from '../engine.ts';
import type { StoreState } from './store.ts';
import type { Transaction } from './transaction.ts';

type TypeChecksum = StoreChecksums['types'][number];

/** A sum rather than an exclusive or: of two equal rows neither is lost. */
async function rowsOf(
  transaction: Transaction,
  table: Sql,
): Promise<{ readonly count: number; readonly sum: bigint }> {
  const [row] = await transaction.rows(
    sql`SELECT count(*), coalesce(sum(hash(t)::HUGEINT), 0)::VARCHAR FROM ${table} t`,
  );
  return { count: Number(row?.[0] ?? 0), sum: BigInt(String(row?.[1] ?? 0)) };
}

export async function checksums(transaction: Transaction, { catalog }: StoreState): Promise<StoreChecksums> {
  const types: TypeChecksum[] = [];
  for (const entry of catalog.vertexTypes.values()) {
    const { graph, type, table } = entry;
    const { count, sum } = await rowsOf(transaction, table);
    const sums = [sum];
    for (const vectors of vectorTablesOf(entry)) {
      // When a vector was written is no part of the data.
      const rows = await rowsOf(transaction, sql`(SELECT _num, _v FROM ${vectors.table})`);
      sums.push(rows.sum);
    }
    const checksum = sums.map((each) => each.toString(16)).join('.');
    types.push({ graph, kind: 'vertex', type: type.name, count, checksum });
  }
  for (const { graph, type, pairs } of catalog.edgeTypes.values()) {
    let count = 0;
    const sums: string[] = [];
    for (const { table } of pairs) {
      const rows = await rowsOf(transaction, table);
      count += rows.count;
      sums.push(rows.sum.toString(16));
    }
    types.push({ graph, kind: 'edge', type: type.name, count, checksum: sums.join('.') });
  }
  const hash = createHash('sha256');
  const entries = await readCatalogRows(transaction);
  for (const row of entries.map((entry) => JSON.stringify(entry)).sort()) hash.update(`${row}\n`);
  return { catalog: hash.digest('hex'), types };
}
