/** Patches a vertex table after some vertices changed: unchanged parts are shared with the table before. */
import type { VertexType } from '@acacia/language';
import { TextAppender } from './append-texts.ts';
import { ColumnEditor, DoesNotFit } from './edit-column.ts';
import { copied, grown } from './growing.ts';
import { idCell, withIdTexts } from './id-column.ts';
import { sharedUint8 } from './shared-arrays.ts';
import type { VertexChange } from './table-changes.ts';
import type { SharedVertexTable } from './vertex-table.ts';

/** Null where the table must be built again: a value does not fit a column's form. */
export function patchVertices(
  table: SharedVertexTable,
  changes: readonly VertexChange[],
): SharedVertexTable | null {
  const patch = new VertexPatch(table);
  try {
    for (const change of changes) {
      if (change.kind === 'gone') for (const number of change.numbers) patch.remove(number);
      else for (const row of change.rows) patch.put(row.number, row.id, change.attributes, row.values);
    }
  } catch (cause) {
    if (cause instanceof DoesNotFit) return null;
    throw cause;
  }
  return patch.finish();
}

class VertexPatch {
  readonly #table: SharedVertexTable;
  readonly #ids: TextAppender;
  readonly #columns = new Map<string, ColumnEditor>();
  #size: number;
  #count: number;
  #alive: Uint8Array | null;

  constructor(table: SharedVertexTable) {
    this.#table = table;
    this.#ids = new TextAppender(table.ids);
    this.#size = table.size;
    this.#count = table.count;
    this.#alive = table.alive === null ? null : copied(table.alive);
  }

  put(
    number: number,
    id: string,
    attributes: readonly string[],
    values: readonly (string | number | bigint | boolean)[],
  ): void {
    const isNew = number >= this.#size;
    if (isNew) this.#add(number, id);
    // The number of a deleted vertex was reused: readers of earlier versions still need the old id there.
    else if (this.#alive?.[number] === 0) throw new DoesNotFit();
    attributes.forEach((name, index) => this.#set(name, number, values[index] ?? 0));
    const { type } = this.#table;
    const cell = isNew ? idCell(type, id) : null;
    if (cell !== null) this.#set(type.primaryId.name, number, cell);
  }

  remove(number: number): void {
    this.#alive ??= sharedUint8(this.#size).fill(1);
    if (this.#alive[number] !== 1) return;
    this.#alive[number] = 0;
    this.#count -= 1;
  }

  finish(): SharedVertexTable {
    const table = this.#table;
    const columns = new Map(table.columns);
    for (const [name, editor] of this.#columns) columns.set(name, editor.finish());
    const ids = this.#ids.finish();
    const size = this.#size;
    return {
      ...table,
      size,
      count: this.#count,
      alive: this.#alive,
      ids,
      columns: withIdTexts(table.type, columns, ids, size),
    };
  }

  /** Numbers that were left out are holes. */
  #add(number: number, id: string): void {
    if (number > this.#size) this.#alive ??= sharedUint8(this.#size).fill(1);
    for (let hole = this.#size; hole < number; hole += 1) {
      this.#ids.append('', true);
      for (const name of this.#table.columns.keys())
        if (!isIdText(this.#table.type, name)) this.#set(name, hole, 0);
    }
    this.#ids.append(id);
    if (this.#alive !== null) {
      const before = this.#alive.length;
      this.#alive = grown(this.#alive, number + 1);
      this.#alive.fill(0, before);
      this.#alive[number] = 1;
    }
    this.#size = number + 1;
    this.#count += 1;
  }

  #set(name: string, number: number, value: string | number | bigint | boolean): void {
    let editor = this.#columns.get(name);
    if (editor === undefined) {
      const column = this.#table.columns.get(name);
      if (column === undefined) throw new TypeError(`No column ${name}`);
      editor = new ColumnEditor(column);
      this.#columns.set(name, editor);
    }
    editor.set(number, value);
  }
}

const isIdText = (type: VertexType, name: string): boolean =>
  name === type.primaryId.name && idCell(type, '0') === null;
