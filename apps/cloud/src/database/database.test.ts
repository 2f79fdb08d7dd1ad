import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { startTestPostgres } from '../testing/postgres.ts';
import { connect } from './database.ts';

test('closing does not wait for ever for a connection that is not given back, and says so', async () => {
  const postgres = await startTestPostgres();
  const onError = vi.fn();
  const { connectionString = '' } = (await postgres.empty()).pool.options;
  const database = connect(connectionString, onError);
  const kept = await database.pool.connect();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const closed = database.close();
    await vi.advanceTimersByTimeAsync(10_000);
    await closed;
  } finally {
    vi.useRealTimers();
    kept.release();
  }
  expect(String(onError.mock.calls)).toContain('still in use 10 s after the end');
  await postgres.stop();
});

test('connections that break as transactions begin are not lost to the pool', async () => {
  const postgres = await startTestPostgres();
  const onError = vi.fn();
  const { connectionString = '' } = (await postgres.empty()).pool.options;
  const database = connect(connectionString, onError);
  const { db, pool } = database;
  const breakIt = (client: unknown) => {
    if (client instanceof pg.Client) client.connection.stream.destroy();
  };
  pool.on('acquire', breakIt);
  for (let n = 0; n < 15; n++) await expect(db.transaction(async () => undefined)).rejects.toThrow();
  pool.off('acquire', breakIt);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await db.transaction(async (tx) =>
    expect((await tx.execute('select 2 as two')).rows).toEqual([{ two: 2 }]),
  );
  expect(pool.totalCount - pool.idleCount).toBe(0);
  await database.close();
  expect(onError).not.toHaveBeenCalled();
  await postgres.stop();
});
