/**
 * The way back from a change of the schema: the change that undoes it, with the numbers by which it finds what the change
 * had made. A name alone does not tell a type from one that was made anew under it.
 */
import type {
  Attribute,
  AttributeIndex,
  EdgePair,
  EdgeType,
  VectorAttribute,
  VertexType,
} from '@acacia/language';
import type { AlterType, SchemaChange } from '../schema-change.ts';
import { engineError } from '../errors/catalogue.ts';
import type { Sql } from '../sql.ts';
import {
  scopeOf,
  type Catalog,
  type EdgeTypeEntry,
  type PairEntry,
  type Scope,
  type VertexTypeEntry,
} from './catalog.ts';

interface AlterBack {
  readonly name: string;
  /** Of the type: `made` of a vertex type, `id` of an edge type. */
  readonly number: number | null;
  readonly addAttributes: readonly Attribute[];
  readonly dropAttributes: readonly { readonly name: string; readonly column: Sql | undefined }[];
  readonly addIndexes: readonly AttributeIndex[];
  readonly dropIndexes: readonly string[];
  readonly addVectors: readonly VectorAttribute[];
  readonly dropVectors: readonly { readonly name: string; readonly table: Sql | undefined }[];
  readonly addPairs: readonly EdgePair[];
  readonly dropPairs: readonly EdgePair[];
}

interface Made {
  readonly name: string;
  readonly number: number | null;
}

export interface WayBack {
  readonly addVertexTypes: readonly VertexType[];
  readonly addEdgeTypes: readonly EdgeType[];
  readonly dropVertexTypes: readonly Made[];
  readonly dropEdgeTypes: readonly Made[];
  readonly alterVertexTypes: readonly AlterBack[];
  readonly alterEdgeTypes: readonly AlterBack[];
  readonly addGlobalTypes: readonly string[];
  readonly dropGlobalTypes: readonly string[];
  /** Of global types: graphs that used a type which was dropped. */
  readonly members: readonly { readonly graph: string; readonly types: readonly string[] }[];
}

/** A version of one scope; `graph` null: of the global types. */
export interface Version {
  readonly graph: string | null;
  readonly version: number;
}

interface Table {
  readonly table: Sql;
  readonly copiedFrom?: Sql;
}

/** Whether the rows of a table are still there. A new type may have the index of one that the change drops. */
export const keepsRows = (now: Table, old: Table): boolean =>
  now.table === old.table || now.copiedFrom === old.table;

const numberOf = (entry: VertexTypeEntry | EdgeTypeEntry): number | null =>
  'id' in entry ? entry.id : (entry.made ?? null);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const missingFrom = <T>(list: readonly T[], of: readonly T[]): T[] =>
  of.filter((each) => !list.some((other) => isSame(each, other)));

function pairOf({ type }: EdgeTypeEntry, index: number): EdgePair[] {
  const pair = type.pairs[index];
  return pair === undefined ? [] : [pair];
}

/** The pairs of one version of an edge type whose rows the other has not. */
export const pairsWithout = (
  edge: EdgeTypeEntry,
  other: EdgeTypeEntry | undefined,
  isKept: (pair: PairEntry, otherPair: PairEntry) => boolean,
): { readonly entry: PairEntry; readonly pair: EdgePair }[] =>
  edge.pairs.flatMap((entry, index) =>
    other?.pairs.some((each) => isKept(entry, each)) === true
      ? []
      : pairOf(edge, index).map((pair) => ({ entry, pair })),
  );

function alterBack<E extends VertexTypeEntry | EdgeTypeEntry>(old: E, now: E): AlterBack {
  const vectors = ({ type }: E): readonly VectorAttribute[] =>
    'vectors' in type ? (type.vectors ?? []) : [];
  const indexes = ({ type }: E): readonly AttributeIndex[] => ('indexes' in type ? (type.indexes ?? []) : []);
  const tables = (entry: E): Readonly<Record<string, Sql>> =>
    'vectorTables' in entry ? (entry.vectorTables ?? {}) : {};
  return {
    name: now.type.name,
    number: numberOf(now),
    addAttributes: old.type.attributes.filter(({ name }) => now.columns[name] !== old.columns[name]),
    dropAttributes: now.type.attributes
      .filter(({ name }) => now.columns[name] !== old.columns[name])
      .map(({ name }) => ({ name, column: now.columns[name] })),
    addIndexes: missingFrom(indexes(now), indexes(old)),
    dropIndexes: missingFrom(indexes(old), indexes(now)).map(({ name }) => name),
    addVectors: vectors(old).filter(({ name }) => tables(now)[name] !== tables(old)[name]),
    dropVectors: vectors(now)
      .filter(({ name }) => tables(now)[name] !== tables(old)[name])
      .map(({ name }) => ({ name, table: tables(now)[name] })),
    addPairs: [],
    dropPairs: [],
  };
}

