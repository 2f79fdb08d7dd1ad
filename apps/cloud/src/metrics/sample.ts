/** Computes samples: resource use and counts of a workspace between two readings. */
import type { WorkspaceCounters } from '@acacia/contract';
import type { metrics } from '../database/schema.ts';
import type { Reading } from '../drivers/driver.ts';

/** A reading, with its time in milliseconds since 1970. */
export interface Observed {
  readonly at: number;
  readonly reading: Reading;
}

/** A row of metrics without its workspace and time. */
export type Sample = Omit<typeof metrics.$inferInsert, 'workspaceId' | 'resolution' | 'at'>;

/** Longest time between two readings, in milliseconds; a longer difference is not a sample of its step any more. */
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

/** The part in per cent; 0 when the whole is 0. */
export const percentOf = (part: number, whole: number): number => (whole > 0 ? (part / whole) * 100 : 0);

/** The time and counters to subtract: those of the reading before, or the process's start and zeros. */
function baseline(before: Observed | undefined, { reading }: Observed): [number, WorkspaceCounters] {
  const startedAt = reading.startedAt.getTime();
  if (before?.reading.startedAt.getTime() === startedAt) return [before.at, before.reading.counters];
  return [startedAt, NOTHING];
}

/**
 * The sample between two readings.
 * @param before the reading before, if there was one
 * @returns null when the time to compare with is too long ago, as in the first reading of a workspace that has long
 * been running
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
    queryTimeouts: grown('queryTimeouts'),
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
