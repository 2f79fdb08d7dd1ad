/** Figures of a month that runs, and their words. */
import { t } from '@acacia/texts';
import type { BillingOverview, BillingUsage, InvoiceDetails, InvoiceLine, Meter } from '@acacia/contract';
import type { StackedSeries } from '@acacia/charts';
import { cutInMiddle, formatMonth, formatNumber, formatPercent } from '@acacia/ui';
import type { UsagePeriod } from './search.ts';

const DAY = 86_400;
/** Cost from which on a change is told as a multiple. */
const MANY_TIMES = 10;

function monthBefore(start: number): number {
  const date = new Date(start * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1) / 1000;
}

interface Comparison {
  /** Undefined where it is the same. */
  readonly direction: 'up' | 'down' | undefined;
  readonly text: string;
}

/** The usage so far beside that of the same days of the month before; undefined where there was none to compare. */
export function comparisonOf(overview: BillingOverview): Comparison | undefined {
  const { usage, usage_before: before, invoiceStartTimeInSeconds: start } = overview;
  if (before === null) return undefined;
  const month = formatMonth(monthBefore(start));
  if (before === 0)
    return usage === 0
      ? undefined
      : { direction: 'up', text: t`nothing was used in the same days of ${month}` };
  const ratio = usage / before;
  if (ratio >= MANY_TIMES)
    return { direction: 'up', text: t`${formatNumber(Math.round(ratio))} times the same days of ${month}` };
  const percent = Math.round((ratio - 1) * 100);
  if (percent === 0) return { direction: undefined, text: t`As in the same days of ${month}` };
  return percent > 0
    ? { direction: 'up', text: t`${formatPercent(percent)} more than in the same days of ${month}` }
    : { direction: 'down', text: t`${formatPercent(-percent)} less than in the same days of ${month}` };
}

/** Whole days until the end of the period; the present one counts. */
export const daysLeft = ({ at, invoiceEndTimeInSeconds: end }: BillingOverview): number =>
  Math.max(0, Math.ceil((end - at) / DAY));

/** Id of the invoice of the month that begins then. */
export const invoiceIdAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 7);

/** A workspace or database with all that it cost. */
export interface Cost {
  readonly id: string;
  readonly name: string;
  readonly groupId: string;
  readonly groupName: string;
  readonly isDatabase: boolean;
  readonly price: number;
  /** Part of the whole month, from 0 to 1. */
  readonly share: number;
  readonly meters: readonly Meter[];
}

/** Workspaces and databases by their cost, the dearest first; those without any cost are left out. */
export function costsOf({ lines }: Pick<InvoiceDetails, 'lines'>): readonly Cost[] {
  const byResource = Map.groupBy(lines, ({ resource_id }) => resource_id);
  const total = sumOf(lines);
  return [...byResource.values()]
    .flatMap((own): Cost[] => {
      const [first] = own;
      const price = sumOf(own);
      if (first === undefined || price <= 0) return [];
      const {
        resource_id: id,
        resource_name: name,
        workgroup_id: groupId,
        workgroup_name: groupName,
      } = first;
      const meters = [...new Set(own.map(({ meter }) => meter))];
      const isDatabase = meters.every((meter) => meter === 'storage');
      return [{ id, name, groupId, groupName, isDatabase, price, share: price / total, meters }];
    })
    .toSorted((a, b) => b.price - a.price);
}

export const sumOf = (lines: readonly Pick<InvoiceLine, 'price'>[]): number =>
  lines.reduce((sum, { price }) => sum + price, 0);

/** Key of the series of all that has none of its own. */
const OTHERS = 'others';

/** The series of a graph. Those of one name have their id beside it: resources of two workgroups may be called the same. */
export function seriesOf(usage: BillingUsage, values: 'prices' | 'quantities'): readonly StackedSeries[] {
  const named = Map.groupBy(usage.series, ({ name }) => name);
  return usage.series.map(({ key, name, ...given }) =>
    key === OTHERS
      ? { name: t`Others`, values: given[values], rest: true }
      : {
          name: (named.get(name)?.length ?? 0) > 1 ? `${name} (${cutInMiddle(key)})` : name,
          values: given[values],
        },
  );
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * First and last day of a period of the usage graph, in UTC. None for the month that runs, which the server knows.
 * @param now milliseconds since 1970
 */
export function daysOf(period: UsagePeriod, now: number): { readonly from?: string; readonly to?: string } {
  const today = new Date(now);
  const monthAt = (before: number): number => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - before);
  switch (period) {
    case 'month':
      return {};
    case 'last':
      return { from: dayOf(monthAt(1)), to: dayOf(monthAt(0) - 1) };
    case 'quarter':
      return { from: dayOf(monthAt(2)), to: dayOf(now) };
    case 'year':
      return { from: dayOf(monthAt(11)), to: dayOf(now) };
  }
}
