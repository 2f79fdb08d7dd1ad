/** Runs one timed animation at a time. */

interface Animation {
  /** Calls `frame` with 0 … 1 until done; at once with 1 when motion is not wanted. */
  run(milliseconds: number, frame: (part: number) => void, done?: () => void): void;
  cancel(): void;
}

const eased = (part: number): number => 1 - Math.pow(1 - part, 3);

export const motionUnwanted = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

export function createAnimation(): Animation {
  let handle = 0;
  return {
    run: (milliseconds, frame, done) => {
      cancelAnimationFrame(handle);
      if (motionUnwanted() || document.hidden) {
        frame(1);
        done?.();
        return;
      }
      const begin = performance.now();
      const step = () => {
        const part = Math.min(1, (performance.now() - begin) / milliseconds);
        frame(eased(part));
        if (part < 1) handle = requestAnimationFrame(step);
        else done?.();
      };
      handle = requestAnimationFrame(step);
    },
    cancel: () => cancelAnimationFrame(handle),
  };
}
