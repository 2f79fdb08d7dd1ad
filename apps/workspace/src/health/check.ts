/** The health check of a workspace: each check tries the thing itself and gives a sentence. */
import { messageOf } from '@acacia/base';
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

const ok = (detail: string): Finding => ({ state: 'ok', detail });
const warning = (detail: string): Finding => ({ state: 'warning', detail });

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

/** The finding about something of which a part is used, by the levels of the banners. */
function used(part: number, whole: number, about: string, advice: string): Finding {
  const percent = whole > 0 ? (part / whole) * 100 : 0;
  const level = usageLevel(percent);
  const detail = `${Math.round(percent)}% of ${about} is used.`;
  if (level === null) return ok(detail);
  return { state: level === 'critical' ? 'failed' : 'warning', detail: `${detail} ${advice}` };
}

async function took(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return `${Math.max(1, Math.round(performance.now() - began))} ms`;
}

async function runsQueries({ engine }: Services): Promise<Finding> {
  const [graph] = engine.graphs();
  if (graph === undefined) return ok('There is no graph yet over which a query could run.');
  const options = { timeLimitMs: QUERY_MS, signal: AbortSignal.timeout(QUERY_MS) };
  const time = await took(async () => {
    const { printed } = await engine.interpretQuery('INTERPRET QUERY () { PRINT 1; }', graph, {}, options);
    printed.release();
  });
  return ok(`A query was run in ${time}.`);
}

async function writesFiles({ kept, readOnly }: Services): Promise<Finding> {
  if (readOnly) return ok('The workspace is read-only: nothing is written.');
  const content = new Date().toISOString();
  const time = await took(async () => {
    await kept.write(PROBE, content);
    const read = await kept.read(PROBE);
    await kept.remove(PROBE);
    if (read !== content) throw new Error('A file that was written reads differently.');
  });
  return ok(`A file was written, synced, read and removed in ${time}.`);
}

async function hasSpace({ files }: Services): Promise<Finding> {
  const { blocks, bfree } = await statfs(files.folder);
  return used(blocks - bfree, blocks, 'the data volume', 'Remove data or uploaded files, or enlarge it.');
}

function hasMemory({ engine }: Services): Finding {
  const { graphBytes, limitBytes } = engine.memory();
  return used(graphBytes, limitBytes, 'the memory for graphs', 'Choose a larger size, or remove data.');
}

function queriesAreWhole({ engine }: Services): Finding {
  const all = engine.graphs().flatMap((graph) => engine.queries(graph));
  const drafts = all.filter(({ draft }) => draft).map(({ graph, name }) => `${graph}.${name}`);
  if (all.length === 0) return ok('There are none.');
  if (drafts.length === 0) return ok(`${all.length} stored, all of them valid.`);
  return warning(
    `Stored with errors, or invalid since the schema changed: ${listed(drafts)}. The query editor says why.`,
  );
}

function sourcesAreWhole({ engine }: Services): Finding {
  const all = engine.dataSources(null);
  const lost = all.filter(({ keysLost }) => keysLost).map(({ name }) => name);
  if (all.length === 0) return ok('There are none.');
  if (lost.length === 0) return ok(`${all.length} stored, all of them with their keys.`);
  return warning(`The keys of ${listed(lost)} cannot be read. Enter them again.`);
}

function answersRequests({ counters }: Services): Finding {
  const { requests, requestErrors } = counters.read();
  const since = `since ${counters.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (requestErrors === 0) return ok(`None of ${requests} requests ${since} got a status from 500 on.`);
  return warning(
    `${requestErrors} of ${requests} requests ${since} got a status from 500 on, as a query does that meets its time limit. The log says why.`,
  );
}

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['Query workers', runsQueries],
  ['Storage', writesFiles],
  ['Disk space', hasSpace],
  ['Memory', hasMemory],
  ['Stored queries', queriesAreWhole],
  ['Data sources', sourcesAreWhole],
  ['Requests', answersRequests],
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
