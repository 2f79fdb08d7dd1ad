/** Inserts slots into the index, one after the other, in a single thread. */
import {
  ENTRY,
  HIGHEST_LEVEL,
  LINKS,
  PUBLISHED,
  STOPPED,
  UPPER_USED,
  WRITTEN,
  type VectorBuffers,
} from './buffers.ts';
import { rank } from './distance.ts';
import { kernelOf, type Kernel } from './kernel.ts';
import { Walker } from './walk.ts';

/** Neighbours that an insertion chooses from: more make a better index, slower. */
const INSERT_WIDTH = 120;

export class Inserter {
  readonly #buffers: VectorBuffers;
  readonly #walker: Walker;
  readonly #kernel: Kernel | null;

  constructor(buffers: VectorBuffers) {
    this.#buffers = buffers;
    this.#walker = new Walker(buffers, () => undefined);
    this.#kernel = buffers.memory === null ? null : kernelOf(buffers.memory);
  }

  /** Inserts at most `most` slots. False when there is nothing left to do. */
  advance(most: number): boolean {
    const { header } = this.#buffers;
    for (let done = 0; done < most; done += 1) {
      const slot = header[PUBLISHED] as number;
      if (Atomics.load(header, STOPPED) === 1 || slot >= Atomics.load(header, WRITTEN)) return false;
      this.#insert(slot);
    }
    return true;
  }

  #insert(slot: number): void {
    const { header, levels, values, dimension, scales } = this.#buffers;
    const walker = this.#walker;
    const level = this.#makeRoom(slot);
    levels[slot] = level;
    if (slot > 0) {
      walker.aim(values, slot * dimension, scales[slot] as number, slot);
      const top = levels[header[ENTRY] as number] as number;
      let from = walker.descend(Math.min(level, top));
      for (let at = Math.min(level, top); at >= 0; at -= 1) {
        walker.walk(from, at, INSERT_WIDTH, null);
        from = this.#connect(slot, at, from);
      }
    }
    Atomics.store(header, PUBLISHED, slot + 1);
    if (slot === 0 || level > (levels[header[ENTRY] as number] as number)) Atomics.store(header, ENTRY, slot);
  }

  /** Links a node to the neighbours that the walker found; gives the nearest of them. */
  #connect(
    slot: number,
    level: number,
    from: { readonly slot: number; readonly distance: number },
  ): { readonly slot: number; readonly distance: number } {
    const nearest = this.#takeFound();
    const chosen = this.#diverse(nearest, LINKS);
    const { list, at } = this.#walker.linksAt(slot, level);
    chosen.forEach((each, index) => {
      list[at + 1 + index] = each.slot;
    });
    list[at] = chosen.length;
    for (const each of chosen) this.#linkBack(each.slot, slot, each.distance, level);
    return nearest[0] ?? from;
  }

  /** The neighbours that the walker found, the nearest first. */
  #takeFound(): Neighbour[] {
    const { found } = this.#walker;
    const nearest: Neighbour[] = [];
    while (found.size > 0) {
      nearest.push({ slot: found.topSlot, distance: -found.topKey });
      found.pop();
    }
    return nearest.reverse();
  }

  #linkBack(from: number, to: number, distance: number, level: number): void {
    const { list, at, most } = this.#walker.linksAt(from, level);
    const count = list[at] as number;
    // An index that was copied while it was built may know the node already.
    for (let place = at + 1; place <= at + count; place += 1) if (list[place] === to) return;
    if (count < most) {
      list[at + 1 + count] = to;
      list[at] = count + 1;
      return;
    }
    const all: Neighbour[] = [{ slot: to, distance }];
    for (let place = at + 1; place <= at + count; place += 1) {
      const slot = list[place] as number;
      all.push({ slot, distance: this.#between(from, slot) });
    }
    all.sort((a, b) => a.distance - b.distance);
    const kept = this.#diverse(all, most);
    kept.forEach((each, index) => {
      list[at + 1 + index] = each.slot;
    });
    list[at] = kept.length;
  }

  /** Of neighbours in order of distance those that are nearer to the node than to one another (algorithm 4). */
  #diverse(nearest: readonly Neighbour[], most: number): Neighbour[] {
    const chosen: Neighbour[] = [];
    for (const each of nearest) {
      if (chosen.length === most) break;
      if (chosen.every((other) => this.#between(each.slot, other.slot) >= each.distance)) chosen.push(each);
    }
    return chosen;
  }

  #between(a: number, b: number): number {
    const { metric, values, dimension, scales } = this.#buffers;
    const scale = (scales[a] as number) * (scales[b] as number);
    if (this.#kernel !== null) {
      const bytes = dimension * Float32Array.BYTES_PER_ELEMENT;
      const from = values.byteOffset + a * bytes;
      const to = values.byteOffset + b * bytes;
      if (metric === 'L2') return this.#kernel.squared(from, to, dimension);
      return 1 - this.#kernel.product(from, to, dimension) * scale;
    }
    return rank(metric, values, a * dimension, values, b * dimension, dimension, scale);
  }

  /** The level of a node, and room for its links there. */
  #makeRoom(slot: number): number {
    const { header, upperAt, upper } = this.#buffers;
    const wanted = levelOf(slot);
    if (wanted === 0) return 0;
    const used = header[UPPER_USED] as number;
    const free = Math.floor((upper.length - used) / (LINKS + 1));
    const level = Math.min(wanted, free);
    if (level === 0) return 0;
    upperAt[slot] = used;
    upper.fill(0, used, used + level * (LINKS + 1));
    header[UPPER_USED] = used + level * (LINKS + 1);
    return level;
  }
}

interface Neighbour {
  readonly slot: number;
  readonly distance: number;
}

/** The same for a slot each time: one node in LINKS reaches the next level. */
function levelOf(slot: number): number {
  let hash = Math.imul(slot + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  const share = ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
  return Math.min(HIGHEST_LEVEL, Math.floor(-Math.log(Math.max(share, 1e-12)) / Math.log(LINKS)));
}
