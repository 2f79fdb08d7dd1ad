/** Creates, changes and drops graphs: each function gives a new catalog or throws EngineError. */
import { engineError } from '../errors/catalogue.ts';
import type { AlterType, SchemaChange } from '../schema-change.ts';
import { EMPTY_CATALOG, graphEntry, scopeOf, withEntry, type Catalog, type GraphEntry } from './catalog.ts';
import {
  addEdgeType,
  addVertexType,
  alterEdgeType,
  alterVertexType,
  checkFree,
  dropEdgeType,
  dropVertexType,
} from './change-types.ts';
import { checkName } from './names.ts';

/** Numbers of global types; the ends of edge types come with them. */
function membersOf(
  catalog: Catalog,
  names: readonly string[],
): { readonly vertexTypes: ReadonlySet<number>; readonly edgeTypes: ReadonlySet<number> } {
  const global = scopeOf(catalog, null);
  const vertexTypes = new Set<number>();
  const edgeTypes = new Set<number>();
  for (const each of names) {
    const vertex = global.vertexTypes.get(each);
    const edge = global.edgeTypes.get(each)?.entry;
    if (vertex === undefined && edge === undefined) {
      throw engineError('memberTypeUnknown', { name: each });
    }
    if (vertex !== undefined) vertexTypes.add(vertex.index);
    if (edge !== undefined) edgeTypes.add(edge.id);
  }
  for (const id of edgeTypes) {
    const pairs = catalog.edgeTypes.get(id)?.pairs ?? [];
    const whole = pairs.some((pair) => vertexTypes.has(pair.from) && vertexTypes.has(pair.to));
    if (!whole) for (const pair of pairs) vertexTypes.add(pair.from).add(pair.to);
  }
  return { vertexTypes, edgeTypes };
}

/** Lets a graph see more global types. */
export const addMembers = (catalog: Catalog, graph: string, names: readonly string[]): Catalog =>
  raiseVersions(catalog, withMembers(catalog, graph, names));

function withMembers(catalog: Catalog, graph: string, names: readonly string[]): Catalog {
  const entry = graphEntry(catalog, graph);
  const members = membersOf(catalog, names);
  for (const index of members.vertexTypes) {
    const type = catalog.vertexTypes.get(index)?.type;
    if (type !== undefined && !entry.vertexTypes.includes(index))
      checkFree(catalog, graph, 'vertex', type.name);
  }
  for (const id of members.edgeTypes) {
    const type = catalog.edgeTypes.get(id)?.type;
    if (type === undefined || entry.edgeTypes.includes(id)) continue;
    checkFree(catalog, graph, 'edge', type.name);
    if (type.reverseEdge !== undefined) checkFree(catalog, graph, 'edge', type.reverseEdge);
  }
  const changed: GraphEntry = {
    ...entry,
    vertexTypes: [...new Set([...entry.vertexTypes, ...members.vertexTypes])],
    edgeTypes: [...new Set([...entry.edgeTypes, ...members.edgeTypes])],
  };
  return { ...catalog, graphs: withEntry(catalog.graphs, graph, changed) };
}

/**
 * A graph over global types; the ends of its edge types come with them. `*` takes every global type.
 * @throws EngineError when the name is taken, or a type does not exist
 */
export function addGraph(catalog: Catalog, name: string, types: readonly string[] | '*'): Catalog {
  checkName('graph', name);
  const global = scopeOf(catalog, null);
  if (catalog.graphs.has(name) || global.vertexTypes.has(name) || global.edgeTypes.has(name)) {
    throw engineError('nameTaken', { what: 'graph', name });
  }
  const names = types === '*' ? [...global.vertexTypes.keys(), ...global.edgeTypes.keys()] : types;
  const members = membersOf(catalog, names);
  const entry: GraphEntry = {
    name,
    schemaVersion: 0,
    vertexTypes: [...members.vertexTypes],
    edgeTypes: [...members.edgeTypes],
  };
  return { ...catalog, graphs: withEntry(catalog.graphs, name, entry) };
}

const notOf = <V extends { readonly graph: string | null }>(
  map: ReadonlyMap<string, V>,
  graph: string,
): ReadonlyMap<string, V> => new Map([...map].filter(([, value]) => value.graph !== graph));

/** Drops a graph with its jobs, queries and local types. */
export function removeGraph(catalog: Catalog, name: string): Catalog {
  graphEntry(catalog, name);
  let next = catalog;
  for (const edge of catalog.edgeTypes.values()) {
    if (edge.graph === name) next = dropEdgeType(next, name, edge.type.name);
  }
  for (const vertex of catalog.vertexTypes.values()) {
    if (vertex.graph === name) next = dropVertexType(next, name, vertex.type.name);
  }
  return {
    ...next,
    graphs: withEntry(next.graphs, name, undefined),
    queries: notOf(next.queries, name),
    loadingJobs: notOf(next.loadingJobs, name),
    schemaJobs: notOf(next.schemaJobs, name),
  };
}

/** `DROP ALL`. Numbers go on, so that no table name comes twice. */
export const emptied = ({ nextId, functionFiles }: Catalog): Catalog => ({
  ...EMPTY_CATALOG,
  nextId,
  functionFiles,
});

/** A change of a graph's schema, or (for null) of global types, whole or not at all. */
export const applySchemaChange = (catalog: Catalog, graph: string | null, change: SchemaChange): Catalog =>
  raiseVersions(catalog, changedTypes(catalog, graph, change));

