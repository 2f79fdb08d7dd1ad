/** How many edges are drawn while a large graph moves: fewer where frames come late, until they come in time. */

/** Edges at most while things move: a fair sample, stronger by as much as there are fewer. */
const MOST_IN_MOTION = 25_000;
const LEAST_IN_MOTION = 1500;
/** Pixels of all edges that are drawn together: long ones cost more than many. */
const MOST_PIXELS = 1_000_000;
/** Milliseconds from one frame to the next, between which the number stays: 30 pictures a second, or a few more. */
const IN_TIME = { least: 25, most: 34 } as const;
/** After a longer pause the next frame begins a movement. */
const PAUSE_MS = 1000;

export interface Pace {
  /** The edges of a frame that is drawn while things move. */
  edges(frame: {
    /** Milliseconds. */
    readonly now: number;
    /** Counts up with each change of places: those of a layout come at a pace of their own. */
    readonly stamp: number;
    readonly count: number;
    /** Mean length of an edge on the screen, in pixels. */
    readonly length: number;
  }): number;
}

export function createPace(): Pace {
  let share = 1;
  let last = { now: -Infinity, stamp: -1 };
  return {
    edges: ({ now, stamp, count, length }) => {
      const gap = stamp === last.stamp ? now - last.now : Infinity;
      last = { now, stamp };
      if (gap < PAUSE_MS && gap > IN_TIME.most) share *= Math.max(0.6, IN_TIME.most / gap);
      else if (gap < IN_TIME.least) share = Math.min(1, share * 1.08);
      const most = Math.min(MOST_IN_MOTION, MOST_PIXELS / Math.max(1, length));
      share = Math.max(share, LEAST_IN_MOTION / Math.max(LEAST_IN_MOTION, most));
      return Math.min(count, Math.max(LEAST_IN_MOTION, Math.floor(most * share)));
    },
  };
}
