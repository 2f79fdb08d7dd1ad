/**
 * Groups that fold: several vertices drawn as one, with the edges of all. Pure functions of a graph. A folded group
 * stands in the middle of its members; unfolded, they return to their places.
 */
import { attributeText } from './attribute-values.ts';
import { grouped } from './grouped.ts';
import type { GraphData, GraphEdge, GraphNode } from './model.ts';

export interface NodeGroup {
  /** Unique among the ids of nodes. */
  readonly id: string;
  readonly label: string;
  /** Type under which it is drawn: its colour is that of the type. */
  readonly type: string;
  /** Ids of nodes; a node belongs to the first group that names it. */
  readonly members: readonly string[];
}

/** Edges beyond this many between the same two vertices, of one type and direction, are drawn as one. */
const PARALLEL_FROM = 24;

/** Groups of the nodes of a type that have the same value of an attribute; those of one member are left out. */
export function groupsByAttribute(data: GraphData, type: string, attribute: string): readonly NodeGroup[] {
  const members = new Map<string, string[]>();
  for (const node of data.nodes) {
    if (node.type !== type) continue;
    const text = attributeText(node.data?.[attribute]);
    if (text === '') continue;
    const known = members.get(text);
    if (known === undefined) members.set(text, [node.id]);
    else known.push(node.id);
  }
  return [...members].flatMap(([text, ids]) =>
    ids.length < 2
      ? []
      : [{ id: JSON.stringify(['group', type, attribute, text]), label: text, type, members: ids }],
  );
}

/**
 * The graph with groups drawn as one node each, whose `members` name those within. Edges within a group are left out;
 * edges that lead to the same two ends become one, named `Transfer × 12`.
 */
export function foldGroups(data: GraphData, groups: readonly NodeGroup[]): GraphData {
  const groupOf = new Map<string, NodeGroup>();
  for (const group of groups) {
    for (const member of group.members) if (!groupOf.has(member)) groupOf.set(member, group);
  }
  if (groupOf.size === 0) return data;
  const folded = new Map<NodeGroup, string[]>();
  const nodes: GraphNode[] = [];
  for (const node of data.nodes) {
    const group = groupOf.get(node.id);
    if (group === undefined) {
      nodes.push(node);
      continue;
    }
    const known = folded.get(group);
    if (known !== undefined) {
      known.push(node.id);
      continue;
    }
    const members = [node.id];
    folded.set(group, members);
    nodes.push({ id: group.id, type: group.type, label: group.label, members });
  }
  const endOf = (id: string): string => groupOf.get(id)?.id ?? id;
  const edges = data.edges.flatMap((edge) => {
    const [from, to] = [endOf(edge.from), endOf(edge.to)];
    if (from === edge.from && to === edge.to) return [edge];
    return from === to && groupOf.has(edge.from) ? [] : [{ ...edge, from, to }];
  });
  const isMoved = ({ from, to }: GraphEdge): boolean =>
    folded.size > 0 && (isGroup.has(from) || isGroup.has(to));
  const isGroup = new Set([...folded.keys()].map(({ id }) => id));
  return { nodes, edges: bundled(edges, isMoved, 2) };
}

/** Edges of one type and direction between the same two nodes as one, where there are more than can be told apart. */
export function foldParallel(data: GraphData, from = PARALLEL_FROM): GraphData {
  const edges = bundled(data.edges, () => true, from);
  return edges === data.edges ? data : { nodes: data.nodes, edges };
}

/** The same text for edges between the same two nodes, in either direction. */
const endsOf = ({ from, to }: GraphEdge): string =>
  from < to ? `${from.length} ${from}${to}` : `${to.length} ${to}${from}`;

/** @param least edges that become one */
function bundled(
  edges: readonly GraphEdge[],
  concerned: (edge: GraphEdge) => boolean,
  least: number,
): readonly GraphEdge[] {
  if (edges.length < least) return edges;
  // Most edges have none beside them: all that tells bundles apart is written down for the others alone.
  const beside = new Map<string, number>();
  let most = 0;
  for (const edge of edges) {
    if (!concerned(edge)) continue;
    const ends = endsOf(edge);
    const count = (beside.get(ends) ?? 0) + 1;
    beside.set(ends, count);
    if (count > most) most = count;
  }
  if (most < least) return edges;
  const bundles = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    if (!concerned(edge) || (beside.get(endsOf(edge)) ?? 0) < least) continue;
    const ends = [edge.from, edge.to];
    if (!edge.directed && edge.to < edge.from) ends.reverse();
    const key = JSON.stringify([edge.type, edge.directed, ...ends]);
    const known = bundles.get(key);
    if (known === undefined) bundles.set(key, [edge]);
    else known.push(edge);
  }
  const one = new Map<GraphEdge, GraphEdge | null>();
  for (const [key, bundle] of bundles) {
    const [first] = bundle;
    if (first === undefined || bundle.length < least) continue;
    for (const edge of bundle) one.set(edge, null);
    one.set(first, {
      ...{ id: `folded ${key}`, type: first.type, directed: first.directed, from: first.from, to: first.to },
      label: `${first.type} × ${grouped(bundle.length)}`,
      width: Math.min(5, 1 + Math.log2(bundle.length) / 2.5),
      members: bundle.map(({ id }) => id),
    });
  }
  if (one.size === 0) return edges;
  return edges.flatMap((edge) => {
    const instead = one.get(edge);
    return instead === undefined ? [edge] : instead === null ? [] : [instead];
  });
}
