/** Counters of finished requests over the last minute, by endpoint. */
import type { EndpointStatistics, Statistics } from '@acacia/contract';

const WINDOW_SECONDS = 60;
/** Endpoints that are remembered: their addresses hold names that anyone may make up. */
const MOST_ENDPOINTS = 2_000;

/** Place of the first time from a moment on; the number of times where all are earlier. */
function placeFrom(times: readonly number[], moment: number): number {
  const place = times.findIndex((time) => time >= moment);
  return place < 0 ? times.length : place;
}

/**
 * Finished requests of an endpoint, the oldest first. Lists of numbers: hundreds of thousands of objects that live for a
 * minute would keep the collector of garbage busy.
 */
class Finished {
  /** When each ended, in milliseconds since 1970. */
  readonly #at: number[] = [];
  readonly #milliseconds: number[] = [];
  /** When those ended that timed out. */
  readonly #timedOut: number[] = [];

  get count(): number {
    return this.#at.length;
  }

  add(at: number, milliseconds: number, timedOut: boolean): void {
    this.#at.push(at);
    this.#milliseconds.push(milliseconds);
    if (timedOut) this.#timedOut.push(at);
  }

  forgetBefore(moment: number): void {
    const place = placeFrom(this.#at, moment);
    this.#at.splice(0, place);
    this.#milliseconds.splice(0, place);
    this.#timedOut.splice(0, placeFrom(this.#timedOut, moment));
  }

  /** Latencies of the requests that ended since a moment, and how many of them timed out. */
  since(moment: number): { readonly latencies: number[]; readonly timedOut: number } {
    return {
      latencies: this.#milliseconds.slice(placeFrom(this.#at, moment)),
      timedOut: this.#timedOut.length - placeFrom(this.#timedOut, moment),
    };
  }
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

function summary(
  { latencies, timedOut }: ReturnType<Finished['since']>,
  seconds: number,
  segments: number,
): EndpointStatistics {
  latencies.sort((a, b) => a - b);
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const last = latencies.length - 1;
  return {
    CompletedRequests: latencies.length,
    QPS: round(latencies.length / seconds),
    TimeoutRequests: timedOut,
    AverageLatency: round(latencies.reduce((sum, value) => sum + value, 0) / latencies.length),
    MaxLatency: round(latencies[last] ?? 0),
    MinLatency: round(latencies[0] ?? 0),
    LatencyPercentile: Array.from({ length: segments }, (_, index) =>
      round(latencies[Math.max(0, Math.ceil(((index + 1) / segments) * latencies.length) - 1)] ?? 0),
    ),
  };
}

export function createStatistics(now: () => number = Date.now): RequestStatistics {
  const finished = new Map<string, Finished>();
  const forgetOld = (requests: Finished): void => requests.forgetBefore(now() - WINDOW_SECONDS * 1000);
  /** Those that were not called in the last minute, else the one that came first: names of graphs are the callers'. */
  const forgetEndpoints = (): void => {
    for (const [endpoint, requests] of finished) {
      forgetOld(requests);
      if (requests.count === 0) finished.delete(endpoint);
    }
    const [first] = finished.keys();
    if (finished.size >= MOST_ENDPOINTS && first !== undefined) finished.delete(first);
  };
  return {
    record(endpoint, milliseconds, timedOut) {
      if (finished.size >= MOST_ENDPOINTS && !finished.has(endpoint)) forgetEndpoints();
      let requests = finished.get(endpoint);
      if (requests === undefined) {
        requests = new Finished();
        finished.set(endpoint, requests);
      }
      // Cutting on every request would move the whole list each time.
      if (requests.count % 1024 === 1023) forgetOld(requests);
      requests.add(now(), milliseconds, timedOut);
    },
    over(seconds, segments, belongs) {
      const since = now() - seconds * 1000;
      const result: Statistics = {};
      for (const [endpoint, requests] of finished) {
        forgetOld(requests);
        if (requests.count === 0) finished.delete(endpoint);
        const recent = requests.since(since);
        if (recent.latencies.length > 0 && belongs(endpoint))
          result[endpoint] = summary(recent, seconds, segments);
      }
      return result;
    },
  };
}
