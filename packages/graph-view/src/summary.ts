/** Sentences for a screen reader: the content of a graph, and its changes. */
import { grouped } from './grouped.ts';
import type { GraphData } from './model.ts';

/** Types that are named; more are counted. */
const MOST_NAMED = 6;

const counted = (count: number, one: string, many: string): string =>
  `${count === 0 ? 'no' : grouped(count)} ${count === 1 ? one : many}`;
const vertices = (count: number): string => counted(count, 'vertex', 'vertices');
const edges = (count: number): string => counted(count, 'edge', 'edges');

function byType(elements: readonly { readonly type: string }[]): string {
  const counts = new Map<string, number>();
  for (const { type } of elements) counts.set(type, (counts.get(type) ?? 0) + 1);
  if (counts.size === 0) return '';
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const named = sorted.slice(0, MOST_NAMED).map(([type, count]) => `${grouped(count)} ${type}`);
  const rest = sorted.length - named.length;
  const parts = rest === 0 ? named : [...named, counted(rest, 'other type', 'other types')];
  return ` (${parts.join(', ')})`;
}

/** `3 vertices (2 Person, 1 Account), 2 edges (2 Owns)` */
export const summaryOf = (data: GraphData): string =>
  `${vertices(data.nodes.length)}${byType(data.nodes)}, ${edges(data.edges.length)}${byType(data.edges)}`;

/** The spoken difference of two graphs: `2 vertices and 3 edges came, 1 vertex went.`; '' where none came or went. */
export function changeOf(before: GraphData, after: GraphData): string {
  const missing = (
    from: readonly { readonly id: string }[],
    in_: readonly { readonly id: string }[],
  ): number => {
    const ids = new Set(in_.map(({ id }) => id));
    return from.reduce((count, { id }) => count + (ids.has(id) ? 0 : 1), 0);
  };
  const phrase = (nodeCount: number, edgeCount: number, verb: string): string[] => {
    const parts = [
      ...(nodeCount === 0 ? [] : [vertices(nodeCount)]),
      ...(edgeCount === 0 ? [] : [edges(edgeCount)]),
    ];
    return parts.length === 0 ? [] : [`${parts.join(' and ')} ${verb}`];
  };
  const parts = [
    ...phrase(missing(after.nodes, before.nodes), missing(after.edges, before.edges), 'came'),
    ...phrase(missing(before.nodes, after.nodes), missing(before.edges, after.edges), 'went'),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}
