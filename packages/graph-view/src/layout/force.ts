/**
 * The force layout: Barnes–Hut over typed arrays, driven tick by tick so that it can be shown, steered and stopped. Every
 * connected part is laid out from a coarse version of itself to the finest (multilevel, Walshaw 2003), then packed.
 */
import { seededRandom } from '../random.ts';
import { adjacency, type LayoutInput, type Positions } from './layout.ts';
import { packBoxes, placeBlock } from './pack.ts';
import { coarser, connectedParts, shapeOf, type Coarser, type Shape } from './shape.ts';
import { LINK_LENGTH, Simulation } from './simulation.ts';

export interface ForceRun {
  /** One step; false when the layout has come to rest. */
  tick(): boolean;
  positions(): Positions;
  /** Holds a node at a place, or lets it go. */
  pin(node: number, at: { readonly x: number; readonly y: number } | null): void;
  /** 1 at the beginning, towards 0 at rest. */
  heat(): number;
}

/** Steps of the finest level: fewer for large graphs, whose steps are dear and whose coarse levels did the work. */
const stepsFor = (count: number): number =>
  count > 30_000 ? 36 : count > 8_000 ? 60 : count > 2_000 ? 110 : count > 500 ? 180 : 260;
/** Steps of coarser levels. */
const stepsForCoarse = (count: number): number => (count > 8_000 ? 30 : count > 2_000 ? 45 : 70);
const COARSEST = 24;
const PART_GAP = 90;

/** Some of the nodes, moved by a simulation of their own. */
interface Unit {
  /** Numbers of the nodes in the whole graph. */
  readonly nodes: Int32Array;
  tick(): boolean;
  x(): Float64Array;
  y(): Float64Array;
  pin(place: number, at: { readonly x: number; readonly y: number } | null): void;
  heat(): number;
}

export function startForce(input: LayoutInput): ForceRun {
  const count = input.x.length;
  const graph = adjacency(count, input.from, input.to);
  const { parts, alone } = connectedParts(graph);
  const held = input.fixed.includes(1);
  const free = alone.filter((node) => input.fixed[node] !== 1);
  const x = input.x.slice();
  const y = input.y.slice();
  // Where something stays, everything keeps its place in the world: one simulation, and nothing is packed.
  const whole = held || input.heat < 1;
  const units = whole
    ? parts.length === 0
      ? []
      : [steadyUnit(input, numbersOf(parts))]
    : parts.map((nodes) => multilevelUnit(input, nodes));
  let packing = !whole;
  let current = 0;
  const offsets = units.map(() => ({ x: 0, y: 0 }));
  const unitOf = new Int32Array(count).fill(-1);
  const placeOf = new Int32Array(count);
  units.forEach((unit, u) =>
    unit.nodes.forEach((node, place) => {
      unitOf[node] = u;
      placeOf[node] = place;
    }),
  );
  const others = (): Iterable<number> => {
    const aloneSet = new Set(free);
    return input.x.keys().filter((node) => !aloneSet.has(node));
  };
  placeBlock(x, y, free, others(), input.group);

  function pack(): void {
    const boxes = units.map((unit) => boxOf(unit.x(), unit.y()));
    const corners = packBoxes(boxes, PART_GAP);
    corners.forEach((corner, u) => {
      const box = boxes[u];
      if (box !== undefined) offsets[u] = { x: corner.x - box.minX, y: corner.y - box.minY };
    });
  }

  return {
    tick: () => {
      const unit = units[current];
      if (unit === undefined) return false;
      if (!unit.tick()) current += 1;
      return current < units.length;
    },
    positions: () => {
      if (packing) pack();
      units.forEach((unit, u) => {
        const { x: ox, y: oy } = offsets[u] ?? { x: 0, y: 0 };
        const [ux, uy] = [unit.x(), unit.y()];
        unit.nodes.forEach((node, place) => {
          x[node] = (ux[place] ?? 0) + ox;
          y[node] = (uy[place] ?? 0) + oy;
        });
      });
      if (!whole) placeBlock(x, y, free, others(), input.group);
      return { x: x.slice(), y: y.slice() };
    },
    pin: (node, at) => {
      const u = unitOf[node] ?? -1;
      const unit = units[u];
      if (unit === undefined) {
        if (at === null) return;
        x[node] = at.x;
        y[node] = at.y;
        const place = free.indexOf(node);
        if (place >= 0) free.splice(place, 1);
        return;
      }
      // A node in somebody's hand stays below the pointer: from now on parts keep the places that they have.
      if (packing) pack();
      packing = false;
      const { x: ox, y: oy } = offsets[u] ?? { x: 0, y: 0 };
      unit.pin(placeOf[node] ?? 0, at === null ? null : { x: at.x - ox, y: at.y - oy });
    },
    heat: () => units[current]?.heat() ?? 0,
  };
}

