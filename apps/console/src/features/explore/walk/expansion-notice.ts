/** The sentence under the canvas after an expansion that found nothing or left edges out. */
import { t } from '@acacia/texts';
import type { Expansion } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';
import { vertexKey, type VertexRef, type WireGraphParts } from '../../workspace-tool/wire-graph.ts';
import { MOST_EDGES, type Walk } from './walk.ts';

/** @returns null where all neighbours were found */
export function expansionNotice(
  vertices: readonly VertexRef[],
  [{ limit }, ...further]: Walk,
  parts: WireGraphParts,
  counts: readonly Expansion['counts'][number][],
): string | null {
  const total = counts.reduce((sum, each) => sum + each.count, 0);
  if (total === 0) return t`It has no neighbours along these edges.`;
  const added = formatNumber(parts.edges.size);
  if (further.length > 0) {
    const least = Math.min(limit, ...further.map((step) => step.limit));
    return someReach(least, parts.vertices.keys(), parts)
      ? t`${added} edges. Where a vertex has more than the limit of a step, some were left out.`
      : null;
  }
  const isAtMost = limit >= MOST_EDGES;
  if (vertices.length > 1) {
    // Edges between two of the vertices count for both: their sum is no number of edges.
    if (!someReach(limit, vertices.map(vertexKey), parts)) return null;
    const most = formatNumber(limit);
    return isAtMost
      ? t`${added} edges were added, ${most} for each vertex at most. Choose types or a condition to see others.`
      : t`${added} edges were added, ${most} for each vertex at most. Raise the limit to see more.`;
  }
  if (parts.edges.size >= total) return null;
  const all = formatNumber(total);
  return isAtMost
    ? t`${added} of ${all} edges were added, the most at once. Choose types or a condition to see others.`
    : t`${added} of ${all} edges were added. Raise the limit to see more.`;
}

/** Whether some of the vertices have as many edges as the limit lets through. */
function someReach(limit: number, keys: Iterable<string>, parts: WireGraphParts): boolean {
  if (parts.edges.size < limit) return false;
  const left = new Map(Iterator.from(keys).map((key) => [key, limit]));
  const isLast = (key: string): boolean => {
    const rest = left.get(key);
    if (rest !== undefined) left.set(key, rest - 1);
    return rest !== undefined && rest <= 1;
  };
  for (const { from_type, from_id, to_type, to_id } of parts.edges.values()) {
    const from = vertexKey({ type: from_type, id: from_id });
    const to = vertexKey({ type: to_type, id: to_id });
    if (isLast(from) || (to !== from && isLast(to))) return true;
  }
  return false;
}
