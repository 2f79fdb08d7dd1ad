/**
 * Statistics of a graph's data, computed by DuckDB: counts by type, the distribution of attributes' values (from all
 * rows, or from a sample of many), and the degrees of vertices.
 */
import type { DuckDBValue } from '@duckdb/node-api';
import { typeText, type Attribute, type AttributeType } from '@acacia/language';
import { empty, joined, list, sql, type Sql } from '../sql.ts';
import { scopeOf, visiblePairs, type EdgeTypeEntry, type PairEntry, type Scope } from '../catalog/catalog.ts';
import type {
  AttributeProfile,
  Bucket,
  EdgeTypeProfile,
  GraphProfile,
  TypeProfile,
} from '../graph-profile.ts';
import { datetimeText } from '../catalog/stored-values.ts';
import type { StoreState } from './store.ts';
import type { Transaction } from './transaction.ts';

/** Rows of one type that attributes are judged from, at most. */
export const PROFILE_SAMPLE_ROWS = 50_000;
/** Bars of a histogram, and characters of a text in it. */
const BUCKETS = 10;
const LONGEST = 60;

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'UINT', 'FLOAT', 'DOUBLE']);
const WHOLE: ReadonlySet<string> = new Set(['INT', 'UINT']);

interface Column {
  readonly attribute: Attribute;
  readonly name: Sql;
}

/** @param sampleRows rows of one type that attributes are judged from, at most */
export async function profileGraph(
  transaction: Transaction,
  state: StoreState,
  graph: string,
  sampleRows: number,
): Promise<GraphProfile> {
  const scope = scopeOf(state.catalog, graph);
  const vertices: TypeProfile[] = [];
  for (const { type, table, columns } of scope.vertexTypes.values()) {
    const rows = sql`SELECT * FROM ${table}`;
    const count = await transaction.number(sql`SELECT count(*) FROM ${table}`);
    const attributes = await profileAttributes(
      transaction,
      rows,
      count,
      type.attributes,
      columns,
      sampleRows,
    );
    vertices.push({ type: type.name, count, attributes });
  }
  const edges: EdgeTypeProfile[] = [];
  for (const { entry, reversed } of scope.edgeTypes.values()) {
    // The other way round they are the same edges.
    if (reversed) continue;
    edges.push(await profileEdges(transaction, state, scope, entry, sampleRows));
  }
  return { vertices, edges, sampleRows };
}

async function profileEdges(
  transaction: Transaction,
  state: StoreState,
  scope: Scope,
  entry: EdgeTypeEntry,
  sampleRows: number,
): Promise<EdgeTypeProfile> {
  const pairs = visiblePairs(scope, entry);
  const { type, columns } = entry;
  const names = (ends: readonly number[]): string[] => [
    ...new Set(ends.flatMap((index) => state.catalog.vertexTypes.get(index)?.type.name ?? [])),
  ];
  const own = list(type.attributes.map(({ name }) => columns[name] ?? empty));
  const rows = joined(
    pairs.map(({ table }) => sql`SELECT ${own} FROM ${table}`),
    'UNION ALL',
  );
  let count = 0;
  for (const { table } of pairs) count += await transaction.number(sql`SELECT count(*) FROM ${table}`);
  return {
    type: type.name,
    count,
    from: names(pairs.map((pair) => pair.from)),
    to: names(pairs.map((pair) => pair.to)),
    directed: type.directed,
    attributes:
      own === '' || pairs.length === 0
        ? []
        : await profileAttributes(transaction, rows, count, type.attributes, columns, sampleRows),
    degrees: await degreesOf(transaction, state, pairs, type.directed),
  };
}

/** How many vertices have none, one, two or three, four to seven … of these edges: going out of them, where they have a direction. */
async function degreesOf(
  transaction: Transaction,
  state: StoreState,
  pairs: readonly PairEntry[],
  directed: boolean,
): Promise<Bucket[]> {
  if (pairs.length === 0) return [];
  const ends = pairs.flatMap(({ from, to, table }) => [
    sql`SELECT ${from} AS type, _from AS num FROM ${table}`,
    // An undirected edge goes out of both its ends; a loop is one edge of its vertex.
    ...(directed
      ? []
      : [
          sql`SELECT ${to} AS type, _to AS num FROM ${table}${from === to ? sql` WHERE _from <> _to` : empty}`,
        ]),
  ]);
  const rows = await transaction.rows(
    sql`SELECT floor(log2(degree))::INTEGER AS power, count(*) FROM
       (SELECT count(*) AS degree FROM (${joined(ends, 'UNION ALL')}) GROUP BY type, num)
     GROUP BY power ORDER BY power`,
  );
  const sources = new Set(pairs.flatMap(({ from, to }) => (directed ? [from] : [from, to])));
  let all = 0;
  for (const index of sources) {
    const entry = state.catalog.vertexTypes.get(index);
    if (entry !== undefined) all += await transaction.number(sql`SELECT count(*) FROM ${entry.table}`);
  }
  const counts = new Map(rows.map(([power, count]) => [Number(power), Number(count)]));
  const some = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const highest = Math.max(-1, ...counts.keys());
  return [
    { label: '0', count: Math.max(0, all - some) },
    ...Array.from({ length: highest + 1 }, (_, power) => ({
      label: power === 0 ? '1' : `${2 ** power}–${2 ** (power + 1) - 1}`,
      count: counts.get(power) ?? 0,
    })),
  ];
}

