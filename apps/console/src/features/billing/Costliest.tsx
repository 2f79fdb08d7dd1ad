/** The workspaces and databases that cost most this month, with a way to each that is still there. */
import { comma, t } from '@acacia/texts';
import type { Meter } from '@acacia/contract';
import { DataTable, EmptyState, formatMoney, formatPercent, type DataTableColumn } from '@acacia/ui';
import { IconReceipt } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useKnownWorkgroups } from '../../data/workgroups.ts';
import { useServices } from '../../services/services.ts';
import { usePhone } from '../../shell/narrow.ts';
import classes from './billing.module.css';
import { invoiceQuery } from './calls.ts';
import { costsOf, type Cost } from './figures.ts';

export const METER_NAMES: Readonly<Record<Meter, string>> = {
  compute: t`Compute`,
  addons: t`Add-ons`,
  storage: t`Storage`,
};

const SHOWN = 8;

/** The least part of the whole that is not rounded to nothing. */
const LEAST_SHARE = 0.0005;

/** Ids of the workspaces and databases that can be opened. */
function useOpenable(): ReadonlySet<string> {
  const groups = useKnownWorkgroups();
  return new Set(
    groups.flatMap(({ workspaces, tg_databases }) => [
      ...workspaces.map(({ workspace_id }) => workspace_id),
      ...tg_databases.map(({ database_id }) => database_id),
    ]),
  );
}

function Name({ cost, isThere }: { readonly cost: Cost; readonly isThere: boolean }) {
  const { id, name, groupId: groupID, isDatabase } = cost;
  if (!isThere) return <span className={classes.wrap}>{name}</span>;
  return (
    <Link
      className={classes.link}
      to="/groups/$groupID"
      params={{ groupID }}
      search={isDatabase ? { tab: 'databases' } : { tab: 'workspaces', space_id: id }}
    >
      {name}
    </Link>
  );
}

const metersOf = ({ meters }: Cost): string => meters.map((meter) => METER_NAMES[meter]).join(comma);

export function Costliest({ invoiceId }: { readonly invoiceId: string }) {
  const { data: invoice } = useSuspenseQuery(invoiceQuery(useServices(), invoiceId));
  const openable = useOpenable();
  const isPhone = usePhone();
  const costs = costsOf(invoice);
  const name = (cost: Cost) => <Name cost={cost} isThere={openable.has(cost.id)} />;
  const amount: DataTableColumn<Cost> = {
    id: 'cost',
    header: t`Cost`,
    align: 'right',
    cell: ({ price }) => formatMoney(price),
  };
  const share: DataTableColumn<Cost> = {
    id: 'share',
    header: t.of('cost')`Share`,
    align: 'right',
    cell: ({ share: part }) => (part < LEAST_SHARE ? `<${formatPercent(0.1)}` : formatPercent(part * 100)),
  };
  const columns: readonly DataTableColumn<Cost>[] = isPhone
    ? [
        {
          id: 'name',
          header: t`Name`,
          cell: (cost) => (
            <div className={classes.stacked}>
              {name(cost)}
              <span className={classes.dim}>{cost.groupName}</span>
              <span className={classes.dim}>{metersOf(cost)}</span>
            </div>
          ),
        },
        amount,
      ]
    : [
        { id: 'name', header: t`Name`, cell: name },
        {
          id: 'group',
          header: t`Workgroup`,
          cell: ({ groupName }) => <span className={classes.wrap}>{groupName}</span>,
        },
        { id: 'meters', header: t`Costs for`, cell: metersOf },
        share,
        amount,
      ];
  return (
    <>
      <DataTable
        label={t`What costs most`}
        columns={columns}
        rows={costs.slice(0, SHOWN)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            compact
            icon={<IconReceipt size={22} stroke={1.6} />}
            title={t`Nothing has cost anything yet`}
            description={t`A workspace costs while it runs, a database for what it stores.`}
          />
        }
      />
      {costs.length > 0 && (
        <p className={classes.more}>
          <Link className={classes.link} to="/admin/bills" search={{ tab: 'Invoices', invoice: invoiceId }}>
            All lines of this month
          </Link>
        </p>
      )}
    </>
  );
}
