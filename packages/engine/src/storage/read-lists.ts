/** Lists and counts of vertices and edges for the REST endpoints, straight from the tables. */
import { engineError } from '../errors/catalogue.ts';
import type { DuckDBValue } from '@duckdb/node-api';
import type { Attribute, ScalarTypeName } from '@acacia/language';
import {
  scopeOf,
  visiblePairs,
  type EdgeTypeEntry,
  type PairEntry,
  type Scope,
  type VertexTypeEntry,
} from '../catalog/catalog.ts';
import type { EdgeJson, EdgePathFilter, ListOptions, VertexJson } from '../engine.ts';
import { empty, id, joined, list, sql, type Sql } from '../sql.ts';
import { canonicalId } from './keys.ts';
import { filterSql, sortSql, type ListField } from './list-options.ts';
import { vertexTypeIn } from './resolve-types.ts';
import { shownValue } from './shown-json.ts';
import type { StoreState } from './store.ts';
import type { Transaction } from './transaction.ts';

/** The attributes that a list gives. */
export function selected(attributes: readonly Attribute[], options: ListOptions): readonly Attribute[] {
  const { select } = options;
  return select === undefined ? attributes : attributes.filter(({ name }) => select.includes(name));
}

const paging = ({ limit, offset }: ListOptions): Sql =>
  sql`${limit === undefined ? empty : sql` LIMIT ${whole('limit', limit)}`}${
    offset === undefined ? empty : sql` OFFSET ${whole('offset', offset)}`
  }`;

/** @throws EngineError when a parameter is no whole number from 0 */
export function whole(parameter: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw engineError('listParameterNotWhole', { parameter });
}

/** The attributes of vertices in lists: the id, where it can be read as an attribute, comes first. */
export function listedAttributes({ type: { primaryId, attributes } }: VertexTypeEntry): readonly Attribute[] {
  if (!primaryId.asAttribute && !primaryId.isPrimaryKey) return attributes;
  return [{ name: primaryId.name, type: { kind: 'scalar', name: primaryId.type } }, ...attributes];
}

function vertexFields(entry: VertexTypeEntry): ListField[] {
  const { primaryId, attributes } = entry.type;
  return listedAttributes(entry).map((attribute) => ({
    attribute,
    column: attributes.includes(attribute)
      ? sql`t.${entry.columns[attribute.name] ?? empty}`
      : shownId(primaryId.type),
  }));
}

function shownId(type: ScalarTypeName): Sql {
  switch (type) {
    case 'INT':
      return sql`t._id::BIGINT`;
    case 'UINT':
      return sql`t._id::UBIGINT`;
    case 'DATETIME':
      return sql`epoch(t._id::TIMESTAMP)::BIGINT`;
    default:
      return sql`t._id`;
  }
}

export async function listVertices(
  transaction: Transaction,
  state: StoreState,
  graph: string,
  type: string,
  options: ListOptions & { readonly id?: string },
): Promise<VertexJson[]> {
  const entry = vertexTypeIn(scopeOf(state.catalog, graph), type);
  const all = vertexFields(entry);
  const fields = all.filter(({ attribute }) => selected([attribute], options).length > 0);
  const values: DuckDBValue[] = [];
  const conditions = filterSql(all, options.filter, values);
  const read = (where: readonly Sql[]): Promise<DuckDBValue[][]> =>
    transaction.rows(
      sql`SELECT t._id${fields.map(({ column }) => sql`, ${column}`)} FROM ${entry.table} t
       ${where.length > 0 ? sql`WHERE ${joined(where, 'AND')}` : empty}
       ORDER BY ${list([...sortSql(all, options.sort), sql`t._num`])}${paging(options)}`,
      values,
    );
  let rows: DuckDBValue[][] = [];
  if (options.id === undefined) rows = await read(conditions);
  else {
    const id = canonicalId(entry.type, options.id);
    values.push(id);
    conditions.push(sql`t._id = $${values.length}`);
    const number = transaction.numberOf(entry.table, id);
    if (number !== null) rows = await read([...conditions, sql`t._num = ${number}`]);
    if (rows.length === 0) rows = await read(conditions);
  }
  return rows.map(([id, ...row]) => ({
    v_id: String(id),
    v_type: type,
    attributes: Object.fromEntries(
      fields.map(({ attribute }, index) => [attribute.name, shownValue(attribute.type, row[index] ?? null)]),
    ),
  }));
}

