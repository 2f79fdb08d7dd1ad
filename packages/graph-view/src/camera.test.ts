import { beforeEach, expect, it, vi } from 'vitest';
import { createCamera } from './camera.ts';
import { toScreen } from './geometry/viewport.ts';
import { buildScene } from './scene.ts';

const PLACES = new Map([
  ['a', { x: 0, y: 0, pinned: false }],
  ['b', { x: 1000, y: 400, pinned: false }],
]);
const { scene } = buildScene(
  { nodes: ['a', 'b'].map((id) => ({ id, type: 'T', label: id })), edges: [] },
  PLACES,
  {},
);

// Without motion the window is at its place at once.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  return () => vi.unstubAllGlobals();
});

/** A window of 1000 × 600 with panels of 260 and 300 pixels at its sides. */
function covered() {
  const camera = createCamera(
    () => scene,
    () => undefined,
  );
  camera.resize({ width: 1000, height: 600 });
  camera.cover({ left: 260, right: 300 });
  const at = (node: number) => toScreen(camera.view(), { x: scene.x[node] ?? 0, y: scene.y[node] ?? 0 });
  return { camera, at };
}

it('brings a node forth that stands below a panel', () => {
  const { camera, at } = covered();
  camera.hold({ x: 100, y: 300, k: 1 });
  camera.reveal(0);
  expect(at(0)).toEqual({ x: 480, y: 300 });
  camera.hold({ x: 280 + 40, y: 300, k: 1 });
  camera.reveal(0);
  expect(at(0)).toEqual({ x: 320, y: 300 });
});

it('keeps everything in sight once it was asked to, when a panel opens, until a person moves it', () => {
  const { camera, at } = covered();
  camera.hold({ x: 0, y: 0, k: 0.1 });
  camera.cover({ left: 260, right: 0 });
  camera.fit();
  camera.cover({ left: 260, right: 300 });
  expect(at(0).x).toBeCloseTo(260 + 48);
  expect(at(1).x).toBeCloseTo(700 - 48);
  const view = { x: 7, y: 7, k: 0.5 };
  camera.hold(view);
  camera.cover({ left: 0, right: 0 });
  expect(camera.view()).toEqual(view);
});
