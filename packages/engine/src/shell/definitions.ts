/** CREATE VERTEX, CREATE EDGE, CREATE GRAPH, USE GRAPH and DROP. */
import type { Ast } from '@acacia/language';
import { addGraph, applySchemaChange, emptied, removeGraph } from '../catalog/change-graphs.ts';
import { scopeOf, type Catalog, type Scope } from '../catalog/catalog.ts';
import { invalidateStored } from '../catalog/check-stored.ts';
import { disableCallers, dropQuery, findQuery } from '../catalog/queries.ts';
import { addTuple, removeTuple } from '../catalog/tuples.ts';
import { EngineError } from '../errors.ts';
import { CODES, StatementFailure, type ShellContext } from './shell.ts';
import { edgeTypeOf, tupleOf, vertexTypeOf } from './type-definitions.ts';

const semantic = (message: string): EngineError =>
  new EngineError('GSQL-SEMANTIC', `Semantic Check Fails: ${message}`);

/** Runs a change; its failure is printed with the line that TigerGraph adds. */
export const orFail = async (
  context: ShellContext,
  failure: string,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    context.print(cause.message);
    context.print(failure);
    throw new StatementFailure(CODES.runtime);
  }
};

/** Changes the schema, and tells which stored queries and jobs no longer fit. */
export const changeSchema = async (
  context: ShellContext,
  change: (catalog: Catalog) => Catalog,
): Promise<void> => {
  const lines: string[] = [];
  await context.store.changeCatalog((before) => {
    const { catalog, queries, jobs } = invalidateStored(before, change(before));
    for (const query of queries) {
      lines.push(`Query ${query.name} becomes invalid after schema update, please update it.`);
    }
    for (const { name, graph } of jobs)
      lines.push(`Loading job '${name}' from graph '${graph}' will be disabled after schema change.`);
    return catalog;
  });
  for (const line of lines) context.print(line);
};

/** Types made inside a graph's session are global all the same; the shell says so. */
const noteScope = (context: ShellContext): void => {
  const { graph } = context.session;
  if (graph !== null) {
    context.print(
      `It is a global type; the graph ${graph} does not see it. CREATE GRAPH takes global types.`,
    );
  }
};

export const createVertex = async (context: ShellContext, statement: Ast.CreateVertex): Promise<void> => {
  const name = statement.name.text;
  await orFail(context, `Failed to create vertex types: failed to create the vertex type ${name}`, () =>
    changeSchema(context, (catalog) =>
      applySchemaChange(catalog, null, { addVertexTypes: [vertexTypeOf(statement)] }),
    ),
  );
  context.print(`The vertex type ${name} is created.`);
  noteScope(context);
};

export const createEdge = async (context: ShellContext, statement: Ast.CreateEdge): Promise<void> => {
  const name = statement.name.text;
  await orFail(context, `Failed to create edge types: failed to create the edge type ${name}`, () => {
    return changeSchema(context, (catalog) =>
      applySchemaChange(catalog, null, { addEdgeTypes: [edgeTypeOf(statement)] }),
    );
  });
  context.print(`The edge type ${name} is created.`);
  if (statement.reverseEdge !== undefined) {
    context.print(`The reverse edge type ${statement.reverseEdge.text} is created.`);
  }
  noteScope(context);
};

/** `TYPEDEF TUPLE <…> name`, or an accumulator type with a name: every graph sees it. */
export const createTuple = async (
  context: ShellContext,
  { name: { text: name }, fields, accum }: Extract<Ast.Statement, { kind: 'createTuple' }>,
): Promise<void> => {
  const what = accum === undefined ? 'tuple' : 'accumulator type';
  await orFail(context, `Failed to create the ${what} ${name}.`, () =>
    context.store.changeCatalog((catalog) =>
      addTuple(catalog, { ...tupleOf(name, fields), ...(accum === undefined ? {} : { accum }) }),
    ),
  );
  context.print(`Successfully created the ${what} ${name}.`);
};

// ---------------------------------------------------------------- graphs

