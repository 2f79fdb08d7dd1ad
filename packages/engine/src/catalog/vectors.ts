/** Vector attributes of vertex types: each has a separate table, so that nothing else is read or copied with it. */
import { engineError } from '../errors/catalogue.ts';
import { MAX_VECTOR_DIMENSION, type VectorAttribute, type VertexType } from '@acacia/language';
import type { AlterType } from '../schema-change.ts';
import { empty, sql, type Sql } from '../sql.ts';
import type { Catalog, VertexTypeEntry } from './catalog.ts';
import { checkName } from './names.ts';

const METRICS: readonly string[] = ['COSINE', 'L2', 'IP'];

/** A vector attribute and its table. */
export interface VectorTable {
  readonly vector: VectorAttribute;
  readonly table: Sql;
}

export const vectorTablesOf = ({ type, vectorTables = {} }: VertexTypeEntry): VectorTable[] =>
  (type.vectors ?? []).flatMap((vector) => {
    const table = vectorTables[vector.name];
    return table === undefined ? [] : [{ vector, table }];
  });

function withoutVectors(type: VertexType, dropped: readonly string[]): readonly VectorAttribute[] {
  const vectors = type.vectors ?? [];
  const missing = dropped.find((name) => !vectors.some((vector) => vector.name === name));
  if (missing !== undefined) throw engineError('vectorUnknown', { name: missing, type: type.name });
  return vectors.filter(({ name }) => !dropped.includes(name));
}

/**
 * The entry after vectors were added and dropped. Tables are numbered by the catalog's next number.
 * @throws EngineError when the change is not possible
 */
export function changedVectors(catalog: Catalog, entry: VertexTypeEntry, change: AlterType): VertexTypeEntry {
  const { addVectors = [], dropVectors = [] } = change;
  if (addVectors.length === 0 && dropVectors.length === 0) return entry;
  const { type } = entry;
  const kept = withoutVectors(type, dropVectors);
  const taken = new Set([type.primaryId.name, ...[...type.attributes, ...kept].map(({ name }) => name)]);
  for (const { name, dimension, metric } of addVectors) {
    checkName('attribute', name);
    if (!Number.isInteger(dimension) || dimension < 1 || dimension > MAX_VECTOR_DIMENSION)
      throw engineError('vectorDimension', { name, most: MAX_VECTOR_DIMENSION });
    if (!METRICS.includes(metric)) throw engineError('vectorMetric', { name, allowed: METRICS.join(', ') });
    if (taken.has(name)) throw engineError('attributeTwice', { name, owner: type.name });
    taken.add(name);
  }
  const tables = Object.fromEntries([
    ...kept.map(({ name }) => [name, entry.vectorTables?.[name] ?? empty]),
    ...addVectors.map(({ name }, index) => [name, sql`vector_${catalog.nextId}_${index}`]),
  ]) as Record<string, Sql>;
  return { ...entry, type: { ...type, vectors: [...kept, ...addVectors] }, vectorTables: tables };
}
