/** Adds, alters and drops vertex and edge types: each function gives a new catalog or throws EngineError. */
import { engineError } from '../errors/catalogue.ts';
import { messageOf } from '@acacia/base';
import type { Attribute, AttributeType, EdgeType, VertexType } from '@acacia/language';
import type { AlterType } from '../schema-change.ts';
import { sql, type Sql } from '../sql.ts';
import { defaultValue } from './stored-values.ts';
import {
  scopeOf,
  visiblePairs,
  withEntry,
  withScopeOf,
  type Catalog,
  type EdgeTypeEntry,
  type GraphEntry,
  type PairEntry,
  type VertexTypeEntry,
} from './catalog.ts';
import { changedPairs, expandPairs, noVertexType } from './edge-pairs.ts';
import { changedIndexes } from './indexes.ts';
import { checkName } from './names.ts';
import { withFields } from './tuples.ts';
import { changedVectors } from './vectors.ts';

/**
 * Names of types share one space within what a scope sees, and are no graph's name: a local type may have the
 * name of a global one that its graph does not use (GSQL, "Modifying a Graph Schema").
 * @throws EngineError when the name is taken
 */
export function checkFree(catalog: Catalog, graph: string | null, what: string, name: string): void {
  const scope = scopeOf(catalog, graph);
  if (scope.vertexTypes.has(name) || scope.edgeTypes.has(name) || catalog.graphs.has(name)) {
    throw engineError('nameTaken', { what, name });
  }
}

const ID_TYPES: readonly string[] = ['STRING', 'INT', 'UINT', 'DATETIME'];
const ELEMENT_TYPES: readonly string[] = ['INT', 'UINT', 'FLOAT', 'DOUBLE', 'BOOL', 'STRING', 'DATETIME'];
const KEY_TYPES: readonly string[] = ['INT', 'UINT', 'STRING', 'DATETIME'];

function checkAttributeType(name: string, type: AttributeType): void {
  const scalar = (part: AttributeType, allowed: readonly string[], role: string): void => {
    if (part.kind === 'scalar' && allowed.includes(part.name)) return;
    throw engineError('attributeRoleType', { name, role, allowed: allowed.join(', ') });
  };
  switch (type.kind) {
    case 'scalar':
      return scalar(type, ELEMENT_TYPES, 'a value');
    case 'list':
    case 'set':
      if (type.element.kind === 'udt') return checkTuple(name, type.element);
      return scalar(type.element, ELEMENT_TYPES, 'elements');
    case 'map':
      scalar(type.key, KEY_TYPES, 'keys');
      if (type.value.kind === 'udt') return checkTuple(name, type.value);
      return scalar(type.value, ELEMENT_TYPES, 'values');
    case 'udt':
      return checkTuple(name, type);
  }
}

/** A tuple of single values, each of a known size: its texts have a length (specification part 4, section 5). */
function checkTuple(
  name: string,
  { name: tuple, fields = [] }: Extract<AttributeType, { kind: 'udt' }>,
): void {
  for (const { name: field, type, length } of fields) {
    if (type.kind !== 'scalar') throw engineError('attributeTupleField', { name, tuple, field });
    if (type.name === 'STRING' && length === undefined)
      throw engineError('attributeTupleText', { name, tuple, field });
  }
}

/** Refuses a composite key unless its parts are attributes whose texts can be split apart again. */
function checkParts({ name, primaryId, attributes }: VertexType): void {
  const { parts = [] } = primaryId;
  for (const [index, part] of parts.entries()) {
    const attribute = attributes.find((each) => each.name === part);
    if (attribute === undefined) throw engineError('keyPartUnknown', { type: name, part });
    if (parts.indexOf(part) !== index) throw engineError('keyPartTwice', { type: name, part });
    if (attribute.type.kind === 'scalar' && ID_TYPES.includes(attribute.type.name)) continue;
    throw engineError('keyPartType', { part, type: name, allowed: ID_TYPES.join(', ') });
  }
}

/** The id's name where it reads as an attribute; otherwise an attribute may have that name too (GSQL, CREATE VERTEX). */
const readableId = ({ primaryId }: VertexType): readonly string[] =>
  primaryId.asAttribute || primaryId.isPrimaryKey ? [primaryId.name] : [];

