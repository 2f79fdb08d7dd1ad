import { UsageDimension, type AddonId } from '@acacia/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadCatalog } from '../../catalog/catalog.ts';
import { usageDays, usageMarks } from '../../database/billing-tables.ts';
import type { Db } from '../../database/database.ts';
import { organizations, usageIntervals } from '../../database/schema.ts';
import { POOL_ORG } from '../../database/seed.ts';
import { endLostUsage } from '../../operations/usage.ts';
import { writeUsageDays } from '../../operations/usage-days.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { closeEndedMonths } from './close.ts';
import { centsOfAll } from './costs.ts';
import { invoiceOf } from './invoices.ts';
import { overviewOf } from './overview.ts';
import { loadPrices, type Prices } from './prices.ts';
import { usageOf } from './usage.ts';

const going = new AbortController().signal;
const log = pino({ level: 'silent' });

let postgres: TestPostgres;
let server: TestServer;
let orgId: string;
let groups: readonly string[];
let prices: Prices;

beforeAll(async () => {
  postgres = await startTestPostgres();
});
beforeEach(async () => {
  server = await startTestServer(postgres, { start: false });
  const { db } = server.database;
  orgId = String((await server.call('getMyOrganization')).result['org_id']);
  const body = { name: 'There', cloud_provider_id: 'aws', platform: 'AWS', region: 'eu-west-1' };
  const there = String((await server.call('createWorkgroup', { body })).result['workgroup_id']);
  groups = [await server.workgroup('Here'), there, 'gone'];
  await db.update(organizations).set({ createdAt: new Date('2026-01-10T00:00:00Z') });
  prices = await loadPrices(db, loadCatalog(null, createMemoryDriver().promise));
});
afterEach(() => server.stop());
afterAll(() => postgres.stop());

const write = (at: string, stopping = going) => writeUsageDays(server.database.db, new Date(at), stopping);
const at = (text: string) => new Date(text);

interface Ran {
  readonly id?: string;
  readonly from: Date;
  readonly to: Date | null;
  readonly size?: string;
  readonly ha?: boolean;
  readonly addons?: AddonId[];
  readonly group?: string;
}
const ran = ({ id = 'w1', from, to, size = 'TG-0', ha = false, addons = [], group = groups[0] }: Ran) =>
  server.database.db.insert(usageIntervals).values({
    ...{ orgId, workgroupId: group ?? '', workspaceId: id, workspaceTypeName: size },
    ...{ enableHa: ha, addons, startedAt: from, endedAt: to },
  });

/** Ten workspaces over eighty days, on and off, some through many midnights, two of them still on. */
async function runMuch(): Promise<void> {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let n = 0; n < 10; n += 1) {
    let moment = Date.parse('2026-03-05T00:00:00Z') + random(86_400_000);
    for (let turn = 0; turn < 20; turn += 1) {
      const from = new Date(moment);
      moment += random(turn % 5 === 0 ? 400_000_000 : 30_000_000);
      const to = turn === 19 && n < 2 ? null : new Date(moment);
      const addons: AddonId[] = random(3) === 0 ? ['copilot', 'insights'] : [];
      const size = ['TG-00', 'TG-0', 'TG-16'][random(3)] ?? '';
      await ran({ id: `w${n}`, from, to, size, ha: random(2) === 0, addons, group: groups[n % 3] ?? '' });
      moment += random(50_000_000);
    }
  }
}

/** All figures that usage gives, at a moment within a day. */
async function figures(db: Db) {
  const now = at('2026-05-24T15:20:00Z');
  const accounts = { prices, chargesSince: null };
  const graphs = [];
  for (const dimension of UsageDimension.options)
    for (const meter of [undefined, 'compute', 'addons'] as const)
      graphs.push(await usageOf(db, prices, orgId, { dimension, meter, from: '2026-03-01' }, now));
  const invoice = await invoiceOf(db, accounts, orgId, '2026-05', now);
  return {
    graphs,
    invoice: {
      ...invoice,
      lines: invoice.lines.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    },
    overview: await overviewOf(db, accounts, orgId, now),
  };
}

/** Numbers without the noise of the order in which they were added. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'number' ? Number(each.toPrecision(12)) : each,
  );

/** Figures by intervals alone: without marks no day counts as written. */
async function byIntervals() {
  let found: unknown;
  await server.database.db
    .transaction(async (tx) => {
      await tx.delete(usageMarks);
      found = plain(await figures(tx));
      tx.rollback();
    })
    .catch(() => undefined);
  return found;
}
const byDays = async () => plain(await figures(server.database.db));
const rows = () =>
  server.database.db
    .select()
    .from(usageDays)
    .orderBy(asc(usageDays.day), asc(usageDays.workspaceId), asc(usageDays.micros));
const mark = async () =>
  (await server.database.db.select().from(usageMarks).where(eq(usageMarks.orgId, orgId)))[0]?.until;

