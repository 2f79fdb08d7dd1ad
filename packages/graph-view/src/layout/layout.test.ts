import { describe, expect, it } from 'vitest';
import { adjacency, degreeOf, LAYOUTS, type LayoutInput } from './layout.ts';
import { placeNew } from './place-new.ts';
import { runLayout } from './run-layout.ts';
import { startForce } from './force.ts';
import { partsOf } from './tree.ts';

function input(
  count: number,
  edges: readonly (readonly [number, number])[],
  more: Partial<LayoutInput> = {},
) {
  return {
    x: Float32Array.from({ length: count }, (_, i) => (i * 37) % 100),
    y: Float32Array.from({ length: count }, (_, i) => (i * 53) % 100),
    radius: new Float32Array(count).fill(9),
    from: Int32Array.from(edges, ([from]) => from),
    to: Int32Array.from(edges, ([, to]) => to),
    fixed: new Uint8Array(count),
    group: new Int32Array(count),
    root: -1,
    longitude: new Float32Array(count).fill(NaN),
    latitude: new Float32Array(count).fill(NaN),
    seed: 1,
    heat: 1,
    ...more,
  } satisfies LayoutInput;
}

const distance = (x: Float32Array, y: Float32Array, a: number, b: number) =>
  Math.hypot((x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0));

describe('adjacency', () => {
  it('holds both directions and a loop once', () => {
    const graph = adjacency(3, Int32Array.of(0, 1, 2), Int32Array.of(1, 2, 2));
    expect([0, 1, 2].map((node) => degreeOf(graph, node))).toEqual([1, 2, 2]);
    expect([...graph.list.slice(graph.start[1], graph.start[2])].sort()).toEqual([0, 2]);
  });
});

describe.each(LAYOUTS)('%s', (name) => {
  it('gives every node a finite place of its own, the same each time', () => {
    const given = input(24, [
      [0, 1],
      [0, 2],
      [2, 3],
      [5, 5],
      [6, 7],
    ]);
    const first = runLayout(name, given);
    const places = new Set(Array.from(first.x, (x, i) => `${x.toFixed(2)} ${(first.y[i] ?? 0).toFixed(2)}`));
    expect(places.size).toBe(24);
    expect([...first.x, ...first.y].every(Number.isFinite)).toBe(true);
    expect(runLayout(name, given)).toEqual(first);
  });

  it('takes an empty graph and a single node', () => {
    expect(runLayout(name, input(0, [])).x).toHaveLength(0);
    expect(Number.isFinite(runLayout(name, input(1, [])).x[0])).toBe(true);
  });
});

describe('force', () => {
  it('brings neighbours nearer than strangers', () => {
    const clique = (first: number) =>
      [0, 1, 2, 3].flatMap((a) =>
        [0, 1, 2, 3].filter((b) => b > a).map((b) => [first + a, first + b] as const),
      );
    const { x, y } = runLayout('force', input(8, [...clique(0), ...clique(4)]));
    const near = [1, 2, 3].map((other) => distance(x, y, 0, other));
    const far = [4, 5, 6, 7].map((other) => distance(x, y, 0, other));
    expect(Math.max(...near)).toBeLessThan(far.reduce((sum, each) => sum + each, 0) / far.length);
  });

  it('unfolds a ring of thousands without a crossing of its far sides', () => {
    const size = 1200;
    const ring = Array.from({ length: size }, (_, i) => [i, (i + 1) % size] as const);
    const { x, y } = runLayout('force', input(size, ring));
    const opposite = Array.from({ length: 40 }, (_, i) => distance(x, y, i * 15, i * 15 + size / 2));
    expect(Math.min(...opposite)).toBeGreaterThan(500);
  });

  it('keeps discs apart, those of a star and of parts that no edge joins', () => {
    const star = Array.from({ length: 60 }, (_, i) => [0, i + 1] as const);
    const { x, y } = runLayout('force', input(64, [...star, [61, 62], [62, 63]]));
    const gaps = Array.from({ length: 64 }, (_, a) =>
      Array.from({ length: a }, (_, b) => distance(x, y, a, b)),
    ).flat();
    expect(Math.min(...gaps)).toBeGreaterThan(17);
  });

  it('leaves fixed nodes, obeys a pin, and comes to rest', () => {
    const run = startForce(input(3, [[0, 1]], { fixed: Uint8Array.of(1, 0, 0), heat: 0.4 }));
    run.pin(2, { x: 500, y: -20 });
    let steps = 0;
    while (run.tick()) steps += 1;
    const { x, y } = run.positions();
    expect([x[0], y[0]]).toEqual([0, 0]);
    expect([x[2], y[2]]).toEqual([500, -20]);
    expect(steps).toBeGreaterThan(50);
    expect(run.heat()).toBeLessThan(0.01);
  });
});

