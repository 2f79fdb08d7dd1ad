/** Metrics in the text format of Prometheus (docs/guides/monitoring.md names them). */
import { setImmediate } from 'node:timers/promises';
import { LATENCY_BOUNDS_MS, type WorkspaceStatus } from '@acacia/contract';
import { and, count, eq, isNull } from 'drizzle-orm';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Db } from '../database/database.ts';
import { mails, operations, organizations, workgroups, workspaces } from '../database/schema.ts';
import type { Driver, Reading, WorkspaceCondition } from '../drivers/driver.ts';
import type { Latest } from './collector.ts';
import { meanLatency } from './latency.ts';
import type { Sample } from './sample.ts';

const LABELS = ['org', 'workgroup', 'workspace', 'id'] as const;
type Labels = Readonly<Record<string, string | number>>;

/** A value of a reading; null when it is not known. */
type Value<T> = (from: T) => number | null;

const GAUGES: Readonly<Record<string, readonly [help: string, value: Value<Reading>]>> = {
  running_queries: ['Queries that run now.', (reading) => reading.runningQueries],
  running_loads: ['Loads that run now.', (reading) => reading.runningLoads],
  cpus: ['Processors that it may use.', (reading) => reading.cpus],
  memory_bytes: ['Memory of all its processes.', (reading) => reading.memoryBytes],
  memory_limit_bytes: ['Memory that it may use.', (reading) => reading.memoryLimitBytes],
  graph_bytes: ['The graph in memory.', (reading) => reading.graphBytes],
  graph_limit_bytes: ['What the graph in memory may take.', (reading) => reading.graphLimitBytes],
  storage_bytes: ['Data on disk.', (reading) => reading.storageBytes],
  volume_bytes: ['What the volume of its data holds.', (reading) => reading.volumeBytes],
  volume_used_bytes: ['What is taken of the volume, by whatever.', (reading) => reading.volumeUsedBytes],
  vertices: ['Vertices of all graphs.', (reading) => reading.vertexCount],
  edges: ['Edges of all graphs.', (reading) => reading.edgeCount],
};

const COUNTERS: Readonly<Record<string, readonly [help: string, value: (reading: Reading) => number]>> = {
  cpu_seconds_total: ['Processor time.', ({ counters }) => counters.cpuMicroseconds / 1e6],
  queries_total: ['Queries that ended.', ({ counters }) => counters.queries],
  query_errors_total: ['Queries that ended with an error.', ({ counters }) => counters.queryErrors],
  query_timeouts_total: ['Queries that took too long.', ({ counters }) => counters.queryTimeouts],
  requests_total: ['HTTP requests.', ({ counters }) => counters.requests],
  request_errors_total: ['HTTP requests answered with 5xx.', ({ counters }) => counters.requestErrors],
  loads_total: ['Loads that ended.', ({ counters }) => counters.loads],
  load_errors_total: ['Loads that failed.', ({ counters }) => counters.loadErrors],
  rows_loaded_total: ['Rows loaded.', ({ counters }) => counters.rowsLoaded],
  rows_rejected_total: ['Rows that loads rejected.', ({ counters }) => counters.rowsRejected],
};

const MEGABYTE = 2 ** 20;

/** Values of `tigergraph_service_status` (TigerGraph Operator, metrics reference). */
const SERVICE_STATUS: Readonly<Record<WorkspaceCondition['state'], number>> = {
  running: 6,
  starting: 15,
  stopped: 24,
  failed: 27,
};

/** The metrics that dashboards for the TigerGraph Operator use, with their labels and units. */
const SERVICE = { service_name: 'GPE', host_id: 'm1' };
const OF_OPERATOR: readonly (readonly [
  name: string,
  help: string,
  labels: Labels,
  value: (reading: Reading, sample: Sample | null) => number | null,
])[] = [
  ['tigergraph_cpu_usage', 'Per cent of its processors.', SERVICE, (_, sample) => sample?.cpuPercent ?? null],
  ['tigergraph_memory_usage', 'Memory in megabytes.', SERVICE, ({ memoryBytes }) => memoryBytes / MEGABYTE],
  [
    'tigergraph_diskspace_usage',
    'Disk space in megabytes.',
    { host_id: 'm1', path_name: 'Gstore' },
    ({ storageBytes }) => storageBytes / MEGABYTE,
  ],
  [
    'tigergraph_qps',
    'Queries a second.',
    { host_id: 'm1', endpoint: 'all' },
    (_, sample) => (sample === null ? null : sample.queries / sample.coveredSeconds),
  ],
  [
    'tigergraph_endpoint_latency',
    'Latency of queries in milliseconds.',
    { host_id: 'm1', endpoint: 'all', statistic: 'average_latency' },
    (_, sample) => (sample === null ? null : meanLatency(sample.queryLatency)),
  ],
];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly status: WorkspaceStatus;
  readonly restarts: number;
  readonly workgroup: string;
  readonly org: string;
}

/** @param orgId the organisation whose workspaces to list; null: all */
async function rowsOf(db: Db, orgId: string | null): Promise<Row[]> {
  return db
    .select({
      id: workspaces.id,
      name: workspaces.name,
      status: workspaces.status,
      restarts: workspaces.restarts,
      workgroup: workgroups.name,
      org: organizations.name,
    })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .where(orgId === null ? undefined : eq(organizations.id, orgId));
}

