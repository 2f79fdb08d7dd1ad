import { describe, expect, it } from 'vitest';
import { progressOf } from './progress.ts';

const at = (
  seconds: number,
  status: 'Pending' | 'Resuming' | 'Active' = 'Pending',
  solution_catalog_id: string | null = null,
) =>
  progressOf(
    {
      status,
      operation_started_at: '2026-11-21T12:00:00.000Z',
      last_modified_time: '2026-11-21T11:00:00.000Z',
      solution_catalog_id,
    },
    Date.parse('2026-11-21T12:00:00.000Z') + seconds * 1000,
  );

describe('progressOf', () => {
  it('goes by the estimate of four minutes', () => {
    expect(at(0)).toMatchObject({ percent: 0, elapsed: 0, nearlyDone: false });
    expect(at(60)).toMatchObject({ percent: 25, elapsed: 60 });
  });

  it('goes by seven minutes when a solution comes with it', () => {
    expect(at(210, 'Pending', 'transaction-fraud')).toMatchObject({ percent: 50, estimate: 420 });
  });

  it('stops at 98 % and says that it is nearly done', () => {
    expect(at(240)).toMatchObject({ percent: 98, nearlyDone: true });
    expect(at(900)).toMatchObject({ percent: 98, nearlyDone: true });
  });

  it('does not go below nothing when the clocks differ', () => {
    expect(at(-30)).toMatchObject({ percent: 0, elapsed: 0 });
  });

  it('has no estimate for what has none, and nothing for what rests', () => {
    expect(at(5, 'Resuming')).toMatchObject({ percent: null, verb: 'Resuming' });
    expect(at(5, 'Active')).toBeNull();
  });
});
