import { GATE_SPARES_MINUTES, type OnboardingTask } from '@acacia/contract';
import { asc, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadCatalog } from '../../catalog/catalog.ts';
import { auditEntries, mails, organizations, usageIntervals } from '../../database/schema.ts';
import { billingAccounts, billingSessions, invoices, stripeEvents } from '../../database/billing-tables.ts';
import { completedTasks } from '../../database/organization-tables.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeUsageDays } from '../../operations/usage-days.ts';
import { collectPayments } from './charge.ts';
import { closeEndedMonths } from './close.ts';
import { isGated, judgeGates } from './gate.ts';
import { settleSession } from './payment.ts';
import { loadPrices } from './prices.ts';
import { openProvider, type Provider } from './provider.ts';
import {
  FAKE_KEY,
  FAKE_WEBHOOK_SECRET,
  startFakeStripe,
  type FakeStripe,
  type Fault,
} from './testing/fake-stripe.ts';

const log = pino({ level: 'silent' });
const going = new AbortController().signal;
const AWAY =
  'The payment provider cannot be reached at the moment. Nothing was charged. Try again in a few minutes.';

let postgres: TestPostgres;
let stripe: FakeStripe;
let server: TestServer;
let orgId: string;
let provider: Provider;

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  stripe = await startFakeStripe();
  server = await startTestServer(postgres, {
    start: false,
    environment: {
      ACACIA_STRIPE_SECRET_KEY: FAKE_KEY,
      ACACIA_STRIPE_WEBHOOK_SECRET: FAKE_WEBHOOK_SECRET,
      ACACIA_STRIPE_API: stripe.url,
    },
  });
  orgId = String((await server.call('getMyOrganization')).result['org_id']);
  const { stripe: settings, publicUrl } = server.settings;
  if (settings === null) throw new Error('The installation should charge.');
  provider = await openProvider(settings, publicUrl);
});
afterEach(async () => {
  await server.stop();
  await stripe.stop();
});

async function accountRow() {
  const { db } = server.database;
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.orgId, orgId));
  return row;
}
const customerId = async () => (await accountRow())?.customerId ?? '';
const defaultCard = async () => (await accountRow())?.defaultCard ?? null;
const lastSession = () => [...stripe.sessions.keys()].at(-1) ?? '';
const send = async ({ payload, headers }: ReturnType<FakeStripe['event']>) =>
  (
    await server.plane.app.inject({
      method: 'POST',
      url: '/api/v2/billing/webhooks/stripe',
      headers,
      payload,
    })
  ).statusCode;

/** Adds a card as a person does, and tells of it by an event. */
async function addCard(): Promise<string> {
  const begun = await server.call('createBillingSession');
  expect([begun.status, begun.body.Message]).toEqual([200, '']);
  const id = stripe.complete(lastSession());
  expect(await send(stripe.event('checkout.session.completed', lastSession()))).toBe(200);
  return id;
}

/** Faults of the first requests that match. */
function failOnce(request: RegExp, ...faults: Fault[]) {
  stripe.fault = (name) => (request.test(name) ? (faults.shift() ?? null) : null);
}