function checkAttributes(owner: string, attributes: readonly Attribute[], taken: readonly string[]): void {
  const names = new Set(taken);
  for (const attribute of attributes) {
    checkName('attribute', attribute.name);
    if (names.has(attribute.name)) throw engineError('attributeTwice', { name: attribute.name, owner });
    names.add(attribute.name);
    checkAttributeType(attribute.name, attribute.type);
    if (attribute.defaultValue !== undefined && attribute.type.kind !== 'scalar') {
      throw engineError('attributeDefaultRefused', { name: attribute.name });
    }
    try {
      defaultValue(attribute);
    } catch (cause) {
      const { name } = attribute;
      throw engineError('attributeDefaultUnfit', { name, owner, reason: messageOf(cause) });
    }
  }
}

const columnsFor = (attributes: readonly Attribute[], made: number): Record<string, Sql> =>
  Object.fromEntries(attributes.map((attribute, index) => [attribute.name, sql`a${made + index + 1}`]));

function inGraph(
  catalog: Catalog,
  graph: string | null,
  change: (entry: GraphEntry) => GraphEntry,
): ReadonlyMap<string, GraphEntry> {
  const entry = graph === null ? undefined : catalog.graphs.get(graph);
  return entry === undefined ? catalog.graphs : withEntry(catalog.graphs, entry.name, change(entry));
}

/** `graph` null makes a global type. @throws EngineError when the type cannot be made */
export function addVertexType(
  catalog: Catalog,
  graph: string | null,
  { vectors = [], ...given }: VertexType,
): Catalog {
  checkName('vertex type', given.name);
  checkFree(catalog, graph, 'vertex', given.name);
  const type = { ...given, attributes: withFields(catalog, given.attributes) };
  if (type.primaryId.parts === undefined) checkName('attribute', type.primaryId.name);
  else checkParts(type);
  if (!ID_TYPES.includes(type.primaryId.type)) {
    throw engineError('primaryIdType', {
      name: type.primaryId.name,
      owner: type.name,
      type: type.primaryId.type,
      allowed: ID_TYPES.join(', '),
    });
  }
  checkAttributes(type.name, type.attributes, readableId(type));
  const { indexes = [], ...bare } = type;
  changedIndexes(bare, { name: type.name, addIndexes: indexes });
  let index = 0;
  while (catalog.vertexTypes.has(index)) index += 1;
  const plain: VertexTypeEntry = {
    index,
    made: catalog.nextId,
    graph,
    type,
    table: sql`vertex_${catalog.nextId}`,
    columns: columnsFor(type.attributes, 0),
    columnsMade: type.attributes.length,
  };
  const entry = changedVectors(catalog, plain, { name: type.name, addVectors: vectors });
  const next = {
    ...catalog,
    nextId: catalog.nextId + 1,
    vertexTypes: withEntry(catalog.vertexTypes, index, entry),
    graphs: inGraph(catalog, graph, (each) => ({ ...each, vertexTypes: [...each.vertexTypes, index] })),
  };
  return withScopeOf(catalog, next, graph, entry);
}

