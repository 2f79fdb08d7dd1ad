/** The payment provider, Stripe: the calls that Acacia makes, and what it reads of their answers. */
import type Stripe from 'stripe';
import type { BillingAddress, CreditCard, Customer } from '@acacia/contract';
import { z } from 'zod';
import { problem, Problem } from '../../errors/problem.ts';
import type { StripeSettings } from '../../settings.ts';

/** Milliseconds for which an answer is awaited. */
const PATIENCE_MS = 15_000;
/** Seconds by which the time of a webhook's signature may differ from now. */
const TOLERANCE_SECONDS = 300;

/** Fields of Stripe's objects that are read here; an id stands for an object that was not expanded. */
const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const CardObject = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }),
  billing_details: z.object({ name: z.string().nullish() }).nullish(),
});
const CustomerObject = z.object({
  email: z.string().nullish(),
  address: z
    .object({
      line1: z.string().nullish(),
      city: z.string().nullish(),
      state: z.string().nullish(),
      postal_code: z.string().nullish(),
      country: z.string().nullish(),
    })
    .nullish(),
});
const SessionObject = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.string().nullish(),
  customer: Reference.nullish(),
  setup_intent: z.object({ payment_method: Reference.nullish() }).nullish(),
});
const InvoiceObject = z.object({
  id: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  total: z.number().int(),
  hosted_invoice_url: z.url().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const EventObject = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string().optional() }) }),
});

export interface CardSession {
  readonly status: 'open' | 'complete' | 'expired';
  readonly customerId: string | null;
  /** The card that was added. */
  readonly cardId: string | null;
}

export type ProviderInvoice = z.output<typeof InvoiceObject>;

/** A month of an organisation at the provider: its keys make each step once, however often it is tried. */
export interface Charge {
  readonly orgId: string;
  readonly month: string;
  readonly customerId: string;
  readonly totalCents: number;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Id of the object that it is about. */
  readonly objectId: string | null;
}

/** All of them throw Problem Unavailable when the provider is away, Conflict when it refuses. */
export interface Provider {
  createCustomer(orgId: string): Promise<string>;
  updateCustomer(
    id: string,
    change: { readonly name?: string; readonly email?: string; readonly address?: BillingAddress },
  ): Promise<void>;
  customer(id: string): Promise<Customer>;
  cards(customerId: string): Promise<CreditCard[]>;
  setDefault(customerId: string, cardId: string): Promise<void>;
  detach(cardId: string): Promise<void>;
  beginSession(customerId: string): Promise<{ readonly id: string; readonly url: string }>;
  session(id: string): Promise<CardSession>;
  /** The invoice of a month that was made before; undefined: none was. */
  findInvoice(charge: Charge): Promise<ProviderInvoice | undefined>;
  createInvoice(charge: Charge): Promise<ProviderInvoice>;
  addItem(charge: Charge, invoiceId: string): Promise<void>;
  finalize(charge: Charge, invoiceId: string): Promise<ProviderInvoice>;
  /** Charges a card. Returns the invoice as it is then: still open where the card was refused. */
  pay(charge: Charge, invoiceId: string, cardId: string): Promise<ProviderInvoice>;
  invoice(id: string): Promise<ProviderInvoice>;
  /**
   * The event in the body of a webhook.
   * @throws Problem Bad-Request when it is not signed by the provider, or too long ago
   */
  event(body: Buffer, signature: string | undefined): ProviderEvent;
}

const Failure = z.object({ type: z.string(), message: z.string(), statusCode: z.number().optional() });
/** Failures that another try cannot mend. */
const REFUSALS = new Set(['StripeCardError', 'StripeInvalidRequestError']);

/** Awaits a call of Stripe. @throws Problem Unavailable when Stripe is away, Conflict when it refuses */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const failure = Failure.safeParse(error).data;
    if (failure === undefined) throw error;
    const found = REFUSALS.has(failure.type)
      ? problem('paymentRefused', { reason: failure.message })
      : problem('paymentAway').after(60);
    found.cause = error;
    throw found;
  }
}

const cardOf = ({ id, card, billing_details: details }: z.output<typeof CardObject>): CreditCard => ({
  card_id: id,
  brand: card.brand,
  last_4_digits: card.last4,
  expire_month: card.exp_month,
  expire_year: card.exp_year,
  name_on_card: details?.name ?? '',
});

function customerOf({ email, address }: z.output<typeof CustomerObject>): Customer {
  const { line1, city, state, postal_code: postalCode, country } = address ?? {};
  // An address without a country is none that the provider could use.
  const isWhole = country !== undefined && country !== null && /^[A-Z]{2}$/.test(country);
  return {
    customer_email: email ?? null,
    address: isWhole
      ? {
          line1: line1 ?? '',
          city: city ?? '',
          state: state ?? '',
          postalCode: postalCode ?? '',
          country,
        }
      : null,
  };
}

const cardSessionOf = ({ status, customer, setup_intent }: z.output<typeof SessionObject>): CardSession => ({
  status: status === 'complete' || status === 'expired' ? status : 'open',
  customerId: customer ?? null,
  cardId: setup_intent?.payment_method ?? null,
});

