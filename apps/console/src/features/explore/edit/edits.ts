/** Staged edits of vertices and edges: put beside what is on the canvas, and sent together. Pure. */
import { stringifyJson } from '@acacia/base';
import type { EditConflict, EditRequest, WireEdge, WireVertex } from '@acacia/contract';
import {
  edgeKey,
  partsOf,
  shownName,
  vertexKey,
  vertexOfKey,
  type VertexRef,
  type WireGraphParts,
} from '../../workspace-tool/wire-graph.ts';
import type { ElementKeys } from '../exploration.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** `before` null: it is new; `after` null: it is deleted. */
interface Change {
  readonly before: Attributes | null;
  readonly after: Attributes | null;
}
export type VertexChange = Change & VertexRef;
export type EdgeChange = Change & Omit<WireEdge, 'attributes'>;

export interface Staged {
  readonly vertices: ReadonlyMap<string, VertexChange>;
  readonly edges: ReadonlyMap<string, EdgeChange>;
}

export const NOTHING_STAGED: Staged = { vertices: new Map(), edges: new Map() };
export const stagedCount = ({ vertices, edges }: Staged): number => vertices.size + edges.size;

const same = (a: unknown, b: unknown): boolean => stringifyJson(a) === stringifyJson(b);

/** Attributes that a change sets, with their values before; all of a new or deleted element. */
export function differences({ before, after }: Change) {
  const names = Object.keys(after ?? before ?? {});
  return names
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((each) => before === null || after === null || !same(each.before, each.after));
}

/** One change after another of the same element, as one; undefined: nothing is left of them. */
function joined<C extends Change>(first: C | undefined, next: C): C | undefined {
  const change = first === undefined ? next : { ...next, before: first.before };
  if (change.before === null && change.after === null) return undefined;
  return change.before !== null && change.after !== null && differences(change).length === 0
    ? undefined
    : change;
}

function put<C extends Change>(map: ReadonlyMap<string, C>, key: string, change: C): ReadonlyMap<string, C> {
  const next = new Map(map);
  const both = joined(map.get(key), change);
  if (both === undefined) next.delete(key);
  else next.set(key, both);
  return next;
}

export const stageVertex = (staged: Staged, change: VertexChange): Staged => ({
  ...staged,
  vertices: put(staged.vertices, vertexKey(change), change),
});

const edgeOf = ({ before, after, ...edge }: EdgeChange): WireEdge => ({
  ...edge,
  attributes: after ?? before ?? {},
});
const keyOfEdge = (change: EdgeChange): string => edgeKey(edgeOf(change));

export const stageEdge = (staged: Staged, change: EdgeChange): Staged => ({
  ...staged,
  edges: put(staged.edges, keyOfEdge(change), change),
});

/** Takes one staged change back. */
export function unstaged({ vertices, edges }: Staged, key: string): Staged {
  const [left, others] = [new Map(vertices), new Map(edges)];
  left.delete(key);
  others.delete(key);
  return { vertices: left, edges: others };
}

const endsOf = ({ from_type, from_id, to_type, to_id }: Omit<WireEdge, 'attributes'>) =>
  [vertexKey({ type: from_type, id: from_id }), vertexKey({ type: to_type, id: to_id })] as const;

/** The contents of the canvas with the staged changes: deleted vertices are away, with their edges. */
export function withStaged(parts: WireGraphParts, staged: Staged): WireGraphParts {
  if (stagedCount(staged) === 0) return parts;
  const vertices = new Map<string, WireVertex>(parts.vertices);
  for (const [key, { type, id, before, after }] of staged.vertices) {
    if (after === null) vertices.delete(key);
    // A changed one that was taken off the canvas stays off.
    else if (before === null || vertices.has(key)) {
      const attributes = { ...vertices.get(key)?.attributes, ...after };
      vertices.set(key, { v_type: type, v_id: id, attributes });
    }
  }
  const edges = new Map(parts.edges);
  for (const [key, change] of staged.edges) {
    if (change.after === null) edges.delete(key);
    else if (change.before === null || edges.has(key)) edges.set(key, edgeOf(change));
  }
  // The edges of the canvas have both ends, unless one of these is deleted.
  const isDeleting = [...staged.vertices.values()].some(({ after }) => after === null);
  for (const key of isDeleting ? edges.keys() : staged.edges.keys()) {
    const edge = edges.get(key);
    if (edge !== undefined && !endsOf(edge).every((end) => vertices.has(end))) edges.delete(key);
  }
  return { vertices, edges };
}

