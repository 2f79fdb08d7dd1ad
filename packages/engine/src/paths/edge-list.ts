/** The edges of an answer, each once. */
import type { EdgeRef } from '../library/context.ts';
import { account } from '../library/meter.ts';

/** Edges of a piece of the set. */
const PIECE = 2 ** 16;

export class EdgeList {
  /** The first edges, as many as one answer holds. */
  readonly edges: EdgeRef[] = [];
  count = 0;
  readonly #most: number;
  /** A bit for each edge, in pieces that are made when the first of their edges is added. */
  readonly #pieces = new Map<number, Uint32Array>();

  constructor(most: number) {
    this.#most = most;
  }

  add(edge: EdgeRef): void {
    const key = Math.floor(edge / PIECE);
    let piece = this.#pieces.get(key);
    if (piece === undefined) {
      account(PIECE / 8);
      piece = new Uint32Array(PIECE / 32);
      this.#pieces.set(key, piece);
    }
    const at = edge % PIECE;
    const bit = 1 << (at & 31);
    const word = piece[at >>> 5] as number;
    if ((word & bit) !== 0) return;
    piece[at >>> 5] = word | bit;
    this.count += 1;
    if (this.count <= this.#most) this.edges.push(edge);
  }

  get isTooLong(): boolean {
    return this.count > this.#most;
  }
}
