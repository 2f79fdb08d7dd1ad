import { randomUUID } from 'node:crypto';
import { addonPerHour, costPerHour, UsageQuery, type AddonId } from '@acacia/contract';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadCatalog } from '../../catalog/catalog.ts';
import { invoices, storageMeters, storageUsage } from '../../database/billing-tables.ts';
import { completedTasks } from '../../database/organization-tables.ts';
import { databases, organizations, usageIntervals, workgroups, workspaces } from '../../database/schema.ts';
import { meterStorage } from '../../operations/storage-usage.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addonOf } from '../addons/catalogue.ts';
import { noteCharging } from './charging.ts';
import { closeEndedMonths } from './close.ts';
import { invoiceOf, listInvoices, type Accounts } from './invoices.ts';
import { creditBalance, overviewOf } from './overview.ts';
import { loadPrices, type Prices } from './prices.ts';
import { usageOf } from './usage.ts';

const GIB = 2 ** 30;
const HOUR = 3_600_000;
const log = pino({ level: 'silent' });
const going = new AbortController().signal;

let postgres: TestPostgres;
let server: TestServer;
let orgId: string;
let workgroupId: string;
let prices: Prices;

beforeAll(async () => {
  postgres = await startTestPostgres();
});
beforeEach(async () => {
  server = await startTestServer(postgres, { start: false });
  const { db } = server.database;
  orgId = String((await server.call('getMyOrganization')).result['org_id']);
  workgroupId = await server.workgroup('Ours');
  await db.update(organizations).set({ createdAt: new Date('2026-01-10T00:00:00Z') });
  prices = await loadPrices(db, loadCatalog(null, createMemoryDriver().promise));
});
afterEach(() => server.stop());
afterAll(() => postgres.stop());

interface Ran {
  readonly id?: string;
  readonly from: string;
  /** Undefined: it still runs. */
  readonly to?: string;
  readonly size?: string;
  readonly ha?: boolean;
  readonly addons?: AddonId[];
  readonly group?: string;
  readonly org?: string;
}

async function ran({ id = 'w1', from, to, size = 'TG-0', ha = false, addons = [], group, org }: Ran) {
  await server.database.db.insert(usageIntervals).values({
    orgId: org ?? orgId,
    workgroupId: group ?? workgroupId,
    workspaceId: id,
    workspaceTypeName: size,
    enableHa: ha,
    addons,
    startedAt: new Date(from),
    endedAt: to === undefined ? null : new Date(to),
  });
}

const free = (): Accounts => ({ prices, chargesSince: null });
const charging = (since = new Date(0)): Accounts => ({ prices, chargesSince: since });
const invoiceAt = (month: string, at: string) =>
  invoiceOf(server.database.db, free(), orgId, month, new Date(at));
const close = (at: string, accounts = free()) =>
  closeEndedMonths({ db: server.database.db, accounts, log }, new Date(at), going);
const usage = (query: object, at: string) =>
  usageOf(server.database.db, prices, orgId, UsageQuery.parse(query), new Date(at));