describe('cards', () => {
  test('the first one that is added is charged, and one customer is made', async () => {
    expect((await server.call('listCreditCards')).result).toEqual({ credit_cards: [], default_card: null });
    const begun = await server.call('createBillingSession');
    expect(begun.result).toEqual({ url: `https://checkout.example.org/${lastSession()}` });
    const { fields } = stripe.sessions.get(lastSession()) ?? {};
    expect(fields?.get('success_url')).toBe(
      `${server.settings.publicUrl}/admin/bills?tab=PaymentMethods&card=added`,
    );
    const first = stripe.complete(lastSession());
    expect(await send(stripe.event('checkout.session.completed', lastSession()))).toBe(200);
    expect(await defaultCard()).toBe(first);
    const second = await addCard();
    const { result } = await server.call('listCreditCards');
    expect(result['default_card']).toBe(first);
    expect(result['credit_cards']).toMatchObject([
      { card_id: first, brand: 'visa', expire_month: 12, expire_year: 2030, name_on_card: 'Ann Doe' },
      { card_id: second },
    ]);
    expect(stripe.customers.size).toBe(1);
    expect((await server.call('getBillingStatus')).result).toEqual({
      payment_method: 'STRIPE',
      status: 'active',
      gated: false,
    });
  });

  test('a visit that no event told of is learnt of by a look at the cards', async () => {
    await server.call('createBillingSession');
    const card = stripe.complete(lastSession());
    expect((await server.call('listCreditCards')).result['default_card']).toBe(card);
  });

  test('another one can be chosen; without the one that is charged, none is', async () => {
    const first = await addCard();
    const second = await addCard();
    const chosen = await server.call('chooseCreditCard', { params: { id: second } });
    expect(chosen.result['default_card']).toBe(second);
    const { fields } = stripe.customers.get(await customerId()) ?? {};
    expect(fields?.get('invoice_settings[default_payment_method]')).toBe(second);
    const left = await server.call('deleteCreditCard', { params: { id: second } });
    expect(left.result['default_card']).toBeNull();
    expect(left.result['credit_cards']).toMatchObject([{ card_id: first }]);
    expect(await defaultCard()).toBeNull();
    const audited = await server.database.db
      .select({ action: auditEntries.action, resource: auditEntries.resource })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'deleteCreditCard'));
    expect(audited).toEqual([{ action: 'deleteCreditCard', resource: `billing/${orgId}` }]);
  });

  test.each(['chooseCreditCard', 'deleteCreditCard'] as const)(
    '%s knows no card of another organisation',
    async (name) => {
      await addCard();
      const foreign = stripe.card('cus_other');
      const answer = await server.call(name, { params: { id: foreign } });
      expect([answer.status, answer.body.Message]).toEqual([404, 'There is no such card.']);
      expect(stripe.cards.get(foreign)?.customer).toBe('cus_other');
      expect(await defaultCard()).not.toBe(foreign);
    },
  );

  test('paying by card needs one; a marketplace has confirmed nothing', async () => {
    const pay = (body: object) => server.call('switchPaymentMethod', { body });
    const without = await pay({ target_payment_method: 'STRIPE' });
    expect([without.status, without.body.ErrorDetails?.[0]?.FieldName]).toEqual([409, 'default_card_id']);
    const aws = await pay({ target_payment_method: 'AWS_MARKETPLACE' });
    expect([aws.status, aws.body.ErrorDetails?.[0]?.FieldName]).toEqual([409, 'target_payment_method']);
    await addCard();
    const other = await addCard();
    const by = await pay({ target_payment_method: 'STRIPE', default_card_id: other });
    expect(by.result).toMatchObject({ payment_method: 'STRIPE', status: 'active' });
    expect(await defaultCard()).toBe(other);
  });

  test('a card completes its task, which is there only where the installation charges', async () => {
    const task = async () => {
      const { result } = await server.call('listOnboardingTasks');
      return (result as unknown as OnboardingTask[]).find(({ id }) => id === 'add payment');
    };
    expect(await task()).toMatchObject({ completed: false, credits: 10 });
    await addCard();
    expect(await task()).toMatchObject({ completed: true });
    const free = await startTestServer(postgres, { database: server.database, start: false });
    const { result } = await free.call('listOnboardingTasks');
    expect((result as unknown as OnboardingTask[]).map(({ id }) => id)).not.toContain('add payment');
    const body = { task_id: 'add payment' };
    expect((await free.call('completeOnboardingTask', { body })).status).toBe(409);
    await free.stop();
  });

  test('so many visits for a card are followed, the newest of them', async () => {
    const { db } = server.database;
    const before = Array.from({ length: 30 }, (_, n) => ({
      ...{ id: `cs_old_${n}`, orgId },
      createdAt: new Date(Date.now() - (n + 1) * 60_000),
    }));
    await db.insert(billingSessions).values(before);
    expect((await server.call('createBillingSession')).status).toBe(200);
    const followed = (await db.select().from(billingSessions)).map(({ id }) => id);
    expect(followed).toHaveLength(20);
    expect(followed).toContain(lastSession());
    expect(followed).toContain('cs_old_0');
    expect(followed).not.toContain('cs_old_19');
  });

  test('people who may not pay are refused, and API keys too', async () => {
    const viewer = await server.person([{ name: 'billing-viewers' }]);
    for (const name of ['listCreditCards', 'createBillingSession', 'getCustomer'] as const)
      expect((await server.call(name, { token: viewer })).status).toBe(403);
    const key = await server.call('createApiKey', {
      body: { description: 'Nightly', life_time_in_seconds: null },
    });
    const { user_id, plaintext_key } = key.result;
    const params = { user_id: String(user_id) };
    await server.call('setUserRoles', { params, body: { roles: ['super-admins'] } });
    const by = { apiKey: String(plaintext_key) };
    expect((await server.call('getBillingOverview', by)).status).toBe(200);
    for (const name of ['createBillingSession', 'updateCustomer', 'switchPaymentMethod'] as const) {
      const refused = await server.call(name, { ...by, body: {} });
      expect([name, refused.status, refused.body.Message]).toEqual([
        name,
        403,
        'This call is for people: an API key cannot make it.',
      ]);
    }
    expect(stripe.requests).toEqual([]);
  });
});

