/** Shows for a moment which nodes came and which went when the data changed. */
import { createAnimation, motionUnwanted } from './animation.ts';
import type { Scene } from './scene.ts';

/** A node that is gone, where it was. */
interface Ghost {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Packed as in `Paint`. */
  readonly color: number;
}

export interface Changes {
  /** Numbers of new nodes. */
  readonly came: readonly number[];
  readonly went: readonly Ghost[];
  /** 0 at the change, 1 when it is no longer shown. */
  readonly part: number;
}

/** More nodes are another picture rather than a change of this one. */
const MOST_SHOWN = 2000;
const SHOWN_MS = 900;

export interface ChangeMarks {
  readonly now: () => Changes | null;
  /** Called when the scene is replaced. @param colors of the nodes before, as in `Paint`; null: never drawn */
  readonly note: (before: Scene, colors: Uint32Array | null, after: Scene) => void;
  readonly destroy: () => void;
}

/** @param redraw called while marks fade */
export function createChangeMarks(redraw: () => void): ChangeMarks {
  let shown: Changes | null = null;
  const animation = createAnimation();
  return {
    now: () => shown,
    note: (before, colors, after) => {
      animation.cancel();
      shown = null;
      if (before.nodes.length === 0 || motionUnwanted()) return;
      const came = after.nodes.flatMap(({ id }, i) => (before.nodeIndex.has(id) ? [] : [i]));
      const went = before.nodes.flatMap(({ id }, i) =>
        after.nodeIndex.has(id)
          ? []
          : [
              {
                x: before.x[i] ?? 0,
                y: before.y[i] ?? 0,
                radius: before.radius[i] ?? 0,
                color: colors?.[i] ?? 0,
              },
            ],
      );
      if (came.length + went.length === 0 || came.length + went.length > MOST_SHOWN) return;
      animation.run(
        SHOWN_MS,
        (part) => {
          shown = part < 1 ? { came, went, part } : null;
          redraw();
        },
        () => {
          shown = null;
        },
      );
    },
    destroy: () => animation.cancel(),
  };
}
