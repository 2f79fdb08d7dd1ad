/** Cost of the month so far and invoices of one organisation. */
import { t } from '@acacia/texts';
import type { Invoice } from '@acacia/contract';
import {
  Card,
  DataTable,
  EmptyState,
  formatDays,
  formatMoney,
  Stat,
  Stats,
  type DataTableColumn,
} from '@acacia/ui';
import { Stack } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { InvoiceStatusBadge } from '../billing/InvoiceStatusBadge.tsx';
import { useOrganizationBilling } from './calls.ts';

const period = ({ invoiceStartTimeInSeconds: from, invoiceEndTimeInSeconds: to }: Invoice): string =>
  formatDays(from, to);

const money = (id: keyof Invoice['invoiceBillInBaseCurrency'], header: string): DataTableColumn<Invoice> => ({
  id,
  header,
  align: 'right',
  sortBy: (invoice) => invoice.invoiceBillInBaseCurrency[id],
  cell: (invoice) => formatMoney(invoice.invoiceBillInBaseCurrency[id]),
});

const COLUMNS: readonly DataTableColumn<Invoice>[] = [
  { id: 'period', header: t`Period`, sortBy: ({ invoice_id }) => invoice_id, text: period, cell: period },
  {
    id: 'status',
    header: t`Status`,
    sortBy: ({ status }) => status,
    cell: ({ status }) => <InvoiceStatusBadge status={status} />,
  },
  money('itemPrice', t`Cost`),
  money('credits', t`Credits`),
  money('totalPrice', t`Total`),
];

export function OrganizationBilling({ id }: { readonly id: string }) {
  const { overview, invoices } = useOrganizationBilling(id);
  return (
    <Stack gap="md">
      <Card>
        <Stats>
          <Stat label="Cost of the month so far" value={formatMoney(overview.usage)} />
          <Stat label="Forecast" value={formatMoney(overview.forecast)} />
          <Stat label="Credits left" value={formatMoney(overview.credits.balance)} />
        </Stats>
      </Card>
      <Card flush>
        <DataTable
          label="Invoices"
          columns={COLUMNS}
          rows={invoices}
          rowKey={({ invoice_id }) => invoice_id}
          empty={
            <EmptyState
              compact
              icon={<IconReceipt size={22} stroke={1.6} />}
              title="No invoices"
              description="Each month has an invoice."
            />
          }
        />
      </Card>
    </Stack>
  );
}
