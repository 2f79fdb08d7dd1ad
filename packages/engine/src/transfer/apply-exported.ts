/** Adds the contents of a manifest to a catalog, all or, where something does not fit, none (EngineError). */
import { engineError } from '../errors/catalogue.ts';
import { isDeepStrictEqual } from 'node:util';
import { compositeId, type EdgeType, type VertexType } from '@acacia/language';
import { addGraph, emptied } from '../catalog/change-graphs.ts';
import { addEdgeType, addVertexType, alterVertexType } from '../catalog/change-types.ts';
import { scopeOf, withEntry, type Catalog } from '../catalog/catalog.ts';
import { createPackage, putTemplate } from '../catalog/packages.ts';
import { addTuple, withFields } from '../catalog/tuples.ts';
import type { Manifest } from './manifest.ts';
import {
  checkTemplate,
  checkTuple,
  withFunctionFile,
  withLoadingJob,
  withQuery,
  withSchemaJob,
  withSoundQueries,
} from './stored-texts.ts';

/**
 * For all graphs the catalog is emptied first; single graphs are put beside those that there are.
 * @throws EngineError when something of the export is another one here, or does not fit
 */
export async function withExported(before: Catalog, exported: Manifest, all: boolean): Promise<Catalog> {
  let next = all ? emptied(before) : before;
  for (const tuple of exported.tuples) {
    checkTuple(tuple);
    const known = next.tuples.get(tuple.name);
    if (known === undefined) next = addTuple(next, tuple);
    else if (!isDeepStrictEqual(known, tuple))
      throw engineError('importedTupleDiffers', { name: tuple.name });
  }
  for (const file of exported.functionFiles) {
    const known = next.functionFiles.get(file.name);
    if (all || known === undefined) next = withFunctionFile(next, file);
    else if (known.code !== file.code) throw engineError('importedFunctionsDiffer', { name: file.name });
  }
  for (const name of exported.packages) if (!next.packages.has(name)) next = createPackage(next, name);
  for (const template of exported.templates) {
    checkTemplate(template);
    next = putTemplate(next, template, true);
  }
  for (const { graph, type } of exported.vertexTypes) if (graph === null) next = withVertexType(next, type);
  for (const { graph, type } of exported.edgeTypes) if (graph === null) next = withEdgeType(next, type);
  for (const graph of exported.graphs) next = withGraph(next, exported, graph);
  next = await withSoundQueries(exported.queries.reduce(withQuery, next), exported.queries);
  next = exported.loadingJobs.reduce(withLoadingJob, next);
  return exported.schemaJobs.reduce(withSchemaJob, next);
}

/** A global type of the same name has to be the same type. */
function withVertexType(catalog: Catalog, type: VertexType): Catalog {
  const known = scopeOf(catalog, null).vertexTypes.get(type.name)?.type;
  if (known === undefined) return withNewVertexType(catalog, null, type);
  if (!isDeepStrictEqual(known, whole(catalog, type)))
    throw engineError('importedVertexTypeDiffers', { type: type.name });
  return catalog;
}

/** A type as a catalog has it: with the fields of its tuples. */
const whole = <T extends VertexType | EdgeType>(catalog: Catalog, type: T): T => ({
  ...type,
  attributes: withFields(catalog, type.attributes),
});

/** Adds a type, then its vectors, which get a table each. Indexes are checked as when they are created. */
function withNewVertexType(
  catalog: Catalog,
  graph: string | null,
  { vectors = [], indexes = [], primaryId, ...type }: VertexType,
): Catalog {
  const { parts } = primaryId;
  const id = parts === undefined ? primaryId : compositeId(parts);
  if (!isDeepStrictEqual(id, primaryId)) throw engineError('importedKeyDiffers', { type: type.name });
  const added = addVertexType(catalog, graph, { ...type, primaryId });
  if (vectors.length === 0 && indexes.length === 0) return added;
  return alterVertexType(added, graph, { name: type.name, addVectors: vectors, addIndexes: indexes });
}

function withEdgeType(catalog: Catalog, type: EdgeType): Catalog {
  const known = scopeOf(catalog, null).edgeTypes.get(type.name)?.entry.type;
  if (known === undefined) return addEdgeType(catalog, null, type);
  if (!isDeepStrictEqual(known, whole(catalog, type)))
    throw engineError('importedEdgeTypeDiffers', { type: type.name });
  return catalog;
}

function withGraph(catalog: Catalog, exported: Manifest, graph: Manifest['graphs'][number]): Catalog {
  const { name } = graph;
  if (catalog.graphs.has(name)) throw engineError('importedGraphThere', { name });
  const isGlobal = (types: Manifest['vertexTypes'] | Manifest['edgeTypes']) => (type: string) =>
    !types.some((each) => each.graph === name && each.type.name === type);
  const vertexTypes = graph.vertexTypes.filter(isGlobal(exported.vertexTypes));
  const edgeTypes = graph.edgeTypes.filter(isGlobal(exported.edgeTypes));
  let next = withMembers(addGraph(catalog, name, []), name, vertexTypes, edgeTypes);
  for (const { graph: owner, type } of exported.vertexTypes)
    if (owner === name) next = withNewVertexType(next, name, type);
  for (const { graph: owner, type } of exported.edgeTypes)
    if (owner === name) next = addEdgeType(next, name, type);
  const entry = next.graphs.get(name);
  if (entry === undefined) throw new TypeError(`The graph ${name} was not made`);
  const { schemaVersion } = graph;
  return { ...next, graphs: withEntry(next.graphs, name, { ...entry, schemaVersion }) };
}

/** Exactly these global types, whatever the ends of the edge types are. */
function withMembers(
  catalog: Catalog,
  graph: string,
  vertexTypes: readonly string[],
  edgeTypes: readonly string[],
): Catalog {
  const global = scopeOf(catalog, null);
  const entry = catalog.graphs.get(graph);
  if (entry === undefined) throw new TypeError(`The graph ${graph} was not made`);
  const members = {
    ...entry,
    vertexTypes: [...new Set(vertexTypes)].map((name) => {
      const type = global.vertexTypes.get(name);
      if (type === undefined) throw engineError('exportWithoutVertexType', { name, graph });
      return type.index;
    }),
    edgeTypes: [...new Set(edgeTypes)].map((name) => {
      const type = global.edgeTypes.get(name);
      if (type === undefined || type.reversed) throw engineError('exportWithoutEdgeType', { name, graph });
      return type.entry.id;
    }),
  };
  return { ...catalog, graphs: withEntry(catalog.graphs, graph, members) };
}
