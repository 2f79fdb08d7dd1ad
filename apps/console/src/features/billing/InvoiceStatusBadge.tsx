import { said } from '@acacia/texts';
import type { InvoiceStatus } from '@acacia/contract';
import { StatusBadge, Tag, type StatusTone } from '@acacia/ui';

/** Colours of those that ask for attention or are settled; the others are neutral. */
const TONES: Readonly<Partial<Record<InvoiceStatus, StatusTone>>> = {
  'In Grace Period': 'warning',
  Processing: 'progress',
  Paid: 'positive',
};

export function InvoiceStatusBadge({ status }: { readonly status: InvoiceStatus }) {
  const tone = TONES[status];
  return tone === undefined ? <Tag>{said(status)}</Tag> : <StatusBadge tone={tone}>{status}</StatusBadge>;
}