export async function countVertices(
  transaction: Transaction,
  state: StoreState,
  graph: string,
  type: string,
): Promise<{ type: string; count: number }[]> {
  const scope = scopeOf(state.catalog, graph);
  const entries = type === '*' ? [...scope.vertexTypes.values()] : [vertexTypeIn(scope, type)];
  const rows = await transaction.counts(entries.map(({ table }) => table));
  return entries.map(({ type: { name }, table }) => ({ type: name, count: rows.get(table) ?? 0 }));
}

/** @throws EngineError when the graph has none of this name */
export function seenEdgeType(scope: Scope, name: string) {
  const seen = scope.edgeTypes.get(name);
  if (seen === undefined) {
    throw engineError('edgeTypeOfGraphUnknown', { name, graph: String(scope.graph) });
  }
  return seen;
}

/** `ends`: see `pairsBetween`. */
export async function countEdges(
  transaction: Transaction,
  state: StoreState,
  graph: string,
  type: string,
  ends: { readonly from?: string; readonly to?: string } = {},
): Promise<{ type: string; count: number }[]> {
  const scope = scopeOf(state.catalog, graph);
  const types = (type === '*' ? [...scope.edgeTypes.keys()] : [type]).map((name) => ({
    name,
    tables: pairsBetween(scope, name, ends).map(({ table }) => table),
  }));
  // A type and its reverse type share their tables.
  const rows = await transaction.counts([...new Set(types.flatMap(({ tables }) => tables))]);
  return types.map(({ name, tables }) => ({
    type: name,
    count: tables.reduce((sum, table) => sum + (rows.get(table) ?? 0), 0),
  }));
}

/** The pairs of an edge type whose edges go from or to vertices of these types, undirected ones either way. */
export function pairsBetween(
  scope: Scope,
  name: string,
  ends: { readonly from?: string; readonly to?: string },
): readonly PairEntry[] {
  const [from, to] = [ends.from, ends.to].map((type) => type && vertexTypeIn(scope, type).index);
  const goes = (start: number, end: number): boolean =>
    (from === undefined || from === start) && (to === undefined || to === end);
  const { entry, reversed } = seenEdgeType(scope, name);
  const back = reversed || !entry.type.directed;
  return visiblePairs(scope, entry).filter(
    (pair) => (!reversed && goes(pair.from, pair.to)) || (back && goes(pair.to, pair.from)),
  );
}

/** Vertices and edges of all types together. */
export async function countAll(
  transaction: Transaction,
  { catalog }: StoreState,
): Promise<{ vertices: number; edges: number }> {
  const sumOf = (tables: readonly Sql[]): Promise<number> =>
    tables.length === 0
      ? Promise.resolve(0)
      : transaction.number(
          sql`SELECT ${joined(
            tables.map((table) => sql`(SELECT count(*) FROM ${table})`),
            '+',
          )}`,
        );
  const edgeTypes = [...catalog.edgeTypes.values()];
  return {
    vertices: await sumOf([...catalog.vertexTypes.values()].map((entry) => entry.table)),
    edges: await sumOf(edgeTypes.flatMap((entry) => entry.pairs.map((pair) => pair.table))),
  };
}

/** One way to walk a table of edges from the source vertex. */
export interface Walk {
  readonly entry: EdgeTypeEntry;
  readonly pair: PairEntry;
  readonly name: string;
  readonly near: '_from' | '_to';
  readonly far: '_from' | '_to';
  readonly target: VertexTypeEntry;
}

/** The ways to walk from a source, as its path allows. */
export function walksFrom(
  state: StoreState,
  scope: Scope,
  path: EdgePathFilter,
  source: VertexTypeEntry,
): Walk[] {
  if (path.edgeType !== undefined) seenEdgeType(scope, path.edgeType);
  if (path.targetType !== undefined) vertexTypeIn(scope, path.targetType);
  return [...scope.edgeTypes].flatMap(([name, { entry, reversed }]) => {
    if (path.edgeType !== undefined && path.edgeType !== name) return [];
    return visiblePairs(scope, entry).flatMap((pair) => {
      const forwards = !reversed || !entry.type.directed;
      const backwards = reversed || !entry.type.directed;
      const ways: Walk[] = [];
      const add = (near: '_from' | '_to', far: '_from' | '_to', start: number, end: number): void => {
        const target = state.catalog.vertexTypes.get(end);
        if (start !== source.index || target === undefined) return;
        if (path.targetType !== undefined && path.targetType !== target.type.name) return;
        ways.push({ entry, pair, name, near, far, target });
      };
      if (forwards) add('_from', '_to', pair.from, pair.to);
      if (backwards) add('_to', '_from', pair.to, pair.from);
      return ways;
    });
  });
}

