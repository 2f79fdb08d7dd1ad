/** Contents of the canvas and how they are looked at, with undo and redo. */
import { stringifyJson } from '@acacia/base';
import type {
  ExplorationStyles,
  ExplorationView,
  WireEdge,
  WireGraphSchema,
  WireVertex,
} from '@acacia/contract';
import type { GraphData } from '@acacia/graph-view';
import {
  ELEMENT_LIMIT,
  merged,
  NO_PARTS,
  vertexKey,
  type WireGraphParts,
} from '../workspace-tool/wire-graph.ts';
import { PLAIN_VIEW } from './view/view.ts';

const KEPT_STEPS = 100;

interface Moment {
  readonly parts: WireGraphParts;
  readonly view: ExplorationView;
}

export interface Exploration extends Moment {
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
}

export const NOTHING_EXPLORED: Exploration = { parts: NO_PARTS, view: PLAIN_VIEW, past: [], future: [] };

/** Keys of vertices and edges. */
export interface ElementKeys {
  readonly vertices: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

export type ExplorationStep =
  | { readonly kind: 'add'; readonly parts: WireGraphParts }
  /** Fresh attributes of elements on the canvas: not a step of the history. */
  | { readonly kind: 'refresh'; readonly parts: WireGraphParts }
  | ({ readonly kind: 'remove' } & ElementKeys)
  /** Elements that the graph has no more: they leave the history too, so that no undo brings them back. */
  | ({ readonly kind: 'gone' } & ElementKeys)
  | { readonly kind: 'keep'; readonly vertices: ReadonlySet<string> }
  | { readonly kind: 'clear' }
  /** Other contents, and another view where there is one, in one step. */
  | { readonly kind: 'replace'; readonly parts: WireGraphParts; readonly view?: ExplorationView }
  /** Another view. The window of time and a pattern that is being written are no steps of the history. */
  | { readonly kind: 'view'; readonly view: ExplorationView }
  /** The styles to begin with, as if they had been there always. */
  | { readonly kind: 'styles'; readonly styles: ExplorationStyles }
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

/** The parts without some elements, and the edges at these vertices; the same parts where none of them is there. */
function without(parts: WireGraphParts, { vertices, edges }: ElementKeys): WireGraphParts {
  const isThere =
    [...vertices].some((key) => parts.vertices.has(key)) || [...edges].some((key) => parts.edges.has(key));
  if (!isThere) return parts;
  const left = among(parts, (key) => !vertices.has(key));
  return { ...left, edges: new Map([...left.edges].filter(([key]) => !edges.has(key))) };
}

/** Whether elements have values that they do not have among the others: a picture of thousands is drawn anew for them. */
function saysMore(parts: WireGraphParts, fresh: WireGraphParts): boolean {
  const differs = <T extends WireVertex | WireEdge>(
    before: ReadonlyMap<string, T>,
    [key, now]: [string, T],
  ) => {
    const known = before.get(key)?.attributes;
    return (
      known === undefined ||
      Object.entries(now.attributes).some(
        ([name, value]) => !Object.hasOwn(known, name) || stringifyJson(known[name]) !== stringifyJson(value),
      )
    );
  };
  return (
    [...fresh.vertices].some((entry) => differs(parts.vertices, entry)) ||
    [...fresh.edges].some((entry) => differs(parts.edges, entry))
  );
}

const momentOf = ({ parts, view }: Exploration): Moment => ({ parts, view });

const isStep = (before: ExplorationView, after: ExplorationView): boolean =>
  before.styles !== after.styles ||
  before.filters !== after.filters ||
  before.hidden !== after.hidden ||
  before.groups !== after.groups;

export function explore(state: Exploration, step: ExplorationStep): Exploration {
  const to = (parts: WireGraphParts, view = state.view): Exploration => ({
    parts,
    view,
    past: [...state.past, momentOf(state)].slice(-KEPT_STEPS),
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
      return saysMore(state.parts, known) ? { ...state, parts: merged(state.parts, known) } : state;
    }
    case 'remove':
      return less(without(state.parts, step));
    case 'gone': {
      const left = (moment: Moment): Moment => ({ ...moment, parts: without(moment.parts, step) });
      return {
        parts: without(state.parts, step),
        view: state.view,
        past: state.past.map(left),
        future: state.future.map(left),
      };
    }
    case 'keep':
      return less(among(state.parts, (key) => step.vertices.has(key)));
    case 'clear':
      return less(NO_PARTS);
    case 'replace':
      return to(step.parts, step.view);
    case 'view':
      return isStep(state.view, step.view) ? to(state.parts, step.view) : { ...state, view: step.view };
    case 'styles': {
      const styled = (moment: Moment): Moment => ({
        parts: moment.parts,
        view: { ...moment.view, styles: step.styles },
      });
      return { ...styled(state), past: state.past.map(styled), future: state.future.map(styled) };
    }
    case 'undo': {
      const before = state.past.at(-1);
      if (before === undefined) return state;
      return { ...before, past: state.past.slice(0, -1), future: [momentOf(state), ...state.future] };
    }
    case 'redo': {
      const [after, ...future] = state.future;
      if (after === undefined) return state;
      return { ...after, past: [...state.past, momentOf(state)], future };
    }
  }
}

/** Vertices that have edges, all of them to the given ones: a collapse of these takes them away. */
export function leavesOf(edges: GraphData['edges'], keys: ReadonlySet<string>): ReadonlySet<string> {
  const leaves = new Set<string>();
  for (const { from, to } of edges) {
    if (keys.has(from) && !keys.has(to)) leaves.add(to);
    else if (keys.has(to) && !keys.has(from)) leaves.add(from);
  }
  if (leaves.size === 0) return leaves;
  for (const { from, to } of edges) {
    if (!keys.has(to)) leaves.delete(from);
    if (!keys.has(from)) leaves.delete(to);
  }
  return leaves;
}

export interface Neighbour {
  readonly key: string;
  readonly edgeType: string;
  readonly way: 'out' | 'in' | 'undirected';
}

/** The neighbours of a vertex on the canvas, by each of its edges. */
export function neighboursOn(edges: GraphData['edges'], key: string): readonly Neighbour[] {
  const found: Neighbour[] = [];
  for (const { from, to, type, directed } of edges) {
    if (from !== key && to !== key) continue;
    const isOut = from === key;
    found.push({
      key: isOut ? to : from,
      edgeType: type,
      way: directed ? (isOut ? 'out' : 'in') : 'undirected',
    });
  }
  return found;
}

/** Keys of elements, on the canvas or in its history, whose types the graph no longer has. */
export function goneFrom(
  { parts, past, future }: Exploration,
  { VertexTypes, EdgeTypes }: WireGraphSchema,
): ElementKeys {
  const known = new Set([
    ...VertexTypes.map(({ Name }) => Name),
    ...EdgeTypes.flatMap(({ Name, Config }) => [Name, Config.REVERSE_EDGE]),
  ]);
  const vertices = new Set<string>();
  const edges = new Set<string>();
  for (const each of new Set([parts, ...[...past, ...future].map((moment) => moment.parts)])) {
    for (const [key, { v_type }] of each.vertices) if (!known.has(v_type)) vertices.add(key);
    for (const [key, { e_type }] of each.edges) if (!known.has(e_type)) edges.add(key);
  }
  return { vertices, edges };
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
