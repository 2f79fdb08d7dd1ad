/**
 * Data that changes of the schema dropped. It is kept by the ids of vertices, for a time and up to a size, so that a
 * version of the schema can be reverted with its data. Records and rows are written in the transaction of the change.
 */
import type { Attribute, VectorAttribute } from '@acacia/language';
import {
  scopeOf,
  visiblePairs,
  type Catalog,
  type EdgeTypeEntry,
  type PairEntry,
  type VertexTypeEntry,
} from '../catalog/catalog.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import { keepsRows, pairsWithout, wayBack, type WayBack } from '../catalog/way-back.ts';
import type { ErasedRows } from '../schema-change.ts';
import { joined, list, literal, sql, type Sql } from '../sql.ts';
import { COMMIT_TABLE } from './commit-table.ts';
import { storedType } from './columns.ts';
import { isKeyPart } from './keys.ts';
import { mergeEdges } from './merge-edges.ts';
import type { GivenAttribute } from './merge-values.ts';
import { mergeVectors } from './merge-vectors.ts';
import { mergeVertices } from './merge-vertices.ts';
import type { Transaction } from './transaction.ts';

const TABLE = sql`acacia_kept`;

/** Days for which a change can be reverted. */
const KEPT_DAYS = 7;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;
/** Bytes of values that are kept altogether, uncompressed: the oldest go first. A change that drops more is not kept. */
const MOST_KEPT_BYTES = 2 ** 30;
/** Changes of one scope that can be reverted: the newest. */
const MOST_CHANGES = 200;

interface KeptColumn {
  readonly attribute: Attribute;
  /** In the kept table. */
  readonly column: Sql;
}

/** A table of `id`, or of `f` and `t`, and of columns; of vectors a table of `id` and `v`. */
type KeptRows = {
  readonly table: Sql;
  readonly type: string;
  readonly rows: number;
} & (
  | { readonly kind: 'vertex'; readonly isWhole: boolean; readonly columns: readonly KeptColumn[] }
  | { readonly kind: 'vector'; readonly vector: VectorAttribute; readonly isWhole: boolean }
  | {
      readonly kind: 'edge';
      readonly isWhole: boolean;
      readonly from: string;
      readonly to: string;
      readonly columns: readonly KeptColumn[];
      /** Discriminators, by which an edge is found whose values are kept; none of whole edges. */
      readonly keys: readonly KeptColumn[];
    }
);

/** A change that can be reverted, as it is stored. */
export interface KeptChange {
  readonly back: WayBack;
  readonly rows: readonly KeptRows[];
}

/** Rows that a change drops: those that become a kept table, the SELECT that gives them, and their size. */
interface DroppedRows {
  readonly rows: KeptRows extends infer Each
    ? Each extends unknown
      ? Omit<Each, 'table' | 'rows'>
      : never
    : never;
  /** Columns of the kept table. */
  readonly select: Sql;
  readonly from: Sql;
  /** Bytes of a row's values of fixed size. */
  readonly fixedBytes: number;
  /** Columns of texts. */
  readonly texts: readonly Sql[];
}

/** Bytes of an id, of which edges have two: an estimate. */
const ID_BYTES = 16;

const isText = ({ attribute }: KeptColumn): boolean =>
  attribute.type.kind !== 'scalar' || attribute.type.name === 'STRING';

const columnsIn = (
  entry: VertexTypeEntry | EdgeTypeEntry,
  only: (attribute: Attribute) => boolean,
): KeptColumn[] =>
  entry.type.attributes.flatMap((attribute) => {
    const column = entry.columns[attribute.name];
    return column === undefined || isKeyPart(entry.type, attribute.name) || !only(attribute)
      ? []
      : [{ attribute, column }];
  });

const sizeOf = (columns: readonly KeptColumn[], prefix: Sql): Pick<DroppedRows, 'fixedBytes' | 'texts'> => ({
  fixedBytes: columns.filter((each) => !isText(each)).length * 8,
  texts: columns.filter(isText).map(({ column }) => sql`${prefix}.${column}`),
});

