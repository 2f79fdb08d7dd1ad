/** Numbers of vertices and edges for monitoring: limits the wait for a count, and how often counts run. */
import type { Engine } from '@acacia/engine';

export interface Totals {
  readonly vertices: number;
  readonly edges: number;
}

/** Milliseconds between two counts, and the longest wait for one. */
const KEEP_MS = 3000;
const WAIT_MS = 100;

/** Returns the last known numbers; null while there are none yet, or after a count that failed. */
export function createTotals(engine: Pick<Engine, 'totals'>): () => Promise<Totals | null> {
  let known: Totals | null = null;
  let startedAt = -Infinity;
  let counting: Promise<void> | null = null;
  return async () => {
    if (counting === null && performance.now() - startedAt >= KEEP_MS) {
      startedAt = performance.now();
      counting = engine.totals().then(
        (totals) => {
          known = totals;
          counting = null;
        },
        () => {
          // A store that is being closed or opened again: the next look counts anew.
          known = null;
          counting = null;
        },
      );
    }
    if (counting !== null) {
      let timer: NodeJS.Timeout | undefined;
      const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)));
      await Promise.race([counting, waited]);
      clearTimeout(timer);
    }
    return known;
  };
}
