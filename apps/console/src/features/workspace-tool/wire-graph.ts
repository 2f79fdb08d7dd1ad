/** Extracts vertices and edges from anywhere in a workspace's answers, in the form of the canvas. */
import { stringifyJson } from '@acacia/base';
import type { WireEdge, WireVertex } from '@acacia/contract';
import type { GraphData, GraphEdge, GraphNode } from '@acacia/graph-view';

/**
 * Vertices and edges drawn at most in results and in the explorer. The specification (part 4, section 9) has 5,000; the
 * canvas draws more (docs/adr/0074-canvas-by-webgl.md).
 */
export const ELEMENT_LIMIT = 100_000;

export interface VertexRef {
  readonly type: string;
  readonly id: string;
}

/** A graph by key: an element that arrives twice is stored once, with the later attributes. */
export interface WireGraphParts {
  readonly vertices: ReadonlyMap<string, WireVertex>;
  readonly edges: ReadonlyMap<string, WireEdge>;
}

export const NO_PARTS: WireGraphParts = { vertices: new Map(), edges: new Map() };

/** Types cannot hold a slash, so that the first one parts type and id. */
export const vertexKey = ({ type, id }: VertexRef): string => `${type}/${id}`;

export function vertexOfKey(key: string): VertexRef {
  const slash = key.indexOf('/');
  return { type: key.slice(0, slash), id: key.slice(slash + 1) };
}

/** Both ends in the order of the key: those of an undirected edge have no order of their own. */
export function endsOfEdge(edge: WireEdge): readonly [VertexRef, VertexRef] {
  const from = { type: edge.from_type, id: edge.from_id };
  const to = { type: edge.to_type, id: edge.to_id };
  const isTurned = !edge.directed && JSON.stringify([to.type, to.id]) < JSON.stringify([from.type, from.id]);
  return isTurned ? [to, from] : [from, to];
}

/** Both readings of an undirected edge are one edge. */
export function edgeKey(edge: WireEdge): string {
  const [from, to] = endsOfEdge(edge);
  return JSON.stringify([edge.e_type, [from.type, from.id], [to.type, to.id], edge.discriminator ?? '']);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Ids are text; some servers print those of numeric types as numbers. */
function idOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : null;
}

/** @returns null when the value is no vertex as answers write them */
function asVertex(value: unknown): WireVertex | null {
  if (!isObject(value)) return null;
  const { v_type, attributes } = value;
  const id = idOf(value['v_id']);
  if (typeof v_type !== 'string' || id === null) return null;
  return { v_id: id, v_type, attributes: isObject(attributes) ? attributes : {} };
}

/** @returns null when the value is no edge as answers write them */
function asEdge(value: unknown): WireEdge | null {
  if (!isObject(value)) return null;
  const { e_type, from_id, from_type, to_id, to_type, directed, attributes, discriminator } = value;
  if (typeof e_type !== 'string' || typeof from_type !== 'string' || typeof to_type !== 'string') return null;
  const from = idOf(from_id);
  const to = idOf(to_id);
  if (from === null || to === null) return null;
  return {
    e_type,
    from_type,
    to_type,
    from_id: from,
    to_id: to,
    directed: directed !== false,
    attributes: isObject(attributes) ? attributes : {},
    ...(typeof discriminator === 'string' ? { discriminator } : {}),
  };
}

/**
 * Searches lists and objects at any depth. Ends of edges that are missing among the vertices are added without
 * attributes.
 */
export function partsOf(value: unknown): WireGraphParts {
  const vertices = new Map<string, WireVertex>();
  const edges = new Map<string, WireEdge>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (Array.isArray(item)) {
      // Pushed in reverse: the stack then returns them in the order of the list.
      for (let i = item.length - 1; i >= 0; i -= 1) open.push(item[i]);
      continue;
    }
    if (!isObject(item)) continue;
    const edge = asEdge(item);
    if (edge !== null) {
      edges.set(edgeKey(edge), edge);
      continue;
    }
    const vertex = asVertex(item);
    if (vertex !== null) {
      const key = vertexKey({ type: vertex.v_type, id: vertex.v_id });
      const known = vertices.get(key);
      vertices.set(
        key,
        known === undefined
          ? vertex
          : { ...vertex, attributes: { ...known.attributes, ...vertex.attributes } },
      );
    }
    for (const each of Object.values(item).reverse()) {
      if (typeof each === 'object' && each !== null) open.push(each);
    }
  }
  for (const edge of edges.values()) {
    for (const end of [
      { type: edge.from_type, id: edge.from_id },
      { type: edge.to_type, id: edge.to_id },
    ]) {
      const key = vertexKey(end);
      if (!vertices.has(key)) vertices.set(key, { v_id: end.id, v_type: end.type, attributes: {} });
    }
  }
  return { vertices, edges };
}