/** Only what differs is compared and written: what others change beside it stays. */
function compared({ before, after }: Change): { before: Attributes | null; after: Attributes | null } {
  if (before === null || after === null) return { before, after };
  const names = differences({ before, after }).map(({ name }) => name);
  const picked = (from: Attributes): Attributes =>
    Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
  return { before: picked(before), after: picked(after) };
}

/**
 * The request that saves what is staged.
 * @param discriminators attributes that tell parallel edges of a type apart
 */
export function editRequest(
  { vertices, edges }: Staged,
  discriminators: (type: string) => readonly string[],
  overwrite: boolean,
): EditRequest {
  return {
    overwrite,
    vertices: [...vertices.values()].map(({ type, id, ...change }) => ({ type, id, ...compared(change) })),
    edges: [...edges.values()].map((edge) => {
      const names = discriminators(edge.e_type);
      const all = edge.before ?? edge.after ?? {};
      const discriminator = Object.fromEntries(names.map((name) => [name, all[name]]));
      const { before, after } = compared(edge);
      return {
        type: edge.e_type,
        from: { type: edge.from_type, id: edge.from_id },
        to: { type: edge.to_type, id: edge.to_id },
        ...(names.length === 0 ? {} : { discriminator }),
        before,
        // The attributes that tell it apart name the edge that is written.
        after: after === null ? null : { ...discriminator, ...after },
      };
    }),
  };
}

/** Those of some keys whose elements are staged to be added: what takes them off the canvas takes them back. */
export const addedAmong = ({ vertices, edges }: Staged, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => (vertices.get(key) ?? edges.get(key))?.before === null);

/** Keys of the elements that a save deletes. */
export function deletedKeys({ vertices, edges }: Staged): ElementKeys {
  const deleted = (changes: ReadonlyMap<string, Change>) =>
    new Set([...changes].flatMap(([key, { after }]) => (after === null ? [key] : [])));
  return { vertices: deleted(vertices), edges: deleted(edges) };
}

/** The elements that a save adds or changes: vertices, with the ends of edges, and the types of edges. */
export function writtenElements(staged: Staged): {
  readonly vertices: VertexRef[];
  readonly edgeTypes: string[];
} {
  const vertices = new Map<string, VertexRef>();
  const add = (type: string, id: string) => vertices.set(vertexKey({ type, id }), { type, id });
  for (const { type, id, after } of staged.vertices.values()) if (after !== null) add(type, id);
  const edgeTypes = new Set<string>();
  for (const { e_type, from_type, from_id, to_type, to_id, after } of staged.edges.values()) {
    if (after === null) continue;
    edgeTypes.add(e_type);
    add(from_type, from_id);
    add(to_type, to_id);
  }
  return { vertices: [...vertices.values()], edgeTypes: [...edgeTypes] };
}

/** Staged elements as others left them: those that are there, and the keys of those that they deleted. */
export function madeByOthers(
  staged: Staged,
  conflicts: readonly EditConflict[],
): { readonly keys: readonly string[]; readonly there: WireGraphParts; readonly gone: ReadonlySet<string> } {
  const [vertices, edges] = [[...staged.vertices], [...staged.edges]];
  const found = conflicts.flatMap(({ kind, index, now }) => {
    const [key, change] = (kind === 'vertex' ? vertices : edges)[index] ?? [];
    return key === undefined || change === undefined ? [] : [{ key, change, now }];
  });
  return {
    keys: found.map(({ key }) => key),
    there: partsOf(
      found.flatMap(({ change, now }): (WireEdge | WireVertex)[] => {
        if (now === null) return [];
        return 'e_type' in change
          ? [edgeOf({ ...change, before: null, after: now })]
          : [{ v_type: change.type, v_id: change.id, attributes: now }];
      }),
    ),
    gone: new Set(found.flatMap(({ key, now }) => (now === null ? [key] : []))),
  };
}

/** The element of a staged change, in a few words. */
export const nameOfChange = (key: string, change: VertexChange | EdgeChange): string =>
  'e_type' in change
    ? `${change.e_type} ${shownName(change.from_id)} → ${shownName(change.to_id)}`
    : shownName(vertexOfKey(key).id);
