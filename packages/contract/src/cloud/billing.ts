/** Billing: what an organisation used, what it costs, and how it pays (specification part 3, sections 2, 3, 7 and 9). */
import { z } from 'zod';
import type { OrgQuota } from './catalog.ts';

/** Seconds since 1970. */
const Seconds = z.number().int();
/** US dollars. */
const Dollars = z.number();

/** How an organisation pays; `NONE` where the installation charges nothing, as a laptop's. */
export const PaymentMethod = z.enum(['STRIPE', 'AWS_MARKETPLACE', 'NONE']);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Specification part 1, section 3. */
export const BillingStatusName = z.enum([
  'active',
  'cancelled',
  'deleted',
  'no subscription',
  'pending cancellation',
  'pending',
]);
export type BillingStatusName = z.infer<typeof BillingStatusName>;

export const BillingStatus = z
  .object({
    payment_method: PaymentMethod,
    status: BillingStatusName,
    /** Whether the credits are used up and nothing can be charged: pages give way to the credit gate. */
    gated: z.boolean(),
  })
  .meta({ id: 'BillingStatus' });
export type BillingStatus = z.infer<typeof BillingStatus>;

/** An organisation is not gated for so long after it was made. */
export const GATE_SPARES_MINUTES = 10;

/** Days from the begin of the credit gate until running workspaces are paused, by tier. */
export const SUSPEND_GRACE_DAYS = { free: 0, paid: 3, premium: 5, enterprise: 7 } as const satisfies Record<
  OrgQuota['tier'],
  number
>;

export const BILLING_TEXTS = {
  gateTitle: 'Oops! Your Credit Balance is Exhausted!',
  addCreditCard: 'Add Credit Card',
  contactSupport: 'Contact Support',
  chargesNothing: 'This Acacia charges nothing. Costs are list prices, to plan with.',
};

/** The month that is billed now, so far. */
export const BillingOverview = z
  .object({
    invoiceStartTimeInSeconds: Seconds,
    invoiceEndTimeInSeconds: Seconds,
    /** When the figures were taken. */
    at: Seconds,
    /** Cost so far, before credits. */
    usage: Dollars,
    /** Cost of the same days of the month before; null where the organisation was not there. */
    usage_before: Dollars.nullable(),
    /** Cost of the whole month if it goes on as so far. */
    forecast: Dollars,
    credits: z.object({
      /** Earned and not used: never below 0. */
      balance: Dollars,
      earned: Dollars,
      used: Dollars,
    }),
  })
  .meta({ id: 'BillingOverview' });
export type BillingOverview = z.infer<typeof BillingOverview>;

/**
 * Cost of a period if it goes on as so far: usage divided by elapsed time, multiplied by the period's length. The first
 * hour counts as a whole one, so that a month does not begin with a wild figure.
 */
export function costForecast(usage: number, elapsedSeconds: number, periodSeconds: number): number {
  return (usage / Math.max(elapsedSeconds, 3600)) * periodSeconds;
}

export const InvoiceStatus = z.enum([
  'In Billing Period',
  'In Grace Period',
  'Processing',
  'Paid',
  'No Payment Needed',
]);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

const invoiceFields = {
  /** `YYYY-MM`: the month in UTC. */
  invoice_id: z.string(),
  invoiceStartTimeInSeconds: Seconds,
  /** The first second after the period. */
  invoiceEndTimeInSeconds: Seconds,
  invoiceBillInBaseCurrency: z.object({
    /** Cost before credits. */
    itemPrice: Dollars,
    /** Credits that were taken off. */
    credits: Dollars,
    totalPrice: Dollars,
  }),
  status: InvoiceStatus,
  /** Page of the payment provider where it can be paid; null: none. */
  payment_url: z.string().nullable(),
};

/** A month; the one that runs is among them, first. */
export const Invoice = z.object(invoiceFields).meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

/** Measured quantities: hours that workspaces ran, add-ons of them, gigabyte-months of databases and logs. */
export const Meter = z.enum(['compute', 'addons', 'storage']);
export type Meter = z.infer<typeof Meter>;
export const METER_UNITS = { compute: 'hours', addons: 'hours', storage: 'GB months' } as const;

