/** `GET /metrics`: its permission and its content. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postMail } from '../mail/outbox.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createCollector } from './collector.ts';
import { expose } from './exposition.ts';
import { histogram, readingOf } from './testing/readings.ts';

const TOKEN = 'a-token-of-prometheus';

let postgres: TestPostgres;
let server: TestServer;
let id: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, { environment: { ACACIA_METRICS_TOKEN: TOKEN } });
  ({ id } = await server.workspace(await server.workgroup('Trading'), 'Fraud'));
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const scrape = (authorization?: string) =>
  server.plane.app.inject({
    method: 'GET',
    url: '/metrics',
    headers: authorization === undefined ? {} : { authorization },
  });

describe('who may read it', () => {
  test('the monitoring system by its token', async () => {
    const answer = await scrape(`Bearer ${TOKEN}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.payload).toContain('process_cpu_seconds_total');
    expect(answer.payload).toContain(`workspace="Fraud",id="${id}"} 1`);
  });

  test('an admin of the organisation, of that one alone', async () => {
    expect((await scrape(`Bearer ${server.admin}`)).payload).toContain(id);
    const other = await server.person([{ name: 'org-admins' }], await server.organization());
    const answer = await scrape(`Bearer ${other}`);
    expect([answer.statusCode, answer.payload.includes(id)]).toEqual([200, false]);
  });

  test('nobody else', async () => {
    const user = await server.person([{ name: 'workspace-users' }]);
    const refused = [undefined, 'Bearer wrong', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${user}`];
    for (const each of refused) expect((await scrape(each)).statusCode).toBe(401);
  });

  test('no token is no way in where none is configured', async () => {
    const without = await startTestServer(postgres);
    try {
      const answer = await without.plane.app.inject({
        method: 'GET',
        url: '/metrics',
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      expect(answer.statusCode).toBe(401);
    } finally {
      await without.stop();
    }
  });
});

describe('what it tells', () => {
  const lines = async (): Promise<string[]> => {
    const { db } = server.database;
    let now = Date.parse('2026-01-01T00:00:00Z');
    const started = new Date(now - 1000);
    const collector = createCollector({
      db,
      driver: server.driver,
      log: pino({ level: 'silent' }),
      now: () => now,
    });
    server.driver.read(id, readingOf(started));
    await collector.round();
    now += 15_000;
    const counters = {
      cpuMicroseconds: 15e6,
      queries: 30,
      queryErrors: 2,
      queryLatency: histogram({ 2: 15, 3: 15 }),
    };
    server.driver.read(id, readingOf(started, counters, { vertexCount: null }));
    await collector.round();
    server.driver.read(id, null);
    return (await expose({ db, driver: server.driver, latest: () => collector.latest() }, null)).split('\n');
  };
  const labels = () => `org="acacia",workgroup="Trading",workspace="Fraud",id="${id}"`;
  const value = (all: readonly string[], name: string, more = '') =>
    all
      .find((line) => line.startsWith(`${name}{${labels()}${more}} `))
      ?.split(' ')
      .at(-1);

  test('gauges and counters of each workspace', async () => {
    const all = await lines();
    expect(value(all, 'acacia_workspace_up')).toBe('1');
    expect(value(all, 'acacia_workspace_status', ',status="Active"')).toBe('1');
    expect(value(all, 'acacia_workspace_memory_bytes')).toBe(String(4 * 2 ** 30));
    expect(value(all, 'acacia_workspace_queries_total')).toBe('30');
    expect(value(all, 'acacia_workspace_query_errors_total')).toBe('2');
    expect(value(all, 'acacia_workspace_cpu_seconds_total')).toBe('15');
    expect(value(all, 'acacia_workspace_edges')).toBe('20');
    // An unknown count has no value, rather than 0.
    expect(value(all, 'acacia_workspace_vertices')).toBeUndefined();
    expect(all).toContain('# TYPE acacia_workspace_queries_total counter');
    const bucket = (le: string) => value(all, 'acacia_workspace_query_latency_seconds_bucket', `,le="${le}"`);
    expect([bucket('0.002'), bucket('0.005'), bucket('0.01'), bucket('+Inf')]).toEqual([
      '0',
      '15',
      '30',
      '30',
    ]);
  });

  test('the names that dashboards of the operator ask for', async () => {
    const all = await lines();
    const cluster = ',cluster_name="Fraud",namespace="Trading"';
    const service = ',service_name="GPE",host_id="m1"';
    expect(value(all, 'tigergraph_cpu_usage', service + cluster)).toBe('50');
    expect(value(all, 'tigergraph_memory_usage', service + cluster)).toBe('4096');
    expect(value(all, 'tigergraph_diskspace_usage', `,host_id="m1",path_name="Gstore"${cluster}`)).toBe(
      '3072',
    );
    expect(value(all, 'tigergraph_qps', `,host_id="m1",endpoint="all"${cluster}`)).toBe('2');
    const latency = `,host_id="m1",endpoint="all",statistic="average_latency"${cluster}`;
    expect(value(all, 'tigergraph_endpoint_latency', latency)).toBe('5.5');
    expect(value(all, 'tigergraph_service_status', `,service_name="GPE"${cluster}`)).toBe('6');
  });

  test('the control plane itself', async () => {
    await postMail(
      server.database.db,
      { recipients: ['a@b.example'], subject: 'x', text: 'x' },
      new Date(Date.now() + 3_600_000),
    );
    const all = await lines();
    expect(all).toContain('acacia_mails_waiting 1');
    expect(all).toContain('acacia_operations{state="failed"} 0');
    expect(all.find((line) => line.startsWith('acacia_operations{state="succeeded"}'))).toMatch(/ [1-9]/);
  });
});
