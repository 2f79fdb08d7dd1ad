/** Bends of edges, which keep those between the same two nodes apart. */

/** World units between neighbouring parallel edges, at the middle of their curves. */
const PARALLEL_GAP = 16;
/** Edges beyond this many in a bundle share the outermost curves: more could not be told apart. */
const MAX_BUNDLE_REACH = 96;

/** Circles at one node that keep their distance; more lie closer together, so that the outermost stays as wide. */
const MAX_LOOPS = 12;

/**
 * Distance of each edge's middle from the straight line (world units, signed), or for a loop its place (0, 1, …) at its
 * node.
 */
export function bends(from: Int32Array, to: Int32Array): Float32Array {
  const bundles = new Map<number, number[]>();
  // Node numbers stay far below 2^26, so that a pair of them is one whole number.
  const most = 2 ** 26;
  for (let e = 0; e < from.length; e += 1) {
    const a = from[e] ?? 0;
    const b = to[e] ?? 0;
    const key = a < b ? a * most + b : b * most + a;
    const bundle = bundles.get(key);
    if (bundle === undefined) bundles.set(key, [e]);
    else bundle.push(e);
  }
  const result = new Float32Array(from.length);
  for (const bundle of bundles.values()) {
    const gap = Math.min(PARALLEL_GAP, (2 * MAX_BUNDLE_REACH) / bundle.length);
    bundle.forEach((e, place) => {
      const a = from[e] ?? 0;
      const b = to[e] ?? 0;
      if (a === b) {
        result[e] = place * Math.min(1, MAX_LOOPS / bundle.length);
        return;
      }
      const offset = (place - (bundle.length - 1) / 2) * gap;
      // The normal turns with the direction: edges that run back must not fall on those that run forth.
      result[e] = a < b ? offset : -offset;
    });
  }
  return result;
}
