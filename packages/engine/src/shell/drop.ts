/** DROP of types, graphs, queries, jobs, tuples, and of everything. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import { applySchemaChange, emptied, removeGraph } from '../catalog/change-graphs.ts';
import { scopeOf, type Catalog, type Scope } from '../catalog/catalog.ts';
import { disableCallers, dropQuery, findQuery } from '../catalog/queries.ts';
import { removeTuple } from '../catalog/tuples.ts';
import { changeSchema, orFail, requireGraph } from './definitions.ts';
import { isPattern, nameMatcher } from './name-pattern.ts';
import type { ShellContext } from './shell.ts';

const DROPPABLE = {
  vertex: 'vertex type',
  edge: 'edge type',
  graph: 'graph',
  query: 'query',
  job: 'job',
  tuple: 'tuple',
} as const;

export async function dropObjects(
  context: ShellContext,
  what: Ast.DropKind,
  names: readonly Ast.Name[] | '*',
  cascade: boolean,
): Promise<void> {
  await dropNamed(context, what, names, cascade);
  await context.options.host?.dropped();
}

async function dropNamed(
  context: ShellContext,
  what: Ast.DropKind,
  names: readonly Ast.Name[] | '*',
  cascade: boolean,
): Promise<void> {
  if (what === 'all') return dropAll(context);
  const { catalog } = context.store;
  const chosen = names === '*' ? namesOf(context, catalog, what) : names.map((each) => each.text);
  const failure =
    what === 'graph'
      ? `The graph ${chosen.join(', ')} could not be dropped!`
      : `Failed to drop the ${DROPPABLE[what]} ${chosen.join(', ')}.`;
  switch (what) {
    case 'vertex':
    case 'edge':
      await orFail(context, failure, () => dropTypes(context, what, chosen, cascade));
      return context.print(`Successfully dropped ${DROPPABLE[what]}s: [${chosen.join(', ')}].`);
    case 'graph':
      await orFail(context, failure, () =>
        context.store.changeCatalog((before) => chosen.reduce(removeGraph, before)),
      );
      for (const name of chosen) context.print(`The graph ${name} is dropped.`);
      if (context.session.graph !== null && chosen.includes(context.session.graph))
        context.session.graph = null;
      return;
    case 'query':
      // In the global scope only the queries of all graphs can be dropped together, no single existing one.
      if (context.session.graph === null && names !== '*') {
        const all = [...catalog.queries.values()];
        const there = withWarnings(context, 'query', chosen, (name) =>
          all.some((each) => each.name === name),
        );
        if (there.length === 0) return;
      }
      if (context.session.graph !== null || names !== '*') {
        const graph = requireGraph(context);
        return dropQueriesOf(context, graph, matching(queryNames(catalog, graph), chosen));
      }
      for (const graph of catalog.graphs.keys())
        await dropQueriesOf(context, graph, queryNames(catalog, graph));
      return;
    case 'job':
      return dropJobs(context, chosen);
    case 'tuple':
      await orFail(context, failure, () =>
        changeSchema(context, (before) => chosen.reduce(removeTuple, before)),
      );
      for (const name of chosen) context.print(`The tuple ${name} is dropped.`);
  }
}

/** Names, with patterns replaced by the known names that match them. */
function matching(known: readonly string[], chosen: readonly string[]): string[] {
  const names = chosen.flatMap((name) =>
    isPattern(name) ? known.filter(nameMatcher({ pattern: name })) : [name],
  );
  return [...new Set(names)];
}

function namesOf(context: ShellContext, catalog: Catalog, what: Exclude<Ast.DropKind, 'all'>): string[] {
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
}

/** Global types go only when nothing uses them: their data would go from every graph. CASCADE takes edge types along. */
async function dropTypes(
  context: ShellContext,
  what: 'vertex' | 'edge',
  names: readonly string[],
  cascade: boolean,
): Promise<void> {
  await changeSchema(context, (catalog) => {
    const global = scopeOf(catalog, null);
    const along = new Set<string>();
    for (const name of names) {
      const known = what === 'vertex' ? global.vertexTypes.has(name) : global.edgeTypes.has(name);
      if (!known) throw engineError('typeUnknown', { what, name });
      const graphs = [...catalog.graphs.keys()].filter((graph) => {
        const scope = scopeOf(catalog, graph);
        const entry = what === 'vertex' ? scope.vertexTypes.get(name) : scope.edgeTypes.get(name)?.entry;
        return entry?.graph === null;
      });
      if (graphs.length > 0) {
        const step = `DROP ${what.toUpperCase()} ${name} FROM GRAPH ${graphs[0] ?? ''};`;
        throw engineError('typeInUseByGraph', { what, name, graphs: graphs.join(', '), step });
      }
      const edges = [...global.edgeTypes].filter(
        ([, { entry }]) =>
          what === 'vertex' && entry.type.pairs.some(({ from, to }) => from === name || to === name),
      );
      if (cascade) for (const [, { entry }] of edges) along.add(entry.type.name);
      else if (edges.length > 0) {
        const list = edges.map(([edge]) => edge).join(', ');
        throw engineError('vertexTypeInUse', { name, edgeTypes: list });
      }
    }
    const change =
      what === 'vertex' ? { dropVertexTypes: names, dropEdgeTypes: [...along] } : { dropEdgeTypes: names };
    return applySchemaChange(catalog, null, change);
  });
}

