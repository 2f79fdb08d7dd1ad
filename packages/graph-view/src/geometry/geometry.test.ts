import { describe, expect, it } from 'vitest';
import { bends } from '../layout/bends.ts';
import { buildScene, loosened } from '../scene.ts';
import type { GraphData } from '../model.ts';
import { arrowHead, controlPoint, distanceToCurve, distanceToSegment, pointOnCurve } from './edge-curve.ts';
import { edgeAt, nodeAt, nodesIn } from './hit-test.ts';
import { between, fitBox, toScreen, toWorld, zoomAt } from './viewport.ts';
import { readingOrder, step } from './walk.ts';

const place = (x: number, y: number) => ({ x, y, pinned: false });
const node = (id: string) => ({ id, type: 'T', label: id });
const edge = (id: string, from: string, to: string) => ({ id, type: 'E', from, to, directed: true });

/** a — b — c in a row, d below a; a loop at c; two edges between a and b. */
const DATA: GraphData = {
  nodes: ['a', 'b', 'c', 'd'].map(node),
  edges: [edge('ab', 'a', 'b'), edge('ba', 'b', 'a'), edge('bc', 'b', 'c'), edge('cc', 'c', 'c')],
};
const PLACES = new Map([
  ['a', place(0, 0)],
  ['b', place(100, 0)],
  ['c', place(200, 0)],
  ['d', place(0, 100)],
]);
const { scene } = buildScene(DATA, PLACES, {});

describe('the block of nodes without an edge', () => {
  it('is free to move once one of them gets an edge, but for those that a person put somewhere', () => {
    const nodes = ['a', 'b', 'c', 'd', 'e'].map(node);
    const places = new Map([['b', { ...place(5, 5), pinned: true }]]);
    const before = buildScene({ nodes, edges: [edge('cd', 'c', 'd')] }, places, {}).scene;
    const now = buildScene(
      { nodes: [...nodes, node('new')], edges: [...'abc'].map((id) => edge(`new ${id}`, 'new', id)) },
      places,
      {},
    ).scene;
    expect(loosened(before, now).map((i) => now.nodes[i]?.id)).toEqual(['a', 'e']);
    const apart = buildScene({ nodes: [...nodes, node('new')], edges: [] }, places, {}).scene;
    expect(loosened(before, apart)).toEqual([]);
  });
});

describe('the window', () => {
  it('keeps the point under the pointer while zooming, within the limits', () => {
    const view = { x: 30, y: -20, k: 0.7 };
    const at = { x: 211, y: 97 };
    const next = zoomAt(view, 1.8, at);
    expect(toScreen(next, toWorld(view, at)).x).toBeCloseTo(at.x);
    expect(zoomAt(view, 1e9, at).k).toBe(8);
    expect(zoomAt(view, 1e-9, at).k).toBe(0.002);
  });

  it('fits a box into the middle, and a single point without endless zoom', () => {
    const size = { width: 800, height: 600 };
    const view = fitBox({ minX: -100, minY: 0, maxX: 900, maxY: 400 }, size, 50);
    expect(toScreen(view, { x: 400, y: 200 })).toEqual({ x: 400, y: 300 });
    expect(toScreen(view, { x: -100, y: 0 }).x).toBeCloseTo(50);
    expect(fitBox({ minX: 5, minY: 5, maxX: 5, maxY: 5 }, size, 50).k).toBe(1.6);
  });

  it('moves from one window to another', () => {
    const from = { x: 0, y: 0, k: 1 };
    const to = { x: 50, y: 10, k: 4 };
    expect(between(from, to, 1)).toEqual(to);
    expect(between(from, to, 0)).toEqual(from);
    expect(between(from, { ...from, x: 10 }, 0.5).x).toBe(5);
  });
});

