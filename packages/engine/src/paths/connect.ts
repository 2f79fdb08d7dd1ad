/** Everything on the shortest paths between any two of some vertices. */
import type { VertexRef } from '../graph/snapshot.ts';
import type { QueryContext } from '../library/context.ts';
import type { ConnectionSearch } from '../path-search.ts';
import { EdgeList } from './edge-list.ts';
import { EndSearch } from './end-search.ts';
import { printGraph } from './print-graph.ts';
import { Walk } from './walk.ts';
import { followBack } from './ways-back.ts';

/** Prints an object with the ends first, or the count of the edges where these are too many. */
export function connect(context: QueryContext, asked: ConnectionSearch, ends: readonly VertexRef[]): void {
  const walk = new Walk(context, asked, new Set(ends));
  const search = new EndSearch(walk, ends);
  search.reach(asked.longest);
  const edges = new EdgeList(asked.mostEdges);
  followBack(walk, search, edges);
  const pairs = search.lengths.flatMap((lengths, from) =>
    lengths.flatMap((length, to) => (from < to && length < Infinity ? [{ from, to, length }] : [])),
  );
  printGraph(context, search.kept, edges, { pairs });
}
