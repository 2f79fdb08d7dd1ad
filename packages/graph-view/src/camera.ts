/** The window onto the graph: where it is, how it moves, and whether it follows a layout. */
import { createAnimation } from './animation.ts';
import {
  between,
  boxOf,
  fitBox,
  NO_INSETS,
  visibleBox,
  zoomAt,
  type Insets,
  type Size,
  type Viewport,
} from './geometry/viewport.ts';
import type { Point } from './model.ts';
import type { Scene } from './scene.ts';

const MARGIN = 48;
const MOVE_MS = 260;
/** A node nearer to the window's edge than this, in pixels, is brought further in. */
const EDGE = 40;
/** Room around nodes that are looked for, in pixels, and the most that they are magnified. */
const FOCUS = { margin: 120, zoom: 1.4 } as const;

export interface Camera {
  readonly view: () => Viewport;
  readonly size: () => Size;
  readonly insets: () => Insets;
  /** Keeps the window where it is, except for the first size and while it follows. */
  readonly resize: (size: Size) => void;
  /** Moved by a person: nothing else moves it any more. */
  readonly hold: (view: Viewport) => void;
  /** From now on the window shows everything, until a person moves it. */
  readonly follow: () => void;
  /** Sides of the window that are covered: what is brought into view stays between them. */
  readonly cover: (insets: Insets) => void;
  readonly letGo: () => void;
  /** Nodes have moved: a following window moves with them. */
  readonly keepUp: () => void;
  /** Shows everything, and follows it from now on. */
  readonly fit: () => void;
  readonly focus: (nodes: Iterable<number>) => void;
  /** Brings a node into the window when it is outside, or below what covers a side. */
  readonly reveal: (node: number) => void;
  readonly zoomBy: (factor: number) => void;
  readonly destroy: () => void;
}

/** @param moved called whenever the window has moved */
export function createCamera(scene: () => Scene, moved: () => void): Camera {
  let size: Size = { width: 0, height: 0 };
  let view: Viewport = { x: 0, y: 0, k: 1 };
  let insets = NO_INSETS;
  let following = false;
  const animation = createAnimation();

  const fitted = (): Viewport | null => {
    const { x, y } = scene();
    const box = boxOf(x, y, x.keys());
    return box === null || size.width === 0 ? null : within(fitBox(box, room(), MARGIN));
  };
  const set = (next: Viewport): void => {
    view = next;
    moved();
  };
  const glide = (target: Viewport): void => {
    const from = view;
    animation.run(MOVE_MS, (part) => set(between(from, target, part)));
  };
  /** The part of the window that nothing covers. */
  const room = (): Size => ({
    width: Math.max(1, size.width - insets.left - insets.right),
    height: Math.max(1, size.height - insets.top - insets.bottom),
  });
  const within = (target: Viewport): Viewport => ({
    ...target,
    x: target.x + insets.left,
    y: target.y + insets.top,
  });
  const middle = (): Point => ({
    x: insets.left + room().width / 2,
    y: insets.top + room().height / 2,
  });

  return {
    view: () => view,
    size: () => size,
    insets: () => insets,
    resize: (next) => {
      const first = size.width === 0;
      size = next;
      if (first || following) view = fitted() ?? view;
    },
    hold: (next) => {
      animation.cancel();
      following = false;
      set(next);
    },
    follow: () => {
      animation.cancel();
      following = true;
      view = fitted() ?? view;
    },
    cover: (next) => {
      const sides = ['left', 'right', 'top', 'bottom'] as const;
      if (sides.every((side) => next[side] === insets[side])) return;
      insets = next;
      if (following) set(fitted() ?? view);
    },
    letGo: () => {
      following = false;
    },
    keepUp: () => {
      if (following) view = fitted() ?? view;
    },
    fit: () => {
      following = true;
      const target = fitted();
      if (target !== null) glide(target);
    },
    focus: (nodes) => {
      following = false;
      const { x, y } = scene();
      const box = boxOf(x, y, nodes);
      if (box !== null) glide(within(fitBox(box, room(), FOCUS.margin, FOCUS.zoom)));
    },
    reveal: (node) => {
      const box = visibleBox(view, size, -EDGE / view.k);
      const x = scene().x[node] ?? 0;
      const y = scene().y[node] ?? 0;
      const left = box.minX + insets.left / view.k;
      const right = box.maxX - insets.right / view.k;
      const top = box.minY + insets.top / view.k;
      const bottom = box.maxY - insets.bottom / view.k;
      if (x >= left && x <= right && y >= top && y <= bottom) return;
      following = false;
      const { x: mx, y: my } = middle();
      glide({ x: mx - x * view.k, y: my - y * view.k, k: view.k });
    },
    zoomBy: (factor) => {
      following = false;
      glide(zoomAt(view, factor, middle()));
    },
    destroy: () => animation.cancel(),
  };
}
