/** What a workspace did between two readings. */
import type { WorkspaceCounters } from '@acacia/contract';
import type { metrics } from '../database/schema.ts';
import type { Reading } from '../drivers/driver.ts';

/** A reading, and when it was taken in milliseconds since 1970. */
export interface Observed {
  readonly at: number;
  readonly reading: Reading;
}

/** A row of metrics but for the time that it stands for. */
export type Sample = Omit<typeof metrics.$inferInsert, 'workspaceId' | 'resolution' | 'at'>;

/** Milliseconds after which a difference says nothing any more of the time that it would stand for. */
export const LONGEST = 60_000;

const NOTHING: WorkspaceCounters = {
  cpuMicroseconds: 0,
  queries: 0,
  queryErrors: 0,
  queryTimeouts: 0,
  queryLatency: [],
  requests: 0,
  requestErrors: 0,
  loads: 0,
  loadErrors: 0,
  rowsLoaded: 0,
  rowsRejected: 0,
};

/** Per cent; 0 of nothing. */
export const percentOf = (part: number, whole: number): number => (whole > 0 ? (part / whole) * 100 : 0);

/** Where the counters of a reading are counted from: the reading before, or the start of the process. */
function baseline(before: Observed | undefined, { reading }: Observed): [number, WorkspaceCounters] {
  const startedAt = reading.startedAt.getTime();
  if (before?.reading.startedAt.getTime() === startedAt) return [before.at, before.reading.counters];
  return [startedAt, NOTHING];
}

/**
 * @param before the reading before it, if there was one
 * @returns null when what it would be compared with is too long ago, e.g. at the first look at a workspace
 * that has long been running
 */
export function sampleOf(before: Observed | undefined, now: Observed): Sample | null {
  const [from, base] = baseline(before, now);
  const milliseconds = now.at - from;
  if (milliseconds <= 0 || milliseconds > LONGEST) return null;
  const { reading } = now;
  const { counters } = reading;
  const grown = (name: Exclude<keyof WorkspaceCounters, 'queryLatency'>): number =>
    Math.max(0, Math.round(counters[name] - base[name]));
  return {
    cpuPercent: percentOf(grown('cpuMicroseconds') / 1000, milliseconds * reading.cpus),
    memoryPercent: percentOf(reading.memoryBytes, reading.memoryLimitBytes),
    memoryBytes: Math.round(reading.memoryBytes),
    graphBytes: Math.round(reading.graphBytes),
    storageBytes: Math.round(reading.storageBytes),
    queries: grown('queries'),
    queryErrors: grown('queryErrors'),
    queryLatency: counters.queryLatency.map((count, i) =>
      Math.max(0, Math.round(count - (base.queryLatency[i] ?? 0))),
    ),
    requests: grown('requests'),
    rowsLoaded: grown('rowsLoaded'),
    runningLoads: reading.runningLoads,
    vertexCount: reading.vertexCount,
    edgeCount: reading.edgeCount,
    coveredSeconds: milliseconds / 1000,
  };
}
