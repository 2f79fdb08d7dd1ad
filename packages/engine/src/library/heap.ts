/** HeapAccum: the best tuples by some of their fields. */
import type { AccumSpec } from './accumulators.ts';
import { ELEMENT_BYTES, account } from './meter.ts';
import { type Tuple, compare } from './values.ts';

export type HeapSpec = Extract<AccumSpec, { kind: 'heap' }>;

/** The best `capacity` tuples: a binary heap with the worst on top, so that most arrivals are one comparison. */
export class Heap {
  readonly spec: HeapSpec;
  capacity: number;
  #items: Tuple[] = [];
  #isSorted = true;

  constructor(spec: HeapSpec, capacity = spec.capacity) {
    this.spec = spec;
    this.capacity = capacity;
  }

  get size(): number {
    return this.#items.length;
  }

  #before(a: Tuple, b: Tuple): number {
    for (const { field, descending } of this.spec.order) {
      const order = compare(a.fields[field], b.fields[field]);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  }

  add(tuple: Tuple): void {
    const items = this.#items;
    if (items.length < this.capacity) {
      this.#isSorted = items.length === 0;
      items.push(tuple);
      account(ELEMENT_BYTES * 2);
      let at = items.length - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (this.#before(items[at] as Tuple, items[parent] as Tuple) <= 0) break;
        [items[at], items[parent]] = [items[parent] as Tuple, items[at] as Tuple];
        at = parent;
      }
      return;
    }
    if (items.length === 0 || this.#before(tuple, items[0] as Tuple) >= 0) return;
    items[0] = tuple;
    this.#isSorted = items.length === 1;
    this.#sink();
  }

  #sink(): void {
    const items = this.#items;
    for (let at = 0; ;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < items.length && this.#before(items[child] as Tuple, items[worst] as Tuple) > 0)
          worst = child;
      }
      if (worst === at) return;
      [items[at], items[worst]] = [items[worst] as Tuple, items[at] as Tuple];
      at = worst;
    }
  }

  /** Best last. It stays so until a tuple is added, so that popping one after the other is quick. */
  #inOrder(): Tuple[] {
    if (!this.#isSorted) this.#items = [...this.#items].sort((a, b) => this.#before(a, b)).reverse();
    this.#isSorted = true;
    return this.#items;
  }

  /** Best first. */
  sorted(): Tuple[] {
    return [...this.#inOrder()].reverse();
  }

  [Symbol.iterator](): Iterator<Tuple> {
    return this.sorted()[Symbol.iterator]();
  }

  top(): Tuple | null {
    return this.#inOrder().at(-1) ?? null;
  }

  pop(): Tuple | null {
    return this.#inOrder().pop() ?? null;
  }

  clear(): void {
    this.#items = [];
  }

  resize(capacity: number): void {
    this.capacity = capacity;
    this.#items = this.#inOrder().slice(-capacity);
  }

  copy(): Heap {
    const copied = new Heap(this.spec, this.capacity);
    copied.#items = [...this.#items];
    copied.#isSorted = this.#isSorted;
    return copied;
  }
}
