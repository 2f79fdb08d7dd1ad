/** `/dashboard/billing`: costs of a month over all organisations. */
import { said, t } from '@acacia/texts';
import {
  BILLING_TEXTS,
  DASHBOARD_BILLING_SORTS,
  DASHBOARD_PAGE_SIZE,
  type DashboardBill,
} from '@acacia/contract';
import {
  Card,
  EmptyState,
  formatMoney,
  formatMonth,
  Notice,
  Stat,
  Stats,
  type DataTableColumn,
} from '@acacia/ui';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMe } from '../../data/me.ts';
import { usePhone } from '../../shell/narrow.ts';
import { InvoiceStatusBadge } from '../billing/InvoiceStatusBadge.tsx';
import { useBilling } from './calls.ts';
import classes from './dashboard.module.css';
import { billingSearch } from './search.ts';
import { ServerTable } from './ServerTable.tsx';
import { useListState } from './useListState.ts';

type Column = DataTableColumn<DashboardBill>;

/** `November 2026`, from `2026-11`. */
const monthName = (month: string): string => formatMonth(Date.parse(`${month}-01T00:00:00Z`) / 1000);

const money = (id: 'cost' | 'credits' | 'total', header: string): Column => ({
  id,
  header,
  width: '120px',
  align: 'right',
  sortBy: (bill) => bill[id],
  cell: (bill) => formatMoney(bill[id]),
});

/** @param linked whether the person may open the pages of organisations */
function columnsFor(isPhone: boolean, linked: boolean): readonly Column[] {
  const name: Column = {
    id: 'name',
    header: t`Organization`,
    width: '220px',
    sortBy: ({ org_display_name }) => org_display_name,
    cell: ({ org_id, org_display_name, status }) => (
      <div className={classes.stacked}>
        {linked ? (
          <Link
            to="/dashboard/$"
            params={{ _splat: `org/${org_id}` }}
            search={{ tab: 'billing' }}
            className={classes.link}
          >
            {org_display_name}
          </Link>
        ) : (
          <span className={classes.name}>{org_display_name}</span>
        )}
        {isPhone && <InvoiceStatusBadge status={status} />}
      </div>
    ),
  };
  if (isPhone) return [name, money('total', t`Total`)];
  return [
    name,
    {
      id: 'status',
      header: t`Status`,
      width: '160px',
      sortBy: ({ status }) => status,
      cell: ({ status }) => <InvoiceStatusBadge status={status} />,
    },
    money('cost', t`Cost`),
    money('credits', t`Credits`),
    money('total', t`Total`),
  ];
}

export function BillingSection() {
  const month = useSearch({
    from: '/shell/dashboard/$',
    select: (search) => billingSearch.parse(search).month,
  });
  const list = useListState(DASHBOARD_BILLING_SORTS, DASHBOARD_PAGE_SIZE);
  const { data, error, refetch } = useBilling({ ...list.query, ...(month === undefined ? {} : { month }) });
  const { readOrg } = useMe().permissions;
  const isPhone = usePhone();
  const columns = useMemo(() => columnsFor(isPhone, readOrg), [isPhone, readOrg]);
  return (
    <Stack gap="md">
      {data?.charges === false && <Notice tone="info">{said(BILLING_TEXTS.chargesNothing)}</Notice>}
      <Card>
        <Stats>
          <Stat label="Cost" value={data === undefined ? undefined : formatMoney(data.sums.cost)} />
          <Stat label="Credits" value={data === undefined ? undefined : formatMoney(data.sums.credits)} />
          <Stat label="Total" value={data === undefined ? undefined : formatMoney(data.sums.total)} />
        </Stats>
        <Text size="sm" c="dimmed" mt="sm">
          Costs of the month that runs are up to a minute old.
        </Text>
      </Card>
      <ServerTable
        label="Costs"
        columns={columns}
        rowKey={({ org_id }) => org_id}
        rowName={({ org_display_name }) => org_display_name}
        list={list}
        page={data}
        error={error}
        onRetry={() => void refetch()}
        search={t`Search organizations`}
        exportName="costs"
        tools={
          <NativeSelect
            size="xs"
            aria-label="Month"
            value={data?.month ?? month ?? ''}
            data={(data?.months ?? []).map((each) => ({ value: each, label: monthName(each) }))}
            onChange={({ currentTarget: { value } }) =>
              list.change({ month: value === data?.months[0] ? undefined : value })
            }
          />
        }
        empty={
          <EmptyState
            icon={<IconReceipt size={22} stroke={1.6} />}
            title="No costs in this month"
            description="Each organization has a row for every month in which it was there."
          />
        }
      />
    </Stack>
  );
}
