/** The health check of a workspace: each check tries the thing itself and gives a sentence. */
import { messageOf, type Quoted } from '@acacia/base';
import { statfs } from 'node:fs/promises';
import { usageLevel, type HealthCheck } from '@acacia/contract';
import type { Services } from '../services.ts';

type Finding = Pick<HealthCheck, 'state' | 'detail'>;
type Check = (services: Services) => Finding | Promise<Finding>;

/** Milliseconds that the query of the check may wait and run. */
const QUERY_MS = 10_000;
const PROBE = 'health-check.txt';
/** Names in one sentence. */
const NAMED = 5;

/** Names of the checks. */
export const HEALTH_CHECKS = {
  workers: 'Query workers',
  storage: 'Storage',
  space: 'Disk space',
  memory: 'Memory',
  queries: 'Stored queries',
  sources: 'Data sources',
  requests: 'Requests',
} as const;

/** Findings of the checks. */
export const FINDINGS = {
  noGraph: () => 'There is no graph yet over which a query could run.',
  queryRun: ({ time }: Quoted<'time'>) => `A query was run in ${time}.`,
  readOnly: () => 'The workspace is read-only: nothing is written.',
  fileWritten: ({ time }: Quoted<'time'>) => `A file was written, synced, read and removed in ${time}.`,
  volumeUsed: ({ percent }: Quoted<'percent'>) => `${percent}% of the data volume is used.`,
  volumeFull: ({ percent }: Quoted<'percent'>) =>
    `${percent}% of the data volume is used. Remove data or uploaded files, or enlarge it.`,
  memoryUsed: ({ percent }: Quoted<'percent'>) => `${percent}% of the memory for graphs is used.`,
  memoryFull: ({ percent }: Quoted<'percent'>) =>
    `${percent}% of the memory for graphs is used. Choose a larger size, or remove data.`,
  none: () => 'There are none.',
  queriesValid: ({ count }: Quoted<'count'>) => `${count} stored, all of them valid.`,
  queriesBroken: ({ names }: Quoted<'names'>) =>
    `Stored with errors, or invalid since the schema changed: ${names}. The query editor says why.`,
  sourcesWhole: ({ count }: Quoted<'count'>) => `${count} stored, all of them with their keys.`,
  keysLost: ({ names }: Quoted<'names'>) => `The keys of ${names} cannot be read. Enter them again.`,
  answered: ({ requests, since }: Quoted<'requests' | 'since'>) =>
    `None of ${requests} requests since ${since} UTC got a status from 500 on.`,
  failing: ({ failed, requests, since }: Quoted<'failed' | 'requests' | 'since'>) =>
    `${failed} of ${requests} requests since ${since} UTC got a status from 500 on, as a query does that meets its time limit. The log says why.`,
} as const;

const ok = (detail: string): Finding => ({ state: 'ok', detail });
const warning = (detail: string): Finding => ({ state: 'warning', detail });

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

type OfPart = typeof FINDINGS.volumeUsed;

/** The finding about something of which a part is used, by the levels of the banners. */
function used(part: number, whole: number, little: OfPart, much: OfPart): Finding {
  const exact = whole > 0 ? (part / whole) * 100 : 0;
  const level = usageLevel(exact);
  const percent = Math.round(exact);
  if (level === null) return ok(little({ percent }));
  return { state: level === 'critical' ? 'failed' : 'warning', detail: much({ percent }) };
}

async function took(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return `${Math.max(1, Math.round(performance.now() - began))} ms`;
}

async function runsQueries({ engine }: Services): Promise<Finding> {
  const [graph] = engine.graphs();
  if (graph === undefined) return ok(FINDINGS.noGraph());
  const options = { timeLimitMs: QUERY_MS, signal: AbortSignal.timeout(QUERY_MS) };
  const time = await took(async () => {
    const { printed } = await engine.interpretQuery('INTERPRET QUERY () { PRINT 1; }', graph, {}, options);
    printed.release();
  });
  return ok(FINDINGS.queryRun({ time }));
}

async function writesFiles({ kept, readOnly }: Services): Promise<Finding> {
  if (readOnly) return ok(FINDINGS.readOnly());
  const content = new Date().toISOString();
  const time = await took(async () => {
    await kept.write(PROBE, content);
    const read = await kept.read(PROBE);
    await kept.remove(PROBE);
    if (read !== content) throw new Error('A file that was written reads differently.');
  });
  return ok(FINDINGS.fileWritten({ time }));
}

async function hasSpace({ files }: Services): Promise<Finding> {
  const { blocks, bfree } = await statfs(files.folder);
  return used(blocks - bfree, blocks, FINDINGS.volumeUsed, FINDINGS.volumeFull);
}

function hasMemory({ engine }: Services): Finding {
  const { graphBytes, limitBytes } = engine.memory();
  return used(graphBytes, limitBytes, FINDINGS.memoryUsed, FINDINGS.memoryFull);
}

function queriesAreWhole({ engine }: Services): Finding {
  const all = engine.graphs().flatMap((graph) => engine.queries(graph));
  const drafts = all.filter(({ draft }) => draft).map(({ graph, name }) => `${graph}.${name}`);
  if (all.length === 0) return ok(FINDINGS.none());
  if (drafts.length === 0) return ok(FINDINGS.queriesValid({ count: all.length }));
  return warning(FINDINGS.queriesBroken({ names: listed(drafts) }));
}

function sourcesAreWhole({ engine }: Services): Finding {
  const all = engine.dataSources(null);
  const lost = all.filter(({ keysLost }) => keysLost).map(({ name }) => name);
  if (all.length === 0) return ok(FINDINGS.none());
  if (lost.length === 0) return ok(FINDINGS.sourcesWhole({ count: all.length }));
  return warning(FINDINGS.keysLost({ names: listed(lost) }));
}

function answersRequests({ counters }: Services): Finding {
  const { requests, requestErrors } = counters.read();
  const since = counters.startedAt.toISOString().slice(0, 16).replace('T', ' ');
  if (requestErrors === 0) return ok(FINDINGS.answered({ requests, since }));
  return warning(FINDINGS.failing({ failed: requestErrors, requests, since }));
}

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  [HEALTH_CHECKS.workers, runsQueries],
  [HEALTH_CHECKS.storage, writesFiles],
  [HEALTH_CHECKS.space, hasSpace],
  [HEALTH_CHECKS.memory, hasMemory],
  [HEALTH_CHECKS.queries, queriesAreWhole],
  [HEALTH_CHECKS.sources, sourcesAreWhole],
  [HEALTH_CHECKS.requests, answersRequests],
];

/** Makes all checks; one that throws has failed, and the others are made all the same. */
export function checkHealth(services: Services): Promise<HealthCheck[]> {
  return Promise.all(
    CHECKS.map(async ([name, check]): Promise<HealthCheck> => {
      try {
        return { name, ...(await check(services)) };
      } catch (error) {
        return { name, state: 'failed', detail: messageOf(error) };
      }
    }),
  );
}