const queryNames = (catalog: Catalog, graph: string): string[] =>
  [...catalog.queries.values()].filter((each) => each.graph === graph).map((each) => each.name);

/** The names that exist. Others get a warning, so that texts that drop before they create run on any store. */
function withWarnings(
  context: ShellContext,
  what: 'query' | 'job',
  names: readonly string[],
  isThere: (name: string) => boolean,
): string[] {
  for (const name of names) {
    if (!isThere(name)) context.print(`Warning: cannot find ${what} ${name}, thus its drop is skipped!`);
  }
  return names.filter(isThere);
}

async function dropQueriesOf(context: ShellContext, graph: string, chosen: readonly string[]): Promise<void> {
  const { store, print } = context;
  if (chosen.length === 0) return print(`There is no such query on the graph '${graph}'.`);
  const names = withWarnings(
    context,
    'query',
    chosen,
    (name) => findQuery(store.catalog, graph, name) !== undefined,
  );
  if (names.length === 0) return;
  const list = names.join(', ');
  const disabled = (): string[] =>
    [...store.catalog.queries.values()]
      .filter((query) => query.graph === graph && query.disabled === true)
      .map(({ name }) => name);
  const before = disabled();
  await orFail(context, `Failed to drop queries: [${list}].`, () =>
    store.changeCatalog((catalog) => {
      for (const name of names)
        context.options.beforeQuery?.(graph, name, findQuery(catalog, graph, name)?.code ?? null);
      return disableCallers(
        names.reduce((each, name) => dropQuery(each, graph, name), catalog),
        graph,
      );
    }),
  );
  print(`Successfully dropped queries on the graph '${graph}': [${list}].`);
  for (const name of disabled())
    if (!before.includes(name)) print(`Query ${name} is disabled: it calls a query that is no longer there.`);
}

/** Loading and schema change jobs of the session's graph; in the global scope those of all graphs. */
async function dropJobs(context: ShellContext, chosen: readonly string[]): Promise<void> {
  const { graph } = context.session;
  const jobs = ({ loadingJobs, schemaJobs }: Catalog) => [...loadingJobs.values(), ...schemaJobs.values()];
  const isOf = (job: { readonly graph: string | null }): boolean =>
    graph === null || job.graph === graph || job.graph === null;
  const names = withWarnings(context, 'job', chosen, (name) =>
    jobs(context.store.catalog).some((job) => job.name === name && isOf(job)),
  );
  if (names.length === 0) return;
  const left = <V extends { readonly name: string; readonly graph: string | null }>(
    all: ReadonlyMap<string, V>,
  ): ReadonlyMap<string, V> =>
    new Map([...all].filter(([, job]) => !(names.includes(job.name) && isOf(job))));
  await context.store.changeCatalog((catalog) => ({
    ...catalog,
    loadingJobs: left(catalog.loadingJobs),
    schemaJobs: left(catalog.schemaJobs),
  }));
  const where = graph === null ? '' : ` on the graph '${graph}'`;
  context.print(`Successfully dropped jobs${where}: [${names.join(', ')}].`);
}

/** Ends the loads that run, and waits for their end. */
export async function abortLoads(context: ShellContext): Promise<void> {
  context.print('Abort all active loading jobs');
  for (const graph of context.store.catalog.graphs.keys()) {
    for (const load of context.loads.ofGraph(graph)) {
      if (context.loads.abort(load.id)) await context.loads.ended(load.id);
    }
  }
}

async function dropAll(context: ShellContext): Promise<void> {
  context.print('Dropping all, about 1 minute ...');
  await abortLoads(context);
  await context.store.changeCatalog(emptied, { keeps: false });
  context.session.graph = null;
  context.print('Everything is dropped.');
}