describe('the customer', () => {
  test('is changed where something is different, and only that is sent', async () => {
    expect((await server.call('getCustomer')).result).toEqual({ customer_email: null, address: null });
    const address = { line1: '1 Way', city: 'Town', state: 'CA', postalCode: '94000', country: 'US' };
    const body = { customer_email: 'bills@example.org', address };
    const changed = await server.call('updateCustomer', { body });
    expect(changed.result).toEqual(body);
    const before = stripe.requests.length;
    await server.call('updateCustomer', { body });
    expect(stripe.requests.slice(before).filter((name) => name.startsWith('POST'))).toEqual([]);
    await server.call('updateCustomer', { body: { address: { ...address, city: 'Village' } } });
    expect((await server.call('getCustomer')).result).toEqual({
      customer_email: 'bills@example.org',
      address: { ...address, city: 'Village' },
    });
  });

  test('an answer that was lost makes no second one', async () => {
    failOnce(/^POST \/v1\/customers$/, 'loses the answer', 'loses the answer');
    const first = await server.call('createBillingSession');
    expect([first.status, first.body.Message]).toEqual([503, AWAY]);
    expect((await server.call('createBillingSession')).status).toBe(200);
    expect(stripe.customers.size).toBe(1);
  });

  test.each<[Fault, number]>([
    [429, 503],
    [500, 503],
    [402, 409],
  ])('a provider that answers %s is status %i here', async (fault, status) => {
    stripe.fault = () => fault;
    expect((await server.call('createBillingSession')).status).toBe(status);
  });
});

test('a provider that does not answer is given up, and one that cannot be reached too', async () => {
  const { stripe: settings, publicUrl } = server.settings;
  if (settings === null) throw new Error('The installation should charge.');
  const impatient = await openProvider(settings, publicUrl, 50);
  stripe.fault = () => 'hangs';
  await expect(impatient.cards('cus_1')).rejects.toThrow(AWAY);
  await stripe.stop();
  await expect(impatient.cards('cus_1')).rejects.toThrow(AWAY);
  stripe = await startFakeStripe();
});

