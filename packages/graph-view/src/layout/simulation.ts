/** Nodes of one shape that push each other off, pulled together by edges, while it cools down. */
import { Quadtree } from './quadtree.ts';
import type { Shape } from './shape.ts';

export const LINK_LENGTH = 72;
/** Part of the speed that is left after a step. */
const FRICTION = 0.6;
const COLD = 0.005;
/** From this part of the steps on, nodes also keep off each other's discs. */
const APART_FROM = 0.55;
const GAP = 7;

export interface SimulationOptions {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Radii of the nodes' discs; null: they may overlap. */
  readonly radius: Float32Array | null;
  /** 1: stays where it is. */
  readonly fixed: Uint8Array;
  readonly heat: number;
  readonly steps: number;
  /** Pull of each node towards the middle, to keep unconnected parts together. */
  readonly gravity: number;
}

export class Simulation {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly #shape: Shape;
  readonly #radius: Float32Array | null;
  readonly #fixed: Uint8Array;
  readonly #gravity: number;
  readonly #vx: Float64Array;
  readonly #vy: Float64Array;
  readonly #length: Float64Array;
  readonly #strength: Float64Array;
  readonly #share: Float64Array;
  readonly #tree = new Quadtree();
  readonly #steps: number;
  readonly #cooling: number;
  #alpha: number;
  #done = 0;

  constructor(shape: Shape, options: SimulationOptions) {
    this.#shape = shape;
    this.x = options.x;
    this.y = options.y;
    this.#radius = options.radius;
    this.#fixed = options.fixed;
    this.#gravity = options.gravity;
    this.#vx = new Float64Array(shape.count);
    this.#vy = new Float64Array(shape.count);
    this.#alpha = options.heat;
    this.#steps = options.steps;
    this.#cooling = Math.pow(COLD / Math.max(options.heat, COLD * 2), 1 / options.steps);
    const edges = shape.from.length;
    this.#length = new Float64Array(edges);
    this.#strength = new Float64Array(edges);
    this.#share = new Float64Array(edges);
    const degree = (node: number): number =>
      (shape.graph.start[node + 1] ?? 0) - (shape.graph.start[node] ?? 0);
    const width = (node: number): number => Math.sqrt(shape.mass[node] ?? 1);
    for (let e = 0; e < edges; e += 1) {
      const a = shape.from[e] ?? 0;
      const b = shape.to[e] ?? 0;
      this.#length[e] = LINK_LENGTH * 0.5 * (width(a) + width(b));
      this.#strength[e] = 1 / Math.max(1, Math.min(degree(a), degree(b)));
      this.#share[e] = degree(a) / Math.max(1, degree(a) + degree(b));
    }
  }

  get heat(): number {
    return this.#alpha;
  }

