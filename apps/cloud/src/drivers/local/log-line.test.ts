import { expect, it } from 'vitest';
import { logLineOf } from './log-line.ts';
import type { LogSource } from './workspace-log.ts';

const at = new Date('2026-11-21T08:00:01Z');
const line = (text: string, source: LogSource = 'out', host = 'm1') => logLineOf({ at, host, source, text });
const server = (fields: object) =>
  line(
    JSON.stringify({
      time: '2026-11-21T08:00:00.000Z',
      level: 'info',
      component: 'gsql',
      msg: 'Done.',
      ...fields,
    }),
  );

it('takes time, level, component and message of a line of the server', () => {
  expect(server({})).toEqual({
    at: new Date('2026-11-21T08:00:00Z'),
    host: 'm1',
    component: 'gsql',
    level: 'info',
    text: 'Done.',
  });
  expect(server({ level: 'fatal' }).level).toBe('error');
  expect(server({ level: 'warn' }).level).toBe('warn');
});

it('puts the other fields behind the message, without what it says already', () => {
  expect(
    server({ reqId: 'req-1', status: 200, rows: 3, file: 'a b.csv', of: { type: 'v' }, no: null }).text,
  ).toBe('Done. rows=3 file="a b.csv" of.type=v');
});

it('shows where an error came from', () => {
  const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at x.ts:1' };
  expect(server({ err }).text).toBe('Done.\nError: broken\n    at x.ts:1');
  expect(server({ err: { message: 'broken' } }).text).toBe('Done.\nbroken');
});

it('keeps what is no line of the server as it is', () => {
  expect(line('Workspace stops')).toEqual({
    at,
    host: 'm1',
    component: 'process',
    level: 'info',
    text: 'Workspace stops',
  });
  for (const text of ['{"time":', '{"level":"info"}', '[1]', '']) {
    expect(line(text)).toMatchObject({ component: 'process', text });
  }
});

it('takes last words for errors, and warnings of the runtime for warnings', () => {
  expect(line('FATAL ERROR: heap out of memory', 'err', 'm2')).toMatchObject({ host: 'm2', level: 'error' });
  expect(line('(node:12) ExperimentalWarning: x', 'err')).toMatchObject({ level: 'warn' });
  expect(line('(Use `node --trace-warnings ...`)', 'err')).toMatchObject({ level: 'warn' });
});

it('names the supervisor', () => {
  expect(line('Start: version 4.2.1', 'event')).toMatchObject({ component: 'supervisor', level: 'info' });
  expect(line('The process ended with code 1.', 'alert')).toMatchObject({
    component: 'supervisor',
    level: 'warn',
  });
});