describe('figures of a month', () => {
  test('an interval is cut at both ends of the month, and an open one lasts until now', async () => {
    // 10 hours of May, and the last 2 of April, which are not its own.
    await ran({ from: '2026-04-30T22:00:00Z', to: '2026-05-01T10:00:00Z' });
    await ran({ id: 'w2', from: '2026-05-10T00:00:00Z' });
    const { lines, invoiceBillInBaseCurrency, status } = await invoiceAt('2026-05', '2026-05-10T03:00:00Z');
    expect(
      lines.map(({ resource_id, quantity, unit_price, price }) => [resource_id, quantity, unit_price, price]),
    ).toEqual([
      ['w1', 10, 2, 20],
      ['w2', 3, 2, 6],
    ]);
    expect(invoiceBillInBaseCurrency).toEqual({ itemPrice: 26, credits: 0, totalPrice: 26 });
    expect(status).toBe('In Billing Period');
  });

  test('high availability, the region and a change of size have their prices', async () => {
    const body = { name: 'There', cloud_provider_id: 'aws', platform: 'AWS', region: 'eu-west-1' };
    const there = String((await server.call('createWorkgroup', { body })).result['workgroup_id']);
    await ran({ from: '2026-05-02T00:00:00Z', to: '2026-05-02T01:00:00Z', ha: true });
    await ran({ from: '2026-05-02T01:00:00Z', to: '2026-05-02T03:00:00Z', size: 'TG-16', ha: true });
    await ran({ id: 'w2', group: there, from: '2026-05-02T00:00:00Z', to: '2026-05-02T04:00:00Z' });
    const { lines } = await invoiceAt('2026-05', '2026-05-03T00:00:00Z');
    // TG-16 with two replicas 1.95 times 64; TG-0 with three 2.8 times 2; in Ireland 1.125 times 2.
    expect(
      lines.map(({ description, region, unit_price, price }) => [
        description,
        region,
        unit_price,
        Math.round(price * 1e6) / 1e6,
      ]),
    ).toEqual([
      ['TG-16 HA', 'us-east-1', 124.8, 249.6],
      ['TG-0', 'eu-west-1', 2.25, 9],
      ['TG-0 HA', 'us-east-1', 5.6, 5.6],
    ]);
  });

  test('an add-on costs its share of the size alone, and only while it is on', async () => {
    await ran({ from: '2026-05-02T00:00:00Z', to: '2026-05-02T05:00:00Z', ha: true });
    await ran({
      from: '2026-05-02T05:00:00Z',
      to: '2026-05-02T15:00:00Z',
      ha: true,
      addons: ['graphql', 'insights'],
    });
    const { lines } = await invoiceAt('2026-05', '2026-05-03T00:00:00Z');
    expect(lines).toMatchObject([
      { meter: 'compute', quantity: 15, price: 84 },
      { meter: 'addons', description: 'Insights', quantity: 10, unit_price: 0.2, price: 2 },
    ]);
    expect(lines).toHaveLength(2);
  });

  test('stored gigabytes cost their share of the month', async () => {
    const databaseId = await server.createDatabase(workgroupId, 'Graphs');
    // 40 GB for 3 of the 30 days of June: 4 gigabyte-months.
    for (const day of ['2026-06-03', '2026-06-04', '2026-06-05'])
      await server.database.db
        .insert(storageUsage)
        .values({ orgId, workgroupId, databaseId, day, byteSeconds: 40 * GIB * 86_400 });
    const { lines, invoiceBillInBaseCurrency } = await invoiceAt('2026-06', '2026-06-10T00:00:00Z');
    expect(lines).toMatchObject([
      { meter: 'storage', resource_name: 'Graphs', description: 'Database', quantity: 4, unit_price: 0.025 },
    ]);
    expect(invoiceBillInBaseCurrency.itemPrice).toBe(0.1);
  });

  test('an organisation sees its own alone', async () => {
    const other = await server.organization();
    await ran({ org: other, group: 'elsewhere', from: '2026-05-02T00:00:00Z', to: '2026-05-02T05:00:00Z' });
    expect((await invoiceAt('2026-05', '2026-05-03T00:00:00Z')).lines).toEqual([]);
    expect((await usage({}, '2026-05-03T00:00:00Z')).series).toEqual([]);
  });

  test('the whole is rounded once, to cents', async () => {
    // Three workspaces for 6 seconds: each a third of a cent.
    for (const id of ['w1', 'w2', 'w3'])
      await ran({ id, from: '2026-05-02T00:00:00Z', to: '2026-05-02T00:00:06Z' });
    const { invoiceBillInBaseCurrency } = await invoiceAt('2026-05', '2026-05-03T00:00:00Z');
    expect(invoiceBillInBaseCurrency.itemPrice).toBe(0.01);
  });

  test('a size that the catalog has no longer costs what it did', async () => {
    await ran({ from: '2026-05-02T00:00:00Z', to: '2026-05-02T02:00:00Z' });
    const { db } = server.database;
    const catalog = loadCatalog(null, createMemoryDriver().promise);
    const sizes = new Map([...catalog.prices.sizes].filter(([name]) => name !== 'TG-0'));
    prices = await loadPrices(db, { prices: { ...catalog.prices, sizes } });
    expect(prices.hour('TG-0', false, 'us-east-1')).toBe(2);
    const dearer = new Map([['TG-0', { hour: 3, ha: 2 }]]);
    prices = await loadPrices(db, { prices: { ...catalog.prices, sizes: dearer } });
    expect((await invoiceAt('2026-05', '2026-05-03T00:00:00Z')).lines).toMatchObject([{ price: 6 }]);
  });
});

