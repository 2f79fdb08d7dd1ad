/** A real workspace, run with its usual flags, and a reader that tries again and again to crash it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callWorkspace } from '../workspace-call.ts';
import { residentBytes } from './process-memory.ts';
import { createLocalHarness } from './testing/harness.ts';
import { BUILT_WORKSPACE } from '../../testing/built-servers.ts';

const MB = 2 ** 20;
/** Bytes by which the memory of one process may grow from round to round without a leak. */
const NOISE = 128 * MB;
const ROUNDS = 10;

/** Each of them crashed the process once. */
const ATTACKS = [
  'ArrayAccum<SumAccum<INT>> @@a[2000000000]; PRINT 1;',
  'STRING s = "abcdefgh"; WHILE TRUE DO s = upper(s + s); END;',
  'ListAccum<INT> @@l; @@l += 1; WHILE TRUE DO @@l += @@l; END;',
  'STRING s = repeat("y", 1000000); WHILE TRUE DO PRINT s; END;',
  'PRINT length(lpad("abc", 500000000, "de"));',
];

let harness: ReturnType<typeof createLocalHarness>;

beforeAll(async () => {
  harness = createLocalHarness(BUILT_WORKSPACE, { machineBytes: 1024 * MB });
  await harness.driver.createDatabase('db');
  await harness.driver.start({
    workspaceId: 'w',
    databaseId: 'db',
    snapshotId: null,
    replicas: 1,
    memoryBytes: 4096 * MB,
    cpus: 2,
    version: '4.2.1',
  });
  await callWorkspace(harness.driver, 'w', {
    method: 'POST',
    path: '/gsql/v1/statements',
    body: 'CREATE VERTEX P (PRIMARY_ID id STRING)\nCREATE GRAPH g (*)',
  });
}, 120_000);
afterAll(() => harness.close(), 60_000);

const query = (body: string): Promise<string> =>
  callWorkspace(harness.driver, 'w', {
    method: 'POST',
    path: '/gsql/v1/queries/interpret',
    body: `INTERPRET QUERY () FOR GRAPH g { ${body} }`,
  });

test('runs on, answers and does not grow', async () => {
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const attack of ATTACKS) {
      const [refusal, bystander] = await Promise.all([
        query(attack).then(String, (problem: unknown) => (problem as Error).message),
        query('SumAccum<INT> @@n; FOREACH i IN RANGE[1, 2000] DO @@n += i; END; PRINT @@n;'),
      ]);
      expect(refusal).toMatch(/more memory than its limit allows|may have [\d,]+ (characters|places)/);
      expect(bystander).toContain('"@@n":2001000');
    }
    const bytes = await residentBytes(await harness.pids('w'));
    taken.push([...bytes.values()].reduce((sum, each) => sum + each, 0));
  }
  expect(harness.driver.condition('w')).toMatchObject({ state: 'running', restarts: 0 });
  expect(Math.min(...taken.slice(-3))).toBeLessThan(Math.max(...taken.slice(0, 3)) + NOISE);
}, 600_000);