describe('nodes that no edge joins', () => {
  it.each(['force', 'hierarchy', 'radial'] as const)('stand in rows below the rest in %s', (name) => {
    const { x, y } = runLayout(name, input(30, [[0, 1]]));
    const rows = new Set(Array.from(y.slice(2), (each) => each.toFixed(1)));
    const columns = new Set(Array.from(x.slice(2), (each) => each.toFixed(1)));
    expect([rows.size, columns.size]).toEqual([7, 4]);
    // A few have room for their names between them.
    const across = [...columns].map(Number).sort((a, b) => a - b);
    expect((across[1] ?? 0) - (across[0] ?? 0)).toBeCloseTo(110, 0);
    expect(Math.min(...y.slice(2))).toBeGreaterThan(Math.max(y[0] ?? 0, y[1] ?? 0));
  });
});

describe('geographic', () => {
  it('puts north above south and east right of west, and the rest in rows below', () => {
    const { x, y } = runLayout(
      'geographic',
      input(4, [], {
        longitude: Float32Array.of(-84.4, -87.9, 13.4, NaN),
        latitude: Float32Array.of(33.6, 42, 52.5, NaN),
      }),
    );
    expect([0, 1, 2].sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0))).toEqual([1, 0, 2]);
    expect([0, 1, 2].sort((a, b) => (y[a] ?? 0) - (y[b] ?? 0))).toEqual([2, 1, 0]);
    expect(y[3]).toBeGreaterThan(y[0] ?? 0);
  });
});

describe('hierarchy', () => {
  it('puts the chosen root on top and each layer below', () => {
    const { y } = runLayout(
      'hierarchy',
      input(
        4,
        [
          [0, 1],
          [1, 2],
          [1, 3],
        ],
        { root: 2 },
      ),
    );
    expect(y[2]).toBeLessThan(y[1] ?? 0);
    expect(y[1]).toBeLessThan(y[0] ?? 0);
    expect(y[0]).toBe(y[3]);
  });

  it('centres a node over those below it, without an overlap in a layer', () => {
    // A root with three branches of different size.
    const edges = [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 4],
      [3, 5],
      [3, 6],
      [3, 7],
    ] as const;
    const { x, y } = runLayout('hierarchy', input(8, edges, { root: 0 }));
    const at = (node: number) => x[node] ?? NaN;
    expect(at(3)).toBeCloseTo((at(5) + at(7)) / 2, 3);
    expect(at(0)).toBeCloseTo((at(1) + at(3)) / 2, 3);
    for (const layer of [
      [1, 2, 3],
      [4, 5, 6, 7],
    ]) {
      expect(new Set(layer.map((node) => y[node])).size).toBe(1);
      const places = layer.map(at).sort((a, b) => a - b);
      const gaps = places.slice(1).map((place, i) => place - (places[i] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(51.9);
    }
  });

  it('keeps parts that no edge joins apart', () => {
    const graph = adjacency(4, Int32Array.of(0, 2), Int32Array.of(1, 3));
    const numbers = partsOf(graph, 4, 3).map((part) => part.descendants().map(({ data }) => data));
    expect(numbers).toEqual([
      [3, 2],
      [0, 1],
    ]);
  });
});

describe('radial', () => {
  it('puts neighbours of the root at one distance from it', () => {
    const { x, y } = runLayout(
      'radial',
      input(5, [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
      ]),
    );
    expect(distance(x, y, 0, 1)).toBeCloseTo(distance(x, y, 0, 3), 3);
  });

  it('keeps the nodes of a ring apart, however many one of them has below it', () => {
    const spokes = Array.from({ length: 12 }, (_, i) => [0, i + 1] as const);
    const below = Array.from({ length: 20 }, (_, i) => [12, i + 13] as const);
    const { x, y } = runLayout('radial', input(33, [...spokes, ...below], { root: 0 }));
    const gaps = Array.from({ length: 33 }, (_, a) =>
      Array.from({ length: a }, (_, b) => distance(x, y, a, b)),
    ).flat();
    expect(Math.min(...gaps)).toBeGreaterThan(30);
  });
});

describe('circle', () => {
  it('sets nodes of one group side by side', () => {
    const { x, y } = runLayout('circle', input(4, [], { group: Int32Array.of(0, 1, 0, 1) }));
    expect(distance(x, y, 0, 2)).toBeLessThan(distance(x, y, 0, 3) + 0.01);
  });
});

describe('placing new nodes', () => {
  it('puts them near the neighbours that are there and moves nothing else', () => {
    const x = Float32Array.of(1000, -500, 0, 0, 0);
    const y = Float32Array.of(0, 0, 0, 0, 0);
    placeNew(x, y, Uint8Array.of(1, 1, 0, 0, 0), adjacency(5, Int32Array.of(0, 2), Int32Array.of(2, 3)));
    expect([x[0], x[1]]).toEqual([1000, -500]);
    expect(distance(x, y, 2, 0)).toBeLessThan(120);
    expect(distance(x, y, 3, 2)).toBeLessThan(120);
    // Node 4 has no neighbour: it is placed near the middle of the nodes that were there.
    expect(Math.abs((x[4] ?? 0) - 250)).toBeLessThan(60);
  });
});