/** Both together; where both have a vertex the second's attributes are added to the first's. */
export function merged(a: WireGraphParts, b: WireGraphParts): WireGraphParts {
  const vertices = new Map(a.vertices);
  for (const [key, vertex] of b.vertices) {
    const known = vertices.get(key);
    vertices.set(
      key,
      known === undefined ? vertex : { ...vertex, attributes: { ...known.attributes, ...vertex.attributes } },
    );
  }
  return { vertices, edges: new Map([...a.edges, ...b.edges]) };
}

const NAMES = ['name', 'title', 'label'] as const;

/** The name that attributes give: of `name` and the like, else of one such as `full_name`. */
function nameIn(attributes: WireVertex['attributes']): string | undefined {
  const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
  for (const key of NAMES) if (isName(attributes[key])) return attributes[key];
  for (const key in attributes) {
    if ((key.endsWith('_name') || key.endsWith('Name')) && isName(attributes[key])) return attributes[key];
  }
  return undefined;
}

/** Ids that tell a reader nothing: numbers, codes such as `c42`, and very long ones. */
const isCode = (id: string): boolean => /\d/.test(id) || id.length > 24;

/** Characters of an id or a label that a page shows; an id can have 4 kB. */
const LONGEST_SHOWN = 120;

/** An id or a label as pages show it: its beginning where it is very long. */
export const shownName = (name: string): string =>
  name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN).replace(/[\uD800-\uDBFF]$/, '')}…` : name;

/** Label of a vertex in pictures: the attribute chosen for its type; else its id, or its name where the id is a code. */
export const labelOf = (vertex: WireVertex, labelAttributes: Readonly<Record<string, string>> = {}): string =>
  shownName(wholeLabel(vertex, labelAttributes));

function wholeLabel(vertex: WireVertex, labelAttributes: Readonly<Record<string, string>>): string {
  const chosen = labelAttributes[vertex.v_type];
  if (chosen !== undefined) {
    const value = vertex.attributes[chosen];
    return value === undefined || value === null || value === '' ? vertex.v_id : textOf(value);
  }
  return (isCode(vertex.v_id) ? nameIn(vertex.attributes) : undefined) ?? vertex.v_id;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value));

/** The name of an edge on the canvas, where an attribute is chosen for its type and has a value. */
function labelled({ e_type, attributes }: WireEdge, labelAttributes: Readonly<Record<string, string>>) {
  const chosen = labelAttributes[e_type];
  const value = chosen === undefined ? undefined : attributes[chosen];
  return value === undefined || value === null || value === '' ? {} : { label: shownName(textOf(value)) };
}

const placed = (place: GraphNode['place']) => (place === undefined ? {} : { place });

const LATITUDE: ReadonlySet<string> = new Set(['latitude', 'lat']);
const LONGITUDE: ReadonlySet<string> = new Set(['longitude', 'lon', 'lng', 'long']);

/** Where a vertex is on the earth, by attributes with the usual names; undefined: nowhere. */
function earthPlaceOf(attributes: WireVertex['attributes']): GraphNode['place'] {
  let latitude: number | undefined;
  let longitude: number | undefined;
  for (const name in attributes) {
    // Of tens of thousands of vertices few attributes can be either.
    if (name[0] !== 'l' && name[0] !== 'L') continue;
    const value = attributes[name];
    if (typeof value !== 'number') continue;
    const low = name.toLowerCase();
    if (LATITUDE.has(low) && Math.abs(value) <= 90) latitude ??= value;
    else if (LONGITUDE.has(low) && Math.abs(value) <= 180) longitude ??= value;
  }
  return latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)
    ? undefined
    : { latitude, longitude };
}

export function graphDataOf(
  parts: WireGraphParts,
  labelAttributes: Readonly<Record<string, string>> = {},
): GraphData {
  const nodes = [...parts.vertices].map(([id, vertex]): GraphNode => ({
    id,
    type: vertex.v_type,
    label: labelOf(vertex, labelAttributes),
    data: vertex.attributes,
    ...placed(earthPlaceOf(vertex.attributes)),
  }));
  const edges = [...parts.edges].map(([id, edge]): GraphEdge => ({
    id,
    type: edge.e_type,
    from: vertexKey({ type: edge.from_type, id: edge.from_id }),
    to: vertexKey({ type: edge.to_type, id: edge.to_id }),
    directed: edge.directed,
    data: edge.attributes,
    ...labelled(edge, labelAttributes),
  }));
  return { nodes, edges };
}
