/**
 * Changes that a run asks for, in order. Attributes that it sets are kept by vertex and edge, column by
 * column: a run may set several attributes of every vertex.
 */
import type { AttributeValue, ColumnWrite, QueryWrite, UpsertOperator, Write } from '../writes.ts';
import { ELEMENT_BYTES, account } from './meter.ts';

/** Rows of one table (a vertex type, an edge table) and the values that they are given. */
class Rows {
  readonly rows = new Map<number, number>();
  readonly columns = new Map<
    string,
    { readonly values: (AttributeValue | undefined)[]; readonly op: UpsertOperator | null }
  >();

  /** False when the row has a value for it already that must be stored first. */
  set(number: number, name: string, value: AttributeValue, op: UpsertOperator | null): boolean {
    const column = this.columns.get(name) ?? { values: [], op };
    const known = this.rows.get(number);
    if (column.op !== op || (op !== null && known !== undefined && column.values[known] !== undefined))
      return false;
    if (known === undefined) account(ELEMENT_BYTES);
    const row = known ?? this.rows.size;
    this.rows.set(number, row);
    this.columns.set(name, column);
    if (column.values[row] === undefined) account(sizeOf(value));
    column.values[row] = value;
    return true;
  }

  attributes(): Map<string, ColumnWrite> {
    return new Map(
      [...this.columns].map(([name, { values, op }]) => [name, op === null ? { values } : { values, op }]),
    );
  }
}

function sizeOf(value: AttributeValue): number {
  if (typeof value === 'string') return 16 + 2 * value.length;
  if (typeof value !== 'object') return 16;
  return ELEMENT_BYTES * (1 + ('size' in value ? 2 * value.size : value.length));
}

interface Open {
  readonly rows: Rows;
  readonly close: (rows: Rows) => QueryWrite;
}

export class PendingWrites {
  readonly #done: QueryWrite[] = [];
  #open = new Map<string, Open>();

  /** Adds a write of any other kind, after the attributes set so far. */
  push(write: Write): void {
    this.#flush();
    this.#done.push(write);
  }

  /**
   * Sets an attribute of the row `number` of the table `key`; `close` makes the write of all its rows.
   * With an operator the value is added to the present one.
   */
  set(
    key: string,
    number: number,
    {
      name,
      value,
      op,
    }: { readonly name: string; readonly value: AttributeValue; readonly op: UpsertOperator | null },
    close: Open['close'],
  ): void {
    const open = this.#open.get(key);
    if (open?.rows.set(number, name, value, op) === true) return;
    if (open !== undefined) this.#done.push(open.close(open.rows));
    const rows = new Rows();
    rows.set(number, name, value, op);
    this.#open.set(key, { rows, close });
  }

  finish(): readonly QueryWrite[] {
    this.#flush();
    return this.#done;
  }

  #flush(): void {
    for (const { rows, close } of this.#open.values()) this.#done.push(close(rows));
    this.#open = new Map();
  }
}
