import { Writable } from 'node:stream';
import type { EngineEvent, LoadStatus } from '@acacia/engine';
import { expect, it } from 'vitest';
import { logEvents } from './log-events.ts';
import { createLogger } from './log.ts';

/** Level, component and text of the log lines of an event. */
function told(event: EngineEvent): string[] {
  let text = '';
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  logEvents(createLogger('json', into))(event);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { level: string; component: string; msg: string })
    .map(({ level, component, msg }) => `${level} ${component} ${msg}`);
}

const query = { kind: 'queryEnded', requestId: '1', graph: 'g', query: 'q', error: null } as const;

it('tells slow queries, not quick ones', () => {
  expect(told({ ...query, milliseconds: 1234, outcome: 'done' })).toEqual([
    'warn gpe The query q of the graph g took 1.2 s.',
  ]);
  expect(told({ ...query, milliseconds: 999, outcome: 'done' })).toEqual([]);
  expect(told({ ...query, query: '', milliseconds: 50, outcome: 'aborted' })).toEqual([
    'info gpe A query of the graph g was aborted after 0.1 s.',
  ]);
});

it('tells how a load ended', () => {
  const load: LoadStatus = {
    id: 'id',
    job: 'j',
    by: null,
    graph: 'g',
    state: 'failed',
    startedAt: new Date(0),
    endedAt: new Date(2500),
    progress: 0.5,
    files: [],
    error: 'The disk is full.',
    dryRun: false,
    resumable: true,
  };
  const ended = (change: Partial<LoadStatus>) => told({ kind: 'loadEnded', load: { ...load, ...change } });
  expect(ended({})).toEqual([
    'error loader The loading job j of the graph g failed after 2.5 s: The disk is full.',
  ]);
  expect(ended({ state: 'aborted' })).toEqual([
    'warn loader The loading job j of the graph g was aborted after 2.5 s; nothing was stored.',
  ]);
  expect(ended({ state: 'finished' })).toEqual([
    'info loader The loading job j of the graph g loaded 0 lines in 2.5 s; 0 were rejected.',
  ]);
});
