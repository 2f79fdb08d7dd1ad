/** Lists the paths of a search, whose query tells how far each vertex is from both ends. */
import type { EdgeJson, VertexJson } from '@acacia/engine';
import type { Direction } from './steps.ts';

/** A vertex with its distances, in edges, from the sources and to the targets. */
export interface MarkedVertex extends VertexJson {
  readonly attributes: Readonly<Record<string, unknown>> & {
    readonly '@far': number;
    readonly '@back': number;
  };
}

interface Path {
  /** Places in the list of vertices. */
  readonly vertices: readonly number[];
  /** The edges between each vertex and the next. */
  readonly steps: readonly (readonly EdgeJson[])[];
}

/** Vertices that a search looks at, at most: some tenths of a second. */
const MOST_LOOKS = 300_000;

const keyOf = (type: string, id: string): string => JSON.stringify([type, id]);

/**
 * Paths that pass no vertex twice, the shortest first.
 * @param longest edges of a path at most; null: as many as the shortest has
 */
export function listPaths(
  found: {
    readonly vertices: readonly MarkedVertex[];
    readonly edges: readonly EdgeJson[];
    readonly direction: Direction;
  },
  { longest, limit }: { readonly longest: number | null; readonly limit: number },
): { readonly paths: readonly Path[]; readonly more: boolean } {
  const { vertices } = found;
  const far = vertices.map(({ attributes }) => Number(attributes['@far']));
  const back = vertices.map(({ attributes }) => Number(attributes['@back']));
  const onward = stepsBetween(found);
  const shortest = vertices.reduce(
    (least, _, at) => Math.min(least, (far[at] ?? 0) + (back[at] ?? 0)),
    Infinity,
  );
  const paths: Path[] = [];
  const passed: number[] = [];
  let [looks, more] = [0, false];
  /** @returns false when no more is looked for */
  const goOn = (at: number, left: number): boolean => {
    if ((looks += 1) > MOST_LOOKS) {
      more = true;
      return false;
    }
    if (left === 0) {
      if (paths.length === limit) more = true;
      else paths.push({ vertices: [...passed], steps: edgesAlong(passed, onward) });
      return !more;
    }
    for (const next of onward[at]?.keys() ?? []) {
      if ((back[next] ?? Infinity) > left - 1 || passed.includes(next)) continue;
      passed.push(next);
      const isOpen = goOn(next, left - 1);
      passed.pop();
      if (!isOpen) return false;
    }
    return true;
  };
  const starts = [...vertices.keys()].filter((at) => far[at] === 0);
  for (let length = shortest; length <= Math.min(longest ?? shortest, vertices.length - 1); length += 1) {
    for (const start of starts) {
      if ((back[start] ?? Infinity) > length) continue;
      passed.splice(0, Infinity, start);
      if (!goOn(start, length)) return { paths, more };
    }
  }
  return { paths, more };
}

type Steps = readonly ReadonlyMap<number, readonly EdgeJson[]>[];

/** By the place of a vertex: the vertices that a path can go on to, with the edges that lead there. */
function stepsBetween({ vertices, edges, direction }: Parameters<typeof listPaths>[0]): Steps {
  const places = new Map(vertices.map((vertex, at) => [keyOf(vertex.v_type, vertex.v_id), at]));
  const onward = vertices.map(() => new Map<number, EdgeJson[]>());
  const step = (from: number, to: number, edge: EdgeJson): void => {
    const known = onward[from]?.get(to);
    if (known === undefined) onward[from]?.set(to, [edge]);
    else known.push(edge);
  };
  for (const edge of edges) {
    const from = places.get(keyOf(edge.from_type, edge.from_id));
    const to = places.get(keyOf(edge.to_type, edge.to_id));
    if (from === undefined || to === undefined || from === to) continue;
    if (!edge.directed || direction !== 'in') step(from, to, edge);
    if (!edge.directed || direction !== 'out') step(to, from, edge);
  }
  return onward;
}

const edgesAlong = (passed: readonly number[], onward: Steps): (readonly EdgeJson[])[] =>
  passed.slice(1).map((to, at) => onward[passed[at] ?? 0]?.get(to) ?? []);