/** The number of a vertex. */
async function numberNow(transaction: Transaction, table: Sql, id: string): Promise<DuckDBValue | undefined> {
  const find = async (where: Sql): Promise<DuckDBValue | undefined> =>
    (await transaction.rows(sql`SELECT _num FROM ${table} WHERE _id = $1${where}`, [id]))[0]?.[0];
  const known = transaction.numberOf(table, id);
  return (known === null ? undefined : await find(sql` AND _num = ${known}`)) ?? find(empty);
}

/** @throws EngineError when a type is not known, or an id is none of its type */
export async function listEdges(
  transaction: Transaction,
  state: StoreState,
  graph: string,
  path: EdgePathFilter,
  options: ListOptions,
): Promise<EdgeJson[]> {
  const scope = scopeOf(state.catalog, graph);
  const source = vertexTypeIn(scope, path.sourceType);
  const sourceId = canonicalId(source.type, path.sourceId);
  const number = await numberNow(transaction, source.table, sourceId);
  if (number === undefined) {
    throw engineError('sourceIdInvalid', { id: path.sourceId, type: path.sourceType });
  }
  const edges: EdgeJson[] = [];
  let skip = options.offset ?? 0;
  for (const walk of walksFrom(state, scope, path, source)) {
    const rest = options.limit === undefined ? undefined : options.limit - edges.length;
    if (rest !== undefined && rest <= 0) break;
    const { offset: _offset, ...others } = options;
    const found = await walkEdges(transaction, walk, Number(number), path, {
      ...others,
      ...(rest === undefined ? {} : { limit: rest + skip }),
    });
    const taken = found.slice(skip);
    skip = Math.max(0, skip - found.length);
    edges.push(...taken.map((edge) => ({ ...edge, from_id: sourceId, from_type: path.sourceType })));
  }
  return edges;
}

async function walkEdges(
  transaction: Transaction,
  walk: Walk,
  source: number,
  path: EdgePathFilter,
  options: ListOptions,
): Promise<EdgeJson[]> {
  const { entry, pair, target } = walk;
  const all = entry.type.attributes.map((attribute): ListField => ({
    attribute,
    column: sql`t.${entry.columns[attribute.name] ?? empty}`,
  }));
  const fields = all.filter(({ attribute }) => selected([attribute], options).length > 0);
  const keys = all.filter(({ attribute }) => entry.type.discriminator.includes(attribute.name));
  const values: DuckDBValue[] = [];
  const conditions = [sql`t.${id(walk.near)} = ${source}`, ...filterSql(all, options.filter, values)];
  // A loop of an undirected type is found from both of its ends but is one edge.
  if (!entry.type.directed && pair.from === pair.to && walk.near === '_to')
    conditions.push(sql`t._from <> t._to`);
  if (path.targetId !== undefined) {
    values.push(canonicalId(target.type, path.targetId));
    conditions.push(sql`v._id = $${values.length}`);
  }
  const read = [...keys, ...fields].map(({ column }) => sql`, ${column}`);
  const rows = await transaction.rows(
    sql`SELECT v._id${read} FROM ${pair.table} t JOIN ${target.table} v ON v._num = t.${id(walk.far)}
     WHERE ${joined(conditions, 'AND')}
     ORDER BY ${list([...sortSql(all, options.sort), sql`v._num`])}${paging(options)}`,
    values,
  );
  return rows.map(([id, ...row]) => ({
    e_type: walk.name,
    directed: entry.type.directed,
    from_id: '',
    from_type: '',
    to_id: String(id),
    to_type: target.type.name,
    ...(keys.length === 0
      ? {}
      : {
          discriminator: keys
            .map(({ attribute }, index) => String(shownValue(attribute.type, row[index] ?? null)))
            .join(','),
        }),
    attributes: Object.fromEntries(
      fields.map(({ attribute }, index) => [
        attribute.name,
        shownValue(attribute.type, row[keys.length + index] ?? null),
      ]),
    ),
  }));
}
