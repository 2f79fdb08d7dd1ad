/** Counters of finished requests over the last minute, by endpoint. */
import type { EndpointStatistics, Statistics } from '@acacia/contract';

const WINDOW_SECONDS = 60;
/** Endpoints that are remembered: their addresses hold names that anyone may make up. */
const MOST_ENDPOINTS = 2_000;

interface Finished {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly milliseconds: number;
  readonly timedOut: boolean;
}

export interface RequestStatistics {
  /** @param endpoint `GET /query/social/friends`-like, without the prefix */
  record(endpoint: string, milliseconds: number, timedOut: boolean): void;
  /**
   * @param seconds how far back to look, at most 60
   * @param segments number of latency percentiles, evenly spaced up to the highest
   */
  over(seconds: number, segments: number, belongs: (endpoint: string) => boolean): Statistics;
}

function summary(requests: readonly Finished[], seconds: number, segments: number): EndpointStatistics {
  const latencies = requests.map((request) => request.milliseconds).sort((a, b) => a - b);
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const last = latencies.length - 1;
  return {
    CompletedRequests: requests.length,
    QPS: round(requests.length / seconds),
    TimeoutRequests: requests.filter((request) => request.timedOut).length,
    AverageLatency: round(latencies.reduce((sum, value) => sum + value, 0) / latencies.length),
    MaxLatency: round(latencies[last] ?? 0),
    MinLatency: round(latencies[0] ?? 0),
    LatencyPercentile: Array.from({ length: segments }, (_, index) =>
      round(latencies[Math.max(0, Math.ceil(((index + 1) / segments) * latencies.length) - 1)] ?? 0),
    ),
  };
}

export function createStatistics(now: () => number = Date.now): RequestStatistics {
  const finished = new Map<string, Finished[]>();
  const forgetOld = (requests: Finished[]): void => {
    const oldest = now() - WINDOW_SECONDS * 1000;
    const first = requests.findIndex((request) => request.at >= oldest);
    requests.splice(0, first < 0 ? requests.length : first);
  };
  /** Those that were not called in the last minute, else the one that came first: names of graphs are the callers'. */
  const forgetEndpoints = (): void => {
    for (const [endpoint, requests] of finished) {
      forgetOld(requests);
      if (requests.length === 0) finished.delete(endpoint);
    }
    const [first] = finished.keys();
    if (finished.size >= MOST_ENDPOINTS && first !== undefined) finished.delete(first);
  };
  return {
    record(endpoint, milliseconds, timedOut) {
      if (finished.size >= MOST_ENDPOINTS && !finished.has(endpoint)) forgetEndpoints();
      const requests = finished.get(endpoint) ?? [];
      finished.set(endpoint, requests);
      // Cutting on every request would move the whole list each time.
      if (requests.length % 1024 === 1023) forgetOld(requests);
      requests.push({ at: now(), milliseconds, timedOut });
    },
    over(seconds, segments, belongs) {
      const since = now() - seconds * 1000;
      const result: Statistics = {};
      for (const [endpoint, requests] of finished) {
        forgetOld(requests);
        if (requests.length === 0) finished.delete(endpoint);
        const recent = requests.filter((request) => request.at >= since);
        if (recent.length > 0 && belongs(endpoint)) result[endpoint] = summary(recent, seconds, segments);
      }
      return result;
    },
  };
}
