/**
 * The manifest of an export: the catalog as plain data, without the store's numbers of types and tables. It is
 * `export.json` in the folder, beside the rows and GSQL that people can read.
 */
import type { EdgePair, EdgeType, TupleType, VertexType } from '@acacia/language';
import {
  scopeOf,
  type Catalog,
  type FunctionFileEntry,
  type LoadingJobEntry,
  type QueryEntry,
  type SchemaJobEntry,
  type TemplateEntry,
} from '../catalog/catalog.ts';

export const FORMAT = 1;
export const MANIFEST = 'export.json';

export interface ExportedGraph {
  readonly name: string;
  readonly schemaVersion: number;
  /** Names of the types that it sees; local ones are among them. */
  readonly vertexTypes: readonly string[];
  readonly edgeTypes: readonly string[];
}

/** One file of rows. */
export interface ExportedRows {
  readonly kind: 'vertex' | 'vector' | 'edge';
  readonly graph: string | null;
  readonly type: string;
  /** Of an edge type: between which of its pairs. */
  readonly pair?: EdgePair;
  /** Below the folder. */
  readonly file: string;
  readonly rows: number;
}

export interface Exported {
  readonly format: number;
  readonly content: 'schema' | 'template' | 'data';
  readonly separator: string;
  readonly tuples: readonly TupleType[];
  /** `graph` null: a global type. */
  readonly vertexTypes: readonly { readonly graph: string | null; readonly type: VertexType }[];
  readonly edgeTypes: readonly { readonly graph: string | null; readonly type: EdgeType }[];
  readonly graphs: readonly ExportedGraph[];
  readonly queries: readonly QueryEntry[];
  readonly loadingJobs: readonly LoadingJobEntry[];
  readonly schemaJobs: readonly SchemaJobEntry[];
  /** Files of user-defined functions. */
  readonly functionFiles: readonly FunctionFileEntry[];
  /** Absent in exports of earlier versions. */
  readonly packages?: readonly string[];
  readonly templates?: readonly TemplateEntry[];
  readonly rows: readonly ExportedRows[];
}

/** The part of a catalog that these graphs see, or for `*` all of it; without rows. */
export function exportedOf(
  catalog: Catalog,
  graphs: readonly string[] | '*',
  options: Pick<Exported, 'content' | 'separator'>,
): Exported {
  const names = graphs === '*' ? [...catalog.graphs.keys()] : graphs;
  const scopes = names.map((name) => scopeOf(catalog, name));
  const seenVertices = new Set(scopes.flatMap((scope) => [...scope.vertexTypes.values()]));
  const seenEdges = new Set(
    scopes.flatMap((scope) => [...scope.edgeTypes.values()].map(({ entry }) => entry)),
  );
  // An edge type keeps all of its pairs, so all of its ends have to be there.
  for (const { pairs } of seenEdges)
    for (const index of pairs.flatMap(({ from, to }) => [from, to])) {
      const end = catalog.vertexTypes.get(index);
      if (end !== undefined) seenVertices.add(end);
    }
  const all = graphs === '*';
  const ofGraphs = <T extends { readonly graph: string | null }>(list: Iterable<T>): T[] =>
    options.content === 'schema'
      ? []
      : [...list].filter(({ graph }) => (graph === null ? all : names.includes(graph)));
  return {
    format: FORMAT,
    ...options,
    tuples: [...catalog.tuples.values()],
    vertexTypes: [...catalog.vertexTypes.values()]
      .filter((entry) => (all && entry.graph === null) || seenVertices.has(entry))
      .map(({ graph, type }) => ({ graph, type })),
    edgeTypes: [...catalog.edgeTypes.values()]
      .filter((entry) => (all && entry.graph === null) || seenEdges.has(entry))
      .map(({ graph, type }) => ({ graph, type })),
    graphs: names.map((name, index): ExportedGraph => ({
      name,
      schemaVersion: catalog.graphs.get(name)?.schemaVersion ?? 0,
      vertexTypes: [...(scopes[index]?.vertexTypes.keys() ?? [])],
      edgeTypes: [...(scopes[index]?.edgeTypes.values() ?? [])]
        .filter(({ reversed }) => !reversed)
        .map(({ entry }) => entry.type.name),
    })),
    queries: ofGraphs(catalog.queries.values()),
    loadingJobs: ofGraphs(catalog.loadingJobs.values()),
    schemaJobs: ofGraphs(catalog.schemaJobs.values()),
    functionFiles: options.content === 'schema' ? [] : [...catalog.functionFiles.values()],
    packages: options.content === 'schema' ? [] : [...catalog.packages.keys()],
    templates: options.content === 'schema' ? [] : [...catalog.templates.values()],
    rows: [],
  };
}
