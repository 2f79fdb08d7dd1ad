/** Distances from the sources and to the targets, as far as paths of some length need them. */
import { numberOf, typeIndexOf, type GraphSnapshot, type VertexRef } from '../graph/snapshot.ts';
import { degreeAt } from '../library/graph.ts';
import { account } from '../library/meter.ts';
import { edgeAt, vertexAt, type Walk } from './walk.ts';

/** A whole number for each vertex; arrays of a type are made when the first of its vertices is met. */
export class VertexNumbers {
  readonly #snapshot: GraphSnapshot;
  readonly #byType: Int32Array[] = [];

  constructor(snapshot: GraphSnapshot) {
    this.#snapshot = snapshot;
  }

  /** By number; 0: unknown, else one more than the distance. */
  ofType(typeIndex: number): Int32Array {
    let numbers = this.#byType[typeIndex];
    if (numbers === undefined) {
      const { size } = this.#snapshot.vertexTable(typeIndex);
      account(4 * size);
      numbers = this.#byType[typeIndex] = new Int32Array(size);
    }
    return numbers;
  }

  /** -1: unknown. */
  of(vertex: VertexRef): number {
    return (this.ofType(typeIndexOf(vertex))[numberOf(vertex)] as number) - 1;
  }

  set(vertex: VertexRef, distance: number): void {
    this.ofType(typeIndexOf(vertex))[numberOf(vertex)] = distance + 1;
  }
}

/** One end of the search: what it has reached, by distance. */
interface Side {
  readonly known: VertexNumbers;
  readonly levels: VertexRef[][];
  readonly hops: (vertex: VertexRef) => ReturnType<Walk['ahead']>;
  /** The only vertex of the other end: no path goes on behind it. */
  readonly stop: VertexRef | null;
}

const rimOf = ({ levels }: Side): readonly VertexRef[] => levels.at(-1) ?? [];

/** Edges at the rim. */
function edgesAt(side: Side): number {
  let edges = 0;
  for (const vertex of rimOf(side))
    if (vertex !== side.stop) edges += degreeAt(side.hops(vertex), numberOf(vertex));
  return edges;
}

export class Distances {
  readonly #walk: Walk;
  readonly #sources: Side;
  readonly #targets: Side;
  /** Whether a vertex is known to both ends: then there is a path. */
  met = false;

  /** @param throughEnds paths may go on behind the vertex where they could end */
  constructor(walk: Walk, sources: Iterable<VertexRef>, targets: Iterable<VertexRef>, throughEnds = false) {
    const { snapshot } = walk.context;
    const [from, to] = [[...sources], [...targets]];
    const side = (ends: VertexRef[], others: readonly VertexRef[], hops: Side['hops']): Side => {
      const known = new VertexNumbers(snapshot);
      for (const end of ends) known.set(end, 0);
      const stop = throughEnds || others.length !== 1 ? null : (others[0] ?? null);
      return { known, levels: [ends], hops, stop };
    };
    this.#walk = walk;
    this.#sources = side(from, to, (vertex) => walk.ahead(vertex));
    this.#targets = side(to, from, (vertex) => walk.behind(vertex));
    this.met = rimOf(this.#sources).some((vertex) => this.back.of(vertex) === 0);
  }

  /** Distances to the targets. */
  get back(): VertexNumbers {
    return this.#targets.known;
  }

  /** Neither end can be widened to find a path. */
  get isDone(): boolean {
    return rimOf(this.#sources).length === 0 || rimOf(this.#targets).length === 0;
  }

  /** Vertices that are known to the end that is exhausted: no path that passes none twice has more. */
  get longest(): number {
    const all = [this.#sources, this.#targets].filter((side) => rimOf(side).length === 0);
    return Math.min(...all.map(({ levels }) => levels.reduce((sum, level) => sum + level.length, 0)));
  }

  /** Widens the ends, the one with fewer edges at its rim first, until a path of so many edges has a vertex that both know. */
  reach(length: number): void {
    while (!this.isDone && this.#sources.levels.length + this.#targets.levels.length - 2 < length) {
      if (edgesAt(this.#sources) <= edgesAt(this.#targets)) this.#widen(this.#sources, this.#targets, true);
      else this.#widen(this.#targets, this.#sources, false);
    }
  }

  /** Tells `back` to all vertices on paths of so many edges at most, behind the vertices that the targets have reached. */
  complete(length: number): void {
    while (rimOf(this.#targets).length > 0 && this.#targets.levels.length <= length) {
      this.#widen(this.#targets, this.#sources, false, length);
    }
  }

  /** @param longest of paths through the vertices that are come to, whose distance from the other end must be known */
  #widen(side: Side, other: Side, isForward: boolean, longest: number | null = null): void {
    const walk = this.#walk;
    const distance = side.levels.length;
    const next: VertexRef[] = [];
    for (const vertex of rimOf(side)) {
      if (vertex === side.stop || (longest !== null && other.known.of(vertex) < 0)) continue;
      const number = numberOf(vertex);
      for (const config of side.hops(vertex)) {
        const known = side.known.ofType(config.toType);
        const others = other.known.ofType(config.toType);
        const end = config.ends[number] as number;
        for (let at = config.offsets[number] as number; at < end; at += 1) {
          walk.look();
          const found = config.neighbours[at] as number;
          if (known[found] !== 0) continue;
          const far = others[found] as number;
          if (longest !== null && (far === 0 || far - 1 + distance > longest)) continue;
          const reached = vertexAt(config, at);
          if (!walk.mayPass(edgeAt(config, at), isForward ? reached : vertex)) continue;
          known[found] = distance + 1;
          next.push(reached);
          if (far !== 0) this.met = true;
        }
      }
    }
    account(8 * next.length);
    side.levels.push(next);
  }

  /**
   * Tells the vertices near the sources how far the targets are, along edges that were walked before, so that `back` is
   * known of every vertex on a path of so many edges. Called for each length in turn.
   */
  tell(length: number): void {
    const [ahead, behind] = [this.#sources.levels, this.#targets.levels];
    if (rimOf(this.#targets).length === 0) return;
    for (let distance = behind.length; distance <= length; distance += 1) {
      for (const vertex of ahead[length - distance] ?? []) {
        if (this.back.of(vertex) < 0 && this.#isNextTo(vertex, distance - 1)) this.back.set(vertex, distance);
      }
    }
  }

  /** Whether a step from the vertex leads to one that is so far from the targets. */
  #isNextTo(vertex: VertexRef, distance: number): boolean {
    const number = numberOf(vertex);
    for (const config of this.#walk.ahead(vertex)) {
      const known = this.back.ofType(config.toType);
      const end = config.ends[number] as number;
      for (let at = config.offsets[number] as number; at < end; at += 1) {
        this.#walk.look();
        if (known[config.neighbours[at] as number] !== distance + 1) continue;
        if (vertexAt(config, at) === this.#targets.stop) continue;
        if (this.#walk.mayPass(edgeAt(config, at), vertexAt(config, at))) return true;
      }
    }
    return false;
  }
}
