/** Places of nodes: layouts, the node in somebody's hand, and where each was when data changes. */
import { createAnimation, motionUnwanted } from './animation.ts';
import { createLayoutRunner } from './layout/layout-runner.ts';
import type { LayoutName, Positions } from './layout/layout.ts';
import type { NodePlaces, Point } from './model.ts';
import type { KeptPlace, Scene } from './scene.ts';

const GLIDE_MS = 350;
/** Heat at which new nodes settle among those that stay. */
const SETTLING = 0.4;
/** Places of nodes that are gone are kept, for an undo, up to so many. */
const MOST_KEPT = 300_000;

interface ArrangerHost {
  scene(): Scene;
  /** Called when nodes have moved. */
  moved(): void;
  running(running: boolean): void;
  /** Called when a layout has ended or a person has put a node somewhere. */
  settled(): void;
  failed(message: string): void;
}

export interface Arranger {
  readonly places: ReadonlyMap<string, KeptPlace>;
  readonly layoutRuns: boolean;
  /** Remembers where every node of the scene is. */
  readonly keep: () => void;
  /** Takes places from elsewhere, for nodes that come later. */
  readonly adopt: (places: NodePlaces) => void;
  readonly run: (name: LayoutName, root: number) => void;
  /** Lays out new nodes among the others, which do not move. */
  readonly settle: (added: readonly number[]) => void;
  /** Ends a layout without showing more of it. */
  readonly cancel: () => void;
  readonly stop: () => void;
  /** Puts a node somewhere, and moves others as far as it went. */
  readonly hold: (node: number, at: Point, others?: Iterable<number>) => void;
  readonly letGo: () => void;
  readonly unpinAll: () => void;
  readonly destroy: () => void;
}

export function createArranger(host: ArrangerHost): Arranger {
  const places = new Map<string, KeptPlace>();
  const animation = createAnimation();
  let running = false;
  let held = -1;
  /** Force shows each of its steps; other layouts are glided to. */
  let stepwise = false;
  const runner = createLayoutRunner(show, (message) => {
    end();
    host.failed(message);
  });

  function setRunning(next: boolean): void {
    if (running === next) return;
    running = next;
    host.running(next);
  }

  function keep(): void {
    if (places.size > MOST_KEPT) places.clear();
    const { nodes, x, y, pinned } = host.scene();
    nodes.forEach((node, i) => {
      places.set(node.id, { x: x[i] ?? 0, y: y[i] ?? 0, pinned: pinned[i] === 1 });
    });
  }

  function end(): void {
    held = -1;
    setRunning(false);
    keep();
    host.settled();
  }

  function put(next: Positions, part: number, fromX: Float32Array, fromY: Float32Array): void {
    const { x, y, pinned } = host.scene();
    for (let i = 0; i < x.length; i += 1) {
      // A node that is being dragged stays under the pointer, one that was put somewhere where it is.
      if (i === held || pinned[i] === 1) continue;
      x[i] = (fromX[i] ?? 0) + ((next.x[i] ?? 0) - (fromX[i] ?? 0)) * part;
      y[i] = (fromY[i] ?? 0) + ((next.y[i] ?? 0) - (fromY[i] ?? 0)) * part;
    }
    host.moved();
  }

  function show(next: Positions, done: boolean): void {
    const { x, y } = host.scene();
    if (next.x.length !== x.length) return;
    if (stepwise) {
      if (motionUnwanted() && !done) return;
      put(next, 1, next.x, next.y);
      if (done) end();
      return;
    }
    const [fromX, fromY] = [x.slice(), y.slice()];
    animation.run(
      GLIDE_MS,
      (part) => put(next, part, fromX, fromY),
      () => {
        if (done) end();
      },
    );
  }

  function start(name: LayoutName, fixed: Uint8Array, heat: number, root: number): void {
    const scene = host.scene();
    if (scene.nodes.length === 0) return;
    animation.cancel();
    stepwise = name === 'force';
    setRunning(true);
    runner.start(name, {
      x: scene.x.slice(),
      y: scene.y.slice(),
      radius: scene.radius.slice(),
      from: scene.from,
      to: scene.to,
      group: scene.nodeType,
      longitude: scene.longitude,
      latitude: scene.latitude,
      seed: 1,
      fixed,
      heat,
      root,
    });
  }

  return {
    places,
    get layoutRuns() {
      return running;
    },
    keep,
    adopt: (given) => {
      for (const [id, x, y, pinned] of given) places.set(id, { x, y, pinned });
    },
    run: (name, root) => {
      const { pinned } = host.scene();
      start(name, name === 'force' ? pinned.slice() : new Uint8Array(pinned.length), 1, root);
    },
    settle: (added) => {
      const fixed = new Uint8Array(host.scene().nodes.length).fill(1);
      for (const node of added) fixed[node] = 0;
      start('force', fixed, SETTLING, -1);
    },
    cancel: () => {
      runner.stop();
      animation.cancel();
      held = -1;
    },
    stop: () => {
      runner.stop();
      animation.cancel();
      end();
    },
    hold: (node, at, others = []) => {
      const { x, y, pinned } = host.scene();
      const [dx, dy] = [at.x - (x[node] ?? 0), at.y - (y[node] ?? 0)];
      held = node;
      for (const each of new Set([node, ...others])) {
        const place = { x: (x[each] ?? 0) + dx, y: (y[each] ?? 0) + dy };
        x[each] = place.x;
        y[each] = place.y;
        pinned[each] = 1;
        if (running) runner.pin(each, place);
      }
      host.moved();
    },
    letGo: () => {
      if (held < 0) return;
      held = -1;
      keep();
      host.settled();
    },
    unpinAll: () => {
      host.scene().pinned.fill(0);
      keep();
    },
    destroy: () => {
      animation.cancel();
      runner.destroy();
    },
  };
}
