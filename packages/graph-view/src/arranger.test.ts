import { afterEach, describe, expect, it, vi } from 'vitest';
import { createArranger } from './arranger.ts';
import { LAYOUTS } from './layout/layout.ts';
import { buildScene } from './scene.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a node that was put somewhere', () => {
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