describe('edges', () => {
  it('bend apart when several join the same nodes, whatever their direction', () => {
    const bend = bends(Int32Array.of(0, 1, 0, 2), Int32Array.of(1, 0, 1, 2));
    const [a, b] = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ];
    const middles = [
      pointOnCurve(a, controlPoint(a, b, bend[0] ?? 0), b, 0.5).y,
      pointOnCurve(b, controlPoint(b, a, bend[1] ?? 0), a, 0.5).y,
      pointOnCurve(a, controlPoint(a, b, bend[2] ?? 0), b, 0.5).y,
    ];
    expect(middles.map((y) => Math.round(y))).toEqual([-16, 0, 16]);
    expect(bend[3]).toBe(0);
  });

  it('measure distances to lines and curves', () => {
    expect(distanceToSegment({ x: 50, y: 7 }, { x: 0, y: 0 }, { x: 100, y: 0 })).toBe(7);
    expect(distanceToSegment({ x: -3, y: 4 }, { x: 0, y: 0 }, { x: 0, y: 0 })).toBe(5);
    expect(
      distanceToCurve({ x: 50, y: 20 }, { x: 0, y: 0 }, { x: 50, y: 40 }, { x: 100, y: 0 }),
    ).toBeLessThan(1);
  });

  it('end in an arrow at the rim of the node', () => {
    const head = arrowHead({ x: 0, y: 0 }, { x: 100, y: 0 }, 10, 8);
    expect(head.tip).toEqual({ x: 90, y: 0 });
    expect(head.left.x).toBe(82);
    expect(head.left.y).toBeCloseTo(-head.right.y);
  });
});

describe('what lies under a point', () => {
  it('is a node, else an edge, else nothing', () => {
    expect(nodeAt(scene, { x: 101, y: 3 }, 0)).toBe(1);
    expect(nodeAt(scene, { x: 50, y: 60 }, 2)).toBe(-1);
    expect(scene.edges[edgeAt(scene, { x: 150, y: 1 }, 4)]?.id).toBe('bc');
    expect(edgeAt(scene, { x: 150, y: 30 }, 4)).toBe(-1);
  });

  it('tells parallel edges apart, and finds a loop', () => {
    const above = scene.edges[edgeAt(scene, { x: 50, y: -8 }, 3)]?.id;
    const below = scene.edges[edgeAt(scene, { x: 50, y: 8 }, 3)]?.id;
    expect(new Set([above, below])).toEqual(new Set(['ab', 'ba']));
    const radius = scene.radius[2] ?? 0;
    const top = -radius - radius * 0.9 * 0.7 - radius * 0.9;
    expect(scene.edges[edgeAt(scene, { x: 200, y: top }, 2)]?.id).toBe('cc');
  });

  it('finds the nodes of a box', () => {
    expect(nodesIn(scene, { minX: -10, minY: -10, maxX: 110, maxY: 10 })).toEqual([0, 1]);
  });
});

describe('walking with the keyboard', () => {
  it('goes to a neighbour in the direction, else to the nearest node there', () => {
    expect(step(scene, 0, 'right')).toBe(1);
    expect(step(scene, 0, 'down')).toBe(3);
    expect(step(scene, 2, 'right')).toBe(2);
  });

  it('reads rows from the top', () => {
    expect(readingOrder(scene)).toEqual([0, 1, 2, 3]);
  });
});

describe('the scene', () => {
  it('drops edges without ends and repeated ids, and tells which nodes are new', () => {
    const built = buildScene(
      {
        nodes: [node('a'), node('a'), node('x')],
        edges: [edge('1', 'a', 'x'), edge('1', 'a', 'x'), edge('2', 'a', 'gone')],
      },
      PLACES,
      {},
    );
    expect(built.scene.nodes.map(({ id }) => id)).toEqual(['a', 'x']);
    expect(built.scene.edges.map(({ id }) => id)).toEqual(['1']);
    expect(built.added).toEqual([1]);
    expect([built.scene.x[0], built.scene.y[0]]).toEqual([0, 0]);
  });

  it('draws nodes with more edges larger, and by their type’s factor', () => {
    expect(scene.radius[1]).toBeGreaterThan(scene.radius[3] ?? 0);
    const doubled = buildScene(DATA, PLACES, { nodes: { T: { size: 2 } } }).scene;
    expect(doubled.radius[3]).toBeCloseTo((scene.radius[3] ?? 0) * 2);
  });
});
