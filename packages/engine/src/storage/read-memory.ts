/**
 * Lists and counts of vertices and edges for the REST endpoints, from the tables in memory: what `read-lists.ts` gives,
 * without asking DuckDB. Each function gives null where a table is not in memory, and undefined for what DuckDB does
 * better: conditions, orders, and answers that would hold the loop for long.
 */
import type { Attribute } from '@acacia/language';
import { scopeOf, type EdgeTypeEntry, type PairEntry } from '../catalog/catalog.ts';
import type { EdgeJson, EdgePathFilter, ListOptions, VertexJson } from '../engine.ts';
import { engineError } from '../errors/catalogue.ts';
import type { Adjacency, ColumnData, EdgeTable, VertexTable } from '../graph/snapshot.ts';
import { canonicalId } from './keys.ts';
import {
  listedAttributes,
  pairsBetween,
  selected,
  seenEdgeType,
  walksFrom,
  whole,
  type Walk,
} from './read-lists.ts';
import { vertexTypeIn } from './resolve-types.ts';
import { shownValue } from './shown-json.ts';
import type { TablesNow } from './snapshot-cache.ts';
import type { StoreState } from './store.ts';

/** The most elements that are listed in one go: some milliseconds. */
const MOST_LISTED = 10_000;

interface Shown {
  readonly attribute: Attribute;
  readonly column: ColumnData;
}

function shownOf(
  attributes: readonly Attribute[],
  columnOf: (name: string) => ColumnData | undefined,
): Shown[] | null {
  const shown: Shown[] = [];
  for (const attribute of attributes) {
    const column = columnOf(attribute.name);
    if (column === undefined) return null;
    shown.push({ attribute, column });
  }
  return shown;
}

function cell({ attribute, column }: Shown, row: number): unknown {
  switch (column.kind) {
    case 'number': {
      const value = column.values[row] ?? 0;
      const isTime = attribute.type.kind === 'scalar' && attribute.type.name === 'DATETIME';
      return isTime ? shownValue(attribute.type, BigInt(value)) : value;
    }
    case 'bigint':
      return shownValue(attribute.type, column.values[row] ?? 0n);
    case 'bool':
      return column.values[row] === 1;
    case 'string':
    case 'json':
      return shownValue(attribute.type, column.strings.get(column.codes[row] ?? 0));
    case 'vector':
      return column.read(row);
  }
}

const attributesAt = (shown: readonly Shown[], row: number): Record<string, unknown> =>
  Object.fromEntries(shown.map((each) => [each.attribute.name, cell(each, row)]));

/** `offset` and `limit`, the latter endless by default. */
const pageOf = ({ offset, limit }: ListOptions): { skip: number; most: number } => ({
  skip: offset === undefined ? 0 : whole('offset', offset),
  most: limit === undefined ? Infinity : whole('limit', limit),
});

const needsTables = ({ filter, sort }: ListOptions): boolean =>
  (filter ?? '').trim() !== '' || (sort ?? '').trim() !== '';

/** The numbers of live vertices of a page. */
function numbersOf({ size, alive }: VertexTable, { skip, most }: { skip: number; most: number }): number[] {
  const numbers: number[] = [];
  let left = skip;
  for (let number = alive === null ? left : 0; number < size && numbers.length < most; number += 1) {
    if (alive === null) numbers.push(number);
    else if (alive[number] === 1 && (left -= 1) < 0) numbers.push(number);
  }
  return numbers;
}

/** @throws EngineError as `listVertices` */
export function verticesNow(
  tables: TablesNow,
  state: StoreState,
  graph: string,
  type: string,
  options: ListOptions & { readonly id?: string },
): VertexJson[] | null | undefined {
  const entry = vertexTypeIn(scopeOf(state.catalog, graph), type);
  const id = options.id === undefined ? undefined : canonicalId(entry.type, options.id);
  const page = pageOf(options);
  if (needsTables(options)) return undefined;
  const table = tables.vertices(state, entry);
  const shown = table && shownOf(selected(listedAttributes(entry), options), (name) => table.column(name));
  if (table === null || shown === null) return null;
  if (id === undefined && Math.min(page.most, table.count - page.skip) > MOST_LISTED) return undefined;
  const found = id === undefined ? null : table.lookup(id);
  const numbers =
    found === null ? numbersOf(table, page) : found >= 0 && page.skip === 0 && page.most > 0 ? [found] : [];
  return numbers.map((number) => ({
    v_id: table.id(number),
    v_type: type,
    attributes: attributesAt(shown, number),
  }));
}

/** @throws EngineError as `countVertices` */
export function countVerticesNow(
  tables: TablesNow,
  state: StoreState,
  graph: string,
  type: string,
): { type: string; count: number }[] | null {
  const scope = scopeOf(state.catalog, graph);
  const entries = type === '*' ? [...scope.vertexTypes.values()] : [vertexTypeIn(scope, type)];
  const counts: { type: string; count: number }[] = [];
  for (const entry of entries) {
    const table = tables.vertices(state, entry);
    if (table === null) return null;
    counts.push({ type: entry.type.name, count: table.count });
  }
  return counts;
}

interface Ends {
  readonly from: VertexTable;
  readonly to: VertexTable;
}

