import { SLOW_QUERIES_KEPT } from '@acacia/contract';
import type { EngineEvent } from '@acacia/engine';
import { expect, it } from 'vitest';
import { createSlowQueries } from './slow-queries.ts';

const ended = (given: Partial<Extract<EngineEvent, { kind: 'queryEnded' }>>): EngineEvent => ({
  kind: 'queryEnded',
  requestId: 'r',
  graph: 'social',
  query: 'friends',
  milliseconds: 1500,
  outcome: 'done',
  error: null,
  ...given,
});

it('keeps what took a second or met its time limit, newest first, with a short error', () => {
  const slow = createSlowQueries(() => new Date(0));
  slow.engineEvent(ended({ requestId: 'quick', milliseconds: 999 }));
  slow.engineEvent(ended({ requestId: 'slow' }));
  slow.engineEvent(
    ended({ requestId: 'stopped', milliseconds: 50, outcome: 'timeout', error: 'x'.repeat(900) }),
  );
  slow.engineEvent({ kind: 'catalogChanged', changes: [] });
  expect(slow.list().map(({ requestid }) => requestid)).toEqual(['stopped', 'slow']);
  expect(slow.list()[0]).toMatchObject({ outcome: 'timeout', endTime: '1970-01-01T00:00:00.000Z' });
  expect(slow.list()[0]?.error).toHaveLength(500);
});

it('forgets the oldest', () => {
  const slow = createSlowQueries();
  for (let n = 0; n < SLOW_QUERIES_KEPT + 5; n++) slow.engineEvent(ended({ requestId: String(n) }));
  expect(slow.list()).toHaveLength(SLOW_QUERIES_KEPT);
  expect(slow.list()[0]?.requestid).toBe(String(SLOW_QUERIES_KEPT + 4));
});