test('each size has the price on a bill that it is offered at, and each add-on too', () => {
  const catalog = loadCatalog(null, createMemoryDriver().promise);
  for (const { name: region, platform } of catalog.regions) {
    for (const type of catalog.types(platform, region, 4096) ?? []) {
      const { typeName, base_cost_per_hour: base } = type;
      for (const ha of [false, true]) expect(prices.hour(typeName, ha, region)).toBe(costPerHour(type, ha));
      const share = addonOf('insights', new Set()).Amount;
      expect(prices.addonHour('insights', typeName)).toBe(addonPerHour(share, base));
    }
  }
});

describe('names', () => {
  test('of a terminated workspace, its workgroup and its database stand on the invoice', async () => {
    const running = await startTestServer(postgres);
    const group = await running.workgroup('Gone-group');
    const { id, databaseId } = await running.workspace(group, 'Gone-workspace');
    const { db } = running.database;
    await db.update(usageIntervals).set({ startedAt: new Date(Date.now() - HOUR) });
    const org = String((await running.call('getMyOrganization')).result['org_id']);
    const day = new Date().toISOString().slice(0, 10);
    await db
      .insert(storageUsage)
      .values({ orgId: org, workgroupId: group, databaseId, day, byteSeconds: GIB * 86_400 });
    const params = { workgroup_id: group, workspace_id: id, database_id: databaseId };
    await running.call('deleteWorkspace', { params });
    await running.settled(id, null);
    expect((await running.call('deleteDatabase', { params })).status).toBe(200);
    expect((await running.call('deleteWorkgroup', { params })).status).toBe(200);
    const month = new Date().toISOString().slice(0, 7);
    const { result } = await running.call('getInvoice', { params: { invoice_id: month } });
    const names = (result['lines'] as { meter: string; resource_name: string; workgroup_name: string }[]).map(
      ({ meter, resource_name, workgroup_name }) => [meter, resource_name, workgroup_name],
    );
    const databaseName = expect.stringMatching(/^Database-/) as string;
    expect(names).toEqual([
      ['compute', 'Gone-workspace', 'Gone-group'],
      ['storage', databaseName, 'Gone-group'],
    ]);
    await running.stop();
  });

  test('of a workspace that is there are its present ones', async () => {
    const id = randomUUID();
    const databaseId = await server.createDatabase(workgroupId);
    const { db } = server.database;
    await db.insert(workspaces).values({
      id,
      workgroupId,
      databaseId,
      name: 'Before',
      status: 'Idle',
      isRw: true,
      enableHa: false,
      workspaceTypeName: 'TG-0',
      autoStopMinutes: 0,
      enableAutoStart: false,
      port: 24_999,
      tgVersion: '4.2.1',
      creator: 'someone',
    });
    await ran({ id, from: '2026-05-02T00:00:00Z', to: '2026-05-02T02:00:00Z' });
    await db.update(workspaces).set({ name: 'After' }).where(eq(workspaces.id, id));
    await db.update(workgroups).set({ name: 'Theirs' }).where(eq(workgroups.id, workgroupId));
    expect((await invoiceAt('2026-05', '2026-05-03T00:00:00Z')).lines).toMatchObject([
      { resource_name: 'After', workgroup_name: 'Theirs' },
    ]);
  });
});

