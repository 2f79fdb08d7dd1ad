/** Sentences for a screen reader: the content of a graph, and its changes. */
import { comma, t } from '@acacia/texts';
import { grouped } from './grouped.ts';
import type { GraphData } from './model.ts';

/** Types that are named; more are counted. */
const MOST_NAMED = 6;

function vertices(count: number): string {
  if (count === 0) return t`no vertices`;
  return count === 1 ? t`${count} vertex` : t`${grouped(count)} vertices`;
}
function edges(count: number): string {
  if (count === 0) return t`no edges`;
  return count === 1 ? t`${count} edge` : t`${grouped(count)} edges`;
}
const others = (types: number): string =>
  types === 1 ? t`${types} other type` : t`${grouped(types)} other types`;

function byType(elements: readonly { readonly type: string }[]): string {
  const counts = new Map<string, number>();
  for (const { type } of elements) counts.set(type, (counts.get(type) ?? 0) + 1);
  if (counts.size === 0) return '';
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const named = sorted.slice(0, MOST_NAMED).map(([type, count]) => `${grouped(count)} ${type}`);
  const rest = sorted.length - named.length;
  const parts = rest === 0 ? named : [...named, others(rest)];
  return t` (${parts.join(comma)})`;
}

/** `3 vertices (2 Person, 1 Account), 2 edges (2 Owns)` */
export const summaryOf = (data: GraphData): string =>
  t`${vertices(data.nodes.length)}${byType(data.nodes)}, ${edges(data.edges.length)}${byType(data.edges)}`;

/** The spoken difference of two graphs: `2 vertices and 3 edges came, 1 vertex went.`; '' where none came or went. */
export function changeOf(before: GraphData, after: GraphData): string {
  const missing = (
    from: readonly { readonly id: string }[],
    in_: readonly { readonly id: string }[],
  ): number => {
    const ids = new Set(in_.map(({ id }) => id));
    return from.reduce((count, { id }) => count + (ids.has(id) ? 0 : 1), 0);
  };
  /** Elements that came, or went; null where none did. */
  const elements = (nodeCount: number, edgeCount: number): string | null => {
    if (nodeCount === 0) return edgeCount === 0 ? null : edges(edgeCount);
    return edgeCount === 0 ? vertices(nodeCount) : t`${vertices(nodeCount)} and ${edges(edgeCount)}`;
  };
  const came = elements(missing(after.nodes, before.nodes), missing(after.edges, before.edges));
  const went = elements(missing(before.nodes, after.nodes), missing(before.edges, after.edges));
  const parts = [...(came === null ? [] : [t`${came} came`]), ...(went === null ? [] : [t`${went} went`])];
  return parts.length === 0 ? '' : t`${parts.join(comma)}.`;
}
