/** Statistics of a type's attributes: minima, maxima and averages of numbers, counts of truth values. */
import type { Attribute } from '@acacia/language';
import { empty, joined, list, sql, type Sql } from '../sql.ts';
import { scopeOf, visiblePairs, type Scope } from '../catalog/catalog.ts';
import type { AttributeStatistics } from '../engine.ts';
import { seenEdgeType } from './read-lists.ts';
import { vertexTypeIn } from './resolve-types.ts';
import { shownValue } from './shown-json.ts';
import type { StoreState } from './store.ts';
import type { Transaction } from './transaction.ts';

/** `null` when the type has neither numbers nor truth values. */
export async function attributeStatistics(
  transaction: Transaction,
  { catalog }: StoreState,
  graph: string,
  kind: 'vertex' | 'edge',
  type: string,
): Promise<AttributeStatistics | null> {
  const { attributes, columns, tables } = sourceOf(scopeOf(catalog, graph), kind, type);
  const counted = attributes.flatMap(({ name, type }) =>
    type.kind === 'scalar' && COUNTED.has(type.name) ? [{ name, isTruth: type.name === 'BOOL' }] : [],
  );
  if (counted.length === 0) return null;
  const fields = counted.flatMap(({ name, isTruth }) => {
    const column = columns[name] ?? empty;
    return isTruth
      ? [sql`count(*) FILTER (${column})`, sql`count(*) FILTER (NOT ${column})`]
      : [sql`max(${column})`, sql`min(${column})`, sql`avg(${column})`];
  });
  const names = list(counted.map(({ name }) => columns[name] ?? empty));
  const all = joined(
    tables.map((table) => sql`SELECT ${names} FROM ${table}`),
    'UNION ALL',
  );
  const [row = []] = await transaction.rows(sql`SELECT ${list(fields)} FROM (${all})`);
  const found = new Map<string, Record<string, unknown>>();
  let at = 0;
  for (const { name, isTruth } of counted) {
    const entries = (isTruth ? ['TRUE', 'FALSE'] : ['MAX', 'MIN', 'AVG']).map((measure) => {
      const value = row[at++] ?? null;
      return [measure, value === null ? 0 : shownValue({ kind: 'scalar', name: 'DOUBLE' }, value)] as const;
    });
    found.set(name, Object.fromEntries(entries));
  }
  return Object.fromEntries(found);
}

const COUNTED = new Set<unknown>(['INT', 'UINT', 'FLOAT', 'DOUBLE', 'BOOL']);

interface Source {
  readonly attributes: readonly Attribute[];
  readonly columns: Readonly<Record<string, Sql>>;
  readonly tables: readonly Sql[];
}

function sourceOf(scope: Scope, kind: 'vertex' | 'edge', name: string): Source {
  if (kind === 'vertex') {
    const { type, columns, table } = vertexTypeIn(scope, name);
    return { attributes: type.attributes, columns, tables: [table] };
  }
  const { entry } = seenEdgeType(scope, name);
  const tables = visiblePairs(scope, entry).map((pair) => pair.table);
  return { attributes: entry.type.attributes, columns: entry.columns, tables };
}
