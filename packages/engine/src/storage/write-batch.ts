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

export interface GivenValue {
  /** Of the attribute. */
  readonly name: string;
  readonly value: StoredValue;
  readonly op: UpsertOperator;
}

/** Puts a row into the last batch that agrees with its operators, or into a new one. */
export function addRow(batches: Batch[], keys: readonly DuckDBValue[], given: readonly GivenValue[]): void {
  let batch = batches.at(-1);
  if (batch === undefined || given.some(({ name, op }) => (batch?.ops.get(name) ?? op) !== op)) {
    batch = { ops: new Map(), rows: 0, keys: keys.map(() => []), values: new Map() };
    batches.push(batch);
  }
  const { rows, ops, values } = batch;
  for (let at = 0; at < keys.length; at += 1) batch.keys[at]?.push(keys[at] as DuckDBValue);
  for (const { name, value, op } of given) {
    let column = values.get(name);
    if (column === undefined) {
      column = [];
      values.set(name, column);
      ops.set(name, op);
    }
    column[rows] = value;
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
