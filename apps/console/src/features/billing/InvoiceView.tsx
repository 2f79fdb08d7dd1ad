/** One invoice as it is printed: lines by workgroup with subtotals, credits, and the total. */
import { said, t } from '@acacia/texts';
import { BILLING_TEXTS, type InvoiceDetails, type InvoiceLine } from '@acacia/contract';
import {
  download,
  EmptyState,
  Facts,
  formatDay,
  formatDays,
  formatMoney,
  formatMonth,
  formatRateOf,
  PageSkeleton,
} from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { billingStatusQuery } from '../../data/billing.ts';
import { organizationQuery } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { usePhone } from '../../shell/narrow.ts';
import classes from './billing.module.css';
import { invoiceQuery } from './calls.ts';
import { METER_NAMES } from './Costliest.tsx';
import { groupsOf, invoiceCsv, quantityText } from './invoice-lines.ts';
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx';
import { PayLink } from './PayLink.tsx';

export function InvoiceView({ id }: { readonly id: string }) {
  return (
    <>
      <Link className={classes.back} to="/admin/bills" search={{ tab: 'Invoices' }}>
        <IconArrowLeft size={15} stroke={1.8} aria-hidden="true" /> All invoices
      </Link>
      <LoadBoundary what={t`The invoice`} skeleton={<PageSkeleton label={t`Loading the invoice`} />}>
        <Opened id={id} />
      </LoadBoundary>
    </>
  );
}

function Opened({ id }: { readonly id: string }) {
  const invoice = useSuspenseQuery(invoiceQuery(useServices(), id)).data;
  return (
    <>
      <div className={classes.buttons}>
        <PayLink invoice={invoice} />
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Print or save as PDF
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => download(`invoice-${id}.csv`, invoiceCsv(invoice), 'text/csv;charset=utf-8')}
        >
          Download CSV
        </Button>
      </div>
      <Paper invoice={invoice} />
    </>
  );
}

function Paper({ invoice }: { readonly invoice: InvoiceDetails }) {
  const services = useServices();
  const organization = useSuspenseQuery(organizationQuery(services)).data;
  const { payment_method } = useSuspenseQuery(billingStatusQuery(services)).data;
  const { invoiceStartTimeInSeconds: start, invoiceEndTimeInSeconds: end, status } = invoice;
  const title = t`Invoice for ${formatMonth(start)}`;
  return (
    <article className={classes.paper} aria-label={title}>
      <header className={classes.letterhead}>
        <div>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.dim}>{organization.org_display_name}</p>
        </div>
        <InvoiceStatusBadge status={status} />
      </header>
      <Facts
        facts={[
          { label: t`Invoice`, value: invoice.invoice_id },
          { label: t`Invoice date`, value: formatDay(end) },
          { label: t`Period`, value: t`${formatDays(start, end)} (UTC)` },
        ]}
      />
      {payment_method === 'NONE' && <p className={classes.free}>{said(BILLING_TEXTS.chargesNothing)}</p>}
      {invoice.lines.length === 0 ? (
        <EmptyState compact title={t`No lines`} description={t`Nothing was used in this month.`} />
      ) : (
        <Lines invoice={invoice} />
      )}
    </article>
  );
}

function Lines({ invoice }: { readonly invoice: InvoiceDetails }) {
  const { itemPrice, credits, totalPrice } = invoice.invoiceBillInBaseCurrency;
  const isPhone = usePhone();
  /** Columns before the amounts. */
  const span = isPhone ? 1 : 3;
  return (
    <div className={classes.scroll} role="region" aria-label={t`Lines of the invoice`} tabIndex={0}>
      <table className={classes.lines}>
        <caption className={classes.unseen}>Lines of the invoice</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            {!isPhone && (
              <>
                <th scope="col" data-right>
                  Quantity
                </th>
                <th scope="col" data-right>
                  Unit price
                </th>
              </>
            )}
            <th scope="col" data-right>
              Amount
            </th>
          </tr>
        </thead>
        {groupsOf(invoice).map(({ id, name, lines, subtotal }) => (
          <tbody key={id}>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={span}>
                {name}
              </th>
              <td data-right>
                <span className={classes.unseen}>Subtotal </span>
                {formatMoney(subtotal)}
              </td>
            </tr>
            {lines.map((line, place) => (
              <Line key={place} line={line} isPhone={isPhone} />
            ))}
          </tbody>
        ))}
        <tfoot>
          <Sum span={span} name={t`Subtotal`} amount={formatMoney(itemPrice)} />
          {credits > 0 && <Sum span={span} name={t`Credits`} amount={`−${formatMoney(credits)}`} />}
          <Sum span={span} name={t`Total`} amount={formatMoney(totalPrice)} last />
        </tfoot>
      </table>
    </div>
  );
}

function Line({ line, isPhone }: { readonly line: InvoiceLine; readonly isPhone: boolean }) {
  const [quantity, rate] = [quantityText(line), formatRateOf(line.unit_price, line.meter)];
  return (
    <tr>
      <td>
        <span className={classes.item}>{line.resource_name}</span>
        <span className={classes.about}>
          {METER_NAMES[line.meter]} · {said(line.description)} · {line.region}
        </span>
        {isPhone && (
          <span className={classes.about}>
            {quantity} × {rate}
          </span>
        )}
      </td>
      {!isPhone && (
        <>
          <td data-right>{quantity}</td>
          <td data-right>{rate}</td>
        </>
      )}
      <td data-right>{formatMoney(line.price)}</td>
    </tr>
  );
}

interface SumProps {
  readonly span: number;
  readonly name: string;
  readonly amount: string;
  readonly last?: boolean;
}

function Sum({ span, name, amount, last = false }: SumProps) {
  return (
    <tr className={classes.sum} data-last={last || undefined}>
      <th scope="row" colSpan={span}>
        {name}
      </th>
      <td data-right>{amount}</td>
    </tr>
  );
}
