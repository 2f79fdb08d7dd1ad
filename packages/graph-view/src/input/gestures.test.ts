import { beforeEach, expect, it, vi } from 'vitest';
import { buildScene } from '../scene.ts';
import { begun, ended, movedTo } from './gestures.ts';
import type { InputHost } from './host.ts';

const node = (id: string) => ({ id, type: 'Person', label: id, attributes: {} });
const { scene } = buildScene({ nodes: [node('a'), node('b')], edges: [] }, new Map(), {});
scene.x.set([0, 200]);
scene.y.set([0, 0]);

const calls = {
  choose: vi.fn(),
  holdNode: vi.fn(),
  letNodeGo: vi.fn(),
  setView: vi.fn(),
  boxSelect: vi.fn(),
};
const host = {
  canvas: { style: { cursor: '' } },
  options: {},
  scene: () => scene,
  view: () => ({ k: 1, x: 0, y: 0 }),
  choice: () => ({ selectedNodes: new Set([1]), selectedEdges: new Set() }),
  setCursor: vi.fn(),
  ...calls,
} as unknown as InputHost;
const pointers = new Map([[1, { x: 0, y: 0 }]]);
interface At {
  readonly x: number;
  readonly y: number;
}
/** A whole gesture with one pointer. */
function gesture(from: At, to: At, isBox = false, adding = false): void {
  ended(host, movedTo(host, begun(host, pointers, from, isBox), pointers, to), to, adding);
}
beforeEach(() => void vi.clearAllMocks());

it('chooses what is clicked, adds it, or chooses nothing', () => {
  gesture({ x: 0, y: 0 }, { x: 1, y: 1 });
  expect(calls.choose).toHaveBeenLastCalledWith(new Set([0]), new Set());
  gesture({ x: 0, y: 0 }, { x: 1, y: 1 }, false, true);
  expect(calls.choose).toHaveBeenLastCalledWith(new Set([1, 0]), new Set());
  gesture({ x: 200, y: 0 }, { x: 200, y: 0 }, false, true);
  expect(calls.choose).toHaveBeenLastCalledWith(new Set(), new Set());
  gesture({ x: 100, y: 90 }, { x: 100, y: 90 });
  expect(calls.choose).toHaveBeenLastCalledWith(new Set(), new Set());
  expect(calls.setView).not.toHaveBeenCalled();
});

it('drags nodes, pans between them, and chooses in a box', () => {
  gesture({ x: 0, y: 0 }, { x: 40, y: 0 });
  expect(calls.holdNode).toHaveBeenCalledWith(0, { x: 40, y: 0 });
  expect(calls.letNodeGo).toHaveBeenCalled();
  gesture({ x: 100, y: 90 }, { x: 120, y: 95 });
  expect(calls.setView).toHaveBeenLastCalledWith({ k: 1, x: 20, y: 5 });
  expect(calls.choose).not.toHaveBeenCalled();
  gesture({ x: -50, y: -50 }, { x: 50, y: 50 }, true);
  expect(calls.boxSelect).toHaveBeenLastCalledWith(null);
  expect(calls.choose).toHaveBeenLastCalledWith(new Set([1, 0]), new Set());
});

it('zooms with two fingers by their distance', () => {
  const fingers = new Map([...pointers, [2, { x: 100, y: 0 }]]);
  const pinch = begun(host, fingers, { x: 100, y: 0 }, false);
  fingers.set(2, { x: 200, y: 0 });
  expect(movedTo(host, pinch, fingers, { x: 200, y: 0 })).toMatchObject({ kind: 'pinch', distance: 200 });
  expect(calls.setView).toHaveBeenCalledWith(expect.objectContaining({ k: 2 }));
});
