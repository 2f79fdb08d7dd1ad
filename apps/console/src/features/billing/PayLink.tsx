import { t } from '@acacia/texts';
import type { Invoice } from '@acacia/contract';
import { formatDay } from '@acacia/ui';
import classes from './billing.module.css';

/** The payment provider's page of an invoice; undefined: it is not paid there. */
export const paymentPage = ({ payment_url: url }: Invoice): string | undefined =>
  url !== null && /^https?:\/\//.test(url) ? url : undefined;

/** A way to the payment provider's page of an invoice that can be paid there; nothing for the others. */
export function PayLink({ invoice }: { readonly invoice: Invoice }) {
  const url = paymentPage(invoice);
  if (url === undefined) return null;
  return (
    <a
      className={classes.pay}
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={t`Pay the invoice of ${formatDay(invoice.invoiceEndTimeInSeconds)}`}
    >
      Pay
    </a>
  );
}
