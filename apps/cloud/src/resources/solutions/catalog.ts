/** The catalog of solutions, as the API presents it. */
import type { SolutionCatalogEntry, SolutionMeta } from '@acacia/contract';
import { graphSchema, solutionCatalog, solutionKit, type SolutionKit } from '@acacia/solutions';
import { badField, notFound } from '../../errors/problem.ts';

/** All solutions, by name. */
export const catalogEntries = (): SolutionCatalogEntry[] =>
  solutionCatalog().map(({ dataset, features: _, ...entry }) => ({
    ...entry,
    data_description: dataset.description,
    sample_rows: Object.values(dataset.rows).reduce((sum, rows) => sum + rows, 0),
  }));

/** The kit of a solution to install. @throws Problem at the field when it is unknown */
export function installableKit(id: string, field: string): SolutionKit {
  const kit = solutionKit(id);
  if (kit !== undefined) return kit;
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
