/** Draws at the browser's pace: plainly while things move, in full once they have come to rest. */

/** Milliseconds after the last movement until the full picture is drawn. */
const REST_MS = 140;

export interface FrameLoop {
  /** Whether things moved just now. */
  readonly isMoving: () => boolean;
  readonly redraw: () => void;
  /** Redraws plainly now and in full once things have come to rest. */
  readonly redrawMoving: () => void;
  readonly destroy: () => void;
}

export function createFrameLoop(draw: () => void): FrameLoop {
  let handle = 0;
  let restTimer = 0;
  let moving = false;
  let destroyed = false;
  const redraw = (): void => {
    if (handle !== 0 || destroyed) return;
    handle = requestAnimationFrame(() => {
      handle = 0;
      draw();
    });
  };
  return {
    isMoving: () => moving,
    redraw,
    redrawMoving: () => {
      moving = true;
      clearTimeout(restTimer);
      restTimer = window.setTimeout(() => {
        moving = false;
        redraw();
      }, REST_MS);
      redraw();
    },
    destroy: () => {
      destroyed = true;
      cancelAnimationFrame(handle);
      clearTimeout(restTimer);
    },
  };
}
