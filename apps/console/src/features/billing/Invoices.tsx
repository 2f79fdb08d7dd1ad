/** The invoices by month; the month that runs is the first one. */
import { t } from '@acacia/texts';
import type { Invoice } from '@acacia/contract';
import {
  Card,
  DataTable,
  EmptyState,
  formatDay,
  formatDays,
  formatMoney,
  type DataTableColumn,
} from '@acacia/ui';
import { IconReceipt } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useServices } from '../../services/services.ts';
import { usePhone } from '../../shell/narrow.ts';
import classes from './billing.module.css';
import { invoicesQuery } from './calls.ts';
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx';
import { paymentPage, PayLink } from './PayLink.tsx';

function Open({ invoice_id: invoice, invoiceEndTimeInSeconds: end }: Invoice) {
  const date = formatDay(end);
  return (
    <Link
      className={classes.link}
      to="/admin/bills"
      search={{ tab: 'Invoices', invoice }}
      aria-label={t`Invoice of ${date}`}
    >
      {date}
    </Link>
  );
}

const total = ({ invoiceBillInBaseCurrency }: Invoice): number => invoiceBillInBaseCurrency.totalPrice;
const period = ({ invoiceStartTimeInSeconds: from, invoiceEndTimeInSeconds: to }: Invoice): string =>
  formatDays(from, to);

const TOTAL: DataTableColumn<Invoice> = {
  id: 'total',
  header: t`Total`,
  align: 'right',
  cell: (invoice) => formatMoney(total(invoice)),
  sortBy: total,
};

const PAY: DataTableColumn<Invoice> = {
  id: 'pay',
  header: t`Pay`,
  hideHeader: true,
  align: 'right',
  width: '90px',
  cell: (invoice) => <PayLink invoice={invoice} />,
};

const WIDE: readonly DataTableColumn<Invoice>[] = [
  {
    id: 'date',
    header: t`Invoice date`,
    cell: Open,
    sortBy: ({ invoice_id }) => invoice_id,
    text: ({ invoiceEndTimeInSeconds: end }) => formatDay(end),
  },
  {
    id: 'status',
    header: t`Status`,
    cell: ({ status }) => <InvoiceStatusBadge status={status} />,
    sortBy: ({ status }) => status,
  },
  { id: 'period', header: t`Period`, cell: period, text: period },
  TOTAL,
];

const PHONE: readonly DataTableColumn<Invoice>[] = [
  {
    id: 'date',
    header: t`Invoice date`,
    cell: (invoice) => (
      <div className={classes.stacked}>
        <Open {...invoice} />
        <span className={classes.dim}>{period(invoice)}</span>
        <InvoiceStatusBadge status={invoice.status} />
        <PayLink invoice={invoice} />
      </div>
    ),
  },
  TOTAL,
];

export function Invoices() {
  const invoices = useSuspenseQuery(invoicesQuery(useServices())).data;
  const isPhone = usePhone();
  const hasUnpaid = invoices.some((invoice) => paymentPage(invoice) !== undefined);
  return (
    <Card flush>
      <DataTable
        label={t`Invoices`}
        columns={isPhone ? PHONE : hasUnpaid ? [...WIDE, PAY] : WIDE}
        rows={invoices}
        rowKey={({ invoice_id }) => invoice_id}
        exportName={t`Invoices`}
        empty={
          <EmptyState
            compact
            icon={<IconReceipt size={22} stroke={1.6} />}
            title={t`No invoices`}
            description={t`There is one for each month; the first one stands here as soon as it is begun.`}
          />
        }
      />
    </Card>
  );
}
