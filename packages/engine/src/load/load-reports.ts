/** Reports of loads: their status while they run, kept beside the store when they have ended. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { FileCounts, LoadStatus, RejectedRow, TargetCounts } from '../load-status.ts';
import type { LoadRequest } from './load-requests.ts';

/** The status of a load, from its request and its progress. */
export const statusOf = (
  { id, job, graph, by, startedAt, dryRun }: LoadRequest,
  {
    state,
    progress,
    files,
    error = null,
  }: Pick<LoadStatus, 'state' | 'progress' | 'files'> & { error?: string | null },
): LoadStatus => ({
  id,
  job,
  graph,
  by,
  state,
  startedAt: new Date(startedAt),
  endedAt: null,
  progress,
  files,
  error,
  dryRun,
  resumable: false,
});

/** Objects of a target that were not loaded. */
export const rejectedObjects = (target: TargetCounts): number =>
  target.noIdFound + target.invalidAttribute + target.invalidPrimaryId + target.missingEndpoint;

/** Lines of which nothing was loaded. */
export const rejectedLines = ({
  rejectLine,
  notEnoughToken,
  invalidJson,
  oversizeToken,
}: FileCounts): number => rejectLine + notEnoughToken + invalidJson + oversizeToken;

/**
 * Counts as they were kept. Older ones count lines that are no JSON among those with too few tokens, and surplus tokens
 * and made vertices not at all.
 */
export const revivedCounts = (files: readonly FileCounts[]): FileCounts[] =>
  files.map((file) => ({
    ...file,
    invalidJson: file.invalidJson ?? 0,
    surplusToken: file.surplusToken ?? 0,
    vertex: file.vertex.map((target) => ({ ...target, newEndpoint: target.newEndpoint ?? 0 })),
    edge: file.edge.map((target) => ({ ...target, newEndpoint: target.newEndpoint ?? 0 })),
  }));

/** A report as it was kept. */
export function revive(text: string): LoadStatus {
  const status = JSON.parse(text) as LoadStatus & { startedAt: string; endedAt: string | null };
  return {
    ...status,
    files: revivedCounts(status.files),
    dryRun: status.dryRun ?? false,
    resumable: status.resumable ?? false,
    by: status.by ?? null,
    startedAt: new Date(status.startedAt),
    endedAt: status.endedAt === null ? null : new Date(status.endedAt),
  };
}

/** The counts of a file of which nothing is read yet. */
export const emptyCounts = (file: string, bytes: number): FileCounts => ({
  file,
  bytes,
  bytesRead: 0,
  validLine: 0,
  rejectLine: 0,
  notEnoughToken: 0,
  surplusToken: 0,
  invalidJson: 0,
  oversizeToken: 0,
  vertex: [],
  edge: [],
});

/** The first rows that were not loaded, in the order of files and lines; none when there is no file of them. */
export async function readRejected(file: string, limit: number): Promise<RejectedRow[]> {
  if ((await stat(file).catch(() => null)) === null) return [];
  const rows: RejectedRow[] = [];
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) {
    if (rows.length >= limit) break;
    rows.push(JSON.parse(line) as RejectedRow);
  }
  lines.close();
  return rows;
}