const alterEdgeBack = (old: EdgeTypeEntry, now: EdgeTypeEntry): AlterBack => ({
  ...alterBack(old, now),
  addPairs: pairsWithout(old, now, (was, is) => keepsRows(is, was)).map(({ pair }) => pair),
  dropPairs: pairsWithout(now, old, (is, was) => keepsRows(is, was)).map(({ pair }) => pair),
});

const isEmptyAlter = ({ name: _name, number: _number, ...parts }: AlterBack): boolean =>
  Object.values(parts).every((list: readonly unknown[]) => list.length === 0);

/**
 * The way back in one scope; null when nothing of it changed.
 * @param graph null: the global scope
 */
export function wayBack(before: Catalog, after: Catalog, graph: string | null): WayBack | null {
  const own = <E extends { readonly graph: string | null }>(entries: ReadonlyMap<number, E>): [number, E][] =>
    [...entries].filter(([, entry]) => entry.graph === graph);
  const isThere = (old: VertexTypeEntry, now: VertexTypeEntry | undefined): now is VertexTypeEntry =>
    now !== undefined && keepsRows(now, old);
  const vertices = own(before.vertexTypes).map(([index, old]) => ({
    old,
    now: after.vertexTypes.get(index),
  }));
  const edges = own(before.edgeTypes).map(([id, old]) => ({ old, now: after.edgeTypes.get(id) }));
  const made = (entry: VertexTypeEntry | EdgeTypeEntry): Made => ({
    name: entry.type.name,
    number: numberOf(entry),
  });
  const back: WayBack = {
    addVertexTypes: vertices.filter(({ old, now }) => !isThere(old, now)).map(({ old }) => old.type),
    addEdgeTypes: edges.filter(({ now }) => now === undefined).map(({ old }) => old.type),
    dropVertexTypes: own(after.vertexTypes)
      .filter(([index, now]) => {
        const old = before.vertexTypes.get(index);
        return old === undefined || !keepsRows(now, old);
      })
      .map(([, now]) => made(now)),
    dropEdgeTypes: own(after.edgeTypes)
      .filter(([id]) => !before.edgeTypes.has(id))
      .map(([, now]) => made(now)),
    alterVertexTypes: vertices
      .flatMap(({ old, now }) => (isThere(old, now) && now !== old ? [alterBack(old, now)] : []))
      .filter((each) => !isEmptyAlter(each)),
    alterEdgeTypes: edges
      .flatMap(({ old, now }) => (now !== undefined && now !== old ? [alterEdgeBack(old, now)] : []))
      .filter((each) => !isEmptyAlter(each)),
    ...membersBack(before, after, graph),
  };
  return Object.values(back).every((list: readonly unknown[]) => list.length === 0) ? null : back;
}

/** Global types that a graph no longer uses, or uses now. Those that are no longer there are for the global scope. */
function membersBack(
  before: Catalog,
  after: Catalog,
  graph: string | null,
): Pick<WayBack, 'addGlobalTypes' | 'dropGlobalTypes' | 'members'> {
  const isThere = (kind: 'vertexTypes' | 'edgeTypes', number: number): boolean => {
    const [old, now] = [before[kind].get(number), after[kind].get(number)];
    return old !== undefined && now !== undefined && numberOf(old) === numberOf(now);
  };
  /** Names of global types that a graph has in one catalog and not in the other. */
  const names = (name: string, of: Catalog, without: Catalog, there: boolean): string[] =>
    (['vertexTypes', 'edgeTypes'] as const).flatMap((kind) => {
      const other = new Set(without.graphs.get(name)?.[kind]);
      return (of.graphs.get(name)?.[kind] ?? []).flatMap((number) => {
        const entry = of[kind].get(number);
        if (entry === undefined || entry.graph !== null) return [];
        const isLost = isThere(kind, number) ? there && !other.has(number) : !there;
        return isLost ? [entry.type.name] : [];
      });
    });
  if (graph !== null)
    return {
      addGlobalTypes: names(graph, before, after, true),
      dropGlobalTypes: names(graph, after, before, true),
      members: [],
    };
  const members = [...before.graphs.keys()]
    .filter((name) => after.graphs.has(name))
    .map((name) => ({ graph: name, types: names(name, before, after, false) }))
    .filter(({ types }) => types.length > 0);
  return { addGlobalTypes: [], dropGlobalTypes: [], members };
}

