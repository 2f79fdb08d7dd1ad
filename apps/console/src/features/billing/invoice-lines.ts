/** The lines of an invoice by workgroup, and as a file. */
import { t } from '@acacia/texts';
import { csvOf, type CsvCell } from '@acacia/base';
import { METER_UNITS, type InvoiceDetails, type InvoiceLine } from '@acacia/contract';
import { formatQuantity } from '@acacia/ui';
import { sumOf } from './figures.ts';

interface LineGroup {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: number;
}

/** The workgroups with their lines, the dearest first. */
export const groupsOf = ({ lines }: Pick<InvoiceDetails, 'lines'>): readonly LineGroup[] =>
  [...Map.groupBy(lines, ({ workgroup_id }) => workgroup_id)]
    .map(([id, own]) => ({ id, name: own[0]?.workgroup_name ?? id, lines: own, subtotal: sumOf(own) }))
    .toSorted((a, b) => b.subtotal - a.subtotal);

const UNITS = {
  hours: (value: number): string => t`${formatQuantity(value)} hours`,
  'GB months': (value: number): string => t`${formatQuantity(value)} GB months`,
} as const;

/** `12.50 hours` */
export const quantityText = ({ meter, quantity }: InvoiceLine): string => UNITS[METER_UNITS[meter]](quantity);

const HEAD = [
  'Workgroup ID',
  'Workgroup',
  'Resource ID',
  'Resource',
  'Meter',
  'Description',
  'Region',
  'Quantity',
  'Unit',
  'Unit price (USD)',
  'Price (USD)',
];

/** One row for each line, then credits and the total. The names of columns are those of the API, in English for programs. */
export function invoiceCsv({ lines, invoiceBillInBaseCurrency: bill }: InvoiceDetails): string {
  const sum = (name: string, amount: number): readonly CsvCell[] => [
    ...HEAD.slice(0, -1).map((_, place) => (place === 1 ? name : '')),
    amount,
  ];
  return csvOf([
    HEAD,
    ...lines.map((line) => [
      line.workgroup_id,
      line.workgroup_name,
      line.resource_id,
      line.resource_name,
      line.meter,
      line.description,
      line.region,
      line.quantity,
      METER_UNITS[line.meter],
      line.unit_price,
      line.price,
    ]),
    sum('Credits', -bill.credits),
    sum('Total', bill.totalPrice),
  ]);
}