function numbersOf(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function boxOf(x: Float64Array, y: Float64Array) {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < x.length; i += 1) {
    minX = Math.min(minX, x[i] ?? 0);
    maxX = Math.max(maxX, x[i] ?? 0);
    minY = Math.min(minY, y[i] ?? 0);
    maxY = Math.max(maxY, y[i] ?? 0);
  }
  return { minX, minY, width: maxX - minX, height: maxY - minY };
}

/** The shape of some nodes alone, numbered by their places among them. */
function partShape(input: LayoutInput, nodes: Int32Array): Shape {
  const place = new Int32Array(input.x.length).fill(-1);
  nodes.forEach((node, i) => {
    place[node] = i;
  });
  const from: number[] = [];
  const to: number[] = [];
  for (let e = 0; e < input.from.length; e += 1) {
    const a = place[input.from[e] ?? 0] ?? -1;
    const b = place[input.to[e] ?? 0] ?? -1;
    if (a < 0 || b < 0 || a === b) continue;
    from.push(a);
    to.push(b);
  }
  return shapeOf(nodes.length, Int32Array.from(from), Int32Array.from(to));
}

/** Goes on from where the nodes are. */
function steadyUnit(input: LayoutInput, nodes: Int32Array): Unit {
  const fixed = Uint8Array.from(nodes, (node) => input.fixed[node] ?? 0);
  const simulation = new Simulation(partShape(input, nodes), {
    x: Float64Array.from(nodes, (node) => input.x[node] ?? 0),
    y: Float64Array.from(nodes, (node) => input.y[node] ?? 0),
    radius: Float32Array.from(nodes, (node) => input.radius[node] ?? 0),
    fixed,
    heat: input.heat,
    steps: stepsFor(nodes.length),
    gravity: fixed.includes(1) ? 0 : 0.04,
  });
  return {
    nodes,
    tick: () => simulation.tick(),
    x: () => simulation.x,
    y: () => simulation.y,
    pin: (place, at) => pinIn(simulation, fixed, place, at),
    heat: () => simulation.heat,
  };
}

function pinIn(
  simulation: Simulation,
  fixed: Uint8Array,
  place: number,
  at: { readonly x: number; readonly y: number } | null,
): void {
  fixed[place] = at === null ? 0 : 1;
  if (at === null) return;
  simulation.x[place] = at.x;
  simulation.y[place] = at.y;
}

