/**
 * Calls that install a solution in a workspace, and those that remove it. Each list is run from its beginning; after a
 * crash it is run from its beginning once more.
 *
 * The types belong to the solution's graph alone, so that dropping the graph removes all that was made and nothing
 * else. Whether a graph of that name is somebody else's must be known before the first run.
 */
import type { GraphStyle, WireGraphSchema } from '@acacia/contract';
import { parseProgram, schemaAfter, schemaToWire, type Ast } from '@acacia/language';
import type { SolutionKit } from './kit.ts';

/** `DELETE /gsql/v1/schema/graphs/{graph}`; a graph that is not there (404) is as good as dropped. */
interface DropGraph {
  readonly kind: 'drop-graph';
  readonly graph: string;
}

/** `POST /gsql/v1/schema/graphs` with `schema` as its body: the graph with all types, or nothing. */
interface CreateGraph {
  readonly kind: 'create-graph';
  readonly schema: WireGraphSchema;
}

/** `PUT /api/graph-styles/local/{graph}` */
interface SaveStyle {
  readonly kind: 'style';
  readonly graph: string;
  readonly style: GraphStyle;
}

/** `PUT /api/data-files/{name}` with the content of the generated file `source`. */
interface Upload {
  readonly kind: 'upload';
  readonly source: string;
  readonly name: string;
}

/** GSQL text with `graph` in use; the shell must end with the return code 0. */
interface Statements {
  readonly kind: 'statements';
  readonly graph: string;
  readonly text: string;
}

/** `POST /gsql/v1/loading-jobs/run?graph=`, then its status until it ended; nothing may be rejected. */
interface Load {
  readonly kind: 'load';
  readonly graph: string;
  readonly job: string;
  /** Names of uploaded files by the job's file variables. */
  readonly files: Readonly<Record<string, string>>;
}

/** `DELETE /api/data-files/{name}`; a file that is not there (404) is as good as deleted. */
interface DeleteFile {
  readonly kind: 'delete-file';
  readonly name: string;
}

/** `POST /restpp/query/{graph}/{query}` with `{}`; its answer is of no interest. */
interface RunQuery {
  readonly kind: 'query';
  readonly graph: string;
  readonly query: string;
}

/** One step; the title is for the person who watches. */
export type SolutionStep = { readonly title: string } & (
  | DropGraph
  | CreateGraph
  | SaveStyle
  | Upload
  | Statements
  | Load
  | DeleteFile
  | RunQuery
);

const statementsOf = (files: ReadonlyMap<string, string>): readonly Ast.Statement[] =>
  [...files].flatMap(([name, text]) => {
    const { program, diagnostics } = parseProgram(text);
    const fault = diagnostics.find(({ severity }) => severity === 'error');
    if (fault !== undefined) throw new Error(`${name}.gsql: ${fault.message}`);
    return program.statements;
  });

const NOTHING = { name: '', vertexTypes: [], edgeTypes: [], tuples: [], queries: [] };

/** The schema of the kit's graph. @throws Error when the kit's texts make another one */
export function graphSchema(kit: SolutionKit): WireGraphSchema {
  const schema = schemaAfter(statementsOf(kit.schema), NOTHING, []);
  if (schema.name !== kit.meta.graph) throw new Error(`The schema of ${kit.meta.id} makes another graph.`);
  return schemaToWire(schema, () => true);
}

/** Uploaded files bear the graph's name, so that they meet none of somebody's own. */
const uploadName = (kit: SolutionKit, file: string): string => `${kit.meta.graph}.${file}.csv`;

const dropGraph = (kit: SolutionKit, title: string): SolutionStep => ({
  title,
  kind: 'drop-graph',
  graph: kit.meta.graph,
});

const deleteFile = (name: string): SolutionStep => ({
  title: `Delete the uploaded file ${name}`,
  kind: 'delete-file',
  name,
});

/** File by file, so that a small workspace has little to do at a time and little on its disk. */
function loadSteps(kit: SolutionKit): SolutionStep[] {
  const { graph, dataset } = kit.meta;
  const jobs = statementsOf(kit.loadingJobs).filter((statement) => statement.kind === 'createLoadingJob');
  return Object.keys(dataset.rows).flatMap((file): SolutionStep[] => {
    const job = jobs.find(({ files }) => files.some(({ name }) => name.text === file))?.name.text;
    if (job === undefined) throw new Error(`No loading job of ${kit.meta.id} reads ${file}.csv.`);
    const name = uploadName(kit, file);
    return [
      { title: `Upload ${name}`, kind: 'upload', source: `${file}.csv`, name },
      { title: `Load ${name}`, kind: 'load', graph, job, files: { [file]: name } },
      deleteFile(name),
    ];
  });
}

/** @throws Error when a file of the kit is not valid: a fault of the kit, not of the workspace */
export function installSteps(kit: SolutionKit): SolutionStep[] {
  const { graph, features } = kit.meta;
  return [
    dropGraph(kit, 'Remove what an earlier attempt left'),
    { title: `Create the graph ${graph}`, kind: 'create-graph', schema: graphSchema(kit) },
    { title: 'Store the colors of the graph', kind: 'style', graph, style: kit.style },
    ...[...kit.loadingJobs].map(([name, text]): SolutionStep => ({
      title: `Create the loading job ${name}`,
      kind: 'statements',
      graph,
      text,
    })),
    ...loadSteps(kit),
    {
      title: `Create ${kit.queries.size} queries`,
      kind: 'statements',
      graph,
      text: [...kit.queries.values()].join('\n'),
    },
    { title: 'Install the queries', kind: 'statements', graph, text: 'INSTALL QUERY ALL' },
    ...features.map((query): SolutionStep => ({ title: `Run ${query}`, kind: 'query', graph, query })),
  ];
}

export const uninstallSteps = (kit: SolutionKit): SolutionStep[] => [
  dropGraph(kit, `Drop the graph ${kit.meta.graph}`),
  ...Object.keys(kit.meta.dataset.rows).map((file) => deleteFile(uploadName(kit, file))),
];
