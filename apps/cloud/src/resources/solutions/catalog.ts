/** The catalog of solutions, as the API presents it. */
import type { SolutionCatalogEntry, SolutionMeta } from '@acacia/contract';
import {
  graphSchema,
  solutionCatalog,
  solutionKit,
  type SolutionEntry,
  type SolutionKit,
} from '@acacia/solutions';
import { badField, notFound } from '../../errors/problem.ts';

function present(entry: SolutionEntry): SolutionCatalogEntry {
  const { id, name, description, categories } = entry;
  if (!entry.available) {
    return {
      id,
      name,
      description,
      categories,
      graph: '',
      provider: 'Acacia',
      is_library: false,
      algorithms: [],
      hasInsights: false,
      icon: '',
      unavailable_reason: entry.reason,
      data_description: '',
      sample_rows: 0,
    };
  }
  const { graph, provider, is_library, algorithms, hasInsights, icon, dataset } = entry;
  return {
    id,
    name,
    description,
    categories,
    graph,
    provider,
    is_library,
    algorithms,
    hasInsights,
    icon,
    unavailable_reason: '',
    data_description: dataset.description,
    sample_rows: Object.values(dataset.rows).reduce((sum, rows) => sum + rows, 0),
  };
}

/** All solutions; those that can be installed come first. */
export const catalogEntries = (): SolutionCatalogEntry[] =>
  solutionCatalog()
    .map(present)
    .sort((a, b) => Number(a.unavailable_reason !== '') - Number(b.unavailable_reason !== ''));

/** The kit of a solution to install. @throws Problem at the field when it is unknown or cannot be installed */
export function installableKit(id: string, field: string): SolutionKit {
  const kit = solutionKit(id);
  if (kit !== undefined) return kit;
  const entry = solutionCatalog().find((known) => known.id === id);
  if (entry?.available === false) throw badField(field, 'solutionNotInstallable', { reason: entry.reason });
  throw badField(field, 'noSolution', { id });
}

/** Joins texts, each below the name of its file (cloud product, solutions). */
const joined = (texts: ReadonlyMap<string, string>): string =>
  [...texts].map(([name, text]) => `#File: ${name}.gsql\n${text}`).join('\n');

/** @throws Problem when there is none */
export function kitMeta(id: string): SolutionMeta {
  const kit = solutionKit(id);
  if (kit === undefined) throw notFound('solution');
  return {
    schema: joined(kit.schema),
    schemaJSON: graphSchema(kit),
    styleJSON: kit.style,
    queries: joined(kit.queries),
    queriesDocs: [...kit.queriesDocs],
    loadingJob: joined(kit.loadingJobs),
    guide: kit.guide,
    reset: `DROP GRAPH ${kit.meta.graph}`,
  };
}
