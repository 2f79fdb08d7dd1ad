import { expect, it } from 'vitest';
import { buildScene } from '../scene.ts';
import type { InputHost } from './host.ts';
import { handleKey } from './keyboard.ts';

const node = (id: string) => ({ id, type: 'Person', label: id, attributes: {} });

it('walks through all nodes in the order in which the walk began, though the picture moves', () => {
  const { scene } = buildScene({ nodes: ['a', 'b', 'c'].map(node), edges: [] }, new Map(), {});
  let cursor = -1;
  const host = {
    options: {},
    scene: () => scene,
    choice: () => ({ cursor, selectedNodes: new Set(), selectedEdges: new Set() }),
    setCursor: (next: number) => {
      cursor = next;
    },
    reveal: () => undefined,
  } as unknown as InputHost;
  const after = (key: string): string | undefined => {
    handleKey(host, { key } as KeyboardEvent);
    return scene.nodes[cursor]?.label;
  };

  scene.y.set([0, 200, 400]);
  expect(['Home', 'PageDown'].map(after)).toEqual(['a', 'b']);
  scene.y.set([300, 200, 100]);
  expect(['PageDown', 'PageUp', 'PageUp'].map(after)).toEqual(['c', 'b', 'a']);
  // A new walk, also after the arrows led elsewhere, is of the picture as it is.
  expect(['Home', 'PageDown'].map(after)).toEqual(['c', 'b']);
  scene.y.set([0, 200, 400]);
  expect(['ArrowDown', 'PageUp'].map(after)).toEqual(['c', 'b']);
});
