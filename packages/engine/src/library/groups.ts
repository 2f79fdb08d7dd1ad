/** GroupByAccum: accumulators by the values of keys. */
import type { AccumOps, Cell, Entry } from './accumulators.ts';
import { ELEMENT_BYTES, account } from './meter.ts';
import { Tuple, canonical } from './values.ts';

/** Groups of accumulators by key values. */
export class Groups {
  readonly ops: readonly AccumOps[];
  readonly groups = new Map<unknown, { readonly keys: readonly unknown[]; cells: Cell[] }>();

  constructor(ops: readonly AccumOps[]) {
    this.ops = ops;
  }

  get size(): number {
    return this.groups.size;
  }

  at(keys: readonly unknown[]): Cell[] | undefined {
    return this.groups.get(canonical(new Tuple(keys)))?.cells;
  }

  cells(keys: readonly unknown[]): Cell[] {
    const key = canonical(new Tuple(keys));
    let group = this.groups.get(key);
    if (group === undefined) {
      group = { keys, cells: this.ops.map((op) => op.init()) };
      this.groups.set(key, group);
      account(ELEMENT_BYTES * (2 + this.ops.length));
    }
    return group.cells;
  }

  remove(keys: readonly unknown[]): void {
    if (this.groups.delete(canonical(new Tuple(keys)))) account(-ELEMENT_BYTES * (2 + this.ops.length));
  }

  put(entry: Entry): void {
    const cells = this.cells(entry.keys);
    this.ops.forEach((op, index) => {
      const value = entry.values[index];
      if (value !== null && value !== undefined) cells[index] = op.add(cells[index], value);
    });
  }

  /** One tuple per group: its keys, then the values of its accumulators. */
  *[Symbol.iterator](): Iterator<Tuple> {
    for (const { keys, cells } of this.groups.values()) {
      yield new Tuple([...keys, ...this.ops.map((op, index) => op.read(cells[index]))]);
    }
  }
}
