/**
 * Metrics of the control plane itself: a Prometheus registry, and its samples of the last hour for the operator's
 * dashboard. They are in memory: a restart begins anew.
 */
import type { DashboardSample } from '@acacia/contract';
import { count, eq, min } from 'drizzle-orm';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, Db } from '../database/database.ts';
import { operations, workspaces } from '../database/schema.ts';

/** Milliseconds between two samples. */
export const OWN_STEP_MS = 15_000;
/** Samples that are kept: those of an hour. */
const MOST = 240;
/** Upper bounds of latencies, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
type StatusClass = (typeof CLASSES)[number];

export interface OwnMetrics {
  readonly registry: Registry;
  /** Counts an answer. @param ms how long it took; null: it was held back on purpose */
  readonly answered: (status: number, ms: number | null) => void;
  /** Takes a sample; the figures of the database are null while that does not answer. */
  sample(): Promise<void>;
  /** Oldest first. */
  samples(): readonly DashboardSample[];
}

interface OwnParts {
  readonly database: Pick<Database, 'db' | 'pool'>;
  /** Number of the streams of events that are open. */
  readonly eventStreams: () => number;
  readonly now: () => Date;
}

/** Totals since the start. */
interface Totals {
  readonly at: number;
  readonly answers: ReadonlyMap<StatusClass, number>;
  /** Cumulative counts of latencies by the bounds, and above them. */
  readonly latencies: readonly number[];
}

const classOf = (status: number): StatusClass | undefined => CLASSES[Math.floor(status / 100) - 2];

/**
 * The latency in milliseconds that a part of the answers did not exceed, interpolated within its bucket; null without
 * answers.
 * @param counts cumulative counts by `BOUNDS`, and above them
 */
export function quantile(counts: readonly number[], part: number): number | null {
  const all = counts.at(-1) ?? 0;
  if (all === 0) return null;
  const wanted = all * part;
  const place = counts.findIndex((each) => each >= wanted);
  const upper = BOUNDS[place];
  // Above the last bound nothing more is known.
  if (upper === undefined) return (BOUNDS.at(-1) ?? 0) * 1000;
  const lower = BOUNDS[place - 1] ?? 0;
  const below = counts[place - 1] ?? 0;
  const within = (counts[place] ?? 0) - below;
  return (lower + (upper - lower) * ((wanted - below) / within)) * 1000;
}

async function queueOf(db: Db) {
  const [queued] = await db
    .select({ length: count(), since: min(operations.runAfter) })
    .from(operations)
    .where(eq(operations.state, 'queued'));
  const [running] = await db
    .select({ workspaces: count() })
    .from(workspaces)
    .where(eq(workspaces.status, 'Active'));
  return { length: queued?.length ?? 0, since: queued?.since ?? null, running: running?.workspaces ?? 0 };
}

export function createOwnMetrics({ database: { db, pool }, eventStreams, now }: OwnParts): OwnMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'acacia_answers_total',
    help: 'Answers of the control plane by the class of their status.',
    labelNames: ['status'],
    registers,
  });
  const latency = new Histogram({
    name: 'acacia_answer_seconds',
    help: 'How long the control plane took to answer.',
    buckets: BOUNDS,
    registers,
  });
  new Gauge({
    name: 'acacia_event_streams',
    help: 'Streams of events that are open.',
    registers,
    collect() {
      this.set(eventStreams());
    },
  });
  new Gauge({
    name: 'acacia_database_connections',
    help: 'Connections to the database by their use, and calls that wait for one.',
    labelNames: ['use'],
    registers,
    collect() {
      const { used, idle, waiting } = connections();
      this.set({ use: 'used' }, used);
      this.set({ use: 'idle' }, idle);
      this.set({ use: 'waiting' }, waiting);
    },
  });

  const connections = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });

  const totals = async (at: Date): Promise<Totals> => {
    const { values: counted } = await answers.get();
    const { values: timed } = await latency.get();
    const found = new Map(counted.map(({ labels, value }) => [labels['status'], value]));
    return {
      at: at.getTime(),
      answers: new Map(CLASSES.map((each) => [each, found.get(each) ?? 0])),
      latencies: timed.flatMap(({ labels, value }) => (labels['le'] === undefined ? [] : [value])),
    };
  };

  const kept: DashboardSample[] = [];
  let before: Totals | undefined;

  return {
    registry,
    answered(status, ms) {
      const of = classOf(status);
      if (of !== undefined) answers.inc({ status: of });
      if (ms !== null) latency.observe(ms / 1000);
    },
    async sample() {
      const at = now();
      const last = before;
      const present = await totals(at);
      before = present;
      const seconds = last === undefined ? 0 : (present.at - last.at) / 1000;
      const rate = (of: StatusClass): number | null =>
        last === undefined || seconds <= 0
          ? null
          : ((present.answers.get(of) ?? 0) - (last.answers.get(of) ?? 0)) / seconds;
      const newly = present.latencies.map((value, place) => value - (last?.latencies[place] ?? 0));
      const queue = await queueOf(db).catch(() => null);
      const { rss, heapUsed } = process.memoryUsage();
      const { used, idle, waiting } = connections();
      kept.push({
        at: at.toISOString(),
        answered_2xx: rate('2xx'),
        answered_3xx: rate('3xx'),
        answered_4xx: rate('4xx'),
        answered_5xx: rate('5xx'),
        p95: last === undefined ? null : quantile(newly, 0.95),
        queue: queue?.length ?? null,
        queue_age:
          queue === null ? null : Math.max(0, at.getTime() - (queue.since?.getTime() ?? at.getTime())),
        running_workspaces: queue?.running ?? null,
        memory: rss,
        heap: heapUsed,
        event_streams: eventStreams(),
        connections_used: used,
        connections_idle: idle,
        connections_waiting: waiting,
      });
      if (kept.length > MOST) kept.splice(0, kept.length - MOST);
    },
    samples: () => [...kept],
  };
}
