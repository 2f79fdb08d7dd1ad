import { beforeEach, expect, it, vi } from 'vitest';
import { createCamera } from './camera.ts';
import { NO_INSETS, toScreen } from './geometry/viewport.ts';
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

const PANELS = { ...NO_INSETS, left: 260, right: 300 };

/** A window of 1000 × 600 with panels of 260 and 300 pixels at its sides. */
function covered() {
  const camera = createCamera(
    () => scene,
    () => undefined,
  );
  camera.resize({ width: 1000, height: 600 });
  camera.cover(PANELS);
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
  camera.cover({ ...PANELS, right: 0 });
  camera.fit();
  camera.cover(PANELS);
  expect(at(0).x).toBeCloseTo(260 + 48);
  expect(at(1).x).toBeCloseTo(700 - 48);
  const view = { x: 7, y: 7, k: 0.5 };
  camera.hold(view);
  camera.cover(NO_INSETS);
  expect(camera.view()).toEqual(view);
});

it('fits everything above a legend and below folded panels, and brings forth a node that stands below them', () => {
  const { camera, at } = covered();
  const covers = { left: 0, right: 0, top: 60, bottom: 240 };
  camera.cover(covers);
  camera.fit();
  const ys = [at(0).y, at(1).y];
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(60);
  expect(Math.max(...ys)).toBeLessThanOrEqual(600 - 240);
  expect((ys[0] ?? 0) + (ys[1] ?? 0)).toBeCloseTo(60 + 360);
  camera.hold({ x: 500, y: 420, k: 1 });
  camera.reveal(0);
  expect(at(0)).toEqual({ x: 500, y: 210 });
});