async function profileAttributes(
  transaction: Transaction,
  rows: Sql,
  count: number,
  attributes: readonly Attribute[],
  columns: Readonly<Record<string, Sql>>,
  sampleRows: number,
): Promise<AttributeProfile[]> {
  const all = attributes.flatMap((attribute): Column[] => {
    const name = columns[attribute.name];
    return name === undefined ? [] : [{ attribute, name }];
  });
  if (all.length === 0) return [];
  // The same sample every time, so that a repeated profile is equal.
  const sampled =
    count > sampleRows ? sql` USING SAMPLE reservoir(${sampleRows} ROWS) REPEATABLE (1)` : empty;
  const table = await transaction.materialize(
    'profile',
    sql`SELECT ${list(all.map(({ name }) => name))} FROM (${rows})${sampled}`,
  );
  const [summary = []] = await transaction.rows(sql`SELECT ${list(all.map(summarySql))} FROM ${table}`);
  const profiles: AttributeProfile[] = [];
  for (const [index, column] of all.entries()) {
    const { type } = column.attribute;
    const [filled = 0n, distinct = 0n, min = null, max = null] = summary.slice(index * 4, index * 4 + 4);
    profiles.push({
      name: column.attribute.name,
      type: typeText(type),
      filled: Number(filled),
      distinct: Number(distinct),
      min: min === null ? null : shown(type, min),
      max: max === null ? null : shown(type, max),
      histogram: await histogramOf(transaction, table, column, min, max),
    });
  }
  await transaction.drop(table);
  return profiles;
}

/** The empty value of a type; null for types without one: 0 and false are values. */
function emptySql(type: AttributeType): Sql | null {
  switch (type.kind) {
    case 'map':
      return sql`'{}'`;
    case 'list':
    case 'set':
      return sql`'[]'`;
    case 'udt':
      return sql`''`;
    case 'scalar':
      // The beginning of 1970 is the value where no time was given.
      if (type.name === 'DATETIME') return sql`0`;
      return type.name === 'STRING' ? sql`''` : null;
  }
}

const isCut = (type: AttributeType): boolean => type.kind !== 'scalar' || type.name === 'STRING';

function summarySql({ attribute: { type }, name }: Column): Sql {
  const shortened = (end: Sql): Sql => (isCut(type) ? sql`left(${end}, ${LONGEST})` : end);
  const none = emptySql(type);
  const filled = none === null ? sql`count(*)` : sql`count(*) FILTER (WHERE ${name} <> ${none})`;
  return list([
    filled,
    sql`count(DISTINCT ${name})`,
    shortened(sql`min(${name})`),
    shortened(sql`max(${name})`),
  ]);
}

function shown(type: AttributeType, value: DuckDBValue): string {
  if (type.kind !== 'scalar' || typeof value === 'string') return String(value);
  if (type.name === 'DATETIME') return datetimeText(value as bigint);
  // A FLOAT's digits beyond its own are noise.
  return type.name === 'FLOAT' ? String(Number(Number(value).toPrecision(7))) : String(value);
}

function histogramOf(
  transaction: Transaction,
  table: Sql,
  { attribute: { type }, name }: Column,
  min: DuckDBValue,
  max: DuckDBValue,
): Promise<Bucket[]> {
  const measured = type.kind === 'scalar' && (NUMBERS.has(type.name) || type.name === 'DATETIME');
  if (!measured || min === null || max === null) return mostFrequent(transaction, table, name);
  return buckets(transaction, table, name, type.name, Number(min), Number(max));
}

/** Texts, truth values, collections: those that are there most often. Nothing where all differ. */
async function mostFrequent(transaction: Transaction, table: Sql, name: Sql): Promise<Bucket[]> {
  const rows = await transaction.rows(
    sql`SELECT left(${name}::VARCHAR, ${LONGEST}) AS label, count(*) AS count FROM ${table}
     GROUP BY label ORDER BY count DESC, label LIMIT ${BUCKETS}`,
  );
  const found = rows.map(([label, count]) => ({ label: String(label), count: Number(count) }));
  return found.length > 1 && found.every(({ count }) => count === 1) ? [] : found;
}

/** Buckets of equal width; of few whole numbers one for each. */
async function buckets(
  transaction: Transaction,
  table: Sql,
  name: Sql,
  type: string,
  min: number,
  max: number,
): Promise<Bucket[]> {
  const whole = WHOLE.has(type);
  const span = max - min;
  // The ends of DOUBLE are further apart than it can say.
  if (!Number.isFinite(span)) return [];
  const each = whole && span < BUCKETS;
  const count = each ? span + 1 : span === 0 ? 1 : BUCKETS;
  const step = each ? 1 : span / count;
  const place =
    step === 0
      ? sql`0`
      : sql`least(${count - 1}, floor((${name}::DOUBLE - ${sqlNumber(min)}) / ${sqlNumber(step)}))`;
  const rows = await transaction.rows(
    sql`SELECT (${place})::INTEGER AS place, count(*) FROM ${table} GROUP BY place`,
  );
  const counts = new Map(rows.map(([at, found]) => [Number(at), Number(found)]));
  return Array.from({ length: count }, (_, at) => ({
    label: bucketLabel(
      type,
      min + at * step,
      at === count - 1 ? max : min + (at + 1) * step,
      each || span === 0,
    ),
    count: counts.get(at) ?? 0,
  }));
}

const sqlNumber = (value: number): Sql => sql`(${value})::DOUBLE`;

const DAY = 86_400;

/** @param single the bucket holds one value alone */
function bucketLabel(type: string, from: number, to: number, single: boolean): string {
  if (type === 'DATETIME') {
    const text = datetimeText(BigInt(Math.round(from)));
    return single || to - from < DAY ? text : text.slice(0, 10);
  }
  const short = (value: number): string => String(Number(value.toPrecision(4)));
  return single ? short(from) : `${short(from)}–${short(to)}`;
}