describe('the overview', () => {
  test('has the cost so far, that of the same days before, and a forecast', async () => {
    await ran({ from: '2026-04-01T00:00:00Z', to: '2026-04-01T05:00:00Z' });
    await ran({ from: '2026-04-20T00:00:00Z', to: '2026-04-21T00:00:00Z' });
    await ran({ from: '2026-05-03T00:00:00Z', to: '2026-05-03T10:00:00Z' });
    const at = new Date('2026-05-11T00:00:00Z');
    const found = await overviewOf(server.database.db, free(), orgId, at);
    expect(found).toMatchObject({
      invoiceStartTimeInSeconds: Date.parse('2026-05-01T00:00:00Z') / 1000,
      invoiceEndTimeInSeconds: Date.parse('2026-06-01T00:00:00Z') / 1000,
      usage: 20,
      usage_before: 10,
      // 20 dollars in 10 days of 31.
      forecast: 62,
    });
  });

  test('compares with nothing where the organisation was not there', async () => {
    await server.database.db.update(organizations).set({ createdAt: new Date('2026-04-25T00:00:00Z') });
    const at = new Date('2026-05-11T00:00:00Z');
    const found = await overviewOf(server.database.db, free(), orgId, at);
    expect(found.usage_before).toBeNull();
  });

  test('credits pay where the installation charges, down to 0, and stay where it does not', async () => {
    const { db } = server.database;
    await db.insert(completedTasks).values({ orgId, task: 'load data', credits: 30 }).onConflictDoNothing();
    const earned = (await overviewOf(db, free(), orgId, new Date())).credits.earned;
    const at = new Date('2026-05-11T00:00:00Z');
    await ran({ from: '2026-05-03T00:00:00Z', to: '2026-05-03T02:00:00Z' });
    expect(await creditBalance(db, charging(), orgId, at)).toBe(earned - 4);
    expect(await creditBalance(db, free(), orgId, at)).toBe(earned);
    await ran({ from: '2026-05-04T00:00:00Z', to: '2026-05-10T00:00:00Z' });
    const { credits } = await overviewOf(db, charging(), orgId, at);
    expect(credits).toEqual({ earned, used: earned, balance: 0 });
  });
});

