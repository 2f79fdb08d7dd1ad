/** A Barnes–Hut quadtree in typed arrays: the repulsion of many nodes in O(n log n). */

/** Below this many levels, nodes at one place share a leaf. */
const DEEPEST = 22;
const STACK = 4 * (DEEPEST + 2);

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
  readonly #stack = new Int32Array(STACK);
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
    for (let i = 0; i < count; i += 1) this.#insert(i, x, y, minX, minY, side);
    this.#gather(x, y, mass);
  }

  /** Sets `dx` and `dy` to the sum of mass / distance over all other nodes, directed away from them. */
  push(node: number, x: number, y: number, tree: TreeInput): void {
    const child = this.#child;
    const stack = this.#stack;
    let dx = 0;
    let dy = 0;
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      top -= 1;
      const cell = stack[top] ?? 0;
      const wx = x - (this.#cx[cell] ?? 0);
      const wy = y - (this.#cy[cell] ?? 0);
      const square = wx * wx + wy * wy;
      if (square > tree.reach) continue;
      let other = this.#first[cell] ?? -1;
      if (other < 0) {
        if ((this.#area[cell] ?? 0) < tree.theta * square) {
          const by = (this.#mass[cell] ?? 0) / square;
          dx += wx * by;
          dy += wy * by;
          continue;
        }
        const at = cell * 4;
        for (let quarter = at; quarter < at + 4; quarter += 1) {
          const next = child[quarter] ?? -1;
          if (next >= 0) {
            stack[top] = next;
            top += 1;
          }
        }
        continue;
      }
      for (; other >= 0; other = this.#next[other] ?? -1) {
        if (other === node) continue;
        let ox = x - (tree.x[other] ?? 0);
        let oy = y - (tree.y[other] ?? 0);
        if (ox === 0 && oy === 0) {
          // Two nodes at one place part in a direction of their own.
          ox = Math.cos(node * 2.4) * 0.5;
          oy = Math.sin(node * 2.4) * 0.5;
        }
        const by = (tree.mass[other] ?? 0) / Math.max(ox * ox + oy * oy, 1);
        dx += ox * by;
        dy += oy * by;
      }
    }
    this.dx = dx;
    this.dy = dy;
  }

  #reserve(count: number): void {
    if (this.#next.length < count) this.#next = new Int32Array(count);
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
}

export interface TreeInput {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly mass: Float64Array;
  /** Square of the opening angle: a cell this small beside its distance counts as one node. */
  readonly theta: number;
  /** Square of the distance beyond which nothing pushes. */
  readonly reach: number;
}
