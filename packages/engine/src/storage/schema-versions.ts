/** The versions of each graph's schema, and of the global types, stored in the transaction that makes them. */
import { schemaText, type GraphSchema } from '@acacia/language';
import { schemaOf, scopeOf, type Catalog } from '../catalog/catalog.ts';
import { schemaDifferences } from '../catalog/schema-facts.ts';
import type { SchemaVersion } from '../schema-change.ts';
import { literal, sql } from '../sql.ts';
import { readKept } from './kept-data.ts';
import type { Transaction } from './transaction.ts';

const TABLE = sql`acacia_schema_versions`;

/** Bytes of the texts of one scope that are kept: the oldest versions go first. */
const MOST_TEXT = 16_000_000;
/** The texts are counted each time that so many versions were made: to read them all for each costs more than it saves. */
const COUNTED_EVERY = 16;
/** Versions in one answer. */
const MOST_LISTED = 200;

const keyOf = (graph: string | null): string => graph ?? '';

/** The types that the graph alone has, or all global ones. */
function ownText(catalog: Catalog, graph: string | null): string {
  const scope = scopeOf(catalog, graph);
  const isOwn = (name: string): boolean =>
    (scope.vertexTypes.get(name) ?? scope.edgeTypes.get(name)?.entry)?.graph === graph;
  const schema = schemaOf(catalog, graph);
  return schemaText({
    ...schema,
    vertexTypes: schema.vertexTypes.filter(({ name }) => isOwn(name)),
    edgeTypes: schema.edgeTypes.filter(({ name }) => isOwn(name)),
  });
}

const EMPTY: GraphSchema = { name: '', vertexTypes: [], edgeTypes: [], tuples: [], queries: [] };

/**
 * Stores a version for each scope whose types a change of the catalog changed; those of dropped graphs go. Gives the
 * numbers of the versions by graph.
 */
export async function noteVersions(
  transaction: Transaction,
  before: Catalog,
  after: Catalog,
  author: string,
): Promise<ReadonlyMap<string | null, number>> {
  const made = new Map<string | null, number>();
  const isTypesChanged = before.vertexTypes !== after.vertexTypes || before.edgeTypes !== after.edgeTypes;
  if (!isTypesChanged && before.graphs === after.graphs) return made;
  await transaction.run(
    sql`CREATE TABLE IF NOT EXISTS ${TABLE} (graph VARCHAR NOT NULL, version BIGINT NOT NULL, made_at BIGINT, author VARCHAR NOT NULL, added VARCHAR NOT NULL, dropped VARCHAR NOT NULL, text VARCHAR NOT NULL)`,
  );
  for (const graph of before.graphs.keys())
    if (!after.graphs.has(graph))
      await transaction.run(sql`DELETE FROM ${TABLE} WHERE graph = ${literal(graph)}`);
  for (const graph of [null, ...after.graphs.keys()]) {
    const isNew = graph !== null && !before.graphs.has(graph);
    const old = isNew ? EMPTY : schemaOf(before, graph);
    const { added, dropped } = schemaDifferences(old, schemaOf(after, graph));
    if (added.length + dropped.length === 0 && !isNew) continue;
    const known = await transaction.number(
      sql`SELECT count(*) FROM ${TABLE} WHERE graph = ${literal(keyOf(graph))}`,
    );
    // A store of an earlier version has a schema and no version of it.
    if (known === 0 && !isNew && old.vertexTypes.length > 0)
      await addVersion(transaction, graph, {
        at: null,
        author: '',
        added: [],
        dropped: [],
        text: ownText(before, graph),
      });
    const at = Date.now();
    made.set(
      graph,
      await addVersion(transaction, graph, { at, author, added, dropped, text: ownText(after, graph) }),
    );
  }
  return made;
}

async function addVersion(
  transaction: Transaction,
  graph: string | null,
  { at, author, added, dropped, text }: Omit<SchemaVersion, 'version' | 'revert'> & { readonly text: string },
): Promise<number> {
  const scope = literal(keyOf(graph));
  await transaction.run(
    sql`INSERT INTO ${TABLE} SELECT ${scope}, coalesce(max(version), 0) + 1, $1::BIGINT, $2, $3, $4, $5 FROM ${TABLE} WHERE graph = ${scope}`,
    [at === null ? null : BigInt(at), author, JSON.stringify(added), JSON.stringify(dropped), text],
  );
  const made = await transaction.number(sql`SELECT max(version) FROM ${TABLE} WHERE graph = ${scope}`);
  if (made % COUNTED_EVERY > 0 && text.length * COUNTED_EVERY < MOST_TEXT) return made;
  await transaction.run(
    sql`DELETE FROM ${TABLE} WHERE graph = ${scope} AND version IN (SELECT version FROM (SELECT version, sum(strlen(text)) OVER (ORDER BY version DESC) AS size, max(version) OVER () AS newest FROM ${TABLE} WHERE graph = ${scope}) WHERE size > ${MOST_TEXT} AND version < newest)`,
  );
  return made;
}

async function exists(transaction: Transaction): Promise<boolean> {
  const found = await transaction.number(
    sql`SELECT count(*) FROM duckdb_tables() WHERE table_name = ${literal(TABLE)} AND NOT temporary`,
  );
  return found > 0;
}

/** The newest versions, newest first. */
export async function readVersions(
  transaction: Transaction,
  graph: string | null,
): Promise<readonly SchemaVersion[]> {
  if (!(await exists(transaction))) return [];
  const rows = await transaction.rows(
    sql`SELECT version, made_at, author, added, dropped FROM ${TABLE} WHERE graph = ${literal(keyOf(graph))} ORDER BY version DESC LIMIT ${MOST_LISTED}`,
  );
  const kept = await readKept(transaction, graph);
  return rows.map(([version, at, author, added, dropped]) => ({
    version: Number(version),
    at: at === null ? null : Number(at),
    author: String(author),
    added: JSON.parse(String(added)) as string[],
    dropped: JSON.parse(String(dropped)) as string[],
    revert: kept.get(Number(version)) ?? null,
  }));
}

/** The GSQL of a version's types; undefined for one that is not kept. */
export async function readVersionText(
  transaction: Transaction,
  graph: string | null,
  version: number,
): Promise<string | undefined> {
  if (!(await exists(transaction))) return undefined;
  const [row] = await transaction.rows(
    sql`SELECT text FROM ${TABLE} WHERE graph = ${literal(keyOf(graph))} AND version = $1`,
    [BigInt(version)],
  );
  return row === undefined ? undefined : String(row[0]);
}
