/**
 * Checks stored queries and loading jobs after a change of the schema. Queries that have become invalid are kept as
 * drafts; jobs that name something that no longer exists are disabled (modifying a graph schema, GSQL reference 4.2).
 */
import type { Diagnostic } from '@acacia/language';
import { keyInGraph, schemaOf, withEntry, type Catalog, type QueryEntry } from './catalog.ts';
import { queryFaults } from '../read/read-text.ts';

interface Invalidated {
  readonly catalog: Catalog;
  readonly queries: readonly QueryEntry[];
  /** Names of loading jobs, with their graphs. */
  readonly jobs: readonly { readonly graph: string; readonly name: string }[];
}

const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error';

/** @param jobFits whether a loading job of a graph, as text, can still be planned over a catalog */
export async function invalidateStored(
  before: Catalog,
  after: Catalog,
  jobFits: (catalog: Catalog, graph: string, code: string) => boolean,
): Promise<Invalidated> {
  let catalog = after;
  const queries: QueryEntry[] = [];
  const jobs: { graph: string; name: string }[] = [];
  const changed = (graph: string): boolean =>
    before.tuples !== after.tuples ||
    before.functionFiles !== after.functionFiles ||
    before.graphs.get(graph) !== after.graphs.get(graph);
  for (const [key, query] of after.queries) {
    if (!changed(query.graph) || query.draft) continue;
    if (!(await queryFaults(query.code, schemaOf(after, query.graph))).some(isError)) continue;
    queries.push(query);
    const marked = { ...query, installed: false, draft: true };
    catalog = { ...catalog, queries: withEntry(catalog.queries, key, marked) };
  }
  for (const job of after.loadingJobs.values()) {
    if (job.disabled === true || !changed(job.graph) || jobFits(after, job.graph, job.code)) continue;
    jobs.push({ graph: job.graph, name: job.name });
    const key = keyInGraph(job.graph, job.name);
    catalog = { ...catalog, loadingJobs: withEntry(catalog.loadingJobs, key, { ...job, disabled: true }) };
  }
  return { catalog, queries, jobs };
}
