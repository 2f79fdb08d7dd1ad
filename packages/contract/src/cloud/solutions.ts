/** Sample solutions: the catalog, and the installed ones (specification part 2, sections 3, 4, 7). */
import { WireGraphSchema } from '@acacia/base';
import { z } from 'zod';
import { Name } from '../names.ts';
import { GraphStyle } from '../workspace/graph-styles.ts';
import { SolutionStatus } from './solution-status.ts';

/**
 * `sample`: with generated data; `full`: with the larger generated data of a solution that has some (`full_rows`); `none`:
 * schema and queries alone.
 */
export const DataSourceOrigin = z.enum(['sample', 'full', 'none']);

export const SolutionInstallRequest = z
  .object({
    name: Name,
    solution_catalog_id: z.string(),
    data_source_origin: DataSourceOrigin.default('sample'),
  })
  .strict()
  .meta({ id: 'SolutionInstallRequest' });
export type SolutionInstallRequest = z.infer<typeof SolutionInstallRequest>;

export const SolutionCatalogEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    graph: z.string(),
    description: z.string(),
    categories: z.array(z.string()),
    provider: z.string(),
    is_library: z.boolean(),
    algorithms: z.array(z.string()),
    /**
     * Whether the solution brings a dashboard for the Insights add-on (cloud product, solutions). None does while that
     * add-on cannot be opened; the console does not show the field.
     */
    hasInsights: z.boolean(),
    /** SVG text; '' when it has none. */
    icon: z.string(),
    /** Description of the sample data, and its number of rows. */
    data_description: z.string(),
    sample_rows: z.number().int(),
    /** Rows of its data in full size; null: it has one size. */
    full_rows: z.number().int().nullable(),
  })
  .meta({ id: 'SolutionCatalogEntry' });
export type SolutionCatalogEntry = z.infer<typeof SolutionCatalogEntry>;

/** The language of a solution's guide, and of what is told of its queries. */
export const SolutionLanguage = z.enum(['en', 'zh']).meta({ id: 'SolutionLanguage' });
export type SolutionLanguage = z.infer<typeof SolutionLanguage>;

/** A query of a solution, with values of its parameters that find something in the sample data. */
export const SolutionQuery = z
  .object({
    name: z.string(),
    title: z.string(),
    /** The question that it answers, as a person of the field asks it. */
    question: z.string(),
    /** The query's own first comment. */
    description: z.string(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'SolutionQuery' });
export type SolutionQuery = z.infer<typeof SolutionQuery>;

/** All parts of a solution: texts, the schema with its style to be drawn, and its guide. */
export const SolutionMeta = z
  .object({
    schema: z.string(),
    schemaJSON: WireGraphSchema,
    styleJSON: GraphStyle,
    queries: z.string(),
    queriesDocs: z.array(SolutionQuery),
    loadingJob: z.string(),
    /** Markdown. */
    guide: z.string(),
    reset: z.string(),
  })
  .meta({ id: 'SolutionMeta' });
export type SolutionMeta = z.infer<typeof SolutionMeta>;

export const SolutionInstance = z
  .object({
    id: z.string(),
    workgroup_id: z.string(),
    workspace_id: z.string(),
    workspace_name: z.string(),
    solution_catalog_id: z.string(),
    name: z.string(),
    graph_name: z.string(),
    owner_email: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    solution_status: SolutionStatus,
    gsql_log: z.string(),
  })
  .meta({ id: 'SolutionInstance' });
export type SolutionInstance = z.infer<typeof SolutionInstance>;

export const NO_INSTALL_RIGHT = 'In the current workgroup, you do not have permission to install solutions.';
