/** Complete records of billing for tests: an organisation in November 2026. */
import type {
  BillingOverview,
  BillingUsage,
  CreditCard,
  CreditCards,
  Customer,
  Invoice,
  InvoiceDetails,
  InvoiceLine,
} from '@acacia/contract';

const DAY = 86_400;
export const NOVEMBER = Date.UTC(2026, 10, 1) / 1000;
const OCTOBER = Date.UTC(2026, 9, 1) / 1000;
const DECEMBER = Date.UTC(2026, 11, 1) / 1000;

export const anOverview = (given: Partial<BillingOverview> = {}): BillingOverview => ({
  invoiceStartTimeInSeconds: NOVEMBER,
  invoiceEndTimeInSeconds: DECEMBER,
  at: NOVEMBER + 10 * DAY,
  usage: 112,
  usage_before: 100,
  forecast: 336,
  credits: { balance: 67.5, earned: 80, used: 12.5 },
  ...given,
});

export const aLine = (given: Partial<InvoiceLine> = {}): InvoiceLine => ({
  meter: 'compute',
  workgroup_id: 'g1',
  workgroup_name: 'Workgroup-1',
  resource_id: 'w1',
  resource_name: 'Workspace-1',
  region: 'us-east-1',
  description: 'TG-00',
  quantity: 100,
  unit_price: 1,
  price: 100,
  ...given,
});

export const anInvoice = (given: Partial<Invoice> = {}): Invoice => ({
  invoice_id: '2026-11',
  invoiceStartTimeInSeconds: NOVEMBER,
  invoiceEndTimeInSeconds: DECEMBER,
  invoiceBillInBaseCurrency: { itemPrice: 112, credits: 12.5, totalPrice: 99.5 },
  status: 'In Billing Period',
  payment_url: null,
  ...given,
});

export const October = anInvoice({
  invoice_id: '2026-10',
  invoiceStartTimeInSeconds: OCTOBER,
  invoiceEndTimeInSeconds: NOVEMBER,
  invoiceBillInBaseCurrency: { itemPrice: 300, credits: 0, totalPrice: 300 },
  status: 'In Grace Period',
  payment_url: 'https://pay.example.org/in_1',
});

export const someDetails = (given: Partial<InvoiceDetails> = {}): InvoiceDetails => ({
  ...anInvoice(),
  lines: [
    aLine(),
    aLine({ meter: 'addons', description: 'Insights', unit_price: 0.1, price: 10 }),
    aLine({
      meter: 'storage',
      workgroup_id: 'g2',
      workgroup_name: 'Gone',
      resource_id: 'd9',
      resource_name: '=Database',
      description: 'Data',
      quantity: 80,
      unit_price: 0.025,
      price: 2,
    }),
  ],
  ...given,
});

export const aUsage = (given: Partial<BillingUsage> = {}): BillingUsage => ({
  days: [NOVEMBER, NOVEMBER + DAY],
  series: [
    { key: 'w1', name: 'Workspace-1', quantities: [24, 24], prices: [60, 50] },
    { key: 'd9', name: 'Database', quantities: [1, 1], prices: [1, 1] },
  ],
  ...given,
});

export const aCard = (given: Partial<CreditCard> = {}): CreditCard => ({
  card_id: 'pm_1',
  brand: 'visa',
  last_4_digits: '4242',
  expire_month: 12,
  expire_year: 2090,
  name_on_card: 'Ada Admin',
  ...given,
});

export const someCards = (given: Partial<CreditCards> = {}): CreditCards => ({
  credit_cards: [aCard(), aCard({ card_id: 'pm_2', brand: 'mastercard', last_4_digits: '4444' })],
  default_card: 'pm_1',
  ...given,
});

export const aCustomer = (given: Partial<Customer> = {}): Customer => ({
  customer_email: 'bills@example.org',
  address: { line1: '1 Main St', city: 'Oakland', state: 'CA', postalCode: '94601', country: 'US' },
  ...given,
});
