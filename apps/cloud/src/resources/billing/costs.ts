/** Costs of measured quantities. */
import type { Meter } from '@acacia/contract';
import type { Db } from '../../database/database.ts';
import { computeOfAll, storageOfAll, type Compute } from './measure.ts';
import type { Period } from './periods.ts';
import type { Prices } from './prices.ts';

/** Quantity in the meter's unit and dollars of hours. Without a meter the quantities of several add up to nothing. */
export function costOf(
  prices: Prices,
  meter: Meter | undefined,
  { size, ha, region, addons, hours }: Pick<Compute, 'size' | 'ha' | 'region' | 'addons' | 'hours'>,
): { readonly quantity: number; readonly price: number } {
  const hour = meter === 'addons' ? 0 : prices.hour(size, ha, region);
  const paid = addons.filter((id) => prices.addonHour(id, size) > 0);
  const extra = meter === 'compute' ? 0 : paid.reduce((sum, id) => sum + prices.addonHour(id, size), 0);
  const counted = meter === 'addons' ? paid.length * hours : hours;
  return { quantity: meter === undefined ? 0 : counted, price: hours * (hour + extra) };
}

/** Cents that each organisation's usage in a period costs, rounded once; one that used nothing is not in it. */
export async function centsOfAll(
  db: Db,
  prices: Prices,
  period: Period,
): Promise<ReadonlyMap<string, number>> {
  const dollars = new Map<string, number>();
  const add = (orgId: string, cost: number) => dollars.set(orgId, (dollars.get(orgId) ?? 0) + cost);
  for (const row of await computeOfAll(db, period)) add(row.org_id, costOf(prices, undefined, row).price);
  for (const { org_id, region, gb_months } of await storageOfAll(db, period))
    add(org_id, gb_months * prices.storedMonth(region));
  return new Map([...dollars].map(([orgId, sum]) => [orgId, Math.round(sum * 100)]));
}
