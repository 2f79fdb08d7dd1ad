/** A Barnes–Hut quadtree in typed arrays: the repulsion of many nodes in O(n log n). */

/** Below this many levels, nodes at one place share a leaf. */
const DEEPEST = 22;
/** Numbers of a step of a walk: middle, mass and the square of the cell's side. */
const STRIDE = 4;

export class Quadtree {
  /** Four children of each cell; −1: none. */
  #child = new Int32Array(0);
  /** First node of a leaf, linked on by `#next`; −1: an inner cell. */
  #first = new Int32Array(0);
  #next = new Int32Array(0);
  #mass = new Float64Array(0);
  #cx = new Float64Array(0);
  #cy = new Float64Array(0);
  /** Square of the cell's side. */
  #area = new Float64Array(0);
  #cells = 0;
  /** The tree as a walk meets it, parents first, so that memory is read in order: a step for each inner cell and node. */
  #steps = new Float64Array(0);
  /** The step after all within a cell. */
  #skip = new Int32Array(0);
  /** The node of a step; −1: a cell. */
  #node = new Int32Array(0);
  #length = 0;
  /** All nodes, those of one cell together: in this order neighbours walk over the same cells. */
  order = new Int32Array(0);
  /** Result of `push`. */
  dx = 0;
  dy = 0;