/** The rows and values of one scope's types that a change drops. */
function droppedRows(before: Catalog, after: Catalog, graph: string | null): DroppedRows[] {
  const dropped: DroppedRows[] = [];
  const vertex = (entry: VertexTypeEntry, columns: readonly KeptColumn[], isWhole: boolean): void => {
    if (columns.length === 0 && !isWhole) return;
    dropped.push({
      rows: { kind: 'vertex', type: entry.type.name, isWhole, columns },
      select: list([sql`x._id AS id`, ...columns.map(({ column }) => sql`x.${column}`)]),
      from: sql`${entry.table} x`,
      ...withId(sizeOf(columns, sql`x`), sql`x._id`),
    });
  };
  const vectors = (entry: VertexTypeEntry, now: VertexTypeEntry | undefined): void => {
    for (const { vector, table } of vectorTablesOf(entry)) {
      if (now?.vectorTables?.[vector.name] === table) continue;
      dropped.push({
        rows: { kind: 'vector', type: entry.type.name, vector, isWhole: now === undefined },
        select: sql`x._id AS id, v._v AS v`,
        from: sql`${table} v JOIN ${entry.table} x ON x._num = v._num`,
        ...withId({ fixedBytes: vector.dimension * 4, texts: [] }, sql`x._id`),
      });
    }
  };
  const edge = (
    entry: EdgeTypeEntry,
    pair: PairEntry,
    columns: readonly KeptColumn[],
    keys: readonly KeptColumn[] | null,
  ): void => {
    const [from, to] = [before.vertexTypes.get(pair.from), before.vertexTypes.get(pair.to)];
    if (from === undefined || to === undefined) return;
    const all = [...(keys ?? []), ...columns];
    const { fixedBytes, texts } = sizeOf(all, sql`e`);
    dropped.push({
      rows: {
        kind: 'edge',
        type: entry.type.name,
        from: from.type.name,
        to: to.type.name,
        isWhole: keys === null,
        columns,
        keys: keys ?? [],
      },
      select: list([sql`a._id AS f`, sql`b._id AS t`, ...all.map(({ column }) => sql`e.${column}`)]),
      from: sql`${pair.table} e JOIN ${from.table} a ON a._num = e._from JOIN ${to.table} b ON b._num = e._to`,
      fixedBytes: fixedBytes + 2 * ID_BYTES,
      texts,
    });
  };
  for (const [index, old] of before.vertexTypes) {
    if (old.graph !== graph) continue;
    const now = after.vertexTypes.get(index);
    const there = now !== undefined && keepsRows(now, old) ? now : undefined;
    vertex(
      old,
      columnsIn(old, ({ name }) => there === undefined || there.columns[name] !== old.columns[name]),
      there === undefined,
    );
    vectors(old, there);
  }
  for (const [id, old] of before.edgeTypes) {
    if (old.graph !== graph) continue;
    const now = after.edgeTypes.get(id);
    const gone = pairsWithout(old, now, (was, is) => keepsRows(is, was));
    for (const { entry } of gone)
      edge(
        old,
        entry,
        columnsIn(old, () => true),
        null,
      );
    if (now === undefined) continue;
    const lost = columnsIn(old, ({ name }) => now.columns[name] !== old.columns[name]);
    if (lost.length === 0) continue;
    const keys = columnsIn(old, ({ name }) => old.type.discriminator.includes(name));
    for (const pair of old.pairs) if (!gone.some(({ entry }) => entry === pair)) edge(old, pair, lost, keys);
  }
  return dropped;
}

const withId = (
  { fixedBytes, texts }: Pick<DroppedRows, 'fixedBytes' | 'texts'>,
  id: Sql,
): Pick<DroppedRows, 'fixedBytes' | 'texts'> => ({ fixedBytes, texts: [...texts, id] });

async function bytesOf(transaction: Transaction, dropped: readonly DroppedRows[]): Promise<number> {
  let bytes = 0;
  for (const { from, fixedBytes, texts } of dropped) {
    const lengths = texts.map((text) => sql`coalesce(sum(strlen(${text})), 0)`);
    bytes += await transaction.number(
      sql`SELECT ${joined([sql`count(*) * ${fixedBytes}`, ...lengths], '+')} FROM ${from}`,
    );
  }
  return bytes;
}

const scopesOf = (before: Catalog, after: Catalog): (string | null)[] => [
  null,
  ...[...before.graphs.keys()].filter((graph) => after.graphs.has(graph)),
];

/** Whether a change can be reverted with all its data. */
export async function isKept(transaction: Transaction, before: Catalog, after: Catalog): Promise<boolean> {
  const dropped = scopesOf(before, after).flatMap((graph) => droppedRows(before, after, graph));
  return (await bytesOf(transaction, dropped)) <= MOST_KEPT_BYTES;
}

