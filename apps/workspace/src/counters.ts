/** Counters for monitoring the workspace; they only grow while the process lives. */
import { LATENCY_BOUNDS_MS, type WorkspaceCounters } from '@acacia/contract';
import { rejectedLines, type EngineEvent } from '@acacia/engine';
import { createSlowQueries, type SlowQueries } from './slow-queries.ts';

export interface Counters {
  /** Start of serving. */
  readonly startedAt: Date;
  /** Of all queries together. */
  readonly queryMilliseconds: number;
  readonly slowQueries: Pick<SlowQueries, 'list'>;
  begin(): void;
  /** Counts a finished query or load that the engine reports. */
  engineEvent(event: EngineEvent): void;
  request(status: number): void;
  read(): WorkspaceCounters;
}

/** The bucket of a latency: the first bound that is not below it, or the one after the last bound. */
function bucketOf(milliseconds: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => milliseconds <= bound);
  return index < 0 ? LATENCY_BOUNDS_MS.length : index;
}

export function createCounters(): Counters {
  let startedAt = new Date();
  const queryLatency = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0);
  let queryMilliseconds = 0;
  const slowQueries = createSlowQueries();
  const counts = {
    queries: 0,
    queryErrors: 0,
    queryTimeouts: 0,
    requests: 0,
    requestErrors: 0,
    loads: 0,
    loadErrors: 0,
    rowsLoaded: 0,
    rowsRejected: 0,
  };
  return {
    get startedAt() {
      return startedAt;
    },
    get queryMilliseconds() {
      return queryMilliseconds;
    },
    slowQueries,
    begin() {
      startedAt = new Date();
    },
    engineEvent(event) {
      slowQueries.engineEvent(event);
      if (event.kind === 'queryEnded') {
        counts.queries += 1;
        queryMilliseconds += event.milliseconds;
        if (event.outcome !== 'done') counts.queryErrors += 1;
        if (event.outcome === 'timeout') counts.queryTimeouts += 1;
        const bucket = bucketOf(event.milliseconds);
        queryLatency[bucket] = (queryLatency[bucket] ?? 0) + 1;
        return;
      }
      if (event.kind !== 'loadEnded') return;
      counts.loads += 1;
      if (event.load.state !== 'finished') counts.loadErrors += 1;
      for (const file of event.load.files) {
        counts.rowsLoaded += file.validLine;
        counts.rowsRejected += rejectedLines(file);
      }
    },
    request(status) {
      counts.requests += 1;
      if (status >= 500) counts.requestErrors += 1;
    },
    read() {
      const { user, system } = process.cpuUsage();
      return { cpuMicroseconds: user + system, ...counts, queryLatency: [...queryLatency] };
    },
  };
}