/** @throws EngineError when the type cannot be made */
export function addEdgeType(catalog: Catalog, graph: string | null, given: EdgeType): Catalog {
  checkName('edge type', given.name);
  checkFree(catalog, graph, 'edge', given.name);
  if (given.reverseEdge !== undefined) {
    if (!given.directed) throw engineError('reverseOfUndirected', { name: given.name });
    checkName('edge type', given.reverseEdge);
    checkFree(catalog, graph, 'edge', given.reverseEdge);
    if (given.reverseEdge === given.name) throw engineError('reverseNameTaken', { name: given.name });
  }
  const scope = scopeOf(catalog, graph);
  const pairs = expandPairs(scope, given.pairs);
  const missing = pairs.flatMap(({ from, to }) => [from, to]).find((name) => !scope.vertexTypes.has(name));
  if (missing !== undefined || pairs.length === 0) throw noVertexType(missing);
  const attributes = withFields(catalog, given.attributes);
  checkAttributes(given.name, attributes, []);
  for (const name of given.discriminator) {
    const attribute = given.attributes.find((each) => each.name === name);
    if (attribute?.type.kind !== 'scalar' || !ID_TYPES.includes(attribute.type.name)) {
      throw engineError('discriminatorUnfit', { name, type: given.name, allowed: ID_TYPES.join(', ') });
    }
  }
  const id = catalog.nextId;
  const pairEntries = pairs.map(({ from, to }, index): PairEntry => {
    const [a, b] = [scope.vertexTypes.get(from), scope.vertexTypes.get(to)];
    return { from: a?.index ?? -1, to: b?.index ?? -1, table: sql`edge_${id}_${index}` };
  });
  const entry: EdgeTypeEntry = {
    id,
    graph,
    type: { ...given, attributes, pairs },
    pairs: pairEntries,
    columns: columnsFor(given.attributes, 0),
    columnsMade: given.attributes.length,
  };
  const next = {
    ...catalog,
    nextId: id + 1,
    edgeTypes: withEntry(catalog.edgeTypes, id, entry),
    graphs: inGraph(catalog, graph, (each) => ({ ...each, edgeTypes: [...each.edgeTypes, id] })),
  };
  return withScopeOf(catalog, next, graph, entry);
}

function alterAttributes<E extends VertexTypeEntry | EdgeTypeEntry>(
  entry: E,
  add: readonly Attribute[],
  drop: readonly string[],
  fixed: readonly string[],
): E {
  const { type } = entry;
  if (add.length === 0 && drop.length === 0) return entry;
  for (const name of drop) {
    if (fixed.includes(name)) throw engineError('keyAttributeDropped', { name, type: type.name });
    if (!type.attributes.some((attribute) => attribute.name === name)) {
      throw engineError('attributeOfTypeUnknown', { name, type: type.name });
    }
  }
  const kept = type.attributes.filter((attribute) => !drop.includes(attribute.name));
  checkAttributes(type.name, add, [...fixed, ...kept.map((attribute) => attribute.name)]);
  const columns = Object.fromEntries(Object.entries(entry.columns).filter(([name]) => !drop.includes(name)));
  return {
    ...entry,
    type: { ...type, attributes: [...kept, ...add] },
    columns: { ...columns, ...columnsFor(add, entry.columnsMade) },
    columnsMade: entry.columnsMade + add.length,
  };
}

/**
 * Adds and drops attributes of a type that the scope sees; data of the others stays. The type gets a
 * new table, filled from the old one: DuckDB cannot alter a table twice in one transaction.
 * @throws EngineError when the scope has no such type, or the change does not fit it
 */
export function alterVertexType(catalog: Catalog, graph: string | null, change: AlterType): Catalog {
  const entry = scopeOf(catalog, graph).vertexTypes.get(change.name);
  if (entry === undefined) throw engineError('typeUnknown', { what: 'vertex', name: change.name });
  const added = withFields(catalog, change.addAttributes ?? []);
  const altered = alterAttributes(entry, added, change.dropAttributes ?? [], [
    ...readableId(entry.type),
    ...(entry.type.primaryId.parts ?? []),
  ]);
  const indexed = changedVectors(catalog, { ...altered, type: changedIndexes(altered.type, change) }, change);
  const isCopied = altered.columns !== entry.columns;
  return {
    ...catalog,
    nextId: catalog.nextId + 1,
    vertexTypes: withEntry(
      catalog.vertexTypes,
      entry.index,
      isCopied ? { ...indexed, table: sql`vertex_${catalog.nextId}`, copiedFrom: entry.table } : indexed,
    ),
  };
}