export const createGraph = async (
  context: ShellContext,
  name: string,
  types: readonly Ast.Name[] | '*',
): Promise<void> => {
  await orFail(context, `The graph ${name} could not be created!`, () =>
    context.store.changeCatalog((catalog) => {
      const names = types === '*' ? types : types.map((each) => each.text);
      const global = scopeOf(catalog, null);
      if (names !== '*' && names.length > 0 && names.every((each) => global.vertexTypes.has(each))) {
        throw semantic('There is no edge type specified! Please specify at least one edge type!');
      }
      return addGraph(catalog, name, names);
    }),
  );
  context.session.graph = name;
  context.print(`The graph ${name} is created.`);
};

export const useGraph = (context: ShellContext, name: string | null): void => {
  if (name !== null && !context.store.catalog.graphs.has(name)) {
    context.print(`Graph '${name}' does not exist.`);
    throw new StatementFailure(CODES.noGraph);
  }
  context.session.graph = name;
  context.print(name === null ? 'Using global scope' : `Using graph '${name}'`);
};

// ---------------------------------------------------------------- DROP

const DROPPABLE = {
  vertex: 'vertex type',
  edge: 'edge type',
  graph: 'graph',
  query: 'query',
  job: 'job',
  tuple: 'tuple',
} as const;

export const dropObjects = async (
  context: ShellContext,
  what: Ast.DropKind,
  names: readonly Ast.Name[] | '*',
): Promise<void> => {
  if (what === 'all') return dropAll(context);
  const { catalog } = context.store;
  const chosen = names === '*' ? namesOf(context, catalog, what) : names.map((each) => each.text);
  const failure = `Failed to drop the ${DROPPABLE[what]} ${chosen.join(', ')}.`;
  switch (what) {
    case 'vertex':
    case 'edge':
      await orFail(context, failure, () => dropTypes(context, what, chosen));
      for (const name of chosen) context.print(`The ${DROPPABLE[what]} ${name} is dropped.`);
      return;
    case 'graph':
      await orFail(context, failure, () =>
        context.store.changeCatalog((before) => chosen.reduce(removeGraph, before)),
      );
      for (const name of chosen) context.print(`The graph ${name} is dropped.`);
      if (context.session.graph !== null && chosen.includes(context.session.graph))
        context.session.graph = null;
      return;
    case 'query':
      // In the global scope all queries of all graphs can be dropped, and no single one.
      if (context.session.graph !== null || names !== '*')
        return dropQueriesOf(context, requireGraph(context), chosen);
      for (const graph of catalog.graphs.keys())
        await dropQueriesOf(context, graph, queryNames(catalog, graph));
      return;
    case 'job':
      await orFail(context, failure, () => dropJobs(context, chosen));
      for (const name of chosen) context.print(`The job ${name} is dropped!`);
      return;
    case 'tuple':
      await orFail(context, failure, () =>
        changeSchema(context, (before) => chosen.reduce(removeTuple, before)),
      );
      for (const name of chosen) context.print(`The tuple ${name} is dropped.`);
  }
};

/** The graph of the session. Throws EngineError when none is chosen. */
export const requireGraph = (context: ShellContext): string => {
  const { graph } = context.session;
  if (graph === null) throw new EngineError('REST-1004', 'No graph is chosen. Use USE GRAPH first.');
  if (!context.store.catalog.graphs.has(graph)) {
    throw new EngineError('REST-1004', `The graph '${graph}' does not exist.`);
  }
  return graph;
};

const namesOf = (context: ShellContext, catalog: Catalog, what: Exclude<Ast.DropKind, 'all'>): string[] => {
  const { graph } = context.session;
  const scope: Scope = scopeOf(catalog, graph);
  switch (what) {
    case 'vertex':
      return [...scope.vertexTypes.keys()];
    case 'edge':
      return [...scope.edgeTypes].filter(([, seen]) => !seen.reversed).map(([name]) => name);
    case 'graph':
      return [...catalog.graphs.keys()];
    case 'query':
      return graph === null ? [] : queryNames(catalog, graph);
    case 'job':
      return [...catalog.loadingJobs.values(), ...catalog.schemaJobs.values()]
        .filter((each) => graph === null || each.graph === graph)
        .map((each) => each.name);
    case 'tuple':
      return [...catalog.tuples.keys()];
  }
};

