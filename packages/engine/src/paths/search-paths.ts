/** Searches for paths, which a query worker does in the place of running a query. */
import type { VertexRef } from '../graph/snapshot.ts';
import type { QueryContext } from '../library/context.ts';
import type { AnyPathSearch } from '../path-search.ts';
import { connect } from './connect.ts';
import { findPaths } from './find-paths.ts';
import { unitePaths } from './unite-paths.ts';

/** Prints what is found. @throws EngineError when the query was stopped or needs too much memory */
export function searchPaths(
  context: QueryContext,
  search: AnyPathSearch,
  from: Iterable<VertexRef>,
  to: Iterable<VertexRef>,
): void {
  if (search.kind === 'paths') findPaths(context, search, from, to);
  else if (search.kind === 'union') unitePaths(context, search, [...from], [...to]);
  else connect(context, search, [...from]);
}
