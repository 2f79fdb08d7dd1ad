/** The newest queries that were slow or met their time limit, in memory: the log has them for longer. */
import { SLOW_QUERIES_KEPT, SLOW_QUERY_MS, type SlowQuery } from '@acacia/contract';
import type { EngineEvent } from '@acacia/engine';

export interface SlowQueries {
  engineEvent(event: EngineEvent): void;
  /** Newest first. */
  list(): readonly SlowQuery[];
}

/** Characters of an error. */
const ERROR = 500;

export function createSlowQueries(now: () => Date = () => new Date()): SlowQueries {
  const queries: SlowQuery[] = [];
  return {
    engineEvent(event) {
      if (event.kind !== 'queryEnded') return;
      const { requestId, graph, query, milliseconds, outcome, error } = event;
      if (milliseconds < SLOW_QUERY_MS && outcome !== 'timeout') return;
      queries.unshift({
        requestid: requestId,
        graph,
        query,
        endTime: now().toISOString(),
        milliseconds,
        outcome,
        error: error?.slice(0, ERROR) ?? null,
      });
      queries.splice(SLOW_QUERIES_KEPT);
    },
    list: () => queries,
  };
}