/** Begins with the coarsest shape; each level starts where the nodes of the coarser one came to rest. */
function multilevelUnit(input: LayoutInput, nodes: Int32Array): Unit {
  const random = seededRandom(input.seed);
  const radius = Float32Array.from(nodes, (node) => input.radius[node] ?? 0);
  const fixed = new Uint8Array(nodes.length);
  let finest: Shape | null = null;
  /** `levels[0]` is the step from the finest shape to the next. */
  const levels: Coarser[] = [];
  let level = 0;
  let simulation: Simulation | null = null;
  let standsFor: Int32Array = new Int32Array(0);
  // Until the unit's turn has come, its nodes stand on a small sunflower.
  let x: Float64Array = Float64Array.from(
    nodes,
    (_, i) => LINK_LENGTH * 0.6 * Math.sqrt(i) * Math.cos(i * 2.4),
  );
  let y: Float64Array = Float64Array.from(
    nodes,
    (_, i) => LINK_LENGTH * 0.6 * Math.sqrt(i) * Math.sin(i * 2.4),
  );

  const shapeAt = (at: number): Shape =>
    (at === 0 ? finest : levels[at - 1]?.shape) ?? partShape(input, nodes);

  function begin(): Simulation {
    finest = partShape(input, nodes);
    let shape = finest;
    while (shape.count > COARSEST) {
      const next = coarser(shape);
      if (next === null) break;
      levels.push(next);
      shape = next.shape;
    }
    level = levels.length;
    standsFor = placesAtLevel();
    const spread = LINK_LENGTH * 0.5 * Math.sqrt(nodes.length);
    const cx = Float64Array.from({ length: shape.count }, (_, i) => {
      const part = Math.sqrt((i + 0.5) / shape.count);
      return spread * part * Math.cos(i * 2.4);
    });
    const cy = Float64Array.from({ length: shape.count }, (_, i) => {
      const part = Math.sqrt((i + 0.5) / shape.count);
      return spread * part * Math.sin(i * 2.4);
    });
    return simulate(shape, cx, cy);
  }

  function simulate(shape: Shape, sx: Float64Array, sy: Float64Array): Simulation {
    const isFinest = level === 0;
    return new Simulation(shape, {
      x: sx,
      y: sy,
      radius: isFinest ? radius : null,
      fixed: isFinest ? fixed : new Uint8Array(shape.count),
      heat: level === levels.length ? 1 : 0.35,
      steps: isFinest ? stepsFor(shape.count) : stepsForCoarse(shape.count),
      gravity: 0.015,
    });
  }

  /** The next finer shape, each node around the place of the coarse one that stood for it. */
  function refine(from: Simulation): Simulation {
    level -= 1;
    standsFor = placesAtLevel();
    const parent = levels[level]?.parent ?? new Int32Array(0);
    const coarse = levels[level]?.shape;
    const shape = shapeAt(level);
    const sx = new Float64Array(shape.count);
    const sy = new Float64Array(shape.count);
    for (let i = 0; i < shape.count; i += 1) {
      const into = parent[i] ?? 0;
      const angle = random() * 2 * Math.PI;
      const reach = LINK_LENGTH * 0.35 * Math.sqrt(coarse?.mass[into] ?? 1) * Math.sqrt(random());
      sx[i] = (from.x[into] ?? 0) + Math.cos(angle) * reach;
      sy[i] = (from.y[into] ?? 0) + Math.sin(angle) * reach;
    }
    return simulate(shape, sx, sy);
  }

  /** Places of the unit's own nodes, from whatever level it is at. */
  function project(): void {
    if (simulation === null) return;
    if (level === 0) {
      ({ x, y } = simulation);
      return;
    }
    for (let i = 0; i < x.length; i += 1) {
      const into = standsFor[i] ?? 0;
      x[i] = simulation.x[into] ?? 0;
      y[i] = simulation.y[into] ?? 0;
    }
  }

  /** For each node its place in the shape of the level. */
  function placesAtLevel(): Int32Array {
    const places = Int32Array.from({ length: nodes.length }, (_, i) => i);
    for (const { parent } of levels.slice(0, level)) {
      for (let i = 0; i < places.length; i += 1) places[i] = parent[places[i] ?? 0] ?? 0;
    }
    return places;
  }

  const pinned = new Map<number, { readonly x: number; readonly y: number }>();

  return {
    nodes,
    tick: () => {
      simulation ??= begin();
      if (simulation.tick()) return true;
      if (level === 0) return false;
      simulation = refine(simulation);
      if (level === 0) for (const [place, at] of pinned) pinIn(simulation, fixed, place, at);
      return true;
    },
    x: () => {
      project();
      return x;
    },
    y: () => y,
    pin: (place, at) => {
      if (at === null) pinned.delete(place);
      else pinned.set(place, at);
      if (simulation !== null && level === 0) pinIn(simulation, fixed, place, at);
      else {
        fixed[place] = at === null ? 0 : 1;
      }
    },
    heat: () => (simulation === null ? 1 : level > 0 ? 1 : simulation.heat),
  };
}