describe('events', () => {
  test('that are not signed, wrongly or long ago are refused, and large ones too', async () => {
    const { payload, headers } = stripe.event('invoice.paid', 'in_1');
    const { 'stripe-signature': _, ...unsigned } = headers;
    expect(await send({ payload, headers: unsigned })).toBe(400);
    expect(await send({ payload: payload.replace('in_1', 'in_2'), headers })).toBe(400);
    expect(await send(stripe.event('invoice.paid', 'in_1', { secret: 'whsec_another_one' }))).toBe(400);
    expect(await send(stripe.event('invoice.paid', 'in_1', { secondsAgo: 3600 }))).toBe(400);
    expect(await send({ payload: payload + ' '.repeat(300_000), headers })).toBe(400);
    expect(await server.database.db.$count(stripeEvents)).toBe(0);
    expect(await send({ payload, headers })).toBe(200);
  });

  test('are handled once, and again where handling failed', async () => {
    await server.call('createBillingSession');
    const card = stripe.complete(lastSession());
    const event = stripe.event('checkout.session.completed', lastSession(), { id: 'evt_1' });
    stripe.fault = () => 500;
    expect(await send(event)).toBe(503);
    stripe.fault = () => null;
    expect(await send(event)).toBe(200);
    expect(await defaultCard()).toBe(card);
    const asked = stripe.requests.length;
    expect(await send(event)).toBe(200);
    expect(stripe.requests).toHaveLength(asked);
  });
});

describe('charging a closed month', () => {
  const close = (cents: number, month = '2026-03') =>
    server.database.db.insert(invoices).values({
      orgId,
      month,
      startsAt: new Date(`${month}-01T00:00:00Z`),
      endsAt: new Date('2026-04-01T00:00:00Z'),
      itemCents: cents,
      creditCents: 0,
      totalCents: cents,
      status: 'Processing',
    });
  const collect = () => collectPayments({ db: server.database.db, provider, log }, going);
  const standing = async () => {
    const rows = await server.database.db.select().from(invoices).orderBy(asc(invoices.month));
    return rows.map(({ status, paymentUrl }) => [status, paymentUrl]);
  };

  test('takes its total from the card once, whoever asks and however often', async () => {
    const card = await addCard();
    await close(1234);
    await Promise.all([collect(), collect()]);
    await collect();
    expect(stripe.charges).toEqual([{ card, cents: 1234 }]);
    expect(await standing()).toEqual([['Paid', null]]);
    expect([...stripe.invoices.values()]).toMatchObject([
      { metadata: { acacia_month: '2026-03', acacia_organization: orgId }, total: 1234 },
    ]);
  });

  test.each([/POST \/v1\/invoices$/, /POST \/v1\/invoiceitems$/, /POST .*\/finalize$/, /POST .*\/pay$/])(
    'goes on after the answer to %s was lost, without a second charge',
    async (request) => {
      await addCard();
      await close(500);
      failOnce(request, 'loses the answer', 'loses the answer');
      await collect();
      expect(await standing()).toEqual([['Processing', null]]);
      await collect();
      expect(await standing()).toEqual([['Paid', null]]);
      expect(stripe.charges).toHaveLength(1);
      expect(stripe.invoices.size).toBe(1);
    },
  );

  test('finds the invoice that was made before a crash, when its key is forgotten', async () => {
    await addCard();
    await close(500);
    await collect();
    await server.database.db.update(invoices).set({ stripeInvoice: null, status: 'Processing' });
    stripe.forgetKeys();
    await collect();
    expect(await standing()).toEqual([['Paid', null]]);
    expect([stripe.invoices.size, stripe.charges.length]).toEqual([1, 1]);
  });

  test('a card that is refused is not tried again; another one is', async () => {
    const card = await addCard();
    const found = stripe.cards.get(card);
    if (found !== undefined) found.refused = true;
    await close(500);
    await collect();
    const [id = ''] = [...stripe.invoices.keys()];
    expect(await standing()).toEqual([['In Grace Period', `https://invoice.example.org/${id}`]]);
    const asked = () => stripe.requests.filter((name) => name.endsWith('/pay')).length;
    const before = asked();
    await collect();
    expect(asked()).toBe(before);
    const other = await addCard();
    await server.call('chooseCreditCard', { params: { id: other } });
    await collect();
    expect(await standing()).toEqual([['Paid', null]]);
    expect(stripe.charges).toEqual([{ card: other, cents: 500 }]);
  });

  test('without a card it can be paid on the provider’s page, and an event tells of it', async () => {
    await close(500);
    await collect();
    expect(await standing()).toMatchObject([['In Grace Period', expect.stringContaining('https://')]]);
    const [invoice] = [...stripe.invoices.values()];
    if (invoice === undefined) throw new Error('There should be an invoice.');
    // An event that comes before the payment changes nothing: the provider is asked.
    await send(stripe.event('invoice.paid', invoice.id));
    expect(await standing()).toMatchObject([['In Grace Period', expect.any(String)]]);
    invoice.status = 'paid';
    await send(stripe.event('invoice.paid', invoice.id));
    expect(await standing()).toEqual([['Paid', null]]);
  });

  test('a payment that no event told of is learnt of', async () => {
    await close(500);
    await collect();
    const [invoice] = [...stripe.invoices.values()];
    if (invoice !== undefined) invoice.status = 'paid';
    await collect();
    expect(await standing()).toEqual([['Paid', null]]);
  });
});

