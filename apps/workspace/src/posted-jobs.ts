/**
 * Runs of loading jobs whose lines come in several requests. A client names such a run itself, by `jobid`, as TigerGraph's
 * JDBC driver and Spark connector do, and asks for the statistics of all its requests by that id.
 */
import type { FileCounts, LoadStatus, TargetCounts } from '@acacia/engine';

/** Runs that are remembered; the one that has been without a request the longest is forgotten first. */
const MOST_JOBS = 1_000;

interface PostedJob {
  readonly graph: string;
  /** Sum of the requests that have ended; null: none has. */
  ended: LoadStatus | null;
  /** Ids of the engine's loads of requests under way. */
  readonly running: Set<string>;
}

export class PostedJobs {
  readonly #jobs = new Map<string, PostedJob>();
  readonly #statusOf: (id: string) => LoadStatus | undefined;

  /** @param statusOf the status of one of the engine's loads */
  constructor(statusOf: (id: string) => LoadStatus | undefined) {
    this.#statusOf = statusOf;
  }

  /** Counts a load as a request of the run. The id begins anew where it was one of another graph. */
  begun(graph: string, jobid: string, load: string): void {
    const known = this.#jobs.get(jobid);
    const job = known?.graph === graph ? known : { graph, ended: null, running: new Set<string>() };
    this.#jobs.delete(jobid);
    this.#jobs.set(jobid, job);
    job.running.add(load);
    for (const [id, { running }] of this.#jobs) {
      if (this.#jobs.size <= MOST_JOBS) return;
      if (running.size === 0) this.#jobs.delete(id);
    }
  }

  ended(jobid: string, load: string, status: LoadStatus): void {
    const job = this.#jobs.get(jobid);
    if (job?.running.delete(load) === true) job.ended = added(job.ended, status);
  }

  /** Ids of the loads under way of a run. */
  running(jobid: string): string[] {
    return [...(this.#jobs.get(jobid)?.running ?? [])];
  }

  /** The status of all requests of a run together; undefined: no request has named it. */
  status(jobid: string): LoadStatus | undefined {
    const job = this.#jobs.get(jobid);
    if (job === undefined) return undefined;
    let sum = job.ended;
    for (const id of job.running) {
      const status = this.#statusOf(id);
      if (status !== undefined) sum = added(sum, status);
    }
    return sum === null ? undefined : { ...sum, id: jobid };
  }
}

/** Both together: one that runs makes the sum run, and the error of one that failed is the sum's. */
function added(sum: LoadStatus | null, next: LoadStatus): LoadStatus {
  if (sum === null) return next;
  const runs = sum.state === 'running' || next.state === 'running';
  const worst = sum.state === 'finished' ? next : sum;
  const ends = [sum.endedAt, next.endedAt].filter((at) => at !== null);
  return {
    ...next,
    state: runs ? 'running' : worst.state,
    error: worst.error,
    progress: Math.min(sum.progress, next.progress),
    startedAt: sum.startedAt < next.startedAt ? sum.startedAt : next.startedAt,
    endedAt: runs ? null : (ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null),
    resumable: false,
    files: filesAdded(sum.files, next.files),
  };
}

/** The lines of all requests count as one file: each request's own file is a temporary one. */
function filesAdded(one: readonly FileCounts[], other: readonly FileCounts[]): FileCounts[] {
  const [first, ...rest] = [...one, ...other];
  if (first === undefined) return [];
  return [
    rest.reduce(
      (sum, next) => ({
        ...numbersAdded(sum, next),
        vertex: targetsAdded(sum.vertex, next.vertex),
        edge: targetsAdded(sum.edge, next.edge),
      }),
      first,
    ),
  ];
}

function targetsAdded(one: readonly TargetCounts[], other: readonly TargetCounts[]): TargetCounts[] {
  const byType = new Map<string, TargetCounts>();
  for (const next of [...one, ...other]) {
    const sum = byType.get(next.typeName);
    byType.set(next.typeName, sum === undefined ? next : numbersAdded(sum, next));
  }
  return [...byType.values()];
}

/** The first with the second's numbers added to its own. */
function numbersAdded<T extends object>(one: T, other: T): T {
  const sums = Object.entries(one).map(([key, value]: [string, unknown]) => {
    const more = (other as Record<string, unknown>)[key];
    return [key, typeof value === 'number' && typeof more === 'number' ? value + more : value];
  });
  return Object.fromEntries(sums) as T;
}
