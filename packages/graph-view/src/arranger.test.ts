import { afterEach, describe, expect, it, vi } from 'vitest';
import { createArranger } from './arranger.ts';
import { LAYOUTS } from './layout/layout.ts';
import { buildScene } from './scene.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a node that was put somewhere', () => {
  it('takes others along as far as it went, and all of them stay there', () => {
    const nodes = ['a', 'b', 'c'].map((id) => ({ id, type: 'T', label: id }));
    const { scene } = buildScene({ nodes, edges: [] }, new Map(), {});
    scene.x.set([0, 10, 20]);
    scene.y.set([0, 5, 0]);
    const ignored = { moved: vi.fn(), running: vi.fn(), settled: vi.fn(), failed: vi.fn() };
    const arranger = createArranger({ scene: () => scene, ...ignored });
    arranger.hold(0, { x: 100, y: -50 }, new Set([0, 1]));
    expect([[...scene.x], [...scene.y], [...scene.pinned]]).toEqual([
      [100, 110, 20],
      [-50, -45, 0],
      [1, 1, 0],
    ]);
    vi.stubGlobal('cancelAnimationFrame', vi.fn());
    arranger.destroy();
  });

  it.each(LAYOUTS)('stays there in the layout %s, and goes with it once it is released', async (layout) => {
    // A layout that is glided to is there at once, for people who want no motion.
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    vi.stubGlobal('cancelAnimationFrame', vi.fn());
    const nodes = Array.from({ length: 12 }, (_, i) => ({ id: `${i}`, type: 'T', label: `${i}` }));
    const edges = nodes
      .slice(1)
      .map(({ id }, i) => ({ id, type: 'E', from: `${i}`, to: id, directed: true }));
    const { scene } = buildScene({ nodes, edges }, new Map(), {});
    const at = () => [scene.x[5], scene.y[5]].map((each) => Math.round(each ?? 0));
    const settled = vi.fn();
    const arranger = createArranger({
      ...{ scene: () => scene, moved: vi.fn(), running: vi.fn(), settled, failed: vi.fn() },
    });
    const arranged = async (): Promise<void> => {
      settled.mockClear();
      arranger.run(layout, -1);
      await vi.waitFor(() => expect(settled).toHaveBeenCalled(), { timeout: 50_000 });
    };
    arranger.hold(5, { x: 1234, y: -567 });
    arranger.letGo();
    await arranged();
    expect(at()).toEqual([1234, -567]);
    expect(arranger.places.get('5')).toMatchObject({ pinned: true });
    expect(new Set([...scene.x.keys()].map((i) => `${scene.x[i]} ${scene.y[i]}`)).size).toBe(12);
    arranger.unpinAll();
    await arranged();
    expect(at()).not.toEqual([1234, -567]);
    arranger.destroy();
  });
});
