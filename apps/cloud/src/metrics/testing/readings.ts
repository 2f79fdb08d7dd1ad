/** Readings and rows of metrics for tests. */
import { LATENCY_BOUNDS_MS, type WorkspaceCounters } from '@acacia/contract';
import type { metrics } from '../../database/schema.ts';
import type { Reading } from '../../drivers/driver.ts';

const GIB = 2 ** 30;

/** A histogram with the given counts by bucket index; 0 elsewhere. */
export const histogram = (counts: Readonly<Record<number, number>> = {}): number[] =>
  Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, i) => counts[i] ?? 0);

export const readingOf = (
  startedAt: Date,
  counters: Partial<WorkspaceCounters> = {},
  more: Partial<Reading> = {},
): Reading => ({
  startedAt,
  counters: {
    cpuMicroseconds: 0,
    queries: 0,
    queryErrors: 0,
    queryTimeouts: 0,
    queryLatency: histogram(),
    requests: 0,
    requestErrors: 0,
    loads: 0,
    loadErrors: 0,
    rowsLoaded: 0,
    rowsRejected: 0,
    ...counters,
  },
  runningQueries: 0,
  runningLoads: 0,
  cpus: 2,
  memoryBytes: 4 * GIB,
  memoryLimitBytes: 16 * GIB,
  graphBytes: GIB,
  graphLimitBytes: 8 * GIB,
  storageBytes: 3 * GIB,
  volumeBytes: 100 * GIB,
  volumeUsedBytes: 20 * GIB,
  vertexCount: 10,
  edgeCount: 20,
  loads: [],
  ...more,
});

type Row = typeof metrics.$inferInsert;

export const rowOf = (workspaceId: string, at: Date, more: Partial<Row> = {}): Row => ({
  workspaceId,
  resolution: 15,
  at,
  cpuPercent: 10,
  memoryPercent: 25,
  memoryBytes: 4 * GIB,
  graphBytes: GIB,
  storageBytes: 3 * GIB,
  queries: 0,
  queryErrors: 0,
  queryLatency: histogram(),
  requests: 0,
  rowsLoaded: 0,
  runningLoads: 0,
  vertexCount: 10,
  edgeCount: 20,
  coveredSeconds: 15,
  ...more,
});