/** The way back of one scope, to be recorded once its version has a number. */
export interface KeptScope {
  readonly graph: string | null;
  readonly change: KeptChange;
  readonly bytes: number;
}

/** Copies what a change drops, before its tables go. A scope of which too much goes is left out. */
export async function keepDropped(
  transaction: Transaction,
  before: Catalog,
  after: Catalog,
  most = MOST_KEPT_BYTES,
): Promise<KeptScope[]> {
  if (
    before.vertexTypes === after.vertexTypes &&
    before.edgeTypes === after.edgeTypes &&
    before.graphs === after.graphs
  )
    return [];
  const commit = (await transaction.number(sql`SELECT number FROM ${COMMIT_TABLE}`)) + 1;
  const kept: KeptScope[] = [];
  let made = 0;
  for (const graph of scopesOf(before, after)) {
    const back = wayBack(before, after, graph);
    if (back === null) continue;
    const dropped = droppedRows(before, after, graph);
    const bytes = await bytesOf(transaction, dropped);
    if (bytes > most) continue;
    const rows: KeptRows[] = [];
    for (const { rows: what, select, from } of dropped) {
      const table = sql`kept_${commit}_${made}`;
      made += 1;
      await transaction.run(sql`CREATE TABLE ${table} AS SELECT ${select} FROM ${from}`);
      const count = await transaction.number(sql`SELECT count(*) FROM ${table}`);
      if (count === 0) await transaction.run(sql`DROP TABLE ${table}`);
      else rows.push({ ...what, table, rows: count });
    }
    kept.push({ graph, change: { back, rows }, bytes });
  }
  return kept;
}

/** Records what was kept below the newest version of each scope, and erases what is too old or too much. */
export async function recordKept(
  transaction: Transaction,
  kept: readonly KeptScope[],
  versionOf: (graph: string | null) => number | undefined,
  graphs: Catalog['graphs'],
): Promise<void> {
  if (kept.length > 0)
    await transaction.run(
      sql`CREATE TABLE IF NOT EXISTS ${TABLE} (graph VARCHAR NOT NULL, version BIGINT NOT NULL, kept_at BIGINT NOT NULL, bytes BIGINT NOT NULL, document VARCHAR NOT NULL)`,
    );
  for (const { graph, change, bytes } of kept) {
    const version = versionOf(graph);
    if (version === undefined) {
      for (const { table } of change.rows) await transaction.run(sql`DROP TABLE ${table}`);
      continue;
    }
    await transaction.run(sql`INSERT INTO ${TABLE} VALUES ($1, $2, $3, $4, $5)`, [
      graph ?? '',
      BigInt(version),
      BigInt(Date.now()),
      BigInt(bytes),
      JSON.stringify(change),
    ]);
  }
  // The list of all tables, by which one is found, takes as long as there are types.
  if (kept.length > 0) await eraseRecords(transaction, outdated(graphs));
  else await eraseKept(transaction, graphs);
}

async function exists(transaction: Transaction): Promise<boolean> {
  const found = await transaction.number(
    sql`SELECT count(*) FROM duckdb_tables() WHERE table_name = ${literal(TABLE)} AND NOT temporary`,
  );
  return found > 0;
}

/** A condition on records: those that are too old, beyond the bounds, or of a graph that is gone. */
const outdated = (graphs: Catalog['graphs']): Sql =>
  sql`kept_at < ${Date.now() - KEPT_MS} OR graph NOT IN (${list(['', ...graphs.keys()].map(literal))})
    OR (graph, version) IN (SELECT (graph, version) FROM (SELECT graph, version, sum(bytes) OVER (ORDER BY kept_at DESC, version DESC) AS size, row_number() OVER (PARTITION BY graph ORDER BY version DESC) AS place FROM ${TABLE}) WHERE size > ${MOST_KEPT_BYTES} OR place > ${MOST_CHANGES})`;

/** Whether something is kept that is to be erased. */
export async function hasOutdated(transaction: Transaction, graphs: Catalog['graphs']): Promise<boolean> {
  if (!(await exists(transaction))) return false;
  return (await transaction.number(sql`SELECT count(*) FROM ${TABLE} WHERE ${outdated(graphs)}`)) > 0;
}

/** Erases what is outdated; with a `condition`, the records that it names. */
export async function eraseKept(
  transaction: Transaction,
  graphs: Catalog['graphs'],
  condition: Sql = outdated(graphs),
): Promise<number> {
  return (await exists(transaction)) ? eraseRecords(transaction, condition) : 0;
}

