/**
 * Figures for monitoring: metrics as Prometheus reads them, under TigerGraph's names and Acacia's own, and the status of
 * services, which are parts of one process here.
 */
import { availableParallelism, cpus, freemem, loadavg, totalmem } from 'node:os';
import { statfs } from 'node:fs/promises';
import { LATENCY_BOUNDS_MS, ServiceStatusRequest, SERVICES } from '@acacia/contract';
import type { FastifyReply } from 'fastify';
import type { Register } from '../http/calls.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart } from '../http/request-body.ts';
import type { Services } from '../services.ts';

const HOST = 'm1';
const MB = 2 ** 20;
/** Seconds over which the rate of requests is taken. */
const WINDOW = 10;

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}
interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  readonly samples: readonly (Sample & { readonly suffix?: string })[];
}

const escaped = (text: string): string =>
  text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));

/** The exposition format of Prometheus, version 0.0.4. */
function exposition(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(({ labels = {}, value, suffix = '' }) => {
        const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
        return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
      });
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
    })
    .join('');
}

export function informantRoutes(on: Register, services: Services): void {
  const { engine, counters, files, statistics, totals } = services;
  const startedAt = performance.now();

  const cpuShare = (): number => {
    const { user, system } = process.cpuUsage();
    const seconds = (user + system) / 1_000_000;
    return (seconds / Math.max(0.001, (performance.now() - startedAt) / 1000) / availableParallelism()) * 100;
  };
  const freeCpu = (): number => Math.max(0, 100 - ((loadavg()[0] ?? 0) / Math.max(1, cpus().length)) * 100);
  const disk = async (): Promise<{ free: number; used: number }> => {
    const { bavail, blocks, bfree, bsize } = await statfs(files.folder);
    return { free: bavail * bsize, used: (blocks - bfree) * bsize };
  };
  const requestRate = (): number => {
    const rows = Object.values(statistics.over(WINDOW, 1, () => true));
    return rows.reduce((sum, { QPS }) => sum + QPS, 0);
  };

  const metrics = async (): Promise<readonly Metric[]> => {
    const read = counters.read();
    const { graphBytes, limitBytes } = engine.memory();
    const { free, used } = await disk();
    const known = await totals();
    const host = { host_id: HOST };
    const service = { ...host, service_name: 'GPE' };
    const gauge = (name: string, help: string, value: number, labels: Sample['labels'] = host): Metric => ({
      ...{ name, help, type: 'gauge', samples: [{ value, ...(labels === undefined ? {} : { labels }) }] },
    });
    const counter = (name: string, help: string, value: number): Metric => ({
      ...{ name, help, type: 'counter', samples: [{ value }] },
    });
    let within = 0;
    const buckets = [...LATENCY_BOUNDS_MS, Infinity].map((bound, index) => ({
      suffix: '_bucket',
      labels: { le: bound === Infinity ? '+Inf' : String(bound / 1000) },
      value: (within += read.queryLatency[index] ?? 0),
    }));
    const status: Metric = {
      name: 'tigergraph_service_status',
      type: 'gauge',
      help: '1 while the service is online.',
      samples: SERVICES.map((name) => ({ labels: { ...host, service_name: name.toUpperCase() }, value: 1 })),
    };
    return [
      gauge('tigergraph_cpu_available', 'Percentage of the processors that is free.', freeCpu()),
      gauge('tigergraph_cpu_logical_cores_total', 'Processors of the machine.', cpus().length),
      gauge(
        'tigergraph_cpu_usage',
        'Percentage of the processors that the server used.',
        cpuShare(),
        service,
      ),
      gauge('tigergraph_memory_available', 'Free memory of the machine in MB.', freemem() / MB),
      gauge('tigergraph_memory_total', 'Memory of the machine in MB.', totalmem() / MB),
      gauge(
        'tigergraph_memory_usage',
        'Memory of the server in MB.',
        process.memoryUsage.rss() / MB,
        service,
      ),
      gauge('tigergraph_diskspace_free', 'Free space of the data folder in MB.', free / MB),
      gauge('tigergraph_diskspace_usage', "Used space of the data folder's disk in MB.", used / MB),
      gauge('tigergraph_qps', 'Requests below /restpp a second, of the last ten seconds.', requestRate()),
      status,
      counter('acacia_requests_total', 'Requests that were answered.', read.requests),
      counter(
        'acacia_request_errors_total',
        'Requests answered by a status from 500 on.',
        read.requestErrors,
      ),
      counter('acacia_query_errors_total', 'Queries that failed.', read.queryErrors),
      counter('acacia_query_timeouts_total', 'Queries that met their time limit.', read.queryTimeouts),
      counter('acacia_loads_total', 'Loads that ended.', read.loads),
      counter('acacia_load_errors_total', 'Loads that failed or were stopped.', read.loadErrors),
      counter('acacia_rows_loaded_total', 'Lines that loads read.', read.rowsLoaded),
      counter('acacia_rows_rejected_total', 'Lines that loads rejected.', read.rowsRejected),
      counter('acacia_cpu_seconds_total', 'Processor time of the server.', read.cpuMicroseconds / 1e6),
      {
        name: 'acacia_query_seconds',
        type: 'histogram',
        help: 'Time of queries.',
        samples: [
          ...buckets,
          { suffix: '_sum', value: counters.queryMilliseconds / 1000 },
          { suffix: '_count', value: within },
        ],
      },
      gauge('acacia_queries_running', 'Queries that run.', engine.runningQueries().length, undefined),
      gauge('acacia_graph_bytes', 'Memory of the graphs.', graphBytes, undefined),
      gauge('acacia_memory_limit_bytes', 'Memory that graphs and queries may use.', limitBytes, undefined),
      ...(known === null
        ? []
        : [
            gauge('acacia_vertices', 'Vertices of all graphs.', known.vertices, undefined),
            gauge('acacia_edges', 'Edges of all graphs.', known.edges, undefined),
          ]),
    ];
  };
  const send = async (_request: unknown, reply: FastifyReply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(exposition(await metrics()));
  on('GET /informant/metrics', send);
  on('POST /informant/metrics', send);

  on('POST /informant/metrics/get/:what', async (request) => {
    const what = pathPart(request, 'what');
    const about = {
      ServiceDescriptor: { ServiceName: 'GPE', Partition: 1, Replica: 1 },
      HostID: HOST,
      TimestampNS: `${Date.now()}000000`,
    };
    switch (what) {
      case 'cpu-memory':
        return {
          CPUMemoryMetrics: [
            { ...about, CPUUsage: cpuShare(), MemoryUsageMB: Math.round(process.memoryUsage.rss() / MB) },
          ],
        };
      case 'diskspace': {
        const { free, used } = await disk();
        return {
          DiskspaceMetrics: [
            {
              ...about,
              PathName: 'data',
              UsedSizeMB: Math.round(used / MB),
              FreeSizeMB: Math.round(free / MB),
            },
          ],
        };
      }
      case 'qps':
        return { QPSMetrics: [{ ...about, QPS: requestRate(), EndpointName: 'all' }] };
      default:
        throw problem('noMetric', { name: what });
    }
  });

  on('GET /restpp/health', () => ({
    error: false,
    message: '',
    results: { status: 'ok' },
    code: 'REST-0000',
  }));
  const online = (names: readonly string[]) => ({
    ServiceStatusEvents: names.map((ServiceName) => ({
      ServiceDescriptor: { ServiceName, Partition: 1, Replica: 1 },
      ServiceStatus: 'Online' as const,
      ProcessState: 'Running' as const,
    })),
  });
  const all = SERVICES.map((name) => name.toUpperCase());
  on('GET /informant/current-service-status', () => online(all));
  on('POST /informant/current-service-status', (request) => {
    const asked = jsonBody(request, ServiceStatusRequest).ServiceDescriptors.map(({ ServiceName }) =>
      ServiceName.toUpperCase(),
    );
    return online(asked.length === 0 ? all : all.filter((name) => asked.includes(name)));
  });
  on('GET /gsql/v1/workload-manager/configs', () => ({
    error: false,
    message: '',
    results: { isEnabled: false, queues: {} },
  }));
}