  /** One step; false when it has come to rest. */
  tick(): boolean {
    if (this.#done >= this.#steps) return false;
    this.#pull();
    this.#push();
    const apart = this.#radius !== null && this.#done >= this.#steps * APART_FROM;
    this.#move();
    if (apart && this.#radius !== null) this.#keepApart(this.#radius);
    this.#done += 1;
    this.#alpha *= this.#cooling;
    return this.#done < this.#steps;
  }

  #pull(): void {
    const { from, to } = this.#shape;
    const { x, y } = this;
    const [vx, vy] = [this.#vx, this.#vy];
    for (let e = 0; e < from.length; e += 1) {
      const a = from[e] ?? 0;
      const b = to[e] ?? 0;
      if (a === b) continue;
      const dx = (x[b] ?? 0) + (vx[b] ?? 0) - (x[a] ?? 0) - (vx[a] ?? 0);
      const dy = (y[b] ?? 0) + (vy[b] ?? 0) - (y[a] ?? 0) - (vy[a] ?? 0);
      const distance = Math.sqrt(dx * dx + dy * dy) || 1e-6;
      const by = ((distance - (this.#length[e] ?? 0)) / distance) * this.#alpha * (this.#strength[e] ?? 0);
      const share = this.#share[e] ?? 0.5;
      vx[b] = (vx[b] ?? 0) - dx * by * share;
      vy[b] = (vy[b] ?? 0) - dy * by * share;
      vx[a] = (vx[a] ?? 0) + dx * by * (1 - share);
      vy[a] = (vy[a] ?? 0) + dy * by * (1 - share);
    }
  }

  #push(): void {
    const { count, mass } = this.#shape;
    const { x, y } = this;
    const [vx, vy] = [this.#vx, this.#vy];
    const large = count > 1500;
    this.#tree.build(x, y, mass);
    const theta = large ? 1.3 : 0.8;
    const strength = (large ? 60 : 130) * this.#alpha;
    const gravity = this.#gravity * this.#alpha;
    const { order } = this.#tree;
    for (let at = 0; at < count; at += 1) {
      const i = order[at] ?? 0;
      if (this.#fixed[i] === 1) continue;
      const px = x[i] ?? 0;
      const py = y[i] ?? 0;
      this.#tree.push(i, px, py, theta);
      vx[i] = (vx[i] ?? 0) + this.#tree.dx * strength - px * gravity;
      vy[i] = (vy[i] ?? 0) + this.#tree.dy * strength - py * gravity;
    }
  }

  #move(): void {
    const { x, y } = this;
    // A step is no longer than this: a dense start must not throw nodes out of the picture.
    const longest = LINK_LENGTH * 12;
    for (let i = 0; i < x.length; i += 1) {
      if (this.#fixed[i] === 1) {
        this.#vx[i] = 0;
        this.#vy[i] = 0;
        continue;
      }
      const vx = (this.#vx[i] ?? 0) * FRICTION;
      const vy = (this.#vy[i] ?? 0) * FRICTION;
      const speed = Math.sqrt(vx * vx + vy * vy);
      const by = speed > longest ? longest / speed : 1;
      this.#vx[i] = vx * by;
      this.#vy[i] = vy * by;
      x[i] = (x[i] ?? 0) + vx * by;
      y[i] = (y[i] ?? 0) + vy * by;
    }
  }

  /** Moves overlapping discs apart, by a grid whose cells are as wide as the largest two. */
  #keepApart(radius: Float32Array): void {
    const { x, y } = this;
    const count = x.length;
    let widest = 0;
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    for (let i = 0; i < count; i += 1) {
      widest = Math.max(widest, radius[i] ?? 0);
      minX = Math.min(minX, x[i] ?? 0);
      minY = Math.min(minY, y[i] ?? 0);
      maxX = Math.max(maxX, x[i] ?? 0);
    }
    const side = 2 * widest + GAP;
    const columns = Math.floor((maxX - minX) / side) + 3;
    const cellOf = (i: number): number =>
      (Math.floor(((y[i] ?? 0) - minY) / side) + 1) * columns + Math.floor(((x[i] ?? 0) - minX) / side) + 1;
    const buckets = 1 << Math.min(20, Math.ceil(Math.log2(count + 1)) + 1);
    const head = new Int32Array(buckets).fill(-1);
    const next = new Int32Array(count);
    const cell = new Float64Array(count);
    for (let i = 0; i < count; i += 1) {
      const c = cellOf(i);
      cell[i] = c;
      const bucket = c % buckets;
      next[i] = head[bucket] ?? -1;
      head[bucket] = i;
    }
    for (let i = 0; i < count; i += 1) {
      for (let row = -1; row <= 1; row += 1) {
        for (let column = -1; column <= 1; column += 1) {
          const c = (cell[i] ?? 0) + row * columns + column;
          for (let j = head[c % buckets] ?? -1; j >= 0; j = next[j] ?? -1) {
            if (j <= i || cell[j] !== c) continue;
            this.#part(i, j, (radius[i] ?? 0) + (radius[j] ?? 0) + GAP);
          }
        }
      }
    }
  }

  #part(i: number, j: number, wanted: number): void {
    const { x, y } = this;
    let dx = (x[j] ?? 0) - (x[i] ?? 0);
    let dy = (y[j] ?? 0) - (y[i] ?? 0);
    let distance = Math.sqrt(dx * dx + dy * dy);
    if (distance >= wanted) return;
    if (distance < 1e-3) {
      dx = Math.cos(j * 2.4);
      dy = Math.sin(j * 2.4);
      distance = 1;
    }
    const by = ((wanted - distance) / distance) * 0.35;
    const [movesI, movesJ] = [this.#fixed[i] !== 1, this.#fixed[j] !== 1];
    if (movesI) {
      x[i] = (x[i] ?? 0) - dx * by;
      y[i] = (y[i] ?? 0) - dy * by;
    }
    if (movesJ) {
      x[j] = (x[j] ?? 0) + dx * by;
      y[j] = (y[j] ?? 0) + dy * by;
    }
  }
}