async function eraseRecords(transaction: Transaction, condition: Sql): Promise<number> {
  const found = await transaction.rows(sql`SELECT graph, version, document FROM ${TABLE} WHERE ${condition}`);
  for (const [graph, version, document] of found) {
    for (const { table } of (JSON.parse(String(document)) as KeptChange).rows)
      await transaction.run(sql`DROP TABLE IF EXISTS ${table}`);
    await transaction.run(sql`DELETE FROM ${TABLE} WHERE graph = $1 AND version = $2`, [
      String(graph),
      BigInt(Number(version)),
    ]);
  }
  return found.length;
}

/** Erases all that is kept. */
export const eraseAllKept = (transaction: Transaction): Promise<number> =>
  eraseKept(transaction, new Map(), sql`true`);

/** Erases what one version keeps; false when there is nothing. */
export const eraseVersion = async (
  transaction: Transaction,
  graph: string | null,
  version: number,
): Promise<boolean> =>
  (await eraseKept(
    transaction,
    new Map(),
    sql`graph = ${literal(graph ?? '')} AND version = ${BigInt(version)}`,
  )) > 0;

/** The changes of a scope that can be reverted now, by version. */
export async function readKept(
  transaction: Transaction,
  graph: string | null,
): Promise<ReadonlyMap<number, { readonly until: number; readonly bytes: number }>> {
  if (!(await exists(transaction))) return new Map();
  const rows = await transaction.rows(
    sql`SELECT version, kept_at, bytes FROM ${TABLE} WHERE graph = ${literal(graph ?? '')} AND kept_at >= ${Date.now() - KEPT_MS}`,
  );
  return new Map(
    rows.map(([version, at, bytes]) => [
      Number(version),
      { until: Number(at) + KEPT_MS, bytes: Number(bytes) },
    ]),
  );
}

/** One change that can be reverted; null when it is not kept any more. */
export async function keptChange(
  transaction: Transaction,
  graph: string | null,
  version: number,
): Promise<KeptChange | null> {
  if (!(await exists(transaction))) return null;
  const [row] = await transaction.rows(
    sql`SELECT document FROM ${TABLE} WHERE graph = ${literal(graph ?? '')} AND version = ${BigInt(version)} AND kept_at >= ${Date.now() - KEPT_MS}`,
  );
  return row === undefined ? null : (JSON.parse(String(row[0])) as KeptChange);
}

/** The rows that a change keeps, by type and attribute. */
export function keptSummary({ rows }: KeptChange): ErasedRows[] {
  const sums = new Map<string, ErasedRows>();
  const add = (
    kind: ErasedRows['kind'],
    type: string,
    attribute: string | undefined,
    count: number,
  ): void => {
    const key = JSON.stringify([kind, type, attribute]);
    const before = sums.get(key)?.rows ?? 0;
    sums.set(key, {
      kind,
      type,
      ...(attribute === undefined ? {} : { attribute }),
      rows: before + count,
    });
  };
  for (const each of rows) {
    if (each.kind === 'vector') {
      if (!each.isWhole) add('vertex', each.type, each.vector.name, each.rows);
    } else if (each.isWhole) add(each.kind, each.type, undefined, each.rows);
    else for (const { attribute } of each.columns) add(each.kind, each.type, attribute.name, each.rows);
  }
  return [...sums.values()];
}

/**
 * Puts kept rows back into types that are there again. Edges whose ends are gone, and values of vertices and edges that
 * are gone, are left out. Gives what was put back.
 */
