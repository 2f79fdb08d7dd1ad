/** The edits of a draft, as functions from draft to draft. */
import type { AttributeType } from '@acacia/language';
import { freeColor } from '@acacia/ui';
import type { Draft, DraftAttribute, DraftEdge, DraftVector, DraftVertex } from './draft.ts';
import type { Point } from './layout/shapes.ts';

let nextKey = 1;
/** A key for a part that is not saved yet; no other part has it. */
export const newKey = (kind: 'vertex' | 'edge' | 'attribute' | 'vector'): string =>
  `new-${kind}:${nextKey++}`;

const STRING: AttributeType = { kind: 'scalar', name: 'STRING' };

/** `Base`, or `Base_2` and so on where it is taken. */
function freeName(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

const typeNames = (draft: Draft): Set<string> =>
  new Set([
    ...draft.vertices.map(({ name }) => name),
    ...draft.edges.flatMap((edge) => [edge.name, edge.reverseEdge]),
  ]);

/** A colour of the palette that the fewest types of the draft have. */
const newColor = ({ vertices, edges }: Draft): string =>
  freeColor([...vertices, ...edges].map(({ color }) => color));

/**
 * A new vertex type: id `id` of type STRING, readable as attribute (specification part 4, section 5).
 * @param position null: the layout chooses a place
 */
export function addVertex(draft: Draft, key: string, position: Point | null = null): Draft {
  const vertex: DraftVertex = {
    key,
    saved: false,
    foreign: false,
    icon: '',
    position,
    name: freeName('VertexType_1', typeNames(draft)),
    color: newColor(draft),
    idName: 'id',
    idType: 'STRING',
    idAsAttribute: true,
    isPrimaryKey: false,
    attributes: [],
    vectors: [],
  };
  return { ...draft, vertices: [...draft.vertices, vertex] };
}

/** A new directed edge type between two vertex types, with its reverse edge named after it. */
export function addEdge(draft: Draft, key: string, from: string, to: string): Draft {
  const name = freeName('EdgeType_1', typeNames(draft));
  const edge: DraftEdge = {
    key,
    saved: false,
    foreign: false,
    name,
    color: newColor(draft),
    directed: true,
    reverseEdge: reverseName(name),
    pairs: [{ from, to }],
    attributes: [],
  };
  return { ...draft, edges: [...draft.edges, edge] };
}

const reverseName = (name: string): string => `reverse_${name}`;

export const updateVertex = (draft: Draft, key: string, patch: Partial<DraftVertex>): Draft => ({
  ...draft,
  vertices: draft.vertices.map((vertex) => (vertex.key === key ? { ...vertex, ...patch } : vertex)),
});

/**
 * Changes an edge type. The automatic reverse name follows the name; it is added when the type becomes directed and
 * removed when it becomes undirected (specification part 4, section 4).
 */
export function updateEdge(draft: Draft, key: string, patch: Partial<DraftEdge>): Draft {
  const change = (edge: DraftEdge): DraftEdge => {
    const next = { ...edge, ...patch };
    if (patch.name !== undefined && edge.reverseEdge === reverseName(edge.name)) {
      return { ...next, reverseEdge: reverseName(patch.name) };
    }
    if (patch.directed === true && next.reverseEdge === '')
      return { ...next, reverseEdge: reverseName(next.name) };
    if (patch.directed === false) return { ...next, reverseEdge: '' };
    return next;
  };
  return { ...draft, edges: draft.edges.map((edge) => (edge.key === key ? change(edge) : edge)) };
}

/** Removes types, pairs that end at a removed vertex type, and edge types without any pair left. */
export function removeTypes(draft: Draft, keys: ReadonlySet<string>): Draft {
  const edges = draft.edges
    .filter(({ key }) => !keys.has(key))
    .map((edge) => ({
      ...edge,
      pairs: edge.pairs.filter(({ from, to }) => !keys.has(from) && !keys.has(to)),
    }))
    .filter(({ pairs }) => pairs.length > 0);
  return { vertices: draft.vertices.filter(({ key }) => !keys.has(key)), edges };
}

/** Gives boxes places: one step, however many boxes were dragged together. */
export const moveTypes = (draft: Draft, positions: ReadonlyMap<string, Point>): Draft => ({
  ...draft,
  vertices: draft.vertices.map((vertex) => {
    const position = positions.get(vertex.key);
    return position === undefined ? vertex : { ...vertex, position };
  }),
});

/** Leaves the places of all boxes to the layout. */
export const releaseTypes = (draft: Draft): Draft => ({
  ...draft,
  vertices: draft.vertices.map((vertex) =>
    vertex.position === null ? vertex : { ...vertex, position: null },
  ),
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

const threeLetters = (): string =>
  Array.from({ length: 3 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');

/** A new vector attribute (specification part 4, section 3: Embedding attribute). */
export const newVector = (): DraftVector => ({
  key: newKey('vector'),
  name: `newVector_${threeLetters()}`,
  dimension: '128',
  metric: 'COSINE',
  saved: false,
});

/** A new attribute, named `newAttr_` and three random letters or digits (specification part 4, section 4). */
export function newAttribute(): DraftAttribute {
  return {
    key: newKey('attribute'),
    name: `newAttr_${threeLetters()}`,
    type: STRING,
    defaultValue: '',
    discriminator: false,
    index: null,
    saved: false,
  };
}

/** Drafts before and after the one being worked on. */
export interface History {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
}

export const historyOf = (draft: Draft): History => ({ past: [], present: draft, future: [] });

/** Edits of one field in a row (typing) replace each other: `merge` keeps the last step's past. */
export function record(history: History, draft: Draft, merge = false): History {
  if (merge && history.past.length > 0) return { ...history, present: draft, future: [] };
  return { past: [...history.past.slice(-99), history.present], present: draft, future: [] };
}

export function undo(history: History): History {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return { past: history.past.slice(0, -1), present: previous, future: [history.present, ...history.future] };
}

export function redo(history: History): History {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: rest };
}
