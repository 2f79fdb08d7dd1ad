/**
 * The catalog: types, graphs, queries and jobs as one immutable value. The functions beside this file change it by
 * giving a new one. Types are held by number: types of two graphs may have the same name, and tables keep their names
 * when types are added and dropped.
 */
import { engineError } from '../errors/catalogue.ts';
import type {
  EdgeType,
  FunctionSignature,
  GraphSchema,
  QuerySignature,
  TupleType,
  VertexType,
} from '@acacia/language';
import type { QueryInfo } from '../engine.ts';
import type { Sql } from '../sql.ts';

export interface VertexTypeEntry {
  /** Its type index in snapshots. */
  readonly index: number;
  /** A number that no other vertex type ever had; absent for a type that an earlier Acacia made. */
  readonly made?: number;
  /** The graph that alone sees it; null for a global type. */
  readonly graph: string | null;
  readonly type: VertexType;
  /** Name of its table. */
  readonly table: Sql;
  /** The table that its rows were taken from when it was last altered. */
  readonly copiedFrom?: Sql;
  /** Column by attribute. */
  readonly columns: Readonly<Record<string, Sql>>;
  readonly columnsMade: number;
  /** The table of each vector attribute. */
  readonly vectorTables?: Readonly<Record<string, Sql>>;
}

/** The table of an edge type between one pair of vertex types. */
export interface PairEntry {
  readonly from: number;
  readonly to: number;
  readonly table: Sql;
  /** The table that its rows were taken from when the type was last altered. */
  readonly copiedFrom?: Sql;
}

export interface EdgeTypeEntry {
  readonly id: number;
  readonly graph: string | null;
  /** Never a reverse type: that is a view of this one. */
  readonly type: EdgeType;
  /** In the order of the type's pairs. */
  readonly pairs: readonly PairEntry[];
  readonly columns: Readonly<Record<string, Sql>>;
  readonly columnsMade: number;
}

export interface GraphEntry {
  readonly name: string;
  /** 0 when made, one more with every schema change. */
  readonly schemaVersion: number;
  readonly vertexTypes: readonly number[];
  readonly edgeTypes: readonly number[];
}

export interface QueryEntry extends QueryInfo {
  readonly signature: QuerySignature;
  /** It was valid until a query that it calls was dropped. */
  readonly disabled?: true;
}

export interface LoadingJobEntry {
  readonly name: string;
  readonly graph: string;
  readonly code: string;
  readonly files: Readonly<Record<string, string | null>>;
  /** A change of the schema removed something that it names; it is kept to be read, and cannot be run any more. */
  readonly disabled?: true;
}

/** A store on the network that loading jobs read from, with its settings. */
export interface DataSourceEntry {
  readonly name: string;
  /** The graph for which it was made, and those to which it was granted; null: every graph. */
  readonly graphs: readonly string[] | null;
  readonly settings: Readonly<Record<string, string>>;
  /** The settings that are secret: their names, and all of them encrypted; absent in stores of earlier versions. */
  readonly sealed?: { readonly names: readonly string[]; readonly box: string } | null;
}

/** A schema change job; `graph` is null for a global one. */
export interface SchemaJobEntry {
  readonly name: string;
  readonly graph: string | null;
  readonly code: string;
}

/** A file of functions in JavaScript. */
export interface FunctionFileEntry {
  readonly name: string;
  readonly code: string;
  readonly functions: readonly FunctionSignature[];
}

/** A query that every graph can call; `name` begins with its package. */
export interface TemplateEntry {
  readonly name: string;
  readonly code: string;
}

export interface Catalog {
  /** The next number for an edge type or a table; never used twice. */
  readonly nextId: number;
  readonly vertexTypes: ReadonlyMap<number, VertexTypeEntry>;
  readonly edgeTypes: ReadonlyMap<number, EdgeTypeEntry>;
  readonly graphs: ReadonlyMap<string, GraphEntry>;
  /** By `keyInGraph(graph, name)`. */
  readonly queries: ReadonlyMap<string, QueryEntry>;
  readonly loadingJobs: ReadonlyMap<string, LoadingJobEntry>;
  /** By `keyInGraph(graph ?? '', name)`. */
  readonly schemaJobs: ReadonlyMap<string, SchemaJobEntry>;
  /** Tuples that every graph sees, by name. */
  readonly tuples: ReadonlyMap<string, TupleType>;
  /** Files of user-defined functions, by name. */
  readonly functionFiles: ReadonlyMap<string, FunctionFileEntry>;
  readonly dataSources: ReadonlyMap<string, DataSourceEntry>;
  /** By their full names: `lib`, `lib.algorithms`. */
  readonly packages: ReadonlyMap<string, { readonly name: string }>;
  readonly templates: ReadonlyMap<string, TemplateEntry>;
}

export const EMPTY_CATALOG: Catalog = {
  nextId: 1,
  vertexTypes: new Map(),
  edgeTypes: new Map(),
  graphs: new Map(),
  queries: new Map(),
  loadingJobs: new Map(),
  schemaJobs: new Map(),
  tuples: new Map(),
  functionFiles: new Map(),
  dataSources: new Map(),
  packages: new Map(),
  templates: new Map(),
};

export const keyInGraph = (graph: string, name: string): string => `${graph}/${name}`;

/** The edge type that a name refers to in a scope; `reversed`: the name is that of the reverse edge. */
export interface SeenEdgeType {
  readonly entry: EdgeTypeEntry;
  readonly reversed: boolean;
}

