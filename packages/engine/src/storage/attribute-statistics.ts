/** Statistics of a type's attributes: minima, maxima and averages of numbers, counts of truth values. */
import type { Attribute } from '@acacia/language';
import { scopeOf, visiblePairs, type Scope } from '../catalog/catalog.ts';
import type { AttributeStatistics } from '../engine.ts';
import { seenEdgeType } from './read-lists.ts';
import { vertexTypeIn } from './resolve-types.ts';
import { shownValue } from './shown-json.ts';
import type { StoreState } from './store.ts';
import type { Transaction } from './transaction.ts';

/** `null` when the type has neither numbers nor truth values. */
export const attributeStatistics = async (
  transaction: Transaction,
  { catalog }: StoreState,
  graph: string,
  kind: 'vertex' | 'edge',
  type: string,
): Promise<AttributeStatistics | null> => {
  const { attributes, columns, tables } = sourceOf(scopeOf(catalog, graph), kind, type);
  const counted = attributes.flatMap(({ name, type }) =>
    type.kind === 'scalar' && COUNTED.has(type.name) ? [{ name, isTruth: type.name === 'BOOL' }] : [],
  );
  if (counted.length === 0) return null;
  const fields = counted.flatMap(({ name, isTruth }) => {
    const column = columns[name] ?? '';
    return isTruth
      ? [`count(*) FILTER (${column})`, `count(*) FILTER (NOT ${column})`]
      : [`max(${column})`, `min(${column})`, `avg(${column})`];
  });
  const names = counted.map(({ name }) => columns[name]).join(', ');
  const all = tables.map((table) => `SELECT ${names} FROM ${table}`).join(' UNION ALL ');
  const [row = []] = await transaction.rows(`SELECT ${fields.join(', ')} FROM (${all})`);
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
};

const COUNTED = new Set<unknown>(['INT', 'UINT', 'FLOAT', 'DOUBLE', 'BOOL']);

interface Source {
  readonly attributes: readonly Attribute[];
  readonly columns: Readonly<Record<string, string>>;
  readonly tables: readonly string[];
}

const sourceOf = (scope: Scope, kind: 'vertex' | 'edge', name: string): Source => {
  if (kind === 'vertex') {
    const { type, columns, table } = vertexTypeIn(scope, name);
    return { attributes: type.attributes, columns, tables: [table] };
  }
  const { entry } = seenEdgeType(scope, name);
  const tables = visiblePairs(scope, entry).map((pair) => pair.table);
  return { attributes: entry.type.attributes, columns: entry.columns, tables };
};
