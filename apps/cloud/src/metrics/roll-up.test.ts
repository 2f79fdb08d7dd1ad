/** Roll-ups, compared with aggregates that the test computes row by row. */
import { METRIC_RESOLUTIONS } from '@acacia/contract';
import { and, asc, count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { metrics } from '../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { forgetOld, KEPT_DAYS, rollUp } from './roll-up.ts';
import { histogram, rowOf } from './testing/readings.ts';

type Row = typeof metrics.$inferInsert;

const BEGIN = Date.parse('2026-01-05T10:00:00Z');
const DAY = 86_400_000;

let postgres: TestPostgres;
let server: TestServer;
let ids: string[];

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  const group = await server.workgroup();
  ids = [(await server.workspace(group)).id, (await server.workspace(group)).id];
});
beforeEach(() => server.database.db.delete(metrics));
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const stored = (resolution: number) =>
  server.database.db
    .select()
    .from(metrics)
    .where(eq(metrics.resolution, resolution))
    .orderBy(asc(metrics.workspaceId), asc(metrics.at));

/** Deterministic pseudo-random numbers. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

/** Two hours of rows with gaps, some without vertex and edge counts. */
function rows(workspaceId: string, seed: number): Row[] {
  const random = numbers(seed);
  const next = (below: number) => Math.floor(random.next().value * below);
  return Array.from({ length: 480 }, (_, i) => i)
    .filter((i) => i % 7 !== 3 && (i < 200 || i > 260))
    .map((i) =>
      rowOf(workspaceId, new Date(BEGIN + i * 15_000), {
        cpuPercent: next(1000) / 10,
        memoryPercent: next(1000) / 10,
        memoryBytes: next(2 ** 30) * 16,
        queries: next(50),
        queryErrors: next(3),
        queryTimeouts: next(2),
        queryLatency: histogram({ 0: next(9), 3: next(9), 15: next(2) }),
        requests: next(90),
        rowsLoaded: next(1e9) * 10,
        runningLoads: next(3),
        vertexCount: next(4) === 0 ? null : next(1e6),
        coveredSeconds: 1 + next(29),
      }),
    );
}

/** The expected aggregates of the rows of 15 seconds. */
function byHand(of: readonly Row[], seconds: number) {
  const groups = Map.groupBy(of, ({ at }) => Math.floor(at.getTime() / (seconds * 1000)));
  return [...groups].map(([place, group]) => {
    const covered = group.reduce((sum, row) => sum + row.coveredSeconds, 0);
    const mean = (key: 'cpuPercent' | 'memoryPercent' | 'memoryBytes' | 'runningLoads') =>
      group.reduce((sum, row) => sum + row[key] * row.coveredSeconds, 0) / covered;
    const sum = (key: 'queries' | 'queryErrors' | 'queryTimeouts' | 'requests' | 'rowsLoaded') =>
      group.reduce((total, row) => total + (row[key] ?? 0), 0);
    return {
      at: new Date(place * seconds * 1000),
      cpuPercent: mean('cpuPercent'),
      memoryPercent: mean('memoryPercent'),
      memoryBytes: mean('memoryBytes'),
      runningLoads: mean('runningLoads'),
      queries: sum('queries'),
      queryErrors: sum('queryErrors'),
      queryTimeouts: sum('queryTimeouts'),
      requests: sum('requests'),
      rowsLoaded: sum('rowsLoaded'),
      queryLatency: histogram().map((_, i) =>
        group.reduce((total, row) => total + (row.queryLatency[i] ?? 0), 0),
      ),
      vertexCount: group.findLast(({ vertexCount }) => vertexCount !== null)?.vertexCount ?? null,
      coveredSeconds: covered,
    };
  });
}

