/** Lines of invoices: quantities of a period at their prices. */
import type { AddonId, InvoiceLine } from '@acacia/contract';
import type { Db } from '../../database/database.ts';
import { addonOf } from '../addons/catalogue.ts';
import { computeOf, storageOf, type Compute, type Storage } from './measure.ts';
import type { Period } from './periods.ts';
import type { Prices } from './prices.ts';

const placeOf = ({
  workgroup_id,
  workgroup_name,
  resource_id,
  resource_name,
  region,
}: Compute | Storage) => ({
  workgroup_id,
  workgroup_name,
  resource_id,
  resource_name,
  region,
});

const priced = (line: Omit<InvoiceLine, 'price' | 'unit_price'>, unit_price: number): InvoiceLine => ({
  ...line,
  unit_price,
  price: line.quantity * unit_price,
});

/** Add-ons that cost something, of a workspace, summed over the intervals in which they were on. */
function addonLines(rows: readonly Compute[], prices: Prices): InvoiceLine[] {
  const found = new Map<string, InvoiceLine>();
  for (const row of rows) {
    for (const id of row.addons) {
      const hour = prices.addonHour(id, row.size);
      if (hour === 0) continue;
      const key = `${row.resource_id} ${id} ${row.size}`;
      const quantity = row.hours + (found.get(key)?.quantity ?? 0);
      const line = { ...placeOf(row), meter: 'addons' as const, description: titleOf(id), quantity };
      found.set(key, priced(line, hour));
    }
  }
  return [...found.values()];
}

const titleOf = (id: AddonId): string => addonOf(id, new Set()).Title;

/** Sizes of a workspace; intervals that differ in add-ons alone are one line. */
function computeLines(rows: readonly Compute[], prices: Prices): InvoiceLine[] {
  const groups = Map.groupBy(rows, ({ resource_id, size, ha }) => `${resource_id} ${size} ${ha}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { size, ha, region } = first;
    const description = ha ? `${size} HA` : size;
    const quantity = group.reduce((sum, { hours }) => sum + hours, 0);
    const line = { ...placeOf(first), meter: 'compute' as const, description, quantity };
    return [priced(line, prices.hour(size, ha, region))];
  });
}

const storageLines = (rows: readonly Storage[], prices: Prices): InvoiceLine[] =>
  rows.map((row) =>
    priced(
      { ...placeOf(row), meter: 'storage', description: 'Database', quantity: row.gb_months },
      prices.storedMonth(row.region),
    ),
  );

/** All lines of a period, the dearest first. */
export async function linesOf(db: Db, prices: Prices, orgId: string, period: Period): Promise<InvoiceLine[]> {
  const compute = await computeOf(db, orgId, period);
  const storage = await storageOf(db, orgId, period);
  return [
    ...computeLines(compute, prices),
    ...addonLines(compute, prices),
    ...storageLines(storage, prices),
  ].sort((a, b) => b.price - a.price || (a.resource_id < b.resource_id ? -1 : 1));
}

/** The sum of lines in cents, rounded once. */
export const centsOf = (lines: readonly Pick<InvoiceLine, 'price'>[]): number =>
  Math.round(lines.reduce((sum, { price }) => sum + price, 0) * 100);