/**
 * The change that leads back from the catalog as it is now. What the old change had made and is no longer there is left
 * out.
 * @throws EngineError when a type that it had altered was made anew, or what it had dropped was
 */
export function changeBack(catalog: Catalog, { graph, version }: Version, back: WayBack): SchemaChange {
  const scope = scopeOf(catalog, graph);
  const isMade = ({ name, number }: Made): boolean => {
    const entry = entryOf(scope, name);
    return entry !== undefined && numberOf(entry) === number;
  };
  const dropVertexTypes = back.dropVertexTypes.filter(isMade).map(({ name }) => name);
  const dropEdgeTypes = back.dropEdgeTypes.filter(isMade).map(({ name }) => name);
  const alter = (each: AlterBack): AlterType => alterNow(scope, version, each, dropVertexTypes);
  const isUsed = (name: string): boolean => entryOf(scope, name) !== undefined;
  const dropped = new Set([...dropVertexTypes, ...dropEdgeTypes]);
  const taken = [...back.addVertexTypes, ...back.addEdgeTypes].find(
    ({ name }) => isUsed(name) && !dropped.has(name),
  );
  if (taken !== undefined) throw engineError('revertedNameTaken', { version, name: taken.name });
  return {
    addVertexTypes: back.addVertexTypes,
    addEdgeTypes: back.addEdgeTypes,
    dropVertexTypes,
    dropEdgeTypes,
    alterVertexTypes: back.alterVertexTypes.map(alter),
    alterEdgeTypes: back.alterEdgeTypes.map(alter),
    addGlobalTypes: back.addGlobalTypes.filter((name) => !isUsed(name)),
    dropGlobalTypes: back.dropGlobalTypes.filter(isUsed),
  };
}

const entryOf = (scope: Scope, name: string): VertexTypeEntry | EdgeTypeEntry | undefined =>
  scope.vertexTypes.get(name) ?? scope.edgeTypes.get(name)?.entry;

function alterNow(scope: Scope, version: number, alter: AlterBack, dropped: readonly string[]): AlterType {
  const { name, number } = alter;
  const entry = entryOf(scope, name);
  if (entry === undefined || numberOf(entry) !== number) {
    throw engineError('revertedTypeGone', { version, name });
  }
  const tables = 'vectorTables' in entry ? (entry.vectorTables ?? {}) : {};
  const indexes = 'indexes' in entry.type ? (entry.type.indexes ?? []) : [];
  const pairs = 'pairs' in entry.type ? entry.type.pairs : [];
  const isPair = (pair: EdgePair): boolean =>
    pairs.some(({ from, to }) => from === pair.from && to === pair.to) &&
    !dropped.includes(pair.from) &&
    !dropped.includes(pair.to);
  const dropAttributes = alter.dropAttributes
    .filter((each) => entry.columns[each.name] === each.column)
    .map((each) => each.name);
  const dropVectors = alter.dropVectors
    .filter((each) => tables[each.name] === each.table)
    .map((each) => each.name);
  const gone = new Set([...dropAttributes, ...dropVectors]);
  const left = [...entry.type.attributes, ...('vectors' in entry.type ? (entry.type.vectors ?? []) : [])]
    .map((each) => each.name)
    .filter((each) => !gone.has(each));
  const taken = [...alter.addAttributes, ...alter.addVectors].find((each) => left.includes(each.name));
  if (taken !== undefined)
    throw engineError('revertedAttributeTaken', { version, type: name, name: taken.name });
  return {
    name,
    addAttributes: alter.addAttributes,
    dropAttributes,
    addIndexes: alter.addIndexes,
    dropIndexes: alter.dropIndexes.filter((each) => indexes.some((index) => index.name === each)),
    addVectors: alter.addVectors,
    dropVectors,
    addPairs: alter.addPairs,
    dropPairs: alter.dropPairs.filter(isPair),
  };
}