describe('closing months', () => {
  test('freezes each ended month once, those that were missed too, and keeps figures when prices change', async () => {
    await ran({ from: '2026-01-31T23:00:00Z', to: '2026-02-01T01:00:00Z' });
    await ran({ from: '2026-03-02T00:00:00Z', to: '2026-03-02T05:00:00Z' });
    await Promise.all([close('2026-04-01T00:30:00Z'), close('2026-04-01T00:30:00Z')]);
    await close('2026-04-01T02:00:00Z');
    const { db } = server.database;
    const at = new Date('2026-04-02T00:00:00Z');
    const found = await listInvoices(db, free(), orgId, at);
    expect(
      found.map(({ invoice_id, invoiceBillInBaseCurrency, status }) => [
        invoice_id,
        invoiceBillInBaseCurrency.totalPrice,
        status,
      ]),
    ).toEqual([
      ['2026-04', 0, 'In Billing Period'],
      ['2026-03', 10, 'No Payment Needed'],
      ['2026-02', 2, 'No Payment Needed'],
      ['2026-01', 2, 'No Payment Needed'],
    ]);
    const before = await invoiceAt('2026-03', '2026-04-02T00:00:00Z');
    expect(before.lines).toMatchObject([{ quantity: 5, unit_price: 2, price: 10 }]);
    const catalog = loadCatalog(null, createMemoryDriver().promise);
    const sizes = new Map([['TG-0', { hour: 7, ha: 2 }]]);
    prices = await loadPrices(db, { prices: { ...catalog.prices, sizes } });
    await close('2026-04-03T00:00:00Z');
    expect(await invoiceAt('2026-03', '2026-04-04T00:00:00Z')).toEqual(before);
  });

  test('charges no month that ended before charging was turned on', async () => {
    const { db } = server.database;
    await db
      .insert(completedTasks)
      .values({ orgId, task: 'load data', credits: 30, completedAt: new Date('2026-01-01T00:00:00Z') })
      .onConflictDoNothing();
    await ran({ from: '2026-01-20T00:00:00Z', to: '2026-02-20T00:00:00Z' });
    await ran({ from: '2026-03-02T00:00:00Z', to: '2026-03-07T00:00:00Z' });
    await close('2026-04-01T00:30:00Z', charging(new Date('2026-03-05T12:00:00Z')));
    const rows = await db.select().from(invoices).where(eq(invoices.orgId, orgId));
    expect(rows.map(({ month, creditCents, status }) => [month, creditCents > 0, status]).sort()).toEqual([
      ['2026-01', false, 'No Payment Needed'],
      ['2026-02', false, 'No Payment Needed'],
      ['2026-03', true, 'Processing'],
    ]);
  });

  test('charging began when the key was first there, and anew when it is there again', async () => {
    const { db } = server.database;
    expect(await noteCharging(db, false)).toBeNull();
    const first = await noteCharging(db, true);
    expect(first).toBeInstanceOf(Date);
    expect(await noteCharging(db, true)).toEqual(first);
    expect(await noteCharging(db, false)).toBeNull();
    expect((await noteCharging(db, true))?.getTime()).toBeGreaterThan(first?.getTime() ?? Infinity);
  });

  test('takes credits off in turn where the installation charges, and none of a later month', async () => {
    const { db } = server.database;
    await db.delete(completedTasks);
    await db.insert(completedTasks).values([
      { orgId, task: 'signup', credits: 10, completedAt: new Date('2026-01-15T00:00:00Z') },
      { orgId, task: 'load data', credits: 30, completedAt: new Date('2026-03-15T00:00:00Z') },
    ]);
    await ran({ from: '2026-01-20T00:00:00Z', to: '2026-01-20T03:00:00Z' });
    await ran({ from: '2026-02-20T00:00:00Z', to: '2026-02-20T06:00:00Z' });
    await ran({ from: '2026-03-20T00:00:00Z', to: '2026-03-20T01:00:00Z' });
    await close('2026-04-01T00:30:00Z', charging());
    const rows = await db.select().from(invoices).where(eq(invoices.orgId, orgId));
    expect(
      rows
        .map(({ month, itemCents, creditCents, totalCents, status }) => [
          month,
          itemCents,
          creditCents,
          totalCents,
          status,
        ])
        .sort(),
    ).toEqual([
      ['2026-01', 600, 600, 0, 'No Payment Needed'],
      ['2026-02', 1200, 400, 800, 'Processing'],
      ['2026-03', 200, 200, 0, 'No Payment Needed'],
    ]);
    expect(await creditBalance(db, charging(), orgId, new Date('2026-04-02T00:00:00Z'))).toBe(28);
  });

  test('a month in which the organisation was not there is no invoice', async () => {
    await close('2026-03-01T00:30:00Z');
    const missing = invoiceAt('2025-12', '2026-03-02T00:00:00Z');
    await expect(missing).rejects.toThrow('There is no such invoice.');
    const running = await server.call('getInvoice', { params: { invoice_id: '2025-13' } });
    expect([running.status, running.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'invoice_id']);
  });
});

