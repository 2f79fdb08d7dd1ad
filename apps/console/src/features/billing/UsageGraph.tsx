/** Cost or use of the organisation by day: which, divided by what, and of which days, is in the address. */
import { t } from '@acacia/texts';
import { METER_UNITS, type Meter, type UsageDimension } from '@acacia/contract';
import { StackedChart } from '@acacia/charts';
import { Card, formatMoney, formatMoneyShort, formatQuantity } from '@acacia/ui';
import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useServices } from '../../services/services.ts';
import classes from './billing.module.css';
import { usageQuery } from './calls.ts';
import { daysOf, seriesOf } from './figures.ts';
import type { BillingSearch, UsagePeriod } from './search.ts';

/** Stands for no meter in the selector. */
const COST = 'cost';

const METERS: readonly { readonly value: Meter | typeof COST; readonly label: string }[] = [
  { value: COST, label: t`Cost` },
  { value: 'compute', label: t`Compute hours` },
  { value: 'addons', label: t`Hours of add-ons` },
  { value: 'storage', label: t`Storage in GB months` },
];
const DIMENSIONS: readonly { readonly value: UsageDimension; readonly label: string }[] = [
  { value: 'workgroup', label: t`Workgroup` },
  { value: 'resource', label: t`Workspace or database` },
  { value: 'size', label: t`Size` },
  { value: 'region', label: t`Region` },
];
const PERIODS: readonly { readonly value: UsagePeriod; readonly label: string }[] = [
  { value: 'month', label: t`This month` },
  { value: 'last', label: t`Last month` },
  { value: 'quarter', label: t`Last 3 months` },
  { value: 'year', label: t`Last 12 months` },
];

const HUNDREDTH = 0.01;

const WORDS = {
  hours: (value: number): string => t`${formatQuantity(value)} h`,
  'GB months': (value: number): string => t`${formatQuantity(value)} GB months`,
} as const;

export function UsageGraph() {
  const { meter, by = 'workgroup', period = 'month' } = useSearch({ from: '/shell/admin/bills' });
  const navigate = useNavigate({ from: '/admin/bills' });
  const change = (part: Partial<BillingSearch>): void => {
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  };
  // The days of a period stay while the page is open, or each drawing would ask anew.
  const [now] = useState(Date.now);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...usageQuery(useServices(), { meter, dimension: by, ...daysOf(period, now) }),
    placeholderData: keepPreviousData,
  });
  const values = meter === undefined ? 'prices' : 'quantities';
  const series = useMemo(() => (data === undefined ? [] : seriesOf(data, values)), [data, values]);
  const shown = METERS.find(({ value }) => value === (meter ?? COST))?.label ?? '';
  const format = meter === undefined ? formatMoney : WORDS[METER_UNITS[meter]];
  return (
    <Card title="Usage" description="By day in UTC, as far back as it was measured.">
      <div className={classes.selectors}>
        <Select
          label="Show"
          data={METERS}
          value={meter ?? COST}
          allowDeselect={false}
          onChange={(value) => {
            const found = METERS.find((each) => each.value === value)?.value ?? COST;
            change({ meter: found === COST ? undefined : found });
          }}
        />
        <Select
          label="Divided by"
          data={DIMENSIONS}
          value={by}
          allowDeselect={false}
          onChange={(value) => change({ by: DIMENSIONS.find((each) => each.value === value)?.value })}
        />
        <Select
          label="Period"
          data={PERIODS}
          value={period}
          allowDeselect={false}
          onChange={(value) => change({ period: PERIODS.find((each) => each.value === value)?.value })}
        />
      </div>
      <div aria-busy={isPlaceholderData} className={classes.graph}>
        <StackedChart
          title={shown}
          days={data?.days ?? []}
          series={series}
          format={format}
          formatShort={meter === undefined ? formatMoneyShort : formatQuantity}
          // A database may hold little: its gigabyte-months of a day are far below a hundredth.
          leastStep={meter === 'storage' ? undefined : HUNDREDTH}
          loading={isPending}
          error={error}
          onRetry={() => void refetch()}
          empty={t`Nothing was used in this time.`}
        />
      </div>
    </Card>
  );
}