export const InvoiceLine = z
  .object({
    meter: Meter,
    workgroup_id: z.string(),
    workgroup_name: z.string(),
    /** Workspace, or database for storage. */
    resource_id: z.string(),
    resource_name: z.string(),
    region: z.string(),
    /** Size, add-on, or what is stored. */
    description: z.string(),
    /** In the unit of the meter. */
    quantity: z.number(),
    /** Dollars a unit. */
    unit_price: Dollars,
    price: Dollars,
  })
  .meta({ id: 'InvoiceLine' });
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const InvoiceDetails = z
  .object({
    ...invoiceFields,
    /** The dearest first. */
    lines: z.array(InvoiceLine),
  })
  .meta({ id: 'InvoiceDetails' });
export type InvoiceDetails = z.infer<typeof InvoiceDetails>;

/** By what usage is divided. */
export const UsageDimension = z.enum(['workgroup', 'resource', 'size', 'region']);
export type UsageDimension = z.infer<typeof UsageDimension>;

/** Days of a usage graph at most. */
export const USAGE_DAYS = 400;
/** Series of a usage graph at most; the rest is one more, `others`. */
export const USAGE_SERIES = 20;

export const UsageQuery = z.object({
  /** Absent: all meters, in dollars alone. */
  meter: Meter.optional(),
  dimension: UsageDimension.default('resource'),
  /** Days in UTC, `YYYY-MM-DD`; the last one is within. Absent: the month that runs. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

export const BillingUsage = z
  .object({
    /** Begin of each day in UTC. */
    days: z.array(Seconds),
    series: z.array(
      z.object({
        /** Id or name of what the series is of; 'others' for the rest. */
        key: z.string(),
        name: z.string(),
        /** For each day, in the unit of the meter; 0 throughout where no meter was asked for. */
        quantities: z.array(z.number()),
        /** For each day. */
        prices: z.array(Dollars),
      }),
    ),
  })
  .meta({ id: 'BillingUsage' });
export type BillingUsage = z.infer<typeof BillingUsage>;

export const CreditCard = z
  .object({
    card_id: z.string(),
    brand: z.string(),
    last_4_digits: z.string(),
    expire_month: z.number().int(),
    expire_year: z.number().int(),
    name_on_card: z.string(),
  })
  .meta({ id: 'CreditCard' });
export type CreditCard = z.infer<typeof CreditCard>;

export const CreditCards = z
  .object({
    credit_cards: z.array(CreditCard),
    /** Id of the card that is charged; null: none. */
    default_card: z.string().nullable(),
  })
  .meta({ id: 'CreditCards' });
export type CreditCards = z.infer<typeof CreditCards>;

/** A visit to the payment provider's page on which a card is added. */
export const BillingSession = z.object({ url: z.url() }).meta({ id: 'BillingSession' });
export type BillingSession = z.infer<typeof BillingSession>;

const line = (most: number) => z.string().trim().max(most, `must have at most ${most} characters`);

export const BillingAddress = z
  .object({
    line1: line(200),
    city: line(100),
    state: line(100),
    postalCode: line(20),
    /** Two letters, as ISO 3166 has them. */
    country: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, such as US'),
  })
  .meta({ id: 'BillingAddress' });
export type BillingAddress = z.infer<typeof BillingAddress>;

/** Whom the payment provider writes to. */
export const Customer = z
  .object({ customer_email: z.string().nullable(), address: BillingAddress.nullable() })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof Customer>;

/** A change; absent fields stay as they are. */
export const UpdateCustomer = z
  .object({
    customer_email: z.email('must be an e-mail address').max(254).optional(),
    address: BillingAddress.optional(),
  })
  .strict();

export const SwitchPaymentMethod = z
  .object({
    target_payment_method: z.enum(['STRIPE', 'AWS_MARKETPLACE']),
    /** The card to charge from now on; needed for STRIPE where no card is the default yet. */
    default_card_id: z.string().max(255).optional(),
  })
  .strict();
