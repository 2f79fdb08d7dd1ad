/** Writes vectors of existing vertices: the newest vector of each vertex replaces the stored one. */
import { engineError } from '../errors/catalogue.ts';
import { ARRAY, BIGINT, FLOAT, VARCHAR, arrayValue, type DuckDBValue } from '@duckdb/node-api';
import type { VectorAttribute } from '@acacia/language';
import type { VertexTypeEntry } from '../catalog/catalog.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import type { EngineError } from '../errors.ts';
import { empty, sql, type Sql } from '../sql.ts';
import type { AttributeWrite } from '../writes.ts';
import { vectorSqlType } from './columns.ts';
import { COMMIT_TABLE } from './commit-table.ts';
import type { StageColumn, Transaction } from './transaction.ts';

const refuse = (vector: VectorAttribute, found: string): EngineError =>
  engineError('vectorInvalid', { name: vector.name, dimension: vector.dimension, found });

/**
 * A vector as DuckDB takes it.
 * @throws EngineError when the value is no such vector, or the operator cannot be used on vectors
 */
function toVector(vector: VectorAttribute, { value, op = 'overwrite' }: AttributeWrite): DuckDBValue {
  if (op !== 'overwrite' && op !== 'ignore_if_exists') {
    throw engineError('vectorNotJoined', { name: vector.name, op });
  }
  if (!Array.isArray(value)) throw refuse(vector, 'one value is given');
  const items = (value as readonly unknown[]).map((item) =>
    typeof item === 'number' || typeof item === 'bigint' || (typeof item === 'string' && item.trim() !== '')
      ? Math.fround(Number(item))
      : NaN,
  );
  const odd = items.findIndex((item) => !Number.isFinite(item));
  if (odd !== -1) throw refuse(vector, `the one at place ${odd} is none`);
  if (items.length !== vector.dimension) throw refuse(vector, `${items.length} are given`);
  return arrayValue(items);
}

/** `stage` has the columns `n`, `id` and `v`, a FLOAT[dimension] or null. Gives the number of vertices with new vectors. */
export async function mergeVectors(
  transaction: Transaction,
  entry: VertexTypeEntry,
  name: string,
  stage: Sql,
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): Promise<number> {
  const table = vectorTablesOf(entry).find(({ vector }) => vector.name === name)?.table;
  if (table === undefined) throw new TypeError(`${entry.type.name} has no vector attribute ${name}`);
  const commit = (await transaction.number(sql`SELECT number FROM ${COMMIT_TABLE}`)) + 1;
  const has = sql`t._num IN (SELECT _num FROM ${table})`;
  const fresh = await transaction.materialize(
    'vectors',
    sql`SELECT t._num AS num, ${isFirst ? sql`arg_min` : sql`arg_max`}(s.v, s.n) AS v FROM ${stage} s JOIN ${entry.table} t ON t._id = s.id
     WHERE s.v IS NOT NULL${isFirst ? sql` AND NOT (${has})` : empty} GROUP BY t._num`,
  );
  const replaced = sql`_num IN (SELECT num FROM ${fresh})`;
  if (!isFirst) {
    await transaction.beforeImages?.replacing(table, replaced);
    await transaction.run(sql`DELETE FROM ${table} WHERE ${replaced}`);
  }
  const written = await transaction.number(sql`SELECT count(*) FROM ${fresh}`);
  // A sorted INSERT of no rows would lose a later large one: see `insertAll` of the edges.
  if (written > 0) {
    await transaction.run(
      sql`INSERT INTO ${table} (_num, _seq, _v) SELECT num, ${commit}, v FROM ${fresh} ORDER BY num`,
    );
    transaction.touchRows(table);
  }
  await transaction.drop(fresh);
  return written;
}

/** Rows of one attribute. */
interface Given {
  readonly vector: VectorAttribute;
  readonly isFirst: boolean;
  n: bigint[];
  ids: string[];
  vectors: DuckDBValue[];
}

/** The vectors among the attributes of vertices that are written: stored when the vertices are. */
export class VectorWrites {
  readonly #entry: VertexTypeEntry;
  readonly #given = new Map<string, Given>();

  constructor(entry: VertexTypeEntry) {
    this.#entry = entry;
  }

  get isEmpty(): boolean {
    return this.#given.size === 0;
  }

  /**
   * `n` is the position in the order of the writes.
   * @throws EngineError when a value is no such vector
   */
  collect(n: number, id: string, attributes: Readonly<Record<string, AttributeWrite>>): void {
    for (const vector of this.#entry.type.vectors ?? []) {
      const write = Object.hasOwn(attributes, vector.name) ? attributes[vector.name] : undefined;
      if (write === undefined) continue;
      const value = toVector(vector, write);
      const isFirst = write.op === 'ignore_if_exists';
      const key = `${isFirst ? 'first' : 'last'} ${vector.name}`;
      const given = this.#given.get(key) ?? { vector, isFirst, n: [], ids: [], vectors: [] };
      this.#given.set(key, given);
      given.n.push(BigInt(n));
      given.ids.push(id);
      given.vectors.push(value);
    }
  }

  /** Drops collected vectors of vertices that already exist. */
  async leaveOutKnown(transaction: Transaction): Promise<void> {
    for (const given of this.#given.values()) {
      const stage = await transaction.stage('ids', [ID], [given.ids]);
      const rows = await transaction.rows(
        sql`SELECT _id FROM ${this.#entry.table} WHERE _id IN (SELECT id FROM ${stage})`,
      );
      await transaction.drop(stage);
      const known = new Set(rows.map(([id]) => String(id)));
      const kept = given.ids.map((id) => !known.has(id));
      given.n = given.n.filter((_, index) => kept[index]);
      given.vectors = given.vectors.filter((_, index) => kept[index]);
      given.ids = given.ids.filter((_, index) => kept[index]);
    }
  }

  /** Of vertices that do not exist the vectors are left out. */
  async store(transaction: Transaction): Promise<void> {
    for (const given of this.#given.values()) {
      const { vector, n, ids, vectors } = given;
      const value = { name: 'v', sql: vectorSqlType(vector), type: ARRAY(FLOAT, vector.dimension) };
      const stage = await transaction.stage('stage', [N, ID, value], [n, ids, vectors]);
      await mergeVectors(transaction, this.#entry, vector.name, stage, given);
      await transaction.drop(stage);
    }
  }
}

const N: StageColumn = { name: 'n', sql: sql`BIGINT`, type: BIGINT };
const ID: StageColumn = { name: 'id', sql: sql`VARCHAR`, type: VARCHAR };
