/** The catalog of solutions, as the API presents it. */
import type {
  SolutionCatalogEntry,
  SolutionInstallRequest,
  SolutionLanguage,
  SolutionMeta,
} from '@acacia/contract';
import { graphSchema, solutionCatalog, solutionKit, type SolutionKit } from '@acacia/solutions';
import { badField, notFound } from '../../errors/problem.ts';

/** All solutions, by name. */
export const catalogEntries = (): SolutionCatalogEntry[] =>
  solutionCatalog().map(({ dataset, features: _, ...entry }) => ({
    ...entry,
    data_description: dataset.description,
    sample_rows: rowsIn(dataset.rows),
    full_rows: dataset.full_rows === undefined ? null : rowsIn(dataset.full_rows),
  }));

const rowsIn = (files: Readonly<Record<string, number>>): number =>
  Object.values(files).reduce((sum, rows) => sum + rows, 0);

/**
 * The kit of a solution to install.
 * @param within the request's place in the body of the call, as `solution_install_request.`
 * @throws Problem at the field of the request that asks for what is not there
 */
export function installableKit(
  { solution_catalog_id: id, data_source_origin: origin }: Omit<SolutionInstallRequest, 'name'>,
  within = '',
): SolutionKit {
  const kit = solutionKit(id);
  if (kit === undefined) throw badField(`${within}solution_catalog_id`, 'noSolution', { id });
  if (origin === 'full' && kit.meta.dataset.full_rows === undefined) {
    throw badField(`${within}data_source_origin`, 'noFullSize', { solution: kit.meta.name });
  }
  return kit;
}

/** Joins texts, each below the name of its file (cloud product, solutions). */
const joined = (texts: ReadonlyMap<string, string>): string =>
  [...texts].map(([name, text]) => `#File: ${name}.gsql\n${text}`).join('\n');

/** @throws Problem when there is none */
export function kitMeta(id: string, language: SolutionLanguage): SolutionMeta {
  const kit = solutionKit(id, language);
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
