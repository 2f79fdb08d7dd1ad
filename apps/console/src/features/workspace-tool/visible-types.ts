/** Types that are switched off in the legend, and the graph without them. */
import type { GraphData } from '@acacia/graph-view';

export interface HiddenTypes {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

export const NOTHING_HIDDEN: HiddenTypes = { nodes: new Set(), edges: new Set() };

export function toggled(hidden: HiddenTypes, kind: 'node' | 'edge', type: string): HiddenTypes {
  const key = kind === 'node' ? 'nodes' : 'edges';
  const next = new Set(hidden[key]);
  if (!next.delete(type)) next.add(type);
  return { ...hidden, [key]: next };
}

export function withoutHidden(data: GraphData, hidden: HiddenTypes): GraphData {
  if (hidden.nodes.size === 0 && hidden.edges.size === 0) return data;
  return {
    nodes: data.nodes.filter((node) => !hidden.nodes.has(node.type)),
    edges: data.edges.filter((edge) => !hidden.edges.has(edge.type)),
  };
}

/** Number of items by type, in the order of first occurrence. */
export function countsOf(items: readonly { readonly type: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of items) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