describe('the credit gate', () => {
  const HOUR = 3_600_000;
  const charging = async () => ({
    prices: await loadPrices(server.database.db, loadCatalog(null, createMemoryDriver().promise)),
    chargesSince: new Date(0),
  });
  const later = () => new Date(Date.now() + (GATE_SPARES_MINUTES + 1) * 60_000);
  const judge = async (at: Date) =>
    judgeGates(
      {
        db: server.database.db,
        accounts: await charging(),
        publicUrl: server.settings.publicUrl,
        log,
        begun: () => undefined,
      },
      at,
      going,
    );
  const gatedAt = async (at: Date, changes: { chargesSince?: null; card?: string } = {}) => {
    const { card = null, ...accountChanges } = changes;
    const accounts = { ...(await charging()), ...accountChanges };
    const { db } = server.database;
    const [organization] = await db.select().from(organizations).where(eq(organizations.id, orgId));
    if (organization === undefined) throw new Error('The organisation should be there.');
    return isGated(db, accounts, organization, card, at);
  };

  test('stands only when all of its conditions hold', async () => {
    const { db } = server.database;
    await db.delete(completedTasks);
    expect(await gatedAt(later())).toBe(true);
    expect(await gatedAt(later(), { chargesSince: null })).toBe(false);
    expect(await gatedAt(later(), { card: 'pm_1' })).toBe(false);
    await db.update(organizations).set({ createdAt: new Date() });
    expect(await gatedAt(new Date())).toBe(false);
    await db.insert(completedTasks).values({ orgId, task: 'signup', credits: 10 });
    expect(await gatedAt(later())).toBe(false);
    await db.insert(usageIntervals).values({
      orgId,
      workgroupId: 'w',
      workspaceId: 'w',
      workspaceTypeName: 'TG-64',
      enableHa: true,
      startedAt: new Date(Date.now() - HOUR),
    });
    expect(await gatedAt(later())).toBe(true);
  });

  test('lets nobody create or resume, mails once, and opens with a card', async () => {
    const { db } = server.database;
    const workgroup_id = await server.workgroup();
    await db.delete(completedTasks);
    await judge(later());
    await judge(later());
    const create = async () => {
      const database = await server.createDatabase(workgroup_id);
      const body = {
        name: `w-${database.slice(0, 8)}`,
        tg_database_id: database,
        tg_version: '4.2.1',
        workspace_type_name: 'TG-00',
      };
      return server.call('createWorkspace', { params: { workgroup_id }, body });
    };
    const refused = await create();
    expect(refused.status).toBe(403);
    expect(refused.body.Message).toMatch(/^The credits of the organization .* are used up/);
    const posted = await db.select().from(mails);
    expect(posted.map(({ recipients, subject }) => [recipients, subject])).toEqual([
      [['admin@acacia.local'], expect.stringMatching(/^\[Acacia\] The credits of .* are used up$/)],
    ]);
    await addCard();
    expect((await create()).status).toBe(200);
    await judge(later());
    expect((await accountRow())?.gatedSince).toBeNull();
  });

  test('pauses what runs after the grace of the tier, and wakes it for nobody', async () => {
    const { db } = server.database;
    const running = await startTestServer(postgres, {
      database: server.database,
      environment: { ACACIA_STRIPE_SECRET_KEY: FAKE_KEY, ACACIA_STRIPE_API: stripe.url },
    });
    const workgroup_id = await running.workgroup();
    const { id } = await running.workspace(workgroup_id);
    await db.delete(completedTasks);
    await db.update(organizations).set({ tier: 'paid' });
    const begin = later();
    await judge(begin);
    await judge(new Date(begin.getTime() + 71 * HOUR));
    const statusOf = async () =>
      (await running.call('getWorkspace', { params: { workgroup_id, workspace_id: id } })).result['status'];
    expect(await statusOf()).toBe('Active');
    await judge(new Date(begin.getTime() + 72 * HOUR));
    await running.settled(id, 'Idle');
    const resumed = await running.call('resumeWorkspace', { params: { workgroup_id, workspace_id: id } });
    expect([resumed.status, resumed.body.Message]).toMatchObject([403, expect.stringContaining('credits')]);
    const audited = await db
      .select({ actor: auditEntries.actor })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'suspendUnpaid'));
    expect(audited).toEqual([{ actor: 'billing' }]);
    await running.stop();
  });

  test('goes when the installation charges no longer', async () => {
    const { db } = server.database;
    await db.delete(completedTasks);
    await judge(later());
    expect((await accountRow())?.gatedSince).toBeInstanceOf(Date);
    const accounts = { ...(await charging()), chargesSince: null };
    await judgeGates({ db, accounts, publicUrl: '', log, begun: () => undefined }, later(), going);
    expect((await accountRow())?.gatedSince).toBeNull();
  });
});

