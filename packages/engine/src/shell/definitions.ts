/** CREATE VERTEX, CREATE EDGE, CREATE GRAPH and USE GRAPH. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import { addGraph, applySchemaChange } from '../catalog/change-graphs.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { invalidateStored } from '../catalog/check-stored.ts';
import { addTuple } from '../catalog/tuples.ts';
import { EngineError } from '../errors.ts';
import { jobFits } from '../load/loading-job.ts';
import { authorOf, CODES, StatementFailure, type ShellContext } from './shell.ts';
import { edgeTypeOf, tupleOf, vertexTypeOf } from '../catalog/type-definitions.ts';

/** Runs a change; its failure is printed with the line that TigerGraph adds. */
export async function orFail(
  context: ShellContext,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    context.print(cause.message);
    context.print(failure);
    throw new StatementFailure(CODES.runtime);
  }
}

/** Changes the schema, and prints which stored queries and jobs have become invalid. */
export async function changeSchema(
  context: ShellContext,
  change: (catalog: Catalog) => Catalog,
): Promise<void> {
  const lines: string[] = [];
  await context.store.changeCatalog(
    async (before) => {
      const { catalog, queries, jobs } = await invalidateStored(before, change(before), jobFits);
      for (const query of queries) {
        lines.push(`Query ${query.name} becomes invalid after schema update, please update it.`);
      }
      for (const { name, graph } of jobs)
        lines.push(`Loading job '${name}' from graph '${graph}' will be disabled after schema change.`);
      return catalog;
    },
    { author: authorOf(context) },
  );
  for (const line of lines) context.print(line);
}

/** Types made inside a graph's session are global all the same; the shell says so. */
function noteScope(context: ShellContext): void {
  const { graph } = context.session;
  if (graph !== null) {
    context.print(
      `It is a global type; the graph ${graph} does not see it. CREATE GRAPH takes global types.`,
    );
  }
}

export async function createVertex(context: ShellContext, statement: Ast.CreateVertex): Promise<void> {
  const name = statement.name.text;
  await orFail(context, `Failed to create vertex types: [${name}].`, () =>
    changeSchema(context, (catalog) =>
      applySchemaChange(catalog, null, { addVertexTypes: [vertexTypeOf(statement)] }),
    ),
  );
  context.print(`Successfully created vertex types: [${name}].`);
  noteScope(context);
}

export async function createEdge(context: ShellContext, statement: Ast.CreateEdge): Promise<void> {
  const name = statement.name.text;
  await orFail(context, `Failed to create edge types: [${name}].`, () => {
    return changeSchema(context, (catalog) =>
      applySchemaChange(catalog, null, { addEdgeTypes: [edgeTypeOf(statement)] }),
    );
  });
  context.print(`Successfully created edge types: [${name}].`);
  if (statement.reverseEdge !== undefined) {
    context.print(`Successfully created reverse edge types: [${statement.reverseEdge.text}].`);
  }
  noteScope(context);
}

/** `TYPEDEF TUPLE <…> name`, or an accumulator type with a name: every graph sees it. */
export async function createTuple(
  context: ShellContext,
  { name: { text: name }, fields, accum }: Extract<Ast.Statement, { kind: 'createTuple' }>,
): Promise<void> {
  const what = accum === undefined ? 'tuple' : 'accumulator type';
  await orFail(context, `Failed to create the ${what} ${name}.`, () =>
    context.store.changeCatalog((catalog) =>
      addTuple(catalog, { ...tupleOf(name, fields), ...(accum === undefined ? {} : { accum }) }),
    ),
  );
  context.print(`Successfully created the ${what} ${name}.`);
}

// ---------------------------------------------------------------- graphs

export async function createGraph(
  context: ShellContext,
  { name: { text: name }, types, admin }: Ast.CreateGraph,
): Promise<void> {
  const { host } = context.options;
  await orFail(context, `The graph ${name} could not be created!`, async () => {
    if (admin !== undefined && host?.isUser(admin) !== true)
      throw engineError('userUnknown', { name: admin });
    await context.store.changeCatalog(
      (catalog) => addGraph(catalog, name, types === '*' ? types : types.map((each) => each.text)),
      { author: authorOf(context) },
    );
  });
  await host?.made({ graph: name, ...(admin === undefined ? {} : { admin }) });
  context.session.graph = name;
  context.print(`The graph ${name} is created.`);
}

export function useGraph(context: ShellContext, name: string | null): void {
  if (name !== null && !context.store.catalog.graphs.has(name)) {
    context.print(`Graph '${name}' does not exist.`);
    throw new StatementFailure(CODES.noGraph);
  }
  context.session.graph = name;
  context.print(name === null ? 'Using global scope' : `Using graph '${name}'`);
}

/**
 * The graph of the session.
 * @throws EngineError when none is chosen, or when it does not exist
 */
export function requireGraph(context: ShellContext): string {
  const { graph } = context.session;
  if (graph === null) throw engineError('noGraphChosen');
  if (!context.store.catalog.graphs.has(graph)) {
    throw engineError('graphUnknown', { graph });
  }
  return graph;
}
