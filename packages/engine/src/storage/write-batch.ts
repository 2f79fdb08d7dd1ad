/** Rows of upserts of one type, column by column, as they are collected from single writes. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { EdgeTypeEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import type { StoredValue } from '../catalog/stored-values.ts';
import { empty } from '../sql.ts';
import type { UpsertOperator } from '../writes.ts';
import type { GivenAttribute } from './merge-values.ts';

/** Rows whose attributes agree on their operators; holes in `values`: not given. */
export interface Batch {
  readonly ops: Map<string, UpsertOperator>;
  rows: number;
  /** The order of the rows, and their ids. */
  readonly keys: DuckDBValue[][];
  readonly values: Map<string, StoredValue[]>;
}

/** Puts a row into the last batch that agrees with its operators, or into a new one. */
export function addRow(
  batches: Batch[],
  keys: readonly DuckDBValue[],
  values: ReadonlyMap<string, StoredValue>,
  ops: ReadonlyMap<string, UpsertOperator>,
): void {
  let batch = batches.at(-1);
  const agrees = batch !== undefined && [...ops].every(([name, op]) => (batch?.ops.get(name) ?? op) === op);
  if (batch === undefined || !agrees) {
    batch = { ops: new Map(), rows: 0, keys: keys.map(() => []), values: new Map() };
    batches.push(batch);
  }
  const { rows } = batch;
  for (const [name, op] of ops) batch.ops.set(name, op);
  keys.forEach((key, index) => batch.keys[index]?.push(key));
  for (const [name, value] of values) {
    const column = batch.values.get(name) ?? [];
    column[rows] = value;
    batch.values.set(name, column);
  }
  batch.rows = rows + 1;
}

/** The attributes that some row gives. */
export const givenIn = (batch: Batch, entry: VertexTypeEntry | EdgeTypeEntry): GivenAttribute[] =>
  entry.type.attributes.flatMap((attribute): GivenAttribute[] => {
    const op = batch.ops.get(attribute.name);
    return op === undefined ? [] : [{ attribute, column: entry.columns[attribute.name] ?? empty, op }];
  });

/** The values of an attribute in some rows; null where a row does not give it. */
export function valuesIn(batch: Batch, name: string, rows: readonly number[]): (StoredValue | null)[] {
  const values = batch.values.get(name) ?? [];
  return rows.map((row) => values[row] ?? null);
}

/** The rows of a batch. */
export const rowsOf = (batch: Batch): readonly number[] =>
  Array.from({ length: batch.rows }, (_, row) => row);

/** A batch of some rows of a batch. */
export function picked(batch: Batch, rows: readonly number[]): Batch {
  if (rows.length === batch.rows) return batch;
  const values = new Map<string, StoredValue[]>();
  for (const [name, column] of batch.values) {
    const kept: StoredValue[] = [];
    rows.forEach((row, at) => {
      const value = column[row];
      if (value !== undefined) kept[at] = value;
    });
    values.set(name, kept);
  }
  return {
    ops: batch.ops,
    rows: rows.length,
    keys: batch.keys.map((key) => rows.map((row) => key[row] ?? null)),
    values,
  };
}