const labelsOf = (row: Row): Labels => ({
  org: row.org,
  workgroup: row.workgroup,
  workspace: row.name,
  id: row.id,
});

interface Source {
  readonly db: Db;
  readonly driver: Pick<Driver, 'condition'>;
  readonly latest: () => ReadonlyMap<string, Latest>;
}

/** Collects the text of metrics, one after the other. */
class Page {
  readonly #registry = new Registry();
  readonly #parts: string[] = [];
  readonly registers = [this.#registry];

  /** Writes the registered metrics and yields to the event loop, because thousands of workspaces take a while. */
  async turn(): Promise<void> {
    this.#parts.push(await this.#registry.metrics());
    this.#registry.clear();
    await setImmediate();
  }

  text(): string {
    return this.#parts.join('\n');
  }
}

async function tellWorkspaces(page: Page, rows: readonly Row[], { driver, latest }: Source): Promise<void> {
  const { registers } = page;
  const readings = latest();
  const known = rows.flatMap((row) => {
    const found = readings.get(row.id);
    return found === undefined ? [] : [{ labels: labelsOf(row), row, ...found }];
  });
  const gauge = (name: string, help: string, more: readonly string[] = []) =>
    new Gauge({ name, help, labelNames: [...LABELS, ...more], registers });

  const up = gauge('acacia_workspace_up', 'Whether its server runs.');
  const status = gauge('acacia_workspace_status', 'Its status: 1 for the one that it has.', ['status']);
  const restarts = gauge('acacia_workspace_restarts', 'Times that it died since it was last resumed.');
  const online = gauge('tigergraph_service_status', 'Status of the service: 6 is online, 24 offline.', [
    'service_name',
    'cluster_name',
    'namespace',
  ]);
  for (const row of rows) {
    const labels = labelsOf(row);
    const { state } = driver.condition(row.id);
    up.set(labels, state === 'running' ? 1 : 0);
    status.set({ ...labels, status: row.status }, 1);
    restarts.set(labels, row.restarts);
    const cluster = { service_name: SERVICE.service_name, cluster_name: row.name, namespace: row.workgroup };
    online.set({ ...labels, ...cluster }, SERVICE_STATUS[state]);
  }
  await page.turn();
  for (const [name, [help, value]] of Object.entries(GAUGES)) {
    const metric = gauge(`acacia_workspace_${name}`, help);
    for (const { labels, reading } of known) {
      const now = value(reading);
      if (now !== null) metric.set(labels, now);
    }
    await page.turn();
  }
  for (const [name, [help, value]] of Object.entries(COUNTERS)) {
    const metric = new Counter({ name: `acacia_workspace_${name}`, help, labelNames: LABELS, registers });
    for (const { labels, reading } of known) metric.inc(labels, value(reading));
    await page.turn();
  }
  const latency = new Counter({
    name: 'acacia_workspace_query_latency_seconds_bucket',
    help: 'Ended queries by latency: how many took at most so long.',
    labelNames: [...LABELS, 'le'],
    registers,
  });
  for (const { labels, reading } of known) {
    let below = 0;
    for (const [i, ended] of reading.counters.queryLatency.entries()) {
      below += ended;
      const bound = LATENCY_BOUNDS_MS[i];
      latency.inc({ ...labels, le: bound === undefined ? '+Inf' : String(bound / 1000) }, below);
    }
  }
  await page.turn();
  for (const [name, help, own, value] of OF_OPERATOR) {
    const metric = gauge(name, help, [...Object.keys(own), 'cluster_name', 'namespace']);
    for (const { labels, row, reading, sample } of known) {
      const now = value(reading, sample);
      if (now !== null)
        metric.set({ ...labels, ...own, cluster_name: row.name, namespace: row.workgroup }, now);
    }
    await page.turn();
  }
}

async function tellControlPlane(page: Page, db: Db): Promise<void> {
  const { registers } = page;
  const byState = await db
    .select({ state: operations.state, operations: count() })
    .from(operations)
    .groupBy(operations.state);
  const found = new Map(byState.map(({ state, operations: n }) => [state, n]));
  const states = new Gauge({
    name: 'acacia_operations',
    help: 'Operations by state; ended ones of the last 30 days.',
    labelNames: ['state'],
    registers,
  });
  for (const state of ['queued', 'running', 'succeeded', 'failed'] as const) {
    states.set({ state }, found.get(state) ?? 0);
  }
  const [waiting] = await db
    .select({ mails: count() })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedAt)));
  new Gauge({ name: 'acacia_mails_waiting', help: 'Mails that are to be sent.', registers }).set(
    waiting?.mails ?? 0,
  );
  await page.turn();
}

/** @param orgId the organisation whose workspaces to include; null: all */
export async function expose(source: Source, orgId: string | null): Promise<string> {
  const page = new Page();
  await tellWorkspaces(page, await rowsOf(source.db, orgId), source);
  await tellControlPlane(page, source.db);
  return page.text();
}
