/**
 * Patches an edge table after some edges changed. Changed rows and lists of neighbours are appended, in space that no
 * reader of the table before looks at; only the bounds of lists are copied.
 */
import type { SharedColumn } from './columns.ts';
import { compactEdges } from './compact-edges.ts';
import { ColumnEditor, DoesNotFit } from './edit-column.ts';
import type { SharedEdgeTable } from './edge-table.ts';
import { copied, grown } from './growing.ts';
import type { Adjacency } from './snapshot.ts';
import type { EdgeChange, StoredCell } from './table-changes.ts';
import { TextArray, type TextArrayData } from './text-array.ts';

/** Garbage that is allowed before the table is compacted: this share of the entries in use, and FEW more. */
const GARBAGE = 0.5;
const FEW = 65_536;
/** Larger tables take too long to compact between two requests (some 50 ms a million): they are rebuilt. */
const MOST_COMPACTED = 2_000_000;

/** The patched table; null where it must be rebuilt. `fromSize`, `toSize`: of the present vertex tables. */
export function patchEdges(
  table: SharedEdgeTable,
  changes: readonly EdgeChange[],
  fromSize: number,
  toSize: number,
): SharedEdgeTable | null {
  const patch = new EdgePatch(table);
  try {
    for (const change of changes) patch.apply(change);
  } catch (cause) {
    if (cause instanceof DoesNotFit) return null;
    throw cause;
  }
  const patched = patch.finish(fromSize, toSize);
  const { count } = patched;
  const entries = patched.out === patched.in ? 2 * count : count;
  const garbage = Math.max(
    patched.from.length - count,
    patched.out.neighbours.length - entries,
    patched.in.neighbours.length - entries,
  );
  const isTooMuch = (part: number): boolean => part > count * GARBAGE + FEW;
  if (!isTooMuch(garbage)) return patched;
  // A rebuilt table has only the texts in use, a compacted one all that it ever had.
  const texts = [...patched.columns.values()].map((column) =>
    'texts' in column ? textsIn(column.texts) : 0,
  );
  if (count > MOST_COMPACTED || isTooMuch(Math.max(...texts, 0) - count)) return null;
  return compactEdges(patched, fromSize, toSize);
}

const textsIn = ({ offsets }: TextArrayData): number => offsets.length - 1;

class EdgePatch {
  readonly #table: SharedEdgeTable;
  readonly #symmetric: boolean;
  readonly #columns: ReadonlyMap<string, ColumnEditor>;
  readonly #discriminator: readonly string[];
  readonly #out: ListEditor;
  readonly #in: ListEditor;
  #from: Uint32Array;
  #to: Uint32Array;
  #count: number;

  constructor(table: SharedEdgeTable) {
    this.#table = table;
    this.#symmetric = !table.type.directed && table.fromIndex === table.toIndex;
    this.#columns = new Map([...table.columns].map(([name, column]) => [name, new ColumnEditor(column)]));
    this.#discriminator = table.type.discriminator;
    this.#out = new ListEditor(table.out, table.outIsRows);
    this.#in = this.#symmetric ? this.#out : new ListEditor(table.in, false);
    this.#from = table.from;
    this.#to = table.to;
    this.#count = table.count;
  }

