/** LS and SHOW. */
import type { Ast, AttributeIndex } from '@acacia/language';
import {
  scopeOf,
  type GraphEntry,
  type LoadingJobEntry,
  type QueryEntry,
  type SchemaJobEntry,
} from '../catalog/catalog.ts';
import { engineError } from '../errors/catalogue.ts';
import { requireGraph } from './definitions.ts';
import { isPattern, nameMatcher, type NameTest } from './name-pattern.ts';
import type { ShellContext } from './shell.ts';
import {
  edgeText,
  graphText,
  queryState,
  queryText,
  tupleText,
  vectorLines,
  vertexText,
} from '../catalog/type-text.ts';
import { showPackages } from './show-packages.ts';

export function listScope(context: ShellContext): void {
  const { catalog } = context.store;
  const { print } = context;
  const graph = context.session.graph === null ? null : requireGraph(context);
  print(graph === null ? '---- Global vertices, edges, and all graphs' : `---- Graph ${graph}`);
  section(context, 'Vertex Types:', vertexLines(context));
  section(context, 'Edge Types:', edgeLines(context));
  vectorSection(context);
  if (catalog.tuples.size > 0) section(context, 'Tuples:', [...catalog.tuples.values()].map(tupleText));
  const indexes = indexesOf(context).map(indexText);
  if (indexes.length > 0) section(context, 'Indexes:', indexes);
  print('');
  const graphs = [...catalog.graphs.values()].filter((entry) => graph === null || entry.name === graph);
  section(
    context,
    'Graphs:',
    graphs.map((entry) => graphText(catalog, entry)),
  );
  section(
    context,
    'Jobs:',
    jobsOf(context, 'job').map((job) => `${stateOf(job)}${job.code}`.split('\n').join('\n    ')),
  );
  if (graph !== null) section(context, 'Queries:', queriesOf(context).map(queryText));
  print('');
  print('JSON API version: v2');
  print('Syntax version: v2');
  print('');
}

function section({ print }: ShellContext, title: string, lines: readonly string[]): void {
  print(title);
  for (const line of lines) print(`  - ${line}`);
}

const any: NameTest = () => true;

/** Vectors, where there are any. */
function vectorSection(context: ShellContext, matches = any): void {
  const scope = scopeOf(context.store.catalog, context.session.graph);
  const lines = [...scope.vertexTypes.values()]
    .filter((entry) => matches(entry.type.name))
    .flatMap(vectorLines);
  if (lines.length > 0) section(context, 'Vector Embeddings:', lines);
}

function vertexLines(context: ShellContext, matches = any): string[] {
  const scope = scopeOf(context.store.catalog, context.session.graph);
  return [...scope.vertexTypes.values()].filter((entry) => matches(entry.type.name)).map(vertexText);
}

function edgeLines(context: ShellContext, matches = any): string[] {
  const { catalog } = context.store;
  const scope = scopeOf(catalog, context.session.graph);
  return [...scope.edgeTypes]
    .filter(([name]) => matches(name))
    .map(([name, seen]) => edgeText(catalog, scope, name, seen));
}

function indexesOf(context: ShellContext): (AttributeIndex & { readonly type: string })[] {
  const scope = scopeOf(context.store.catalog, context.session.graph);
  return [...scope.vertexTypes.values()].flatMap(({ type }) =>
    (type.indexes ?? []).map((index) => ({ ...index, type: type.name })),
  );
}

const indexText = ({ name, type, attribute }: AttributeIndex & { readonly type: string }): string =>
  `INDEX ${name} ON VERTEX ${type}(${attribute})`;

function jobsOf(context: ShellContext, what: 'job' | 'loadingJob' | 'schemaJob') {
  const { graph } = context.session;
  const { loadingJobs, schemaJobs } = context.store.catalog;
  const jobs = [
    ...(what === 'loadingJob' ? [] : schemaJobs.values()),
    ...(what === 'schemaJob' ? [] : loadingJobs.values()),
  ];
  return jobs.filter((job) => graph === null || job.graph === graph);
}

/** A line above a job that cannot be run any more. */
const stateOf = (job: LoadingJobEntry | SchemaJobEntry): string =>
  'disabled' in job && job.disabled === true ? '# disabled\n' : '';

function queriesOf(context: ShellContext): QueryEntry[] {
  const { graph } = context.session;
  return [...context.store.catalog.queries.values()].filter(
    (query) => graph === null || query.graph === graph,
  );
}

function showGraphs(
  context: ShellContext,
  { pattern }: Extract<Ast.Statement, { kind: 'show' }>,
  graphs: readonly GraphEntry[],
): void {
  // Scripts recognise by these words that a graph does not exist.
  if (graphs.length === 0 && pattern !== undefined && !isPattern(pattern))
    throw engineError('graphListedUnknown', { name: pattern });
  for (const graph of graphs) context.print(`  - ${graphText(context.store.catalog, graph)}`);
}

export function showObjects(
  context: ShellContext,
  statement: Extract<Ast.Statement, { kind: 'show' }>,
): void {
  const matches = nameMatcher(statement);
  const { print } = context;
  const { catalog } = context.store;
  const named = <T extends { readonly name: string }>(list: Iterable<T>): T[] =>
    [...list].filter(({ name }) => matches(name));
  switch (statement.what) {
    case 'vertex':
      section(context, 'Vertex Types:', vertexLines(context, matches));
      return vectorSection(context, matches);
    case 'edge':
      return section(context, 'Edge Types:', edgeLines(context, matches));
    case 'tuple':
      return section(context, 'Tuples:', named(catalog.tuples.values()).map(tupleText));
    case 'index':
      return section(context, 'Indexes:', named(indexesOf(context)).map(indexText));
    case 'graph':
      return showGraphs(context, statement, named(catalog.graphs.values()));
    case 'job':
    case 'loadingJob':
    case 'schemaJob':
      for (const job of named(jobsOf(context, statement.what))) print(`${stateOf(job)}${job.code}`);
      return;
    case 'query':
      for (const query of named(queriesOf(context))) {
        const state = queryState(query);
        if (state !== '') print(`# ${state}`);
        print(query.code);
      }
      return;
    case 'package':
      return showPackages(context, statement, matches);
  }
}