  /** Sorts all nodes into cells, and gathers the mass of each. */
  build(x: Float64Array, y: Float64Array, mass: Float64Array): void {
    const count = x.length;
    this.#reserve(count);
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let i = 0; i < count; i += 1) {
      const px = x[i] ?? 0;
      const py = y[i] ?? 0;
      if (px < minX) minX = px;
      if (px > maxX) maxX = px;
      if (py < minY) minY = py;
      if (py > maxY) maxY = py;
    }
    const side = Math.max(maxX - minX, maxY - minY, 1) * 1.0001;
    this.#cells = 0;
    this.#cell(side);
    for (let i = 0; i < count; i += 1) this.#insert(this.order[i] ?? 0, x, y, minX, minY, side);
    this.#gather(x, y, mass);
    this.#lineUp(x, y, mass);
  }

  /**
   * Sets `dx` and `dy` to the sum of mass / distance over all other nodes, directed away from them.
   * @param theta square of the opening angle: a cell this small beside its distance counts as one node
   */
  push(node: number, x: number, y: number, theta: number): void {
    const [steps, skip, nodes, length] = [this.#steps, this.#skip, this.#node, this.#length];
    let dx = 0;
    let dy = 0;
    let at = 0;
    while (at < length) {
      const slot = at * STRIDE;
      const wx = x - (steps[slot] as number);
      const wy = y - (steps[slot + 1] as number);
      const square = wx * wx + wy * wy;
      const isCell = (nodes[at] as number) < 0;
      if (isCell && (steps[slot + 3] as number) >= theta * square) {
        at += 1;
        continue;
      }
      if (square > 0) {
        const by = (steps[slot + 2] as number) / (isCell || square > 1 ? square : 1);
        dx += wx * by;
        dy += wy * by;
      } else if (nodes[at] !== node) {
        // Two nodes at one place part in a direction of their own.
        dx += Math.cos(node * 2.4) * 0.5 * (steps[slot + 2] as number);
        dy += Math.sin(node * 2.4) * 0.5 * (steps[slot + 2] as number);
      }
      at = skip[at] as number;
    }
    this.dx = dx;
    this.dy = dy;
  }

  #reserve(count: number): void {
    if (this.#next.length < count) {
      this.#next = new Int32Array(count);
      this.order = Int32Array.from({ length: count }, (_, i) => i);
    }
    if (this.#first.length < count * 2 + 8) this.#grow(count * 2 + 8);
  }

  #grow(cells: number): void {
    const wider = <T extends Int32Array | Float64Array>(made: T, old: T): T => {
      made.set(old);
      return made;
    };
    this.#child = wider(new Int32Array(cells * 4), this.#child);
    this.#first = wider(new Int32Array(cells), this.#first);
    this.#mass = wider(new Float64Array(cells), this.#mass);
    this.#cx = wider(new Float64Array(cells), this.#cx);
    this.#cy = wider(new Float64Array(cells), this.#cy);
    this.#area = wider(new Float64Array(cells), this.#area);
  }

  #cell(side: number): number {
    const cell = this.#cells;
    if (cell === this.#first.length) this.#grow(cell * 2);
    this.#cells = cell + 1;
    this.#child.fill(-1, cell * 4, cell * 4 + 4);
    this.#first[cell] = -1;
    this.#area[cell] = side * side;
    return cell;
  }

  #insert(node: number, xs: Float64Array, ys: Float64Array, left: number, top: number, whole: number): void {
    const x = xs[node] ?? 0;
    const y = ys[node] ?? 0;
    let cell = 0;
    let side = whole;
    for (let depth = 0; ; depth += 1) {
      const held = this.#first[cell] ?? -1;
      if (held >= 0) {
        if (depth >= DEEPEST) {
          this.#next[node] = held;
          this.#first[cell] = node;
          return;
        }
        // A leaf with one node becomes an inner cell: its node goes one level down, then the new one after it.
        this.#first[cell] = -1;
        const half = side / 2;
        const quarter = ((ys[held] ?? 0) >= top + half ? 2 : 0) + ((xs[held] ?? 0) >= left + half ? 1 : 0);
        const leaf = this.#cell(half);
        this.#child[cell * 4 + quarter] = leaf;
        this.#first[leaf] = held;
      }
      const half = side / 2;
      const lower = y >= top + half;
      const right = x >= left + half;
      if (lower) top += half;
      if (right) left += half;
      side = half;
      const slot = cell * 4 + (lower ? 2 : 0) + (right ? 1 : 0);
      const next = this.#child[slot] ?? -1;
      if (next < 0) {
        const leaf = this.#cell(side);
        this.#child[slot] = leaf;
        this.#first[leaf] = node;
        this.#next[node] = -1;
        return;
      }
      cell = next;
    }
  }

  /** Children come after their parents: from the last cell to the first, each finds its children done. */
  #gather(x: Float64Array, y: Float64Array, mass: Float64Array): void {
    for (let cell = this.#cells - 1; cell >= 0; cell -= 1) {
      let sum = 0;
      let sx = 0;
      let sy = 0;
      for (let node = this.#first[cell] ?? -1; node >= 0; node = this.#next[node] ?? -1) {
        const m = mass[node] ?? 0;
        sum += m;
        sx += m * (x[node] ?? 0);
        sy += m * (y[node] ?? 0);
      }
      for (let slot = cell * 4; slot < cell * 4 + 4; slot += 1) {
        const child = this.#child[slot] ?? -1;
        if (child < 0) continue;
        const m = this.#mass[child] ?? 0;
        sum += m;
        sx += m * (this.#cx[child] ?? 0);
        sy += m * (this.#cy[child] ?? 0);
      }
      this.#mass[cell] = sum;
      this.#cx[cell] = sum === 0 ? 0 : sx / sum;
      this.#cy[cell] = sum === 0 ? 0 : sy / sum;
    }
  }

  #lineUp(x: Float64Array, y: Float64Array, mass: Float64Array): void {
    const most = this.#cells + x.length;
    if (this.#skip.length < most) {
      this.#steps = new Float64Array(most * STRIDE);
      this.#skip = new Int32Array(most);
      this.#node = new Int32Array(most);
    }
    this.#length = 0;
    this.#visit(0, 0, x, y, mass);
  }

  /** Adds the steps of a cell. @returns the number of nodes that stand in `order` so far */
  #visit(cell: number, placed: number, x: Float64Array, y: Float64Array, mass: Float64Array): number {
    let done = placed;
    const held = this.#first[cell] ?? -1;
    for (let node = held; node >= 0; node = this.#next[node] ?? -1) {
      this.order[done] = node;
      done += 1;
      this.#skip[this.#step(node, x[node] ?? 0, y[node] ?? 0, mass[node] ?? 0)] = this.#length;
    }
    if (held >= 0) return done;
    const at = this.#step(-1, this.#cx[cell] ?? 0, this.#cy[cell] ?? 0, this.#mass[cell] ?? 0);
    this.#steps[at * STRIDE + 3] = this.#area[cell] ?? 0;
    for (let slot = cell * 4; slot < cell * 4 + 4; slot += 1) {
      const child = this.#child[slot] ?? -1;
      if (child >= 0) done = this.#visit(child, done, x, y, mass);
    }
    this.#skip[at] = this.#length;
    return done;
  }

  #step(node: number, x: number, y: number, mass: number): number {
    const at = this.#length;
    this.#length = at + 1;
    this.#node[at] = node;
    this.#steps[at * STRIDE] = x;
    this.#steps[at * STRIDE + 1] = y;
    this.#steps[at * STRIDE + 2] = mass;
    return at;
  }
}
