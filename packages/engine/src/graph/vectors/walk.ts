/**
 * Walks over the links of an HNSW index (Malkov and Yashunin, "Efficient and robust approximate nearest
 * neighbor search using Hierarchical Navigable Small World graphs"): the part that searching and
 * inserting share. One walker belongs to one thread and one set of buffers.
 */
import { ENTRY, LINKS, LOWEST_LINKS, MOST_QUERIES, QUERIES, type VectorBuffers } from './buffers.ts';
import { rank } from './distance.ts';
import { kernelOf, type Kernel } from './kernel.ts';
import { SlotQueue } from './queue.ts';

/** The number of distances after which `tick` is called. */
const TICK = 1023;

export class Walker {
  readonly buffers: VectorBuffers;
  /** The result of a walk on one level: the farthest at the top, keys are negative distances. */
  readonly found = new SlotQueue();
  readonly #open = new SlotQueue();
  readonly #seen: Uint32Array;
  #mark = 0;
  /** Null where the kernel cannot be used: it has no place for the query, or the vectors are outside its memory. */
  readonly #kernel: Kernel | null;
  /** The query's place in the kernel's memory. */
  readonly #place: Float32Array;
  /** The offset of that place in the kernel's memory, in bytes. */
  #from = 0;
  #query: Float32Array = new Float32Array(0);
  #queryAt = 0;
  #queryScale = 1;
  #limit = 0;
  #walked = 0;
  readonly #tick: () => void;

  constructor(buffers: VectorBuffers, tick: () => void) {
    this.buffers = buffers;
    this.#tick = tick;
    this.#seen = new Uint32Array(buffers.capacity);
    const { memory, header, dimension } = buffers;
    const place = Atomics.add(header, QUERIES, 1);
    const usable = memory !== null && place < MOST_QUERIES;
    this.#kernel = usable ? kernelOf(memory) : null;
    const begin = place * dimension * Float32Array.BYTES_PER_ELEMENT;
    this.#place = usable ? new Float32Array(memory.buffer, begin, dimension) : new Float32Array(0);
  }

  /** Sets the query, a vector from `at` on, and the number of slots that may be visited. */
  aim(query: Float32Array, at: number, scale: number, limit: number): void {
    this.#query = query;
    this.#queryAt = at;
    this.#queryScale = scale;
    this.#limit = limit;
    if (this.#kernel === null) return;
    const { values, dimension } = this.buffers;
    if (query === values) this.#from = values.byteOffset + at * Float32Array.BYTES_PER_ELEMENT;
    else {
      this.#place.set(query.subarray(at, at + dimension));
      this.#from = this.#place.byteOffset;
    }
  }

  #count(): void {
    this.#walked += 1;
    if ((this.#walked & TICK) === 0) this.#tick();
  }

  /** To find the way by: with the precision of 32-bit floats, where the kernel can be used. */
  distanceTo(slot: number): number {
    const kernel = this.#kernel;
    if (kernel === null) return this.exactDistanceTo(slot);
    this.#count();
    const { values, dimension, metric, scales } = this.buffers;
    const at = values.byteOffset + slot * dimension * Float32Array.BYTES_PER_ELEMENT;
    if (metric === 'L2') return kernel.squared(this.#from, at, dimension);
    return 1 - kernel.product(this.#from, at, dimension) * (this.#queryScale * (scales[slot] as number));
  }

  exactDistanceTo(slot: number): number {
    this.#count();
    const { values, dimension, metric, scales } = this.buffers;
    const scale = this.#queryScale * (scales[slot] as number);
    return rank(metric, this.#query, this.#queryAt, values, slot * dimension, dimension, scale);
  }

  /** Where the links of a node on a level are: a count, then the slots. */
  linksAt(
    slot: number,
    level: number,
  ): { readonly list: Int32Array; readonly at: number; readonly most: number } {
    const { lowest, upper, upperAt } = this.buffers;
    if (level === 0) return { list: lowest, at: slot * (LOWEST_LINKS + 1), most: LOWEST_LINKS };
    return { list: upper, at: (upperAt[slot] as number) + (level - 1) * (LINKS + 1), most: LINKS };
  }

  /** From the entry down to the level above `level`, each time to the nearest neighbour. */
  descend(level: number): { readonly slot: number; readonly distance: number } {
    let slot = Atomics.load(this.buffers.header, ENTRY);
    let distance = this.distanceTo(slot);
    for (let at = this.buffers.levels[slot] as number; at > level; at -= 1) {
      for (let nearer = true; nearer;) {
        nearer = false;
        const { list, at: start } = this.linksAt(slot, at);
        const end = start + (list[start] as number);
        for (let place = start + 1; place <= end; place += 1) {
          const next = list[place] as number;
          if (next >= this.#limit || (this.buffers.levels[next] as number) < at) continue;
          const away = this.distanceTo(next);
          if (away >= distance) continue;
          distance = away;
          slot = next;
          nearer = true;
        }
      }
    }
    return { slot, distance };
  }

  /** Fills `found` with the `width` nearest on a level that `accepts`, all of them when it is absent. */
  walk(
    from: { readonly slot: number; readonly distance: number },
    level: number,
    width: number,
    accepts: ((slot: number) => boolean) | null,
  ): void {
    const { found } = this;
    const open = this.#open;
    found.clear();
    open.clear();
    this.#nextMark();
    this.#seen[from.slot] = this.#mark;
    open.push(from.slot, from.distance);
    if (accepts === null || accepts(from.slot)) found.push(from.slot, -from.distance);
    while (open.size > 0) {
      if (found.size >= width && open.topKey > -found.topKey) return;
      const slot = open.topSlot;
      open.pop();
      const { list, at } = this.linksAt(slot, level);
      const end = at + (list[at] as number);
      for (let place = at + 1; place <= end; place += 1)
        this.#meet(list[place] as number, level, width, accepts);
    }
  }

  #meet(slot: number, level: number, width: number, accepts: ((slot: number) => boolean) | null): void {
    if (slot >= this.#limit || this.#seen[slot] === this.#mark) return;
    if (level > 0 && (this.buffers.levels[slot] as number) < level) return;
    this.#seen[slot] = this.#mark;
    const distance = this.distanceTo(slot);
    if (this.found.size >= width && distance >= -this.found.topKey) return;
    this.#open.push(slot, distance);
    if (accepts !== null && !accepts(slot)) return;
    this.found.push(slot, -distance);
    if (this.found.size > width) this.found.pop();
  }

  #nextMark(): void {
    this.#mark += 1;
    if (this.#mark < 2 ** 32) return;
    this.#seen.fill(0);
    this.#mark = 1;
  }
}
