/** Changes and adds values of a column; readers keep the column as it was. */
import { TextAppender } from './append-texts.ts';
import type { SharedColumn } from './columns.ts';
import { copied, grown } from './growing.ts';
import type { StoredCell } from './table-changes.ts';

/** A value that the column's form has no room for: the column must be built again. */
export class DoesNotFit extends Error {}

type Values = Int32Array | Float64Array | BigInt64Array | BigUint64Array | Uint8Array;

export class ColumnEditor {
  readonly #column: SharedColumn;
  readonly #before: number;
  readonly #texts: TextAppender | null;
  #values: Values;
  #isOwn = false;

  constructor(column: SharedColumn) {
    this.#column = column;
    this.#values = 'texts' in column ? column.codes : column.values;
    this.#texts = 'texts' in column ? new TextAppender(column.texts) : null;
    this.#before = this.#values.length;
  }

  /**
   * Sets the value of a row; new rows are added one after another.
   * @throws DoesNotFit when the column's array cannot hold the value
   */
  set(row: number, value: StoredCell): void {
    if (row >= this.#values.length) this.#values = grown(this.#values, row + 1);
    else if (row < this.#before && !this.#isOwn) {
      this.#values = copied(this.#values);
      this.#isOwn = true;
    }
    this.#put(row, value);
  }

  finish(): SharedColumn {
    const column = this.#column;
    return 'texts' in column
      ? { kind: column.kind, codes: this.#values as Int32Array, texts: this.#texts?.finish() ?? column.texts }
      : ({ kind: column.kind, values: this.#values } as SharedColumn);
  }

  #put(row: number, value: StoredCell): void {
    const values = this.#values;
    if (this.#texts !== null) values[row] = this.#texts.code(String(value));
    else if (values instanceof BigInt64Array || values instanceof BigUint64Array) values[row] = BigInt(value);
    else {
      const number = Number(value);
      const fits =
        values instanceof Int32Array
          ? (number | 0) === number
          : typeof value !== 'bigint' || Number.isSafeInteger(number);
      if (!fits) throw new DoesNotFit();
      values[row] = number;
    }
  }
}