/** Global types go only when nothing uses them: their data would go from every graph. */
const dropTypes = async (
  context: ShellContext,
  what: 'vertex' | 'edge',
  names: readonly string[],
): Promise<void> => {
  await changeSchema(context, (catalog) => {
    const global = scopeOf(catalog, null);
    for (const name of names) {
      const known = what === 'vertex' ? global.vertexTypes.has(name) : global.edgeTypes.has(name);
      if (!known) throw semantic(`The ${what} type ${name} does not exist!`);
      const graphs = [...catalog.graphs.keys()].filter((graph) => {
        const scope = scopeOf(catalog, graph);
        const entry = what === 'vertex' ? scope.vertexTypes.get(name) : scope.edgeTypes.get(name)?.entry;
        return entry?.graph === null;
      });
      if (graphs.length > 0) {
        throw semantic(
          `The ${what} type ${name} is used by the graph ${graphs.join(', ')}. Drop the graph first.`,
        );
      }
      const edges = [...global.edgeTypes].filter(
        ([, { entry }]) =>
          what === 'vertex' && entry.type.pairs.some(({ from, to }) => from === name || to === name),
      );
      if (edges.length > 0) {
        const list = edges.map(([edge]) => edge).join(', ');
        throw semantic(`The vertex type ${name} is used by the edge type ${list}. Drop the edge type first.`);
      }
    }
    const change = what === 'vertex' ? { dropVertexTypes: names } : { dropEdgeTypes: names };
    return applySchemaChange(catalog, null, change);
  });
};

const queryNames = (catalog: Catalog, graph: string): string[] =>
  [...catalog.queries.values()].filter((each) => each.graph === graph).map((each) => each.name);

const dropQueriesOf = async (
  context: ShellContext,
  graph: string,
  names: readonly string[],
): Promise<void> => {
  const list = names.join(', ');
  await orFail(context, `Failed to drop queries: [${list}].`, () => dropQueries(context, graph, names));
  context.print(`Successfully dropped queries on the graph '${graph}': [${list}].`);
};

const dropQueries = (context: ShellContext, graph: string, names: readonly string[]): Promise<void> => {
  return context.store.changeCatalog((catalog) =>
    disableCallers(
      names.reduce((each, name) => {
        if (findQuery(each, graph, name) === undefined) {
          throw semantic(`The query ${name} does not exist in the graph ${graph}.`);
        }
        return dropQuery(each, graph, name);
      }, catalog),
      graph,
    ),
  );
};

/** Loading and schema change jobs of the session's graph; in the global scope those of all graphs. */
const dropJobs = (context: ShellContext, names: readonly string[]): Promise<void> => {
  const { graph } = context.session;
  const goes = (job: { readonly name: string; readonly graph: string | null }): boolean =>
    names.includes(job.name) && (graph === null || job.graph === graph || job.graph === null);
  return context.store.changeCatalog((catalog) => {
    const known = [...catalog.loadingJobs.values(), ...catalog.schemaJobs.values()].filter(goes);
    for (const name of names) {
      if (known.some((job) => job.name === name)) continue;
      throw semantic(`The job ${name} does not exist${graph === null ? '' : ` in the graph ${graph}`}.`);
    }
    const left = <V extends (typeof known)[number]>(jobs: ReadonlyMap<string, V>): ReadonlyMap<string, V> =>
      new Map([...jobs].filter(([, job]) => !goes(job)));
    return { ...catalog, loadingJobs: left(catalog.loadingJobs), schemaJobs: left(catalog.schemaJobs) };
  });
};

/** Ends the loads that run, and waits for their end. */
export const abortLoads = async (context: ShellContext): Promise<void> => {
  context.print('Abort all active loading jobs');
  for (const graph of context.store.catalog.graphs.keys()) {
    for (const load of context.loads.ofGraph(graph)) {
      if (context.loads.abort(load.id)) await context.loads.ended(load.id);
    }
  }
};

const dropAll = async (context: ShellContext): Promise<void> => {
  context.print('Dropping all, about 1 minute ...');
  await abortLoads(context);
  await context.store.changeCatalog(emptied);
  context.session.graph = null;
  context.print('Everything is dropped.');
};