describe('two control planes at once', () => {
  const HOUR = 3_600_000;
  const charging = async () => ({
    prices: await loadPrices(server.database.db, loadCatalog(null, createMemoryDriver().promise)),
    chargesSince: new Date(0),
  });
  /** Another one's client of the payment provider: it shares nothing with the first. */
  const another = async () => {
    const { stripe: settings, publicUrl } = server.settings;
    if (settings === null) throw new Error('The installation should charge.');
    return openProvider(settings, publicUrl);
  };
  const use = (hours: Record<string, number>) =>
    server.database.db.insert(usageIntervals).values(
      Object.entries(hours).map(([from, count]) => ({
        ...{ orgId, workgroupId: 'w', workspaceId: 'w', workspaceTypeName: 'TG-00', enableHa: false },
        startedAt: new Date(from),
        endedAt: new Date(Date.parse(from) + count * HOUR),
      })),
    );

  test('freeze each month once, and charge it once, also when answers are lost', async () => {
    const { db } = server.database;
    await db.update(organizations).set({ createdAt: new Date('2026-01-10T00:00:00Z') });
    await db.delete(completedTasks);
    await use({ '2026-01-20T00:00:00Z': 5, '2026-02-03T00:00:00Z': 7, '2026-03-30T00:00:00Z': 11 });
    const card = await addCard();
    const accounts = await charging();
    const providers = [provider, await another()];
    const at = new Date('2026-04-01T00:30:00Z');
    const round = () =>
      Promise.all(
        providers.map(async (each) => {
          await closeEndedMonths({ db, accounts, log }, at, going);
          await writeUsageDays(db, at, going);
          await collectPayments({ db, provider: each, log }, going);
        }),
      );
    failOnce(/POST .*(invoices|invoiceitems|finalize|pay)$/, 'loses the answer', 500, 'loses the answer');
    for (let n = 0; n < 4; n += 1) await round();
    expect(stripe.charges.map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([500, 700, 1100]);
    expect(stripe.charges.every((charge) => charge.card === card)).toBe(true);
    expect(stripe.invoices.size).toBe(3);
    const rows = await db.select().from(invoices).where(eq(invoices.orgId, orgId));
    expect(rows.map(({ month, totalCents, status }) => [month, totalCents, status]).toSorted()).toEqual([
      ['2026-01', 500, 'Paid'],
      ['2026-02', 700, 'Paid'],
      ['2026-03', 1100, 'Paid'],
    ]);
  });

  test('use up credits once over the months that they freeze', async () => {
    const { db } = server.database;
    await db.update(organizations).set({ createdAt: new Date('2026-01-10T00:00:00Z') });
    await db.delete(completedTasks);
    const completedAt = new Date('2026-01-15T00:00:00Z');
    await db.insert(completedTasks).values({ orgId, task: 'signup', credits: 9, completedAt });
    await use({ '2026-01-20T00:00:00Z': 5, '2026-02-03T00:00:00Z': 7 });
    const accounts = await charging();
    const close = () => closeEndedMonths({ db, accounts, log }, new Date('2026-03-01T00:30:00Z'), going);
    await Promise.all([close(), close(), close(), close()]);
    const rows = await db.select().from(invoices).where(eq(invoices.orgId, orgId));
    expect(
      rows.map(({ month, creditCents, totalCents }) => [month, creditCents, totalCents]).toSorted(),
    ).toEqual([
      ['2026-01', 500, 0],
      ['2026-02', 400, 300],
    ]);
  });

  test('mail the begin of the gate once, and pause each workspace once', async () => {
    const { db } = server.database;
    const running = await startTestServer(postgres, {
      database: server.database,
      environment: { ACACIA_STRIPE_SECRET_KEY: FAKE_KEY, ACACIA_STRIPE_API: stripe.url },
    });
    const workgroup_id = await running.workgroup();
    const { id } = await running.workspace(workgroup_id);
    await db.delete(completedTasks);
    await db.update(organizations).set({ tier: 'free' });
    const accounts = await charging();
    const at = new Date(Date.now() + (GATE_SPARES_MINUTES + 1) * 60_000);
    const { publicUrl } = server.settings;
    const judge = () => judgeGates({ db, accounts, publicUrl, log, begun: () => undefined }, at, going);
    await Promise.all([judge(), judge(), judge(), judge()]);
    await running.settled(id, 'Idle');
    await Promise.all([judge(), judge()]);
    const gate = (await db.select().from(mails)).filter(({ subject }) => subject.includes('are used up'));
    expect(gate).toHaveLength(1);
    const paused = await db.select().from(auditEntries).where(eq(auditEntries.action, 'suspendUnpaid'));
    expect(paused).toHaveLength(1);
    await running.stop();
  });

  test('settle one visit as one card, and two visits as the card of one, here and at the provider', async () => {
    await server.call('createBillingSession');
    const first = lastSession();
    await server.call('createBillingSession');
    const cards = [stripe.complete(first), stripe.complete(lastSession())];
    const { db } = server.database;
    const other = await another();
    await Promise.all([
      collectPayments({ db, provider, log }, going),
      collectPayments({ db, provider: other, log }, going),
      settleSession(db, other, lastSession()),
    ]);
    const charged = await defaultCard();
    expect(cards).toContain(charged);
    const { fields } = stripe.customers.get(await customerId()) ?? {};
    expect(fields?.get('invoice_settings[default_payment_method]')).toBe(charged);
    expect(await db.$count(billingSessions)).toBe(0);
  });
});
