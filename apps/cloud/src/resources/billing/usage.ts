/** The usage graph: quantities and costs by day, divided by a dimension. */
import { USAGE_DAYS, USAGE_SERIES, type BillingUsage, type UsageQuery } from '@acacia/contract';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { badField } from '../../errors/problem.ts';
import { costOf } from './costs.ts';
import { computeDays, computeOf, storageDays, storageOf, STORAGE_KEY, type Compute } from './measure.ts';
import { dayOf, DAY_MS, monthOf, secondsOf, upTo, type Period } from './periods.ts';
import type { Prices } from './prices.ts';

type Query = z.output<typeof UsageQuery>;

/** The days that are asked for. @throws Problem at `from` or `to` where they are no period, or too long a one */
function periodOf({ from, to }: Query, at: Date): Period {
  const month = monthOf(at);
  const begin = from === undefined ? month.from : new Date(`${from}T00:00:00Z`);
  const last = to === undefined ? new Date(`${dayOf(at)}T00:00:00Z`) : new Date(`${to}T00:00:00Z`);
  const days = (last.getTime() - begin.getTime()) / DAY_MS + 1;
  if (days < 1) throw badField(to === undefined ? 'from' : 'to', 'usageBackwards');
  if (days > USAGE_DAYS) throw badField('from', 'usageTooLong', { most: USAGE_DAYS });
  return { from: begin, to: new Date(last.getTime() + DAY_MS) };
}

interface Series {
  readonly key: string;
  readonly name: string;
  readonly quantities: number[];
  readonly prices: number[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Keys with their names by what they cost in all, the dearest first. */
async function keysOf(
  db: Db,
  prices: Prices,
  orgId: string,
  period: Period,
  { dimension, meter }: Query,
): Promise<readonly { readonly key: string; readonly name: string }[]> {
  const totals = new Map<string, { name: string; price: number; quantity: number }>();
  const add = (key: string, name: string, price: number, quantity: number) => {
    const total = totals.get(key) ?? { name, price: 0, quantity: 0 };
    totals.set(key, { name, price: total.price + price, quantity: total.quantity + quantity });
  };
  const place = (row: Omit<Compute, 'size' | 'ha' | 'addons' | 'hours'>): readonly [string, string] => {
    if (dimension === 'workgroup') return [row.workgroup_id, row.workgroup_name];
    return dimension === 'region' ? [row.region, row.region] : [row.resource_id, row.resource_name];
  };
  if (meter !== 'storage') {
    for (const row of await computeOf(db, orgId, period)) {
      const { price, quantity } = costOf(prices, meter, row);
      if (meter === 'addons' && quantity === 0) continue;
      const [key, name] = dimension === 'size' ? [row.size, row.size] : place(row);
      add(key, name, price, quantity);
    }
  }
  if (meter === undefined || meter === 'storage') {
    for (const row of await storageOf(db, orgId, period)) {
      const [key, name] = dimension === 'size' ? [STORAGE_KEY, 'Storage'] : place(row);
      add(key, name, row.gb_months * prices.storedMonth(row.region), row.gb_months);
    }
  }
  return [...totals]
    .sort(
      ([a, one], [b, other]) => other.price - one.price || other.quantity - one.quantity || (a < b ? -1 : 1),
    )
    .map(([key, { name }]) => ({ key, name }));
}

/** @throws Problem at `from` or `to` where they are no period, or too long a one */
export async function usageOf(
  db: Db,
  prices: Prices,
  orgId: string,
  query: Query,
  at: Date,
): Promise<BillingUsage> {
  const asked = periodOf(query, at);
  const { meter, dimension } = query;
  const days: Date[] = [];
  for (let day = asked.from.getTime(); day < asked.to.getTime(); day += DAY_MS) days.push(new Date(day));
  const period = upTo(asked, at);
  const all = await keysOf(db, prices, orgId, period, query);
  const shown = all.slice(0, USAGE_SERIES);
  const zeros = () => days.map(() => 0);
  const series = new Map<string | null, Series>(
    shown.map(({ key, name }) => [key, { key, name, quantities: zeros(), prices: zeros() }]),
  );
  if (all.length > shown.length)
    series.set(null, { key: 'others', name: 'Others', quantities: zeros(), prices: zeros() });
  const places = new Map(days.map((day, index) => [dayOf(day), index]));
  const add = (day: string, key: string | null, quantity: number, price: number) => {
    const found = series.get(key);
    const index = places.get(day);
    if (found === undefined || index === undefined) return;
    found.quantities[index] = (found.quantities[index] ?? 0) + quantity;
    found.prices[index] = (found.prices[index] ?? 0) + price;
  };
  const keys = shown.map(({ key }) => key);
  if (meter !== 'storage') {
    for (const row of await computeDays(db, orgId, period, dimension, keys)) {
      const { quantity, price } = costOf(prices, meter, row);
      add(row.day, row.key, quantity, price);
    }
  }
  if (meter === undefined || meter === 'storage') {
    for (const row of await storageDays(db, orgId, period, dimension, keys)) {
      const quantity = meter === undefined ? 0 : row.gb_months;
      add(row.day, row.key, quantity, row.gb_months * prices.storedMonth(row.region));
    }
  }
  return {
    days: days.map(secondsOf),
    series: [...series.values()].filter(
      ({ key, quantities, prices: dollars }) => key !== 'others' || sum(quantities) + sum(dollars) > 0,
    ),
  };
}