export async function putBack(
  transaction: Transaction,
  catalog: Catalog,
  graph: string | null,
  change: KeptChange,
): Promise<ErasedRows[]> {
  const scope = scopeOf(catalog, graph);
  const put: ErasedRows[] = [];
  const order = { vertex: 0, vector: 1, edge: 2 } as const;
  for (const each of change.rows.toSorted((a, b) => order[a.kind] - order[b.kind])) {
    const { table, type } = each;
    if (each.kind === 'edge') {
      const entry = scope.edgeTypes.get(type)?.entry;
      const [from, to] = [scope.vertexTypes.get(each.from), scope.vertexTypes.get(each.to)];
      if (entry === undefined || from === undefined || to === undefined) continue;
      const pair = visiblePairs(scope, entry).find((one) => one.from === from.index && one.to === to.index);
      if (pair === undefined) continue;
      const [keys, values] = [givenIn(entry, each.keys), givenIn(entry, each.columns)];
      const given = [...keys, ...values];
      const stage = await staged(transaction, table, [sql`f`, sql`t`], given);
      if (each.isWhole) {
        const target = { entry, pair, from, to };
        const { inserted, missing } = await mergeEdges(
          transaction,
          target,
          { rows: stage, ids: 'text' },
          values.map(({ value }) => value),
          'leaveOut',
        );
        if (missing !== null) await transaction.drop(missing);
        put.push({ kind: 'edge', type, rows: inserted });
      } else {
        const isLoose = !entry.type.directed && from.index === to.index;
        const ends = isLoose
          ? sql`least(a._num, b._num) AS f, greatest(a._num, b._num) AS t`
          : sql`a._num AS f, b._num AS t`;
        const rows = await update(
          transaction,
          pair.table,
          values,
          sql`(SELECT ${ends}${given.map(({ value }) => sql`, s.${value.column}`)} FROM ${stage} s JOIN ${from.table} a ON a._id = s.f JOIN ${to.table} b ON b._id = s.t)`,
          [
            sql`x._from = s.f`,
            sql`x._to = s.t`,
            ...keys.map(({ value }) => sql`x.${value.column} = s.${value.column}`),
          ],
        );
        for (const { value } of values)
          put.push({ kind: 'edge', type, attribute: value.attribute.name, rows });
      }
      await transaction.drop(stage);
      continue;
    }
    const entry = scope.vertexTypes.get(type);
    if (entry === undefined) continue;
    if (each.kind === 'vector') {
      const stage = await transaction.materialize(
        'kept',
        sql`SELECT row_number() OVER () AS n, id, v FROM ${table}`,
      );
      const rows = await mergeVectors(transaction, entry, each.vector.name, stage);
      await transaction.drop(stage);
      if (!each.isWhole) put.push({ kind: 'vertex', type, attribute: each.vector.name, rows });
      continue;
    }
    const given = givenIn(entry, each.columns);
    const stage = await staged(transaction, table, [sql`id`], given);
    if (each.isWhole) {
      const values = given.map(({ value }) => value);
      const { inserted } = await mergeVertices(transaction, entry, { rows: stage, ids: 'text' }, values);
      put.push({ kind: 'vertex', type, rows: inserted });
    } else {
      const rows = await update(transaction, entry.table, given, stage, [sql`x._id = s.id`]);
      for (const { value } of given)
        put.push({ kind: 'vertex', type, attribute: value.attribute.name, rows });
    }
    await transaction.drop(stage);
  }
  return put;
}

interface Given {
  /** With the column that the attribute has now. */
  readonly value: GivenAttribute;
  /** The column in the kept table. */
  readonly kept: Sql;
}

/** The kept columns whose attributes the type has again with the same type. */
const givenIn = (entry: VertexTypeEntry | EdgeTypeEntry, columns: readonly KeptColumn[]): Given[] =>
  columns.flatMap(({ attribute, column }) => {
    const now = entry.type.attributes.find(({ name }) => name === attribute.name);
    const target = entry.columns[attribute.name];
    return now === undefined ||
      target === undefined ||
      JSON.stringify(now.type) !== JSON.stringify(attribute.type)
      ? []
      : [{ value: { attribute: now, column: target, op: 'overwrite' }, kept: column }];
  });

/** A staging table of kept rows, with the columns that the attributes have now. */
const staged = (
  transaction: Transaction,
  table: Sql,
  keys: readonly Sql[],
  given: readonly Given[],
): Promise<Sql> =>
  transaction.materialize(
    'kept',
    sql`SELECT row_number() OVER () AS n, ${list([
      ...keys,
      ...given.map(
        ({ value, kept }) => sql`${kept}::${storedType(value.attribute.type).sql} AS ${value.column}`,
      ),
    ])} FROM ${table}`,
  );

/** Writes values into rows that are there, of a table that this transaction has filled. Gives their number. */
async function update(
  transaction: Transaction,
  table: Sql,
  values: readonly Given[],
  rows: Sql,
  conditions: readonly Sql[],
): Promise<number> {
  if (values.length === 0) return 0;
  const sets = list(values.map(({ value }) => sql`${value.column} = s.${value.column}`));
  const changed = await transaction.run(
    sql`UPDATE ${table} AS x SET ${sets} FROM ${rows} s WHERE ${joined(conditions, 'AND')}`,
  );
  transaction.touchRows(table);
  return changed;
}
