/** The month that runs: its cost so far, where it leads, credits, and what costs most. */
import { said, t } from '@acacia/texts';
import { BILLING_TEXTS, type BillingOverview, type BillingStatus } from '@acacia/contract';
import { StackedChart } from '@acacia/charts';
import {
  Card,
  formatDays,
  formatMoney,
  formatMoneyShort,
  formatMonth,
  Notice,
  Stat,
  Stats,
} from '@acacia/ui';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { overviewQuery, usageQuery } from './calls.ts';
import { Costliest } from './Costliest.tsx';
import { comparisonOf, daysLeft, invoiceIdAt, seriesOf } from './figures.ts';
import { UsageGraph } from './UsageGraph.tsx';

export function Overview({ status }: { readonly status: BillingStatus }) {
  const overview = useSuspenseQuery(overviewQuery(useServices())).data;
  const isFree = status.payment_method === 'NONE';
  return (
    <Stack gap="md">
      {isFree && <Notice tone="info">{said(BILLING_TEXTS.chargesNothing)}</Notice>}
      <Figures overview={overview} isFree={isFree} />
      <Card>
        <CostGraph />
      </Card>
      <Card
        title="What costs most"
        description={`Workspaces and databases of ${formatMonth(overview.invoiceStartTimeInSeconds)}, the dearest first.`}
        flush
      >
        <LoadBoundary
          compact
          what={t`The costs of this month`}
          skeleton={<Skeleton height={180} m="md" mt={0} w="auto" />}
        >
          <Costliest invoiceId={invoiceIdAt(overview.invoiceStartTimeInSeconds)} />
        </LoadBoundary>
      </Card>
      <UsageGraph />
    </Stack>
  );
}

interface FiguresProps {
  readonly overview: BillingOverview;
  readonly isFree: boolean;
}

function Figures({ overview, isFree }: FiguresProps) {
  const {
    invoiceStartTimeInSeconds: start,
    invoiceEndTimeInSeconds: end,
    usage,
    forecast,
    credits,
  } = overview;
  const comparison = comparisonOf(overview);
  const left = daysLeft(overview);
  return (
    <Stats>
      <Stat
        label="Billing period"
        value={formatDays(start, end)}
        note={left === 1 ? t`Ends today` : t`${left} days left`}
      />
      <Stat
        label="Cost so far"
        value={formatMoney(usage)}
        {...(comparison === undefined
          ? {}
          : comparison.direction === undefined
            ? { note: comparison.text }
            : { delta: { direction: comparison.direction, text: comparison.text } })}
      />
      <Stat
        label="Forecast"
        value={formatMoney(forecast)}
        note={t`For all of ${formatMonth(start)}, at its average so far`}
      />
      <Stat
        label="Credit balance"
        value={formatMoney(credits.balance)}
        note={
          credits.earned > 0
            ? t`${formatMoney(credits.earned)} of free credits earned, ${formatMoney(credits.used)} used`
            : isFree
              ? undefined
              : t`Tasks on the home page earn credits`
        }
      />
    </Stats>
  );
}

/** Dollars. */
const CENT = 0.01;

/** The cost of each day of the month, divided by workspaces and databases. */
function CostGraph() {
  const { data, error, isPending, refetch } = useQuery(usageQuery(useServices(), { dimension: 'resource' }));
  const series = useMemo(() => (data === undefined ? [] : seriesOf(data, 'prices')), [data]);
  return (
    <StackedChart
      title={t`Cost by day`}
      days={data?.days ?? []}
      series={series}
      format={formatMoney}
      formatShort={formatMoneyShort}
      leastStep={CENT}
      loading={isPending}
      error={error}
      onRetry={() => void refetch()}
      empty={t`Nothing was used this month. A workspace costs while it runs, a database for what it stores.`}
    />
  );
}
