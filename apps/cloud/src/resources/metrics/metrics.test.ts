/** Series of metrics: the call, and the choice of steps. */
import { METRICS_DAYS } from '@acacia/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { metrics } from '../../database/schema.ts';
import { histogram, rowOf } from '../../metrics/testing/readings.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { stepFor } from './series.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

let postgres: TestPostgres;
let server: TestServer;
let params: { workgroup_id: string; workspace_id: string };

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  const workgroup_id = await server.workgroup();
  params = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
});
beforeEach(() => server.database.db.delete(metrics));
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const ask = (from: number, to: number, token?: string) =>
  server.call('getMetrics', {
    params,
    query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    ...(token === undefined ? {} : { token }),
  });
const insert = (rows: (typeof metrics.$inferInsert)[]) => server.database.db.insert(metrics).values(rows);
/** The start of the present hour, in milliseconds since 1970. */
const hour = () => Math.floor(Date.now() / 3_600_000) * 3_600_000;

describe('getMetrics', () => {
  test('gives what was measured, in rates by the seconds that were covered', async () => {
    const at = hour() - 10 * MINUTE;
    await insert([
      rowOf(params.workspace_id, new Date(at), {
        cpuPercent: 42,
        queries: 30,
        queryErrors: 3,
        queryTimeouts: 6,
        requests: 60,
        rowsLoaded: 900,
        runningLoads: 1,
        queryLatency: histogram({ 2: 10, 3: 10 }),
        coveredSeconds: 30,
      }),
      rowOf(params.workspace_id, new Date(at + 45_000), { vertexCount: null, edgeCount: null }),
    ]);
    const { status, result } = await ask(at, at + 10 * MINUTE);
    expect(status).toBe(200);
    expect(result).toMatchObject({
      workspace_id: params.workspace_id,
      step_seconds: 15,
      points: [
        {
          at: new Date(at).toISOString(),
          cpu_percent: 42,
          memory_percent: 25,
          queries_per_second: 1,
          query_errors_per_second: 0.1,
          query_timeouts_per_second: 0.2,
          requests_per_second: 2,
          rows_loaded_per_second: 30,
          running_loads: 1,
          latency_p50: 5,
          vertex_count: 10,
        },
        { at: new Date(at + 45_000).toISOString(), latency_p50: null, vertex_count: null },
      ],
    });
  });

  test('joins rows where a step is longer than what is stored, and leaves gaps', async () => {
    const begin = hour() - 20 * 60 * MINUTE;
    const every = [0, 1, 2, 3, 4, 10, 11].map((minute) =>
      rowOf(params.workspace_id, new Date(begin + minute * MINUTE), {
        resolution: 60,
        cpuPercent: minute,
        queries: 60,
        coveredSeconds: minute === 0 ? 180 : 60,
      }),
    );
    await insert(every);
    const { result } = await ask(begin, begin + 20 * 60 * MINUTE);
    expect(result).toMatchObject({
      step_seconds: 300,
      points: [
        // (0 × 180 + (1 + 2 + 3 + 4) × 60) / 420
        { at: new Date(begin).toISOString(), cpu_percent: 600 / 420, queries_per_second: 300 / 420 },
        { at: new Date(begin + 10 * MINUTE).toISOString(), cpu_percent: 10.5, queries_per_second: 1 },
      ],
    });
  });

  test('answers while the workspace sleeps, and does not wake it', async () => {
    const at = hour() - 10 * MINUTE;
    await insert([rowOf(params.workspace_id, new Date(at))]);
    await server.call('pauseWorkspace', { params });
    await server.settled(params.workspace_id, 'Idle');
    const before = server.driver.calls.length;
    const { result } = await ask(at, at + MINUTE);
    expect(result['points']).toHaveLength(1);
    expect(server.driver.calls.slice(before)).toEqual([]);
    expect((await server.call('getWorkspace', { params })).result['status']).toBe('Idle');
    await server.call('resumeWorkspace', { params });
    await server.settled(params.workspace_id, 'Active');
  });

  test('of what is older than is kept there is nothing', async () => {
    const old = Date.now() - (METRICS_DAYS + 10) * DAY;
    await insert([rowOf(params.workspace_id, new Date(old), { resolution: 3600 })]);
    expect((await ask(old - DAY, old + DAY)).result['points']).toEqual([]);
  });

  test('is for those who use the workspace', async () => {
    const user = await server.person([{ name: 'workspace-users', ...params }]);
    const stranger = await server.person();
    const now = Date.now();
    expect((await ask(now - MINUTE, now, user)).status).toBe(200);
    expect((await ask(now - MINUTE, now, stranger)).status).toBe(403);
  });

  test.each([
    ['the same moment', { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to'],
    ['the wrong order', { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to'],
    ['more than 400 days', { from: '2025-01-01T00:00:00Z', to: '2026-02-06T00:00:00Z' }, 'from'],
    ['a day without a time', { from: '2026-01-01', to: '2026-01-02T00:00:00Z' }, 'from'],
    ['no end', { from: '2026-01-01T00:00:00Z' }, 'to'],
  ])('%s is refused at its field', async (_what, query, field) => {
    const { status, body } = await server.call('getMetrics', { params, query });
    expect([status, body.ErrorDetails?.[0]?.FieldName]).toEqual([400, field]);
  });
});

describe('the step of a point', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const range = (milliseconds: number, ago = 0) =>
    stepFor(new Date(now.getTime() - ago - milliseconds), new Date(now.getTime() - ago), now);

  test.each([
    ['15 minutes', 15 * MINUTE, 15, 15],
    ['1 hour', 60 * MINUTE, 15, 15],
    ['6 hours', 6 * 60 * MINUTE, 60, 60],
    ['24 hours', DAY, 300, 60],
    ['7 days', 7 * DAY, 1800, 600],
    ['30 days', 30 * DAY, 7200, 3600],
    ['400 days', 400 * DAY, 86_400, 3600],
  ])('%s', (_what, milliseconds, step, resolution) => {
    expect(range(milliseconds)).toEqual({ step, resolution });
    expect(milliseconds / 1000 / step).toBeLessThanOrEqual(400);
  });

  test('long ago is taken from what is still kept', () => {
    expect(range(60 * MINUTE, 3 * DAY)).toEqual({ step: 60, resolution: 60 });
    expect(range(60 * MINUTE, 30 * DAY)).toEqual({ step: 600, resolution: 600 });
    expect(range(60 * MINUTE, 100 * DAY)).toEqual({ step: 3600, resolution: 3600 });
  });
});