  apply(change: EdgeChange): void {
    switch (change.kind) {
      case 'putEdges': {
        const keys = this.#keyPlaces(change.attributes);
        for (const { from, to, values } of change.rows) {
          for (const row of this.#find(from, to, keys, values)) this.#remove(row);
          this.#add(from, to, change.attributes, values);
        }
        return;
      }
      case 'goneEdges': {
        const keys = this.#keyPlaces(change.attributes);
        for (const { from, to, values } of change.rows) {
          for (const row of this.#find(from, to, keys, values)) this.#remove(row);
        }
        return;
      }
      case 'goneEnds': {
        const lists = change.end === 'from' ? this.#out : this.#in;
        for (const number of change.numbers) for (const row of lists.rows(number)) this.#remove(row);
      }
    }
  }

  finish(fromSize: number, toSize: number): SharedEdgeTable {
    const out = this.#out.finish(fromSize);
    const columns = new Map<string, SharedColumn>();
    for (const [name, editor] of this.#columns) columns.set(name, editor.finish());
    return {
      ...this.#table,
      count: this.#count,
      from: this.#from,
      to: this.#to,
      out,
      in: this.#symmetric ? out : this.#in.finish(toSize),
      outIsRows: this.#table.outIsRows && !this.#out.isEdited,
      columns,
    };
  }

  /** Where the discriminators stand among the values of a change. */
  #keyPlaces(attributes: readonly string[]): readonly (readonly [name: string, place: number])[] {
    return this.#discriminator.map((name) => [name, attributes.indexOf(name)]);
  }

  #find(
    from: number,
    to: number,
    keys: readonly (readonly [name: string, place: number])[],
    values: readonly StoredCell[],
  ): number[] {
    return this.#out
      .rowsTo(from, to)
      .filter((row) => keys.every(([name, place]) => this.#cell(name, row) === String(values[place])));
  }

  /** A discriminator's value as a text, equal for the forms of the store and of the columns. */
  #cell(name: string, row: number): string {
    const column = this.#columns.get(name)?.finish();
    if (column === undefined) throw new TypeError(`No column ${name}`);
    if ('texts' in column) return new TextArray(column.texts).get(column.codes[row] as number);
    const value = column.values[row];
    return String(column.kind === 'bool' ? value === 1 : value);
  }

  #add(from: number, to: number, attributes: readonly string[], values: readonly StoredCell[]): void {
    const row = this.#from.length;
    this.#from = grown(this.#from, row + 1);
    this.#from[row] = from;
    this.#to = grown(this.#to, row + 1);
    this.#to[row] = to;
    attributes.forEach((name, index) => this.#columns.get(name)?.set(row, values[index] ?? 0));
    this.#out.add(from, to, row);
    if (!this.#symmetric || from !== to) this.#in.add(to, from, row);
    this.#count += 1;
  }

  #remove(row: number): void {
    const [from, to] = [this.#from[row] as number, this.#to[row] as number];
    this.#out.remove(from, row);
    if (!this.#symmetric || from !== to) this.#in.remove(to, row);
    this.#count -= 1;
  }
}

interface ListEdit {
  /** Rows; null: none. */
  gone: Set<number> | null;
  added: { readonly neighbour: number; readonly row: number }[];
}

/** Changes of the lists of one direction. */
class ListEditor {
  readonly #adjacency: Adjacency;
  readonly #isRows: boolean;
  readonly #edits = new Map<number, ListEdit>();

  /** `isRows`: the lists are the table's own rows, and must not be added to in place. */
  constructor(adjacency: Adjacency, isRows: boolean) {
    this.#adjacency = adjacency;
    this.#isRows = isRows;
  }

  get isEdited(): boolean {
    return this.#edits.size > 0;
  }

  add(vertex: number, neighbour: number, row: number): void {
    this.#edit(vertex).added.push({ neighbour, row });
  }

  remove(vertex: number, row: number): void {
    const edit = this.#edit(vertex);
    const rest = edit.added.filter((each) => each.row !== row);
    if (rest.length < edit.added.length) edit.added = rest;
    else (edit.gone ??= new Set()).add(row);
  }

  /** Rows of all edges of a vertex. */
  rows(vertex: number): number[] {
    const { rows } = this.#adjacency;
    const [start, end] = this.#bounds(vertex);
    return this.#withEdits(vertex, start, end, (at) => rows[at] as number);
  }

  /** Rows of the edges between two vertices. */
  rowsTo(vertex: number, neighbour: number): number[] {
    const { neighbours, rows } = this.#adjacency;
    const [start, end] = this.#bounds(vertex);
    let low = start;
    for (let high = end; low < high;) {
      const middle = (low + high) >>> 1;
      if ((neighbours[middle] as number) < neighbour) low = middle + 1;
      else high = middle;
    }
    let last = low;
    while (last < end && neighbours[last] === neighbour) last += 1;
    return this.#withEdits(vertex, low, last, (at) => rows[at] as number, neighbour);
  }

  /** The lists after the changes, for so many vertices at least. */
  finish(size: number): Adjacency {
    const { offsets, ends, neighbours, rows } = this.#adjacency;
    const bounds =
      offsets.length >= size
        ? { offsets, ends }
        : { offsets: copied(offsets, roomFor(size)), ends: copied(ends, roomFor(size)) };
    if (this.#edits.size === 0) return { neighbours, rows, ...bounds };
    const lists = this.#isRows
      ? { neighbours: copied(neighbours), rows: copied(rows) }
      : { neighbours, rows };
    let length = lists.neighbours.length;
    for (const [vertex, { gone, added }] of this.#edits) {
      const [start, end] = this.#bounds(vertex);
      length += end - start - (gone?.size ?? 0) + added.length;
    }
    const written = { neighbours: grown(lists.neighbours, length), rows: grown(lists.rows, length) };
    const next = { offsets: copied(bounds.offsets), ends: copied(bounds.ends) };
    let at = lists.neighbours.length;
    for (const [vertex, edit] of this.#edits) {
      next.offsets[vertex] = at;
      at = this.#write(vertex, edit, written, at);
      next.ends[vertex] = at;
    }
    return { ...written, ...next };
  }

  /** Writes the list of a vertex from a position on; gives the position behind it. */
  #write(
    vertex: number,
    { gone, added }: ListEdit,
    into: Pick<Adjacency, 'neighbours' | 'rows'>,
    position: number,
  ): number {
    const { neighbours, rows } = this.#adjacency;
    const more = [...added].sort((a, b) => a.neighbour - b.neighbour || a.row - b.row);
    let at = position;
    let next = 0;
    const put = (neighbour: number, row: number): void => {
      into.neighbours[at] = neighbour;
      into.rows[at] = row;
      at += 1;
    };
    const [start, end] = this.#bounds(vertex);
    for (let old = start; old < end; old += 1) {
      const row = rows[old] as number;
      if (gone?.has(row) === true) continue;
      const neighbour = neighbours[old] as number;
      // New rows have higher numbers: among edges to one neighbour they come last.
      for (let new_ = more[next]; new_ !== undefined && new_.neighbour < neighbour; new_ = more[next]) {
        put(new_.neighbour, new_.row);
        next += 1;
      }
      put(neighbour, row);
    }
    for (const { neighbour, row } of more.slice(next)) put(neighbour, row);
    return at;
  }

  #withEdits(
    vertex: number,
    start: number,
    end: number,
    rowAt: (at: number) => number,
    neighbour?: number,
  ): number[] {
    const edit = this.#edits.get(vertex);
    const found: number[] = [];
    for (let at = start; at < end; at += 1) if (edit?.gone?.has(rowAt(at)) !== true) found.push(rowAt(at));
    for (const each of edit?.added ?? []) {
      if (neighbour === undefined || each.neighbour === neighbour) found.push(each.row);
    }
    return found;
  }

  #bounds(vertex: number): readonly [start: number, end: number] {
    const { offsets, ends } = this.#adjacency;
    return [offsets[vertex] ?? 0, ends[vertex] ?? 0];
  }

  #edit(vertex: number): ListEdit {
    let edit = this.#edits.get(vertex);
    if (edit === undefined) {
      edit = { gone: null, added: [] };
      this.#edits.set(vertex, edit);
    }
    return edit;
  }
}

/** Vertices beyond those that there are get room at once: they have empty lists. */
const roomFor = (size: number): number => size + (size >>> 4) + 1024;
