/**
 * A server that speaks the part of Stripe's protocol that Acacia uses: form-encoded bodies, bearer keys, idempotency keys,
 * errors in Stripe's form, and signed webhooks. It can fail, refuse, hang, or lose an answer after it has acted.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

interface Card {
  readonly id: string;
  customer: string | null;
  /** Whether banks refuse it. */
  refused: boolean;
}
interface Customer {
  readonly id: string;
  readonly fields: Map<string, string>;
}
interface Session {
  readonly id: string;
  readonly customer: string;
  readonly fields: ReadonlyMap<string, string>;
  status: 'open' | 'complete' | 'expired';
  card: string | null;
}
interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly metadata: Record<string, string>;
  status: 'draft' | 'open' | 'paid' | 'void';
  total: number;
}

/** A fault of one request: a status, no answer at all, or an answer that is lost after the server has acted. */
export type Fault = 402 | 429 | 500 | 'hangs' | 'loses the answer';

export interface FakeStripe {
  readonly url: string;
  readonly requests: string[];
  readonly customers: Map<string, Customer>;
  readonly cards: Map<string, Card>;
  readonly sessions: Map<string, Session>;
  readonly invoices: Map<string, Invoice>;
  /** Payments that went through, in cents, by card. */
  readonly charges: { readonly card: string; readonly cents: number }[];
  /** Says which request has a fault; null: none has. */
  fault: (request: string) => Fault | null;
  /** A person adds a card on the page of a session. Returns the card's id. */
  complete(sessionId: string): string;
  /** A card of a customer. */
  card(customerId: string): string;
  /** Body and signature of a webhook's event. */
  event(
    type: string,
    objectId: string,
    options?: { readonly id?: string; readonly secret?: string; readonly secondsAgo?: number },
  ): { readonly payload: string; readonly headers: Record<string, string> };
  /** Forgets the answers to idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  stop(): Promise<void>;
}

export const FAKE_KEY = 'sk_test_acacia_fake';
export const FAKE_WEBHOOK_SECRET = 'whsec_acacia_fake_secret';

class StripeFault extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}
const missing = (id: string) => new StripeFault(404, 'invalid_request_error', `No such object: '${id}'`);

export async function startFakeStripe(): Promise<FakeStripe> {
  const customers = new Map<string, Customer>();
  const cards = new Map<string, Card>();
  const sessions = new Map<string, Session>();
  const invoices = new Map<string, Invoice>();
  const charges: { card: string; cents: number }[] = [];
  const requests: string[] = [];
  const answers = new Map<string, { readonly body: string; readonly answer: unknown }>();
  let ids = 0;
  const fresh = (kind: string) => `${kind}_${String(++ids)}`;
  const client = new Stripe(FAKE_KEY);

  const find = <T>(map: ReadonlyMap<string, T>, id: string): T => {
    const found = map.get(id);
    if (found === undefined) throw missing(id);
    return found;
  };
  const cardObject = ({ id, customer }: Card) => ({
    id,
    object: 'payment_method',
    type: 'card',
    customer,
    card: { brand: 'visa', last4: id.slice(-4).padStart(4, '0'), exp_month: 12, exp_year: 2030 },
    billing_details: { name: 'Ann Doe' },
  });
  const customerObject = ({ id, fields }: Customer) => {
    const part = (name: string) => fields.get(`address[${name}]`) ?? null;
    return {
      id,
      object: 'customer',
      name: fields.get('name') ?? null,
      email: fields.get('email') ?? null,
      address:
        part('country') === null
          ? null
          : Object.fromEntries(
              ['line1', 'city', 'state', 'postal_code', 'country'].map((name) => [name, part(name)]),
            ),
    };
  };
  const sessionObject = ({ id, customer, status, card }: Session) => ({
    id,
    object: 'checkout.session',
    mode: 'setup',
    url: status === 'open' ? `https://checkout.example.org/${id}` : null,
    status,
    customer,
    setup_intent: card === null ? null : { id: `seti_${id}`, payment_method: card },
  });
  const invoiceObject = ({ id, customer, metadata, status, total }: Invoice) => ({
    id,
    object: 'invoice',
    customer,
    metadata,
    status,
    total,
    hosted_invoice_url: status === 'draft' ? null : `https://invoice.example.org/${id}`,
  });

  function pay(invoice: Invoice, cardId: string): unknown {
    if (invoice.status === 'paid')
      throw new StripeFault(400, 'invalid_request_error', 'Invoice is already paid');
    if (invoice.status !== 'open') throw new StripeFault(400, 'invalid_request_error', 'Invoice is not open');
    const card = find(cards, cardId);
    if (card.customer !== invoice.customer) throw missing(cardId);
    if (card.refused) throw new StripeFault(402, 'card_error', 'Your card was declined.');
    invoice.status = 'paid';
    charges.push({ card: cardId, cents: invoice.total });
    return invoiceObject(invoice);
  }

  /** Acts on a request. */
  function act(method: string, path: string, fields: ReadonlyMap<string, string>): unknown {
    const [, kind = '', id = '', action = ''] =
      /^\/v1\/(customers|payment_methods|checkout\/sessions|invoices|invoiceitems)(?:\/(\w+))?(?:\/(\w+))?$/.exec(
        path,
      ) ?? [];
    const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: path });
    switch (`${method} ${kind}${id === '' ? '' : '/:id'}${action === '' ? '' : `/${action}`}`) {
      case 'POST customers': {
        const made = { id: fresh('cus'), fields: new Map(fields) };
        customers.set(made.id, made);
        return customerObject(made);
      }
      case 'GET customers/:id':
        return customerObject(find(customers, id));
      case 'POST customers/:id': {
        const customer = find(customers, id);
        for (const [name, value] of fields) customer.fields.set(name, value);
        return customerObject(customer);
      }
      case 'GET customers/:id/payment_methods':
        find(customers, id);
        return list([...cards.values()].filter(({ customer }) => customer === id).map(cardObject));
      case 'POST payment_methods/:id/detach': {
        const card = find(cards, id);
        card.customer = null;
        return cardObject(card);
      }
      case 'POST checkout/sessions': {
        const customer = find(customers, fields.get('customer') ?? '').id;
        const made: Session = { id: fresh('cs'), customer, fields, status: 'open', card: null };
        sessions.set(made.id, made);
        return sessionObject(made);
      }
      case 'GET checkout/sessions/:id':
        return sessionObject(find(sessions, id));
      case 'GET invoices':
        return list(
          [...invoices.values()]
            .filter(({ customer }) => customer === fields.get('customer'))
            .map(invoiceObject),
        );
      case 'POST invoices': {
        const metadata = Object.fromEntries(
          [...fields].flatMap(([name, value]) => {
            const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
            return key === undefined ? [] : [[key, value]];
          }),
        );
        const customer = find(customers, fields.get('customer') ?? '').id;
        const made: Invoice = { id: fresh('in'), customer, metadata, status: 'draft', total: 0 };
        invoices.set(made.id, made);
        return invoiceObject(made);
      }
      case 'GET invoices/:id':
        return invoiceObject(find(invoices, id));
      case 'POST invoices/:id/finalize': {
        const invoice = find(invoices, id);
        if (invoice.status !== 'draft')
          throw new StripeFault(400, 'invalid_request_error', 'Invoice is already finalized');
        invoice.status = 'open';
        return invoiceObject(invoice);
      }
      case 'POST invoices/:id/pay':
        return pay(find(invoices, id), fields.get('payment_method') ?? '');
      case 'POST invoiceitems': {
        const invoice = find(invoices, fields.get('invoice') ?? '');
        invoice.total += Number(fields.get('amount'));
        return { id: fresh('ii'), object: 'invoiceitem' };
      }
      default:
        throw new StripeFault(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path})`);
    }
  }

  /** The answer to a request; to one with a key that was answered before, that answer. */
  function answerOf(method: string, url: URL, body: string, key: string | undefined): unknown {
    const before = key === undefined ? undefined : answers.get(key);
    if (before !== undefined) {
      if (before.body !== body)
        throw new StripeFault(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters',
        );
      if (before.answer instanceof StripeFault) throw before.answer;
      return before.answer;
    }
    const fields = method === 'GET' ? url.searchParams : new URLSearchParams(body);
    let answer: unknown;
    try {
      answer = act(method, url.pathname, new Map(fields));
    } catch (error) {
      answer = error;
    }
    if (key !== undefined && method === 'POST') answers.set(key, { body, answer });
    if (answer instanceof Error) throw answer;
    return answer;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', 'http://localhost');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const name = `${method} ${url.pathname}`;
    requests.push(name);
    const send = (status: number, content: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    const refuse = (status: number, type: string, message: string) =>
      send(status, { error: { type, message } });
    if (request.headers.authorization !== `Bearer ${FAKE_KEY}`)
      return refuse(401, 'invalid_request_error', 'Invalid API Key provided');
    const fault = fake.fault(name);
    if (fault === 'hangs') return;
    if (typeof fault === 'number')
      return refuse(fault, fault === 402 ? 'card_error' : 'api_error', `It fails with ${String(fault)}.`);
    try {
      const key = request.headers['idempotency-key'];
      const answer = answerOf(method, url, body, typeof key === 'string' ? key : undefined);
      if (fault === 'loses the answer') response.destroy();
      else send(200, answer);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      refuse(error.status, error.type, error.message);
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const fake: FakeStripe = {
    url: `http://127.0.0.1:${port}`,
    requests,
    customers,
    cards,
    sessions,
    invoices,
    charges,
    fault: () => null,
    complete(sessionId) {
      const session = find(sessions, sessionId);
      session.card = fake.card(session.customer);
      session.status = 'complete';
      return session.card;
    },
    card(customer) {
      const id = fresh('pm');
      cards.set(id, { id, customer, refused: false });
      return id;
    },
    event(type, objectId, { id = fresh('evt'), secret = FAKE_WEBHOOK_SECRET, secondsAgo = 0 } = {}) {
      const payload = JSON.stringify({ id, object: 'event', type, data: { object: { id: objectId } } });
      const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
      const signature = client.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    },
    forgetKeys: () => answers.clear(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
