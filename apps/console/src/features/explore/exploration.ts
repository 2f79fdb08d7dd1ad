/** Contents of the canvas, with undo and redo. */
import type { WireEdge, WireVertex } from '@acacia/contract';
import { merged, NO_PARTS, vertexKey, type WireGraphParts } from '../workspace-tool/wire-graph.ts';

/** Vertices and edges drawn at most (specification part 4, section 9). */
export const ELEMENT_LIMIT = 5000;
const KEPT_STEPS = 100;

export interface Exploration {
  readonly parts: WireGraphParts;
  readonly past: readonly WireGraphParts[];
  readonly future: readonly WireGraphParts[];
}

export const NOTHING_EXPLORED: Exploration = { parts: NO_PARTS, past: [], future: [] };

export type ExplorationStep =
  | { readonly kind: 'add'; readonly parts: WireGraphParts }
  /** Fresh attributes of elements on the canvas: not a step of the history. */
  | { readonly kind: 'refresh'; readonly parts: WireGraphParts }
  | { readonly kind: 'remove'; readonly vertices: ReadonlySet<string>; readonly edges: ReadonlySet<string> }
  | { readonly kind: 'keep'; readonly vertices: ReadonlySet<string> }
  | { readonly kind: 'clear' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

export const sizeOf = (parts: WireGraphParts): number => parts.vertices.size + parts.edges.size;

const edgeEnds = (edge: WireEdge): readonly [string, string] => [
  vertexKey({ type: edge.from_type, id: edge.from_id }),
  vertexKey({ type: edge.to_type, id: edge.to_id }),
];

/** The parts with some vertices only, and the edges among these. */
function among(parts: WireGraphParts, stays: (key: string) => boolean): WireGraphParts {
  const vertices = new Map([...parts.vertices].filter(([key]) => stays(key)));
  const edges = new Map(
    [...parts.edges].filter(([, edge]) => edgeEnds(edge).every((end) => vertices.has(end))),
  );
  return { vertices, edges };
}

export function explore(state: Exploration, step: ExplorationStep): Exploration {
  const to = (parts: WireGraphParts): Exploration => ({
    parts,
    past: [...state.past, state.parts].slice(-KEPT_STEPS),
    future: [],
  });
  const size = sizeOf(state.parts);
  /** Without elements: a step only when some of them go. */
  const less = (parts: WireGraphParts): Exploration => (sizeOf(parts) === size ? state : to(parts));
  switch (step.kind) {
    case 'add': {
      const parts = merged(state.parts, step.parts);
      // Elements that are there already only get their fresh attributes.
      return sizeOf(parts) === size ? { ...state, parts } : to(parts);
    }
    case 'refresh': {
      const known = among(step.parts, (key) => state.parts.vertices.has(key));
      return { ...state, parts: merged(state.parts, known) };
    }
    case 'remove': {
      const left = among(state.parts, (key) => !step.vertices.has(key));
      return less({ ...left, edges: new Map([...left.edges].filter(([key]) => !step.edges.has(key))) });
    }
    case 'keep':
      return less(among(state.parts, (key) => step.vertices.has(key)));
    case 'clear':
      return less(NO_PARTS);
    case 'undo': {
      const parts = state.past.at(-1);
      if (parts === undefined) return state;
      return { parts, past: state.past.slice(0, -1), future: [state.parts, ...state.future] };
    }
    case 'redo': {
      const [parts, ...future] = state.future;
      if (parts === undefined) return state;
      return { parts, past: [...state.past, state.parts], future };
    }
  }
}

/** Number of elements after the addition. */
export const sizeWith = (parts: WireGraphParts, addition: WireGraphParts): number =>
  sizeOf(merged(parts, addition));

/** The given number of new vertices of the addition, with the edges that then have both ends. */
export function firstOf(
  parts: WireGraphParts,
  addition: WireGraphParts,
  newVertices: number,
): WireGraphParts {
  const vertices = new Map<string, WireVertex>();
  let left = newVertices;
  for (const [key, vertex] of addition.vertices) {
    const isNew = !parts.vertices.has(key);
    if (isNew && left <= 0) continue;
    if (isNew) left -= 1;
    vertices.set(key, vertex);
  }
  const there = (key: string) => vertices.has(key) || parts.vertices.has(key);
  const edges = new Map([...addition.edges].filter(([, edge]) => edgeEnds(edge).every(there)));
  return { vertices, edges };
}

/** The most new vertices of the addition that stay within the limit with their edges. */
export function roomFor(parts: WireGraphParts, addition: WireGraphParts, limit = ELEMENT_LIMIT): number {
  let low = 0;
  let high = addition.vertices.size;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeWith(parts, firstOf(parts, addition, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
