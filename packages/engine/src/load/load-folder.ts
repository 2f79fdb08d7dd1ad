/** The folder of loads: their reports, rejected rows, requests and temporary files. */
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '@acacia/durable-files';
import type { LoadStatus } from '../load-status.ts';
import { revive } from './load-reports.ts';
import { dropRequest, type LoadRequest } from './load-requests.ts';
import { isImage } from './undo.ts';

/** Files that are removed at the end of a run; fetched files stay for another attempt. */
const TEMPORARY = /\.tmp(?:\.gz)?$/;
/** The time for which an interrupted load can be run again, in milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** The number of reports kept per graph and kind: loads of files, loads of requests' bodies, and dry runs. */
const KEPT_REPORTS = 100;

const reportOf = (folder: string, id: string): string => path.join(folder, `${id}.json`);

/** The file of the rows that a load rejected. */
export const rejectsOf = (folder: string, id: string): string => path.join(folder, `${id}.jsonl`);

/** The file of the first rows that a dry run made. */
export const previewOf = (folder: string, id: string): string => path.join(folder, `${id}.preview`);

export const keepReport = (folder: string, status: LoadStatus): Promise<void> =>
  writeDurably(reportOf(folder, status.id), JSON.stringify(status));

/** The reports that are kept; `onBroken` gets those that cannot be read. */
export async function readReports(
  folder: string,
  onBroken: (file: string, cause: unknown) => void,
): Promise<readonly LoadStatus[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const reports: LoadStatus[] = [];
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    try {
      reports.push(revive(await readFile(path.join(folder, name), 'utf8')));
    } catch (cause) {
      onBroken(name, cause);
    }
  }
  return reports;
}

/** Removes files of loads that did not end, except those that another attempt can use. */
export async function tidyFolder(
  folder: string,
  known: readonly LoadStatus[],
  requests: readonly LoadRequest[],
): Promise<void> {
  const old = requests.filter(({ startedAt }) => startedAt < Date.now() - KEPT_MS);
  for (const { id } of old) await dropRequest(folder, id);
  const kept = requests.filter((request) => !old.includes(request)).map(({ id }) => `${id}.`);
  const finished = known.filter(({ state }) => state === 'finished').map(({ id }) => `${id}.`);
  const ids = new Set(known.map(({ id }) => id));
  const names = await readdir(folder).catch(() => [] as string[]);
  const left = names.filter((name) => {
    if (TEMPORARY.test(name)) return true;
    if (isImage(name)) return !finished.some((prefix) => name.startsWith(prefix));
    if (name.endsWith('.jsonl')) return !ids.has(name.slice(0, -'.jsonl'.length));
    if (name.endsWith('.preview')) return !ids.has(name.slice(0, -'.preview'.length));
    return name.includes('.fetched') && !kept.some((prefix) => name.startsWith(prefix));
  });
  for (const name of left) await rm(path.join(folder, name), { force: true });
}

/** The kind of a load: the name of the graph, whether the data came with a request, and whether it was a dry run. */
const kindOf = ({ id, graph, dryRun }: LoadStatus): string =>
  `${graph} ${/\.post\.m1\.\d+$/.test(id)} ${dryRun}`;

/** Ids of ended loads that are beyond the newest ones of their graph and kind. */
export function beyondHistory(known: readonly LoadStatus[]): readonly string[] {
  const seen = new Map<string, number>();
  return known
    .filter(({ state }) => state !== 'running')
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
    .filter((status) => {
      const kind = kindOf(status);
      const count = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, count);
      return count > KEPT_REPORTS;
    })
    .map(({ id }) => id);
}

/** Removes every file of some loads. */
export async function forgetLoads(folder: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const name of await readdir(folder).catch(() => [] as string[])) {
    if (ids.some((id) => name.startsWith(`${id}.`))) await rm(path.join(folder, name), { force: true });
  }
}