/** The types that a graph (or, for null, the global scope) sees, by name. */
export interface Scope {
  readonly graph: string | null;
  readonly vertexTypes: ReadonlyMap<string, VertexTypeEntry>;
  readonly edgeTypes: ReadonlyMap<string, SeenEdgeType>;
}

/** @throws EngineError when there is none of this name */
export function graphEntry(catalog: Catalog, graph: string): GraphEntry {
  const entry = catalog.graphs.get(graph);
  if (entry === undefined) throw engineError('graphUnknown', { graph });
  return entry;
}

const scopes = new WeakMap<Catalog, Map<string | null, Scope>>();

/** @throws EngineError when there is no such graph */
export function scopeOf(catalog: Catalog, graph: string | null): Scope {
  const known = scopes.get(catalog) ?? new Map<string | null, Scope>();
  scopes.set(catalog, known);
  let scope = known.get(graph);
  if (scope === undefined) {
    scope = makeScope(catalog, graph);
    known.set(graph, scope);
  }
  return scope;
}

function makeScope(catalog: Catalog, graph: string | null): Scope {
  const member = graph === null ? null : graphEntry(catalog, graph);
  const [vertexIndexes, edgeIds] = [new Set(member?.vertexTypes), new Set(member?.edgeTypes)];
  const vertexEntries = [...catalog.vertexTypes.values()].filter((entry) =>
    member === null ? entry.graph === null : vertexIndexes.has(entry.index),
  );
  const edgeEntries = [...catalog.edgeTypes.values()].filter((entry) =>
    member === null ? entry.graph === null : edgeIds.has(entry.id),
  );
  return {
    graph,
    vertexTypes: new Map(vertexEntries.map((entry) => [entry.type.name, entry])),
    edgeTypes: new Map(edgeEntries.flatMap(seenNames)),
  };
}

/** An edge type by its name, and by that of its reverse edge. */
function seenNames(entry: EdgeTypeEntry): [string, SeenEdgeType][] {
  const { name, reverseEdge } = entry.type;
  const own: [string, SeenEdgeType] = [name, { entry, reversed: false }];
  return reverseEdge === undefined ? [own] : [own, [reverseEdge, { entry, reversed: true }]];
}

/**
 * Gives a catalog, which has one type more than another, the scope of the type's graph by that of before. A change of
 * thousands of types asks for the scope after each of them, and made anew it would cost the time of all types.
 */
export function withScopeOf(
  before: Catalog,
  after: Catalog,
  graph: string | null,
  added: VertexTypeEntry | EdgeTypeEntry,
): Catalog {
  const scope = scopeOf(before, graph);
  const next: Scope =
    'index' in added
      ? { ...scope, vertexTypes: withEntry(scope.vertexTypes, added.type.name, added) }
      : { ...scope, edgeTypes: new Map([...scope.edgeTypes, ...seenNames(added)]) };
  scopes.set(after, new Map([[graph, next]]));
  return after;
}

const indexesSeen = new WeakMap<Scope, ReadonlySet<number>>();

/** The indexes of the vertex types that a scope sees. */
function seenIndexes(scope: Scope): ReadonlySet<number> {
  const known = indexesSeen.get(scope);
  if (known !== undefined) return known;
  const seen = new Set([...scope.vertexTypes.values()].map((vertex) => vertex.index));
  indexesSeen.set(scope, seen);
  return seen;
}

/** The pairs of an edge type whose two ends a scope sees. */
export function visiblePairs(scope: Scope, entry: EdgeTypeEntry): readonly PairEntry[] {
  const seen = seenIndexes(scope);
  return entry.pairs.filter((pair) => seen.has(pair.from) && seen.has(pair.to));
}

/** Edge types as plain data, reverse types beside theirs. */
const edgeTypesOf = (catalog: Catalog, scope: Scope): EdgeType[] =>
  [...scope.edgeTypes.values()].map(({ entry, reversed }) => {
    const nameOf = (index: number): string => catalog.vertexTypes.get(index)?.type.name ?? '';
    const pairs = visiblePairs(scope, entry).map((pair) => ({
      from: nameOf(pair.from),
      to: nameOf(pair.to),
    }));
    const { reverseEdge, ...type } = entry.type;
    if (!reversed) return { ...entry.type, pairs };
    return {
      ...type,
      name: reverseEdge ?? '',
      pairs: pairs.map(({ from, to }) => ({ from: to, to: from })),
      reverseOf: type.name,
    };
  });

const schemas = new WeakMap<Scope, GraphSchema>();

/** A graph's schema as plain data; the same object as long as the catalog is the same. */
export function schemaOf(catalog: Catalog, graph: string | null): GraphSchema {
  const scope = scopeOf(catalog, graph);
  let schema = schemas.get(scope);
  if (schema === undefined) {
    schema = {
      name: graph ?? '',
      vertexTypes: [...scope.vertexTypes.values()].map((entry) => entry.type),
      edgeTypes: edgeTypesOf(catalog, scope),
      tuples: [...catalog.tuples.values()],
      queries: [...catalog.queries.values()]
        .filter((query) => query.graph === graph)
        .map((query) => query.signature),
      ...functionsOf(catalog),
    };
    schemas.set(scope, schema);
  }
  return schema;
}

function functionsOf({ functionFiles }: Catalog): Pick<GraphSchema, 'functions'> {
  const functions = [...functionFiles.values()].flatMap((file) => file.functions);
  return functions.length === 0 ? {} : { functions };
}

/** A copy of a map with one entry set or, for undefined, removed. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const copy = new Map(map);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}
