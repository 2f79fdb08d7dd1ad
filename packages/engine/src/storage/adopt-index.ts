/** Reuses a saved index for the vectors of a table: the vectors in the file are compared with the rows. */
import { DuckDBArrayValue } from '@duckdb/node-api';
import { sql, type Sql } from '../sql.ts';
import {
  ENTRY,
  PUBLISHED,
  UPPER_USED,
  WRITTEN,
  makeBuffers,
  writeSlot,
  type SharedVectors,
} from '../graph/vectors/buffers.ts';
import type { StoredIndex } from '../graph/vectors/index-file.ts';
import { sharedInt32 } from '../graph/shared-arrays.ts';
import type { Transaction } from './transaction.ts';
import type { VectorSource } from './vector-cache.ts';

export interface Row {
  readonly number: number;
  readonly vector: readonly number[];
}

export async function* rowsOf(transaction: Transaction, sql: Sql): AsyncGenerator<Row> {
  for await (const chunk of transaction.chunks(sql)) {
    const [numbers, vectors] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const value = vectors.getItem(row);
      if (value instanceof DuckDBArrayValue)
        yield { number: numbers.getItem(row) as number, vector: value.items as readonly number[] };
    }
  }
}

/** The number of rows of a table, and the number past the highest one of its vertices. */
export async function sizesOf(
  transaction: Transaction,
  table: Sql,
): Promise<{ readonly count: number; readonly size: number }> {
  const [counts] = await transaction.rows(sql`SELECT count(*), coalesce(max(_num) + 1, 0) FROM ${table}`);
  return { count: Number(counts?.[0] ?? 0), size: Number(counts?.[1] ?? 0) };
}

/** Rows that the index does not know go into slots behind it. Null where most of it is of no use any more. */
export async function adopt(
  transaction: Transaction,
  { typeIndex, table, vector: { name, dimension, metric } }: VectorSource,
  stored: StoredIndex,
): Promise<SharedVectors | null> {
  const { count, size } = await sizesOf(transaction, table);
  const isKnown = ({ vector }: Row, slot: number): boolean =>
    vector.every((value, index) => value === stored.values[slot * dimension + index]);
  // Of a vertex with several slots the last one was its own.
  const lastSlot = new Int32Array(size).fill(-1);
  for (let slot = 0; slot < stored.slots; slot += 1) lastSlot[stored.numbers[slot] as number] = slot;
  const slotOf = sharedInt32(size).fill(-1);
  const fresh: Row[] = [];
  let found = 0;
  for await (const row of rowsOf(transaction, sql`SELECT _num, _v FROM ${table}`)) {
    const slot = lastSlot[row.number] ?? -1;
    if (slot >= 0 && isKnown(row, slot)) {
      slotOf[row.number] = slot;
      found += 1;
    } else fresh.push(row);
    if (fresh.length > stored.slots) return null;
  }
  if (2 * found < stored.slots) return null;
  const capacity = Math.ceil((stored.slots + fresh.length) * 1.1);
  const buffers = makeBuffers(dimension, metric, capacity);
  if (stored.upper.length > buffers.upper.length) return null;
  for (let slot = 0; slot < stored.slots; slot += 1) {
    const vector = stored.values.subarray(slot * dimension, (slot + 1) * dimension);
    writeSlot(buffers, slot, stored.numbers[slot] as number, vector);
  }
  for (const key of ['levels', 'lowest', 'upperAt', 'upper'] as const) buffers[key].set(stored[key]);
  let slots = stored.slots;
  for (const { number, vector } of fresh) {
    writeSlot(buffers, slots, number, vector);
    slotOf[number] = slots;
    slots += 1;
  }
  const { header } = buffers;
  header[ENTRY] = stored.entry;
  header[UPPER_USED] = stored.upperUsed;
  header[PUBLISHED] = stored.slots;
  Atomics.store(header, WRITTEN, slots);
  return { typeIndex, name, buffers, slots, slotOf, count };
}
