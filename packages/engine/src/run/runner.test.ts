import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunOptions } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { OPERATOR } from '../files/person.ts';
import type { ToWorker } from './messages.ts';
import { createQueryRunner } from './runner.ts';
import { socialSchema, socialSnapshot } from './social.fixture.ts';

const runner = createQueryRunner({ workers: 2, memoryLimitBytes: 512 * 2 ** 20 });
const snapshot = socialSnapshot();
afterAll(() => runner.close());

const request = (body: string) => ({
  text: `INTERPRET QUERY () FOR GRAPH social { ${body} }`,
  schema: socialSchema,
  schemaVersion: 1,
  snapshot,
  parameters: {},
});
const run = (body: string, options: RunOptions = {}) => runner.run({ ...request(body), options });

const ENDLESS = 'INT n = 0; WHILE TRUE DO n = n + 1; END;';

async function failure(promise: Promise<unknown>): Promise<EngineError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error('The query did not fail');
}

const of = (name: string): RunOptions => ({ person: { ...OPERATOR, name } });

it('sends a worker a graph and its types once, and again where they are others', async () => {
  const one = createQueryRunner({ workers: 1, memoryLimitBytes: 512 * 2 ** 20 });
  onTestFinished(() => one.close());
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => sent.mockRestore());
  const kinds = async (changes: Partial<ReturnType<typeof request>>): Promise<string[]> => {
    sent.mockClear();
    const { printed } = await one.run({ ...request('PRINT 1 AS n;'), options: {}, ...changes });
    expect(printed.values()).toEqual([{ n: 1 }]);
    return sent.mock.calls.map(([message]) => (message as ToWorker).kind);
  };
  expect(await kinds({})).toEqual(['snapshot', 'schema', 'run']);
  expect(await kinds({})).toEqual(['run']);
  expect(await kinds({ schema: { ...socialSchema }, schemaVersion: 2 })).toEqual(['forget', 'schema', 'run']);
  expect(await kinds({ snapshot: socialSnapshot() })).toEqual([
    'forget',
    'snapshot',
    'forget',
    'schema',
    'run',
  ]);
});

it.runIf(process.platform === 'linux')('runs below the thread that answers requests', async () => {
  const threads = (): string[] => readdirSync('/proc/self/task');
  /** The nineteenth field of proc(5)'s stat; the name in the second may hold blanks. */
  const niceness = (thread: string): number =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
  const before = new Set(threads());
  const one = createQueryRunner({ workers: 1, memoryLimitBytes: 512 * 2 ** 20 });
  onTestFinished(() => one.close());
  await one.run({ ...request('PRINT 1 AS n;'), options: {} });
  const started = threads().filter((thread) => !before.has(thread));
  expect(started.map(niceness)).toContain(Math.max(5, getPriority()));
});

describe('people who share the query workers', () => {
  it('do not wait for those who take them all, and get their turn among them', async () => {
    const stopping = new AbortController();
    const busy = ['ann', 'ann', 'ann', 'ann', 'bob'].map((name) =>
      failure(run(ENDLESS, { ...of(name), signal: stopping.signal })),
    );
    let ended = 0;
    for (const query of busy) void query.then(() => (ended += 1));
    const first = await run('PRINT 1 AS n;', of('eve'));
    expect(first.printed.values()).toEqual([{ n: 1 }]);
    await Promise.all([1, 2, 3].map((n) => run(`PRINT ${n} AS n;`, of('eve'))));
    expect(ended).toBe(0);
    // Ann has her share, and no more: what she asks beyond it waits.
    expect(await failure(run('PRINT 1;', { ...of('ann'), timeLimitMs: 200 }))).toMatchObject({
      code: 'REST-3000',
    });
    stopping.abort();
    for (const error of await Promise.all(busy)) expect(error.code).toBe('GSQL-6500');
  });

  it('are given a free worker by who has the fewest running', async () => {
    const one = createQueryRunner({ workers: 1, memoryLimitBytes: 512 * 2 ** 20 });
    const on = (name: string, body: string, more: RunOptions = {}) =>
      one.run({ ...request(body), options: { ...of(name), ...more } });
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((name) => {
      const stopping = new AbortController();
      return { stopping, held: failure(on(name, ENDLESS, { signal: stopping.signal })) };
    });
    const order: string[] = [];
    const later = ['ann', 'cid', 'dan'].map((name) => on(name, 'PRINT 1;').then(() => order.push(name)));
    bob?.stopping.abort();
    await later[2];
    expect(order).toEqual(['dan']);
    ann?.stopping.abort();
    await later[0];
    expect(order).toEqual(['dan', 'ann']);
    cid?.stopping.abort();
    await Promise.all([ann?.held, bob?.held, cid?.held, ...later]);
    await one.close();
  });
});

