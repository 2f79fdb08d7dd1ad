/** The collector over a real database and the memory driver, with a clock of its own. */
import { asc, eq } from 'drizzle-orm';
import type { InternalLoad } from '@acacia/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { metrics, workspaceReadings, workspaces } from '../database/schema.ts';
import type { Reading } from '../drivers/driver.ts';
import { createMemoryDriver, type MemoryDriver } from '../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createCollector, type Collector } from './collector.ts';
import { readingOf } from './testing/readings.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const STEP = 15_000;

let postgres: TestPostgres;
let server: TestServer;
let group: string;
let driver: MemoryDriver;
let now: number;
let collector: Collector;

const log = pino({ level: 'silent' });
const collectorOver = (over: Pick<MemoryDriver, 'condition' | 'reading'>, patience = 2000): Collector =>
  createCollector({ db: server.database.db, driver: over, log, now: () => now, patience });

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  group = await server.workgroup();
});
beforeEach(() => {
  driver = createMemoryDriver();
  now = START;
  collector = collectorOver(driver);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** A workspace that runs in this test's own driver, which no other collector reads. */
async function running(reading: Reading): Promise<string> {
  const { id } = await server.workspace(group);
  driver.report(id, { state: 'running', restarts: 0 });
  driver.read(id, reading);
  return id;
}
const rows = (id: string) =>
  server.database.db.select().from(metrics).where(eq(metrics.workspaceId, id)).orderBy(asc(metrics.at));
const started = new Date(START - 5000);

describe('the collector', () => {
  test('stores a row for each step, and the newest reading with the workspace', async () => {
    const id = await running(readingOf(started, { queries: 10 }));
    await collector.round();
    now += STEP;
    driver.read(id, readingOf(started, { queries: 40, cpuMicroseconds: 15e6 }, { vertexCount: 11 }));
    await collector.round();
    expect(await rows(id)).toMatchObject([
      { resolution: 15, at: new Date(START - STEP), queries: 10, coveredSeconds: 5 },
      { resolution: 15, at: new Date(START), queries: 30, coveredSeconds: 15, cpuPercent: 50 },
    ]);
    const { result } = await server.call('getWorkspace', {
      params: { workgroup_id: group, workspace_id: id },
    });
    expect(result).toMatchObject({
      tigergraph_memory_usage_percent: 25,
      tigergraph_data_memory_usage_percent: 12.5,
      volume_usage_percent: 20,
      graph_topology_size_bytes: 2 ** 30,
      vertex_count: 11,
      edge_count: 20,
    });
  });

  test('keeps the loads that a workspace tells of, which are listed whether it runs or not', async () => {
    const load = (change: Partial<InternalLoad>): InternalLoad => ({
      ...{
        id: 'g.j.1',
        graph: 'g',
        job: 'j',
        by: 'ann',
        startedAt: '2026-01-01T00:00:00.000Z',
        endedAt: null,
      },
      ...{ state: 'running', files: ['a.csv'], made: 0, updated: 0, rejected: 0, error: null },
      ...change,
    });
    const id = await running(readingOf(started, {}, { loads: [load({})] }));
    await collector.round();
    now += STEP;
    const ended = load({ state: 'failed', error: 'No.', endedAt: '2026-01-01T00:00:05.000Z', rejected: 2 });
    const second = load({ id: 'g.j.2', startedAt: '2026-01-01T00:00:10.000Z' });
    driver.read(id, readingOf(started, {}, { loads: [second, ended] }));
    await collector.round();
    now += STEP;
    // The workspace has forgotten the older one.
    driver.read(id, readingOf(started, {}, { loads: [second] }));
    await collector.round();
    driver.report(id, { state: 'stopped' });
    const params = { workgroup_id: group, workspace_id: id };
    const { result } = await server.call('listPastLoads', { params });
    expect(result).toMatchObject([
      { id: 'g.j.2', state: 'running', started_at: second.startedAt },
      { id: 'g.j.1', state: 'failed', error: 'No.', ended_at: ended.endedAt, by: 'ann', rejected: 2 },
    ]);
    expect((await server.call('listPastLoads', { params, token: 'nobody' })).status).toBe(401);
  });

  test('keeps the counts that were known while a start has not counted yet', async () => {
    const id = await running(readingOf(started));
    await collector.round();
    now += STEP;
    driver.read(id, readingOf(started, {}, { vertexCount: null, edgeCount: null }));
    await collector.round();
    const [known] = await server.database.db
      .select()
      .from(workspaceReadings)
      .where(eq(workspaceReadings.workspaceId, id));
    expect(known).toMatchObject({ vertexCount: 10, edgeCount: 20, at: new Date(now) });
  });

  test('counts again from zero when the process was started again', async () => {
    const id = await running(readingOf(started, { queries: 100 }));
    await collector.round();
    now += STEP;
    driver.read(id, readingOf(new Date(now - 4000), { queries: 3 }));
    await collector.round();
    expect((await rows(id)).at(-1)).toMatchObject({ queries: 3, coveredSeconds: 4 });
  });

  test('leaves a gap while it does not answer, and does not spread what came after over long', async () => {
    const id = await running(readingOf(started, { queries: 1 }));
    await collector.round();
    driver.read(id, null);
    for (let i = 0; i < 6; i++) {
      now += STEP;
      await collector.round();
    }
    now += STEP;
    driver.read(id, readingOf(started, { queries: 900 }));
    await collector.round();
    now += STEP;
    driver.read(id, readingOf(started, { queries: 905 }));
    await collector.round();
    expect((await rows(id)).map(({ at, queries }) => [at.getTime() - START, queries])).toEqual([
      [-STEP, 1],
      [7 * STEP, 5],
    ]);
  });

  test('a timer that is early or late stays in its step', async () => {
    const id = await running(readingOf(started));
    now = START + STEP - 3;
    await collector.round();
    now = START + 2 * STEP + 4000;
    await collector.round();
    expect((await rows(id)).map(({ at }) => at.getTime() - START)).toEqual([0, STEP]);
  });

  test('asks only those that run, and starts nothing', async () => {
    const { id } = await server.workspace(group);
    driver.read(id, readingOf(started));
    const asked: string[] = [];
    await collectorOver({
      condition: (each) => driver.condition(each),
      reading: (each) => {
        asked.push(each);
        return driver.reading(each);
      },
    }).round();
    expect([asked, await rows(id), driver.calls]).toEqual([[], [], []]);
  });

  test('those that hang do not hold up the others, and are not asked again until they answer', async () => {
    const [dead, alive] = [await running(readingOf(started)), await running(readingOf(started))];
    let asked = 0;
    let answer: (reading: Reading) => void = () => undefined;
    const slow = collectorOver(
      {
        condition: (id) => driver.condition(id),
        reading: (id) => {
          if (id !== dead) return driver.reading(id);
          asked++;
          return new Promise((resolve) => (answer = resolve));
        },
      },
      20,
    );
    await slow.round();
    now += STEP;
    await slow.round();
    expect(asked).toBe(1);
    expect([(await rows(dead)).length, (await rows(alive)).length]).toEqual([0, 2]);
    answer(readingOf(started));
    await new Promise(setImmediate);
    now += STEP;
    await slow.round();
    expect(asked).toBe(2);
  });

  test('two control planes on one database do not double rows', async () => {
    const id = await running(readingOf(started, { queries: 8 }));
    const other = collectorOver(driver);
    await Promise.all([collector.round(), other.round()]);
    now += STEP;
    driver.read(id, readingOf(started, { queries: 20 }));
    await Promise.all([collector.round(), other.round()]);
    expect((await rows(id)).map(({ queries }) => queries)).toEqual([8, 12]);
  });

  test('a workspace that goes away in the midst takes nothing from the others', async () => {
    const [gone, stays] = [await running(readingOf(started)), await running(readingOf(started))];
    await collectorOver({
      condition: (id) => driver.condition(id),
      reading: async (id) => {
        if (id === gone) await server.database.db.delete(workspaces).where(eq(workspaces.id, gone));
        return driver.reading(id);
      },
    }).round();
    expect([(await rows(gone)).length, (await rows(stays)).length]).toEqual([0, 1]);
  });

  test('forgets the reading of one that has gone to sleep', async () => {
    const id = await running(readingOf(started));
    await collector.round();
    expect(collector.latest().has(id)).toBe(true);
    driver.report(id, { state: 'stopped' });
    now += STEP;
    await collector.round();
    expect(collector.latest().has(id)).toBe(false);
  });

  test('stores many in one round', async () => {
    const id = await running(readingOf(started));
    const [row] = await server.database.db.select().from(workspaces).where(eq(workspaces.id, id));
    if (row === undefined) throw new Error('The workspace is not there.');
    const many = Array.from({ length: 1500 }, (_, i) => ({
      ...row,
      id: `many-${i}`,
      name: `many-${i}`,
      isRw: false,
      port: 40_000 + i,
    }));
    await server.database.db.insert(workspaces).values(many);
    for (const each of many) {
      driver.report(each.id, { state: 'running', restarts: 0 });
      driver.read(each.id, readingOf(started, { queries: 2 }));
    }
    await collector.round();
    const stored = await server.database.db.select().from(metrics).where(eq(metrics.queries, 2));
    expect(stored).toHaveLength(1500);
  });
});
