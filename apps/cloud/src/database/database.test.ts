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