/** @throws EngineError when the scope has no such type, or the change does not fit it */
export function alterEdgeType(catalog: Catalog, graph: string | null, change: AlterType): Catalog {
  const scope = scopeOf(catalog, graph);
  const entry = scope.edgeTypes.get(change.name)?.entry;
  if (entry === undefined) throw engineError('typeUnknown', { what: 'edge', name: change.name });
  const { addAttributes = [], dropAttributes = [] } = change;
  const { type, ...altered } = alterAttributes(
    entry,
    withFields(catalog, addAttributes),
    dropAttributes,
    entry.type.discriminator,
  );
  const isCopied = addAttributes.length > 0 || dropAttributes.length > 0;
  const { named, entries } = changedPairs(scope, entry, change);
  const pairs = entries.map((pair, index): PairEntry => {
    const { from, to, table } = pair;
    if (table !== '' && !isCopied) return pair;
    const made = { from, to, table: sql`edge_${catalog.nextId}_${index}` };
    return table === '' ? made : { ...made, copiedFrom: table };
  });
  return {
    ...catalog,
    nextId: catalog.nextId + 1,
    edgeTypes: withEntry(catalog.edgeTypes, entry.id, { ...altered, type: { ...type, pairs: named }, pairs }),
  };
}

const withoutEdgeType = (catalog: Catalog, id: number): Catalog => ({
  ...catalog,
  edgeTypes: withEntry(catalog.edgeTypes, id, undefined),
  graphs: new Map(
    [...catalog.graphs].map(([name, graph]) => [
      name,
      { ...graph, edgeTypes: graph.edgeTypes.filter((each) => each !== id) },
    ]),
  ),
});

/**
 * Drops an edge type from a scope. A graph that uses a global type only lets go of it; its data goes
 * with the type itself.
 * @throws EngineError when the scope has no such type
 */
export function dropEdgeType(catalog: Catalog, graph: string | null, name: string): Catalog {
  const entry = scopeOf(catalog, graph).edgeTypes.get(name)?.entry;
  if (entry === undefined) throw engineError('typeUnknown', { what: 'edge', name });
  if (entry.graph === graph) return withoutEdgeType(catalog, entry.id);
  return {
    ...catalog,
    graphs: inGraph(catalog, graph, (each) => ({
      ...each,
      edgeTypes: each.edgeTypes.filter((id) => id !== entry.id),
    })),
  };
}

/**
 * Drops a vertex type and, with it, the pairs of edge types that end in it.
 * @throws EngineError when the scope has no such type
 */
export function dropVertexType(catalog: Catalog, graph: string | null, name: string): Catalog {
  const entry = scopeOf(catalog, graph).vertexTypes.get(name);
  if (entry === undefined) throw engineError('typeUnknown', { what: 'vertex', name });
  if (entry.graph !== graph) {
    const without: Catalog = {
      ...catalog,
      graphs: inGraph(catalog, graph, (each) => ({
        ...each,
        vertexTypes: each.vertexTypes.filter((index) => index !== entry.index),
      })),
    };
    const left = scopeOf(without, graph);
    const endless = [...left.edgeTypes.values()].filter(
      (seen) => visiblePairs(left, seen.entry).length === 0,
    );
    const names = new Set(endless.map((seen) => seen.entry.type.name));
    return [...names].reduce((each, edge) => dropEdgeType(each, graph, edge), without);
  }
  let next: Catalog = {
    ...catalog,
    vertexTypes: withEntry(catalog.vertexTypes, entry.index, undefined),
    graphs: new Map(
      [...catalog.graphs].map(([key, each]) => [
        key,
        { ...each, vertexTypes: each.vertexTypes.filter((index) => index !== entry.index) },
      ]),
    ),
  };
  for (const edge of catalog.edgeTypes.values()) next = withoutPairsOf(next, edge, entry.index);
  return next;
}

function withoutPairsOf(catalog: Catalog, edge: EdgeTypeEntry, vertexIndex: number): Catalog {
  const keeps = edge.pairs.map((pair) => pair.from !== vertexIndex && pair.to !== vertexIndex);
  if (keeps.every(Boolean)) return catalog;
  if (!keeps.some(Boolean)) return withoutEdgeType(catalog, edge.id);
  const kept: EdgeTypeEntry = {
    ...edge,
    pairs: edge.pairs.filter((_, index) => keeps[index]),
    type: { ...edge.type, pairs: edge.type.pairs.filter((_, index) => keeps[index]) },
  };
  return { ...catalog, edgeTypes: withEntry(catalog.edgeTypes, edge.id, kept) };
}