async function expectByHand(all: readonly Row[]): Promise<void> {
  for (const seconds of METRIC_RESOLUTIONS.slice(1)) {
    const found = await stored(seconds);
    for (const id of ids) {
      const expected = byHand(
        all.filter(({ workspaceId }) => workspaceId === id),
        seconds,
      );
      const got = found.filter(({ workspaceId }) => workspaceId === id);
      expect(got).toHaveLength(expected.length);
      for (const [
        i,
        { cpuPercent, memoryPercent, memoryBytes, runningLoads, ...exact },
      ] of expected.entries()) {
        expect(got[i]).toMatchObject(exact);
        expect(got[i]?.cpuPercent).toBeCloseTo(cpuPercent, 6);
        expect(got[i]?.memoryPercent).toBeCloseTo(memoryPercent, 6);
        expect(got[i]?.runningLoads).toBeCloseTo(runningLoads, 6);
        // Bytes are stored as whole numbers, at each of the steps.
        expect(Math.abs((got[i]?.memoryBytes ?? 0) - memoryBytes)).toBeLessThan(3);
      }
    }
  }
}

async function insert(all: readonly Row[]) {
  await server.database.db.insert(metrics).values([...all]);
}
const everything = () => ids.flatMap((id, i) => rows(id, i + 1));
const END = new Date(BEGIN + 2 * 3_600_000);

describe('rolling up', () => {
  test('gives what a reckoning by hand gives, also when done again and by two at once', async () => {
    const all = everything();
    await insert(all);
    await rollUp(server.database.db, END);
    await expectByHand(all);
    await Promise.all([rollUp(server.database.db, END), rollUp(server.database.db, END)]);
    await expectByHand(all);
  });

  test('goes along minute by minute', async () => {
    const all = everything().toSorted((a, b) => a.at.getTime() - b.at.getTime());
    for (let minute = 1; minute <= 120; minute += 4) {
      const [from, to] = [BEGIN + (minute - 1) * 60_000, BEGIN + (minute + 3) * 60_000];
      const some = all.filter(({ at }) => at.getTime() >= from && at.getTime() < to);
      if (some.length > 0) await insert(some);
      await rollUp(server.database.db, new Date(to));
    }
    await expectByHand(all);
  });

  test('takes in rows that come late, and what happened while nothing rolled up', async () => {
    const all = everything();
    const late = all.filter((_, i) => i % 11 === 0);
    await insert(all.filter((row) => !late.includes(row) && row.at.getTime() < BEGIN + 600_000));
    await rollUp(server.database.db, new Date(BEGIN + 600_000));
    // Two hours without a roll-up.
    await insert(all.filter((row) => !late.includes(row) && row.at.getTime() >= BEGIN + 600_000));
    await insert(late.filter(({ at }) => at.getTime() > END.getTime() - 280_000));
    await rollUp(server.database.db, END);
    await expectByHand(
      all.filter((row) => !late.includes(row) || row.at.getTime() > END.getTime() - 280_000),
    );
  });

  test('leaves rows alone that nothing was added to', async () => {
    await insert(everything());
    await rollUp(server.database.db, END);
    const versions = () =>
      server.database.pool
        .query<{ v: string }>(
          'select string_agg(xmin::text, $1 order by workspace_id, resolution, at) as v from metrics',
          [','],
        )
        .then(({ rows: [row] }) => row?.v);
    const before = await versions();
    await rollUp(server.database.db, END);
    expect(await versions()).toBe(before);
  });

  test('does nothing where nothing was measured', async () => {
    await rollUp(server.database.db, END);
    expect(await stored(60)).toEqual([]);
  });
});

test('rows are kept as long as their resolution says, and go in batches', async () => {
  const [id = ''] = ids;
  const now = new Date(BEGIN);
  for (const resolution of METRIC_RESOLUTIONS) {
    const edge = BEGIN - KEPT_DAYS[resolution] * DAY;
    await insert(
      Array.from({ length: 25 }, (_, i) => rowOf(id, new Date(edge - (i + 1) * 15_000), { resolution })),
    );
    await insert([rowOf(id, new Date(edge), { resolution })]);
  }
  await forgetOld(server.database.db, now, 10);
  for (const resolution of METRIC_RESOLUTIONS) {
    const [left] = await server.database.db
      .select({ rows: count() })
      .from(metrics)
      .where(and(eq(metrics.resolution, resolution), eq(metrics.workspaceId, id)));
    expect(left?.rows).toBe(1);
  }
});