function endsOf(tables: TablesNow, state: StoreState, pair: PairEntry): Ends | null {
  const [source, target] = [pair.from, pair.to].map((index) => state.catalog.vertexTypes.get(index));
  const from = source && tables.vertices(state, source);
  const to = target && tables.vertices(state, target);
  return from && to ? { from, to } : null;
}

function edgeTable(
  tables: TablesNow,
  state: StoreState,
  entry: EdgeTypeEntry,
  pair: PairEntry,
): { readonly table: EdgeTable; readonly ends: Ends } | null {
  const ends = endsOf(tables, state, pair);
  const table = ends && tables.edges(state, entry, pair, ends.from.size, ends.to.size);
  return ends && table && { table, ends };
}

/** @throws EngineError as `countEdges` */
export function countEdgesNow(
  tables: TablesNow,
  state: StoreState,
  graph: string,
  type: string,
  ends: { readonly from?: string; readonly to?: string } = {},
): { type: string; count: number }[] | null {
  const scope = scopeOf(state.catalog, graph);
  const counts: { type: string; count: number }[] = [];
  for (const name of type === '*' ? [...scope.edgeTypes.keys()] : [type]) {
    let count = 0;
    for (const pair of pairsBetween(scope, name, ends)) {
      const found = edgeTable(tables, state, seenEdgeType(scope, name).entry, pair);
      if (found === null) return null;
      count += found.table.count;
    }
    counts.push({ type: name, count });
  }
  return counts;
}

/** Where the neighbour's entries begin in a part of an adjacency, which is sorted by neighbour. */
function firstEntry({ neighbours }: Adjacency, start: number, end: number, neighbour: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((neighbours[middle] ?? 0) < neighbour) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Entries of a walk that stand in its adjacency. */
interface Entries {
  readonly adjacency: Adjacency;
  readonly start: number;
  readonly end: number;
  readonly table: EdgeTable;
  readonly far: VertexTable;
  /** Between vertices of one type an undirected edge stands at both ends; each walk gives those that begin at its own. */
  readonly isOwn: (row: number) => boolean;
}

function entriesOf(
  tables: TablesNow,
  state: StoreState,
  { entry, pair, near, target }: Walk,
  source: number,
  targetId: string | undefined,
): Entries | null {
  const found = edgeTable(tables, state, entry, pair);
  if (found === null) return null;
  const { table, ends } = found;
  const isOut = near === '_from';
  const adjacency = isOut ? table.out : table.in;
  const far = isOut ? ends.to : ends.from;
  let start = adjacency.offsets[source] ?? 0;
  let end = adjacency.ends[source] ?? start;
  if (targetId !== undefined) {
    const number = far.lookup(canonicalId(target.type, targetId));
    start = number < 0 ? end : firstEntry(adjacency, start, end, number);
    end = number < 0 ? end : firstEntry(adjacency, start, end, number + 1);
  }
  const isBoth = !entry.type.directed && pair.from === pair.to;
  const isOwn = !isBoth
    ? () => true
    : isOut
      ? (row: number) => table.from[row] === source
      : (row: number) => table.from[row] !== source;
  return { adjacency, start, end, table, far, isOwn };
}

/** @throws EngineError as `listEdges` */
export function edgesNow(
  tables: TablesNow,
  state: StoreState,
  graph: string,
  path: EdgePathFilter,
  options: ListOptions,
): EdgeJson[] | null | undefined {
  const scope = scopeOf(state.catalog, graph);
  const source = vertexTypeIn(scope, path.sourceType);
  const sourceId = canonicalId(source.type, path.sourceId);
  const page = pageOf(options);
  if (needsTables(options)) return undefined;
  const sources = tables.vertices(state, source);
  if (sources === null) return null;
  const number = sources.lookup(sourceId);
  if (number < 0) throw engineError('sourceIdInvalid', { id: path.sourceId, type: path.sourceType });
  const edges: EdgeJson[] = [];
  let { skip } = page;
  let read = 0;
  for (const walk of walksFrom(state, scope, path, source)) {
    const entries = entriesOf(tables, state, walk, number, path.targetId);
    if (entries === null) return null;
    const { adjacency, start, end, table, far, isOwn } = entries;
    read += end - start;
    if (read > MOST_LISTED) return undefined;
    const { discriminator, attributes } = walk.entry.type;
    const shown = shownOf(selected(attributes, options), (name) => table.column(name));
    const keys = shownOf(
      attributes.filter(({ name }) => discriminator.includes(name)),
      (name) => table.column(name),
    );
    if (shown === null || keys === null) return null;
    for (let at = start; at < end && edges.length < page.most; at += 1) {
      const row = adjacency.rows[at] ?? 0;
      if (!isOwn(row) || (skip -= 1) >= 0) continue;
      edges.push({
        e_type: walk.name,
        directed: walk.entry.type.directed,
        from_id: sourceId,
        from_type: path.sourceType,
        to_id: far.id(adjacency.neighbours[at] ?? 0),
        to_type: walk.target.type.name,
        ...(keys.length === 0 ? {} : { discriminator: keys.map((key) => String(cell(key, row))).join(',') }),
        attributes: attributesAt(shown, row),
      });
    }
  }
  return edges;
}
