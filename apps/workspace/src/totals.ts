/** Numbers of vertices and edges for who watches the workspace: never waited for, never counted too often. */
import type { Engine } from '@acacia/engine';

export interface Totals {
  readonly vertices: number;
  readonly edges: number;
}

/** A count is not repeated before this time is over, nor waited for longer than the other. */
const KEEP_MS = 3000;
const WAIT_MS = 100;

/** Gives the last known numbers; null while there are none yet, or after a count that failed. */
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