const ORGANIZATION = 'acacia_organization';
const MONTH = 'acacia_month';

function createProvider(stripe: Stripe, { webhookSecret }: StripeSettings, publicUrl: string): Provider {
  const key = ({ orgId, month }: Charge, step: string) => ({
    idempotencyKey: `acacia-${orgId}-${month}-${step}`,
  });
  const invoice = async (id: string) => InvoiceObject.parse(await asked(stripe.invoices.retrieve(id)));
  return {
    async createCustomer(orgId) {
      const metadata = { [ORGANIZATION]: orgId };
      const options = { idempotencyKey: `acacia-${orgId}-customer` };
      return (await asked(stripe.customers.create({ metadata }, options))).id;
    },
    async updateCustomer(id, { name, email, address }) {
      await asked(
        stripe.customers.update(id, {
          ...(name === undefined ? {} : { name }),
          ...(email === undefined ? {} : { email }),
          ...(address === undefined
            ? {}
            : {
                address: {
                  line1: address.line1,
                  city: address.city,
                  state: address.state,
                  postal_code: address.postalCode,
                  country: address.country,
                },
              }),
        }),
      );
    },
    async customer(id) {
      return customerOf(CustomerObject.parse(await asked(stripe.customers.retrieve(id))));
    },
    async cards(customerId) {
      const { data } = await asked(
        stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }),
      );
      return z.array(CardObject).parse(data).map(cardOf);
    },
    async setDefault(customerId, cardId) {
      await asked(
        stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }),
      );
    },
    async detach(cardId) {
      await asked(stripe.paymentMethods.detach(cardId));
    },
    async beginSession(customerId) {
      const page = new URL('/admin/bills?tab=PaymentMethods', publicUrl).href;
      const session = await asked(
        stripe.checkout.sessions.create({
          mode: 'setup',
          customer: customerId,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          success_url: `${page}&card=added`,
          cancel_url: page,
        }),
      );
      const { id, url } = SessionObject.parse(session);
      return { id, url: z.url().parse(url) };
    },
    async session(id) {
      const found = await asked(stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent'] }));
      return cardSessionOf(SessionObject.parse(found));
    },
    async findInvoice({ customerId, month, orgId }) {
      const { data } = await asked(stripe.invoices.list({ customer: customerId, limit: 100 }));
      return z
        .array(InvoiceObject)
        .parse(data)
        .find(({ metadata }) => metadata?.[MONTH] === month && metadata[ORGANIZATION] === orgId);
    },
    async createInvoice(charge) {
      const { orgId, month, customerId } = charge;
      const made = await asked(
        stripe.invoices.create(
          {
            customer: customerId,
            currency: 'usd',
            collection_method: 'charge_automatically',
            // Acacia takes each step itself, so that none is taken twice.
            auto_advance: false,
            pending_invoice_items_behavior: 'exclude',
            metadata: { [ORGANIZATION]: orgId, [MONTH]: month },
          },
          key(charge, 'invoice'),
        ),
      );
      return InvoiceObject.parse(made);
    },
    async addItem(charge, invoiceId) {
      const { customerId: customer, totalCents: amount, month } = charge;
      const item = { customer, invoice: invoiceId, amount, currency: 'usd', description: `Acacia, ${month}` };
      await asked(stripe.invoiceItems.create(item, key(charge, 'item')));
    },
    async finalize(charge, invoiceId) {
      const found = stripe.invoices.finalizeInvoice(
        invoiceId,
        { auto_advance: false },
        key(charge, 'finalize'),
      );
      return InvoiceObject.parse(await asked(found));
    },
    async pay(charge, invoiceId, cardId) {
      const options = key(charge, `pay-${cardId}`);
      try {
        const paid = stripe.invoices.pay(invoiceId, { payment_method: cardId, off_session: true }, options);
        return InvoiceObject.parse(await asked(paid));
      } catch (error) {
        // The card was refused, or somebody else has paid meanwhile: the invoice says which.
        if (error instanceof Problem && error.type === 'Conflict') return invoice(invoiceId);
        throw error;
      }
    },
    invoice,
    event(body, signature) {
      if (webhookSecret === null || signature === undefined) throw problem('webhookUnsigned');
      let event: unknown;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS);
      } catch (error) {
        const found = problem('webhookUnsigned');
        found.cause = error;
        throw found;
      }
      const { id, type, data } = EventObject.parse(event);
      return { id, type, objectId: data.object.id ?? null };
    },
  };
}

/** Opens the payment provider of the settings. @param patience milliseconds for which an answer is awaited */
export async function openProvider(
  settings: StripeSettings,
  publicUrl: string,
  patience = PATIENCE_MS,
): Promise<Provider> {
  // Its client is large: installations that charge nothing do not load it.
  const { default: Client } = await import('stripe');
  const api = settings.api === null ? null : new URL(settings.api);
  const client = new Client(settings.secretKey, {
    timeout: patience,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(api === null
      ? {}
      : {
          host: api.hostname.replace(/^\[|\]$/g, ''),
          port: api.port === '' ? (api.protocol === 'https:' ? 443 : 80) : Number(api.port),
          protocol: api.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }),
  });
  return createProvider(client, settings, publicUrl);
}