describe('the usage graph', () => {
  test('cuts intervals at midnight in UTC', async () => {
    await ran({ from: '2026-05-01T22:00:00Z', to: '2026-05-03T01:00:00Z' });
    const found = await usage({ meter: 'compute', to: '2026-05-04' }, '2026-05-20T00:00:00Z');
    expect(found.days).toHaveLength(4);
    expect(found.series).toMatchObject([{ key: 'w1', quantities: [2, 24, 1, 0], prices: [4, 48, 2, 0] }]);
  });

  test('is divided by size, with storage beside, and adds quantities of one meter alone', async () => {
    const databaseId = await server.createDatabase(workgroupId);
    await server.database.db
      .insert(storageUsage)
      .values({ orgId, workgroupId, databaseId, day: '2026-06-02', byteSeconds: 30 * GIB * 86_400 });
    await ran({ from: '2026-06-01T00:00:00Z', to: '2026-06-01T01:00:00Z', addons: ['insights'] });
    const both = await usage({ dimension: 'size', to: '2026-06-02' }, '2026-06-20T00:00:00Z');
    expect(both.series).toEqual([
      { key: 'TG-0', name: 'TG-0', quantities: [0, 0], prices: [2.2, 0] },
      { key: 'storage', name: 'Storage', quantities: [0, 0], prices: [0, 0.025] },
    ]);
    const addons = await usage(
      { dimension: 'region', meter: 'addons', to: '2026-06-02' },
      '2026-06-20T00:00:00Z',
    );
    expect(addons.series).toEqual([
      { key: 'us-east-1', name: 'us-east-1', quantities: [1, 0], prices: [0.2, 0] },
    ]);
    const stored = await usage(
      { dimension: 'workgroup', meter: 'storage', to: '2026-06-02' },
      '2026-06-20T00:00:00Z',
    );
    expect(stored.series).toEqual([
      { key: workgroupId, name: 'Ours', quantities: [0, 1], prices: [0, 0.025] },
    ]);
  });

  test('has at most 20 series, and the rest in one', async () => {
    for (let index = 1; index <= 22; index++)
      await ran({ id: `w${index}`, from: '2026-05-01T00:00:00Z', to: `2026-05-01T00:${10 + index}:00Z` });
    const { series } = await usage({ to: '2026-05-01' }, '2026-05-20T00:00:00Z');
    expect(series).toHaveLength(21);
    expect(series[0]?.key).toBe('w22');
    const [others] = series.slice(-1);
    // 11 and 12 minutes.
    expect([others?.key, others?.prices[0]?.toFixed(6)]).toEqual(['others', (46 / 60).toFixed(6)]);
  });

  test.each([
    [{ from: '2026-05-03', to: '2026-05-02' }, 'to'],
    [{ from: '2020-01-01' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ dimension: 'colour' }, 'dimension'],
  ])('refuses %o at %s', async (query, field) => {
    const answer = await server.call('getBillingUsage', { query });
    expect([answer.status, answer.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, field]);
  });
});

describe('storage', () => {
  const metered = async () =>
    (await server.database.db.select().from(storageUsage)).reduce((sum, row) => sum + row.byteSeconds, 0);
  const setBack = (interval: string) =>
    server.database.db.update(storageMeters).set({ until: sql`now() - ${interval}::interval` });

  test('counts the bytes that were known, by day, whoever counts and however often', async () => {
    const { db } = server.database;
    const id = await server.createDatabase(workgroupId);
    await db.update(databases).set({ sizeBytes: 1000 }).where(eq(databases.id, id));
    await meterStorage(db);
    expect(await metered()).toBe(0);
    await setBack('36 hours');
    await db.update(databases).set({ sizeBytes: 5 }).where(eq(databases.id, id));
    await Promise.all([meterStorage(db), meterStorage(db), meterStorage(db)]);
    expect(Math.round((await metered()) / 1000 / 60)).toBe(36 * 60);
    const rows = await db.select().from(storageUsage);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every(({ byteSeconds }) => byteSeconds <= 1000 * 86_400)).toBe(true);
  });

  test('a clock that was set back counts nothing twice', async () => {
    const { db } = server.database;
    const id = await server.createDatabase(workgroupId);
    await db.update(databases).set({ sizeBytes: 1000 }).where(eq(databases.id, id));
    await meterStorage(db);
    await setBack('-2 hours');
    await meterStorage(db);
    expect(await metered()).toBe(0);
    const [meter] = await db.select().from(storageMeters).where(eq(storageMeters.databaseId, id));
    expect(meter?.until.getTime()).toBeGreaterThan(Date.now() + HOUR);
  });
});

describe('without charging', () => {
  test('the status says so, and calls on payment are refused', async () => {
    const token = await server.person([{ name: 'billing-admins' }]);
    const status = await server.call('getBillingStatus', { token: await server.person() });
    expect(status.result).toEqual({ payment_method: 'NONE', status: 'no subscription', gated: false });
    for (const name of ['listCreditCards', 'createBillingSession', 'getCustomer'] as const) {
      const answer = await server.call(name, { token });
      expect([answer.status, answer.body.Message]).toEqual([
        409,
        'This Acacia charges nothing: there are no cards, no customer and no method of payment.',
      ]);
    }
  });
});