function changedTypes(catalog: Catalog, graph: string | null, change: SchemaChange): Catalog {
  if (graph !== null) graphEntry(catalog, graph);
  let next = catalog;
  for (const name of change.dropEdgeTypes ?? []) next = dropEdgeType(next, graph, name);
  for (const name of change.dropVertexTypes ?? []) next = dropVertexType(next, graph, name);
  for (const type of change.addVertexTypes ?? []) next = addVertexType(next, graph, type);
  for (const type of change.addEdgeTypes ?? []) next = addEdgeType(next, graph, type);
  for (const alter of byName(change.alterVertexTypes ?? [])) next = alterVertexType(next, graph, alter);
  for (const alter of byName(change.alterEdgeTypes ?? [])) next = alterEdgeType(next, graph, alter);
  return next;
}

/**
 * A change that a person makes in one scope: types of another scope stay as they are, as other graphs use them too.
 * @throws EngineError when the change drops or alters a type that is not of the scope, or drops one that a graph uses
 */
export function changedInScope(catalog: Catalog, graph: string | null, change: SchemaChange): Catalog {
  const { dropVertexTypes = [], dropEdgeTypes = [], alterVertexTypes = [], alterEdgeTypes = [] } = change;
  const dropped = [...dropVertexTypes, ...dropEdgeTypes];
  const altered = [...alterVertexTypes, ...alterEdgeTypes].map(({ name }) => name);
  if (graph !== null) graphEntry(catalog, graph);
  const touched = graph === null ? dropped : [...dropped, ...altered];
  for (const name of touched) {
    const graphs = graphsUsing(catalog, graph, name);
    if (graphs.length === 0) continue;
    const usage = { name, graphs: graphs.join(', ') };
    throw graph === null
      ? engineError('globalTypeInUse', usage)
      : engineError('globalTypeInGraphChange', usage);
  }
  const { addGlobalTypes = [], dropGlobalTypes = [] } = change;
  if (graph === null && addGlobalTypes.length + dropGlobalTypes.length > 0)
    throw engineError('globalTypesOfNoGraph');
  const released = graph === null ? catalog : withoutMembers(catalog, graph, dropGlobalTypes);
  const joined = graph === null ? released : withMembers(released, graph, addGlobalTypes);
  return raiseVersions(catalog, changedTypes(joined, graph, change));
}

/** The graphs that use the global type which a name refers to in a scope; none for a type of one graph. */
function graphsUsing(catalog: Catalog, graph: string | null, name: string): string[] {
  const seen = scopeOf(catalog, graph);
  const type = seen.vertexTypes.get(name) ?? seen.edgeTypes.get(name)?.entry;
  if (type === undefined || type.graph !== null) return [];
  return [...catalog.graphs.values()]
    .filter(({ vertexTypes, edgeTypes }) =>
      'id' in type ? edgeTypes.includes(type.id) : vertexTypes.includes(type.index),
    )
    .map((each) => each.name);
}

/** Takes global types from a graph, which keep their data; a name that is local there is refused. */
function withoutMembers(catalog: Catalog, graph: string, names: readonly string[]): Catalog {
  let next = catalog;
  for (const name of names) {
    const scope = scopeOf(next, graph);
    const vertex = scope.vertexTypes.get(name);
    const edge = scope.edgeTypes.get(name)?.entry;
    // An edge type goes along with the last vertex type that it touches.
    if (vertex === undefined && edge === undefined && names.length > 1) continue;
    if ((vertex ?? edge)?.graph !== null) throw engineError('memberTypeUnknown', { name });
    next = vertex === undefined ? dropEdgeType(next, graph, name) : dropVertexType(next, graph, name);
  }
  return next;
}

/** Alterations of one type become one: its rows are copied once. */
function byName(alterations: readonly AlterType[]): AlterType[] {
  const merged = new Map<string, AlterType>();
  for (const { name, ...change } of alterations) {
    const before = merged.get(name);
    const joined = <T>(pick: (each: Omit<AlterType, 'name'>) => readonly T[] | undefined): readonly T[] => [
      ...((before === undefined ? undefined : pick(before)) ?? []),
      ...(pick(change) ?? []),
    ];
    merged.set(name, {
      name,
      addAttributes: joined((each) => each.addAttributes),
      dropAttributes: joined((each) => each.dropAttributes),
      addIndexes: joined((each) => each.addIndexes),
      dropIndexes: joined((each) => each.dropIndexes),
      addVectors: joined((each) => each.addVectors),
      dropVectors: joined((each) => each.dropVectors),
      addPairs: joined((each) => each.addPairs),
      dropPairs: joined((each) => each.dropPairs),
    });
  }
  return [...merged.values()];
}

/** Raises the schema version of every graph that sees something else than before. */
function raiseVersions(before: Catalog, after: Catalog): Catalog {
  const graphs = new Map(after.graphs);
  for (const [name, entry] of after.graphs) {
    if (!before.graphs.has(name)) continue;
    const seenBefore = scopeOf(before, name);
    const seenAfter = scopeOf(after, name);
    const sameVertices = sameEntries(seenBefore.vertexTypes, seenAfter.vertexTypes);
    const edgesOf = (scope: typeof seenAfter) =>
      new Map([...scope.edgeTypes].map(([key, seen]) => [key, seen.entry]));
    if (sameVertices && sameEntries(edgesOf(seenBefore), edgesOf(seenAfter))) continue;
    graphs.set(name, { ...entry, schemaVersion: entry.schemaVersion + 1 });
  }
  return { ...after, graphs };
}

const sameEntries = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
