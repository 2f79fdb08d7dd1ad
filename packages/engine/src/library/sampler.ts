/** SAMPLE: chooses at random among the edges of each source vertex. */
import { engineError } from '../errors/catalogue.ts';
import type { Int } from './int64.ts';
import { ELEMENT_BYTES, account } from './meter.ts';

/** Source vertex, edge, target vertex. */
type Row = readonly [source: number, edge: number, target: number];

export class Sampler {
  readonly #size: number;
  readonly #percent: boolean;
  readonly #by: 'edge' | 'target';
  readonly #kept: Row[] = [];
  /** Rows to choose from, by source and then by the unit of a choice: the edge or the target. */
  readonly #groups = new Map<number, Map<number, Row[]>>();

  /** `size`: the number, or the percentage, of a source's edges, or of its targets with all edges to them. */
  constructor(size: Int, percent: boolean, by: 'edge' | 'target') {
    if (size <= 0) throw engineError('sampleSize', { size });
    this.#size = Number(size);
    this.#percent = percent;
    this.#by = by;
  }

  /** A row that SAMPLE is not about is kept. */
  add(row: Row, isSampled: boolean): void {
    account(ELEMENT_BYTES * 4);
    if (!isSampled) {
      this.#kept.push(row);
      return;
    }
    const [source, edge, target] = row;
    const group = this.#groups.get(source) ?? new Map<number, Row[]>();
    this.#groups.set(source, group);
    const item = this.#by === 'edge' ? edge : target;
    const rows = group.get(item);
    if (rows === undefined) group.set(item, [row]);
    else rows.push(row);
  }

  *rows(): Generator<Row> {
    yield* this.#kept;
    for (const group of this.#groups.values()) {
      const items = [...group.values()];
      const wanted = this.#percent ? Math.ceil((items.length * this.#size) / 100) : this.#size;
      for (let at = 0; at < Math.min(wanted, items.length); at += 1) {
        const drawn = at + Math.floor(Math.random() * (items.length - at));
        yield* items[drawn] ?? [];
        items[drawn] = items[at] ?? [];
      }
    }
  }
}
