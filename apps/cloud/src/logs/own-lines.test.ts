import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createOwnLines } from './own-lines.ts';

const loggedTo = (own: ReturnType<typeof createOwnLines>) =>
  pino({ timestamp: pino.stdTimeFunctions.isoTime, base: null }, own.stream);

test('keeps what is said of a workspace, by either name of the field', () => {
  const own = createOwnLines();
  loggedTo(own).error({ workspace: 'w1', err: new Error('no disk') }, 'operation failed');
  loggedTo(own).warn({ workspaceId: 'w2' }, 'late');
  expect(own.take()).toMatchObject([
    { workspaceId: 'w1', level: 'error', text: 'operation failed: no disk' },
    { workspaceId: 'w2', level: 'warn', text: 'late' },
  ]);
  expect(own.take()).toEqual([]);
});

test.each([
  ['of no workspace', { workspace: null }],
  ['with an error that is no error', { workspace: 'w1', err: 'text' }],
  ['with a number for a name', { workspaceId: 7 }],
])('a line %s stays in the file alone, and never stops who writes it', (_what, fields) => {
  const own = createOwnLines();
  loggedTo(own).error(fields, 'operation failed');
  expect(own.take().map(({ text }) => text)).toEqual([]);
});
