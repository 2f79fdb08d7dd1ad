/** Patterns of the reference interpreter: it tries every combination of vertices and edges. */
import type { Data, Edge, Vertex } from '../graph.ts';
import type { Path, PatternEdge, Step } from '../program.ts';
import type { Binding } from './values.ts';

/** Type name of an edge where it is matched: its type, or that type's reverse. */
export interface Row {
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly typeNames: ReadonlyMap<string, string>;
}

interface Reach {
  readonly edge: Edge;
  readonly typeName: string;
  readonly to: Vertex;
}

/** The ways to leave a vertex by one step. */
function reaches(data: Data, from: Vertex, { edgeType, direction }: Step): Reach[] {
  const found: Reach[] = [];
  for (const edge of data.edges.values()) {
    const { type } = edge;
    const reversed = type.reverse === edgeType;
    if (type.name !== edgeType && !reversed) continue;
    const reach = (to: Vertex): number => found.push({ edge, typeName: edgeType, to });
    if (!type.directed) {
      if (direction !== 'undirected') continue;
      if (edge.from === from) reach(edge.to);
      if (edge.to === from && edge.to !== edge.from) reach(edge.from);
      continue;
    }
    if (direction === 'undirected') continue;
    const forward = (direction === 'out') !== reversed;
    if (forward && edge.from === from) reach(edge.to);
    if (!forward && edge.to === from) reach(edge.from);
  }
  return found;
}

export const leaving = (data: Data, from: Vertex, steps: readonly Step[]): Reach[] =>
  steps.flatMap((step) => reaches(data, from, step));

/** Ends of a repeated edge, each as often as walks of the least fitting length lead to it. */
function repeated(data: Data, from: Vertex, edge: PatternEdge): Vertex[] {
  const { min, max } = edge.repeat as { min: number; max: number | null };
  const ends = new Map<Vertex, number>();
  let walks = new Map<Vertex, number>([[from, 1]]);
  // A walk longer than this repeats a vertex with one length behind `min`: all ends are known by then.
  const longest = max ?? min + 2 * data.vertices.size;
  for (let length = 0; length <= longest; length += 1) {
    if (length >= min) for (const [vertex, count] of walks) if (!ends.has(vertex)) ends.set(vertex, count);
    const next = new Map<Vertex, number>();
    for (const [vertex, count] of walks) {
      for (const { to } of leaving(data, vertex, edge.steps)) next.set(to, (next.get(to) ?? 0) + count);
    }
    // Beyond `min`, only the first length at which an end is reached counts.
    walks = new Map([...next].filter(([vertex]) => length + 1 <= min || !ends.has(vertex)));
  }
  return [...ends].flatMap(([vertex, count]) => Array.from({ length: count }, () => vertex));
}

/** All rows of comma-joined paths. `candidates` returns the vertices that a node may be. */
export function matches(
  data: Data,
  paths: readonly Path[],
  candidates: (sources: readonly string[]) => ReadonlySet<Vertex>,
): Row[] {
  let rows: Row[] = [{ bindings: new Map(), typeNames: new Map() }];
  for (const path of paths) rows = rows.flatMap((row) => along(data, path, row, candidates));
  return rows;
}

const bind = (row: Row, alias: string | null, binding: Binding, typeName: string): Row => ({
  bindings: alias === null ? row.bindings : new Map([...row.bindings, [alias, binding]]),
  typeNames: alias === null ? row.typeNames : new Map([...row.typeNames, [alias, typeName]]),
});

function along(
  data: Data,
  { nodes, edges }: Path,
  start: Row,
  candidates: (sources: readonly string[]) => ReadonlySet<Vertex>,
): Row[] {
  let rows: { readonly row: Row; readonly at: Vertex }[] = [];
  const enter = (row: Row, node: Path['nodes'][number], vertex: Vertex): Row[] => {
    const bound = row.bindings.get(node.alias);
    if (bound !== undefined && bound !== vertex) return [];
    if (!candidates(node.sources).has(vertex)) return [];
    return [bind(row, node.alias, vertex, vertex.type)];
  };
  const [first, ...rest] = nodes;
  for (const vertex of data.vertices.values()) {
    for (const row of enter(start, first as Path['nodes'][number], vertex)) rows.push({ row, at: vertex });
  }
  rest.forEach((node, index) => {
    const edge = edges[index] as PatternEdge;
    rows = rows.flatMap(({ row, at }) => {
      if (edge.repeat !== null) {
        return repeated(data, at, edge).flatMap((to) =>
          enter(row, node, to).map((next) => ({ row: next, at: to })),
        );
      }
      return leaving(data, at, edge.steps).flatMap(({ edge: taken, typeName, to }) =>
        enter(bind(row, edge.alias, taken, typeName), node, to).map((next) => ({ row: next, at: to })),
      );
    });
  });
  return rows.map(({ row }) => row);
}