test('figures by written days are those by intervals, whenever the days were written', async () => {
  await runMuch();
  const expected = await byIntervals();
  expect(await byDays()).toEqual(expected);
  // Missed for weeks, written by two at once, and once more.
  for (const moment of ['2026-03-20T00:30:00Z', '2026-03-20T02:00:00Z', '2026-05-22T09:00:00Z']) {
    await Promise.all([write(moment), write(moment)]);
    expect(await byDays()).toEqual(expected);
  }
  const before = await rows();
  expect(before.length).toBeGreaterThan(300);
  await write('2026-05-22T12:00:00Z');
  expect(await rows()).toEqual(before);
  expect(await mark()).toBe('2026-05-22');
});

test('a day is written an hour after its end, and never one that the database has not ended', async () => {
  await ran({ from: at('2026-05-01T12:00:00Z'), to: null });
  await write('2026-05-02T00:59:00Z');
  expect(await rows()).toEqual([]);
  await write('2026-05-02T01:01:00Z');
  expect(await rows()).toMatchObject([{ day: '2026-05-01', micros: 12 * 3_600_000_000 }]);
  await write('2090-01-01T00:00:00Z');
  const {
    rows: [clock],
  } = await server.database.db.execute(
    sql`select to_char((now() - interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD') as day`,
  );
  expect(await mark()).toBe(clock?.['day']);
});

test('a run that is stopped writes the rest the next time', async () => {
  await ran({ from: at('2026-03-01T00:00:00Z'), to: at('2026-05-10T00:00:00Z') });
  const stopped = new AbortController();
  stopped.abort();
  await write('2026-05-20T12:00:00Z', stopped.signal);
  expect(await rows()).toEqual([]);
  // A month is one transaction: this is how far one came that was killed in the second.
  await write('2026-04-01T12:00:00Z');
  const expected = await byIntervals();
  await write('2026-05-20T12:00:00Z');
  expect(await byDays()).toEqual(expected);
  expect(await rows()).toHaveLength(70);
});

test('a change of the past is in the figures at once, and its days are written again', async () => {
  const { db } = server.database;
  await runMuch();
  await write('2026-05-24T12:00:00Z');
  const ended = () => db.update(usageIntervals).set({ endedAt: at('2026-05-20T07:00:00Z') });
  const corrections = [
    () => ran({ id: 'new', from: at('2026-05-01T00:00:00Z'), to: at('2026-05-03T12:00:00Z') }),
    () => db.update(usageIntervals).set({ enableHa: true }).where(eq(usageIntervals.workspaceId, 'w5')),
    () => db.delete(usageIntervals).where(eq(usageIntervals.workspaceId, 'w6')),
    () => ended().where(sql`${usageIntervals.endedAt} is null`),
    () => db.update(usageIntervals).set({ orgId: POOL_ORG }).where(eq(usageIntervals.workspaceId, 'w7')),
  ];
  for (const correct of corrections) {
    const before = await byDays();
    await correct();
    const expected = await byIntervals();
    expect(expected).not.toEqual(before);
    expect(await byDays()).toEqual(expected);
    await write('2026-05-24T12:00:00Z');
    expect(await byDays()).toEqual(expected);
    expect(await mark()).toBe('2026-05-24');
  }
});

test('the end of a workspace that was lost in a crash yesterday corrects the days since', async () => {
  const { db } = server.database;
  await ran({ from: at('2026-05-10T06:00:00Z'), to: null });
  await write('2026-05-24T12:00:00Z');
  await db.transaction((tx) => endLostUsage(tx, []));
  expect(await mark()).toBe('2026-05-10');
  await write('2026-05-24T12:00:00Z');
  expect(await rows()).toEqual([]);
});

test('an end today leaves written days alone', async () => {
  const { db } = server.database;
  await ran({ from: at('2026-05-10T06:00:00Z'), to: null });
  await write('2026-05-24T12:00:00Z');
  await db.update(usageIntervals).set({ endedAt: new Date() });
  expect(await mark()).toBe('2026-05-24');
});

test('a month that is frozen, and the costs of all organisations, are the same by days', async () => {
  const { db } = server.database;
  await runMuch();
  const period = { from: at('2026-05-01T00:00:00Z'), to: at('2026-05-24T15:20:00Z') };
  const { invoiceBillInBaseCurrency: bill } = await invoiceOf(
    db,
    { prices, chargesSince: null },
    orgId,
    '2026-05',
    period.to,
  );
  await write('2026-05-24T12:00:00Z');
  expect(bill.itemPrice).toBeGreaterThan(100);
  expect((await centsOfAll(db, prices, period)).get(orgId)).toBe(Math.round(bill.itemPrice * 100));
  const april = await usageOf(
    db,
    prices,
    orgId,
    { dimension: 'resource', from: '2026-04-01', to: '2026-04-30' },
    period.to,
  );
  await closeEndedMonths({ db, accounts: { prices, chargesSince: null }, log }, period.to, going);
  const frozen = await invoiceOf(db, { prices, chargesSince: null }, orgId, '2026-04', period.to);
  const cost = april.series.flatMap((series) => series.prices).reduce((sum, each) => sum + each, 0);
  expect(frozen.invoiceBillInBaseCurrency.itemPrice).toBeCloseTo(cost, 2);
});