it('holds all of them to one memory, those too who began before the others', async () => {
  const one = createQueryRunner({ workers: 1, memoryLimitBytes: 96 * 2 ** 20 });
  const stopping = new AbortController();
  const on = (name: string, body: string) =>
    failure(one.run({ ...request(body), options: { ...of(name), signal: stopping.signal } }));
  const grown = (size: number) => `@@l.clear(); FOREACH i IN RANGE[1, ${size}] DO @@l += i; END;`;
  const much = on('ann', `ListAccum<INT> @@l; WHILE TRUE DO ${grown(2_500_000)} END;`);
  const part = on('bob', `ListAccum<INT> @@l; ${grown(900_000)} ${ENDLESS}`);
  const other = on('cid', `ListAccum<INT> @@l; ${grown(900_000)} ${ENDLESS}`);
  expect((await much).code).toBe('SYS-0002');
  stopping.abort();
  expect([(await part).code, (await other).code]).toEqual(['GSQL-6500', 'GSQL-6500']);
  await one.close();
});

describe('the query runner', () => {
  it('runs queries in workers, several at a time', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((n) => run(`PRINT ${n} AS n, 9223372036854775807 AS big;`)),
    );
    expect(outcomes.map((outcome) => outcome.printed.values())).toEqual(
      [1, 2, 3, 4].map((n) => [{ n, big: 9223372036854775807n }]),
    );
  });

  it('stops an endless loop when asked, and goes on working', async () => {
    const abort = new AbortController();
    const stopped = failure(run(ENDLESS, { signal: abort.signal }));
    setImmediate(() => abort.abort());
    expect(await stopped).toMatchObject({ code: 'GSQL-6500', message: 'The query was aborted.' });
    expect((await run('PRINT 1 AS n;')).printed.values()).toEqual([{ n: 1 }]);
  });

  it('stops at the time limit, in loops over patterns too', async () => {
    expect(await failure(run(ENDLESS, { timeLimitMs: 30 }))).toMatchObject({ code: 'REST-3000' });
    const pattern = `SumAccum<INT> @@n; S = {Person.*}; S = SELECT s FROM S:s ACCUM
      FOREACH i IN RANGE[1, 1000000000000] DO @@n += i END;`;
    expect(await failure(run(pattern, { timeLimitMs: 30 }))).toMatchObject({ code: 'REST-3000' });
    const text = 'STRING s = "x"; WHILE TRUE DO s = reverse(s); END;';
    expect(await failure(run(text, { timeLimitMs: 30 }))).toMatchObject({ code: 'REST-3000' });
  });

  it('refuses a query that was stopped before it began, and stops one that waits', async () => {
    expect(await failure(run('PRINT 1;', { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'GSQL-6500',
    });
    const one = new AbortController();
    const busy = [
      failure(run(ENDLESS, { signal: one.signal })),
      failure(run(ENDLESS, { signal: one.signal })),
    ];
    expect(await failure(run('PRINT 1;', { timeLimitMs: 20 }))).toMatchObject({ code: 'REST-3000' });
    one.abort();
    await Promise.all(busy);
  });

  it('fails a query that needs too much memory, alone', async () => {
    const hungry = 'ListAccum<INT> @@l; WHILE TRUE DO @@l += 1; END;';
    const [error, other] = await Promise.all([
      failure(run(hungry, { memoryLimitMb: 8 })),
      run('PRINT "fine" AS text;'),
    ]);
    expect(error.code).toBe('SYS-0002');
    expect(other.printed.values()).toEqual([{ text: 'fine' }]);
  });

  it('stops a query whose texts fill the heap', async () => {
    const text =
      'STRING s = repeat("0123456789abcdef", 10000); LIST<STRING> l; INT n = 0; WHILE TRUE DO n = n + 1; l = l + [upper(s + to_string(n))]; END;';
    expect((await failure(run(text))).code).toBe('SYS-0002');
    expect((await run('PRINT 1 AS n;')).printed.values()).toEqual([{ n: 1 }]);
  });

  it('says where a fault of the text is', async () => {
    const error = await failure(run('PRINT\n nothing;'));
    expect(error.message).toMatch(/line 2, col 1/);
  });

  it('profiles operators', async () => {
    const { profile } = await run(
      'S = SELECT t FROM Person:s -(Knows>:e)- Person:t WHERE s.age > 30; PRINT S;',
      { profile: true },
    );
    expect(profile).toMatchObject([
      { operator: 'SELECT', depth: 0, line: 1, rowsIn: 5, rowsOut: 1 },
      { operator: 'scan', depth: 1, line: 1, rowsIn: 5, rowsOut: 2 },
      { operator: 'expand', depth: 1, rowsIn: 2, rowsOut: 1 },
      { operator: 'PRINT', depth: 0, rowsOut: 1 },
    ]);
  });

  it('divides the time of loops that are one nest among their operators', async () => {
    const { profile = [] } = await run(
      `SumAccum<INT> @@n; WHILE @@n < 200000000 DO
        S = SELECT s FROM Person:s ACCUM FOREACH i IN RANGE[1, 100000] DO @@n += s.age END; END;`,
      { profile: true },
    );
    const time = (operator: string): number =>
      profile.find((row) => row.operator === operator)?.milliseconds ?? Number.NaN;
    expect(time('ACCUM')).toBeGreaterThan(0.8 * time('SELECT'));
    expect(time('ACCUM')).toBeGreaterThanOrEqual(time('scan'));
    expect(time('ACCUM') + time('scan')).toBeLessThanOrEqual(time('SELECT'));
  });
});
