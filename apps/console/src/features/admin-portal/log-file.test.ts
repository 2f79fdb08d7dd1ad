import { LOG_FILE_LINES, type LogFilePage } from '@acacia/contract';
import { expect, it } from 'vitest';
import { joined } from './log-file.ts';

const page = (first: number, count: number, given: Partial<LogFilePage> = {}): LogFilePage => ({
  logs: Array.from({ length: count }, (_, index) => ({
    ...{ id: String(first + index), timestamp: '2026-11-28T10:00:00.000Z', host: 'm1' },
    ...{ component: 'gpe', level: 'info' as const, log: 'line' },
  })),
  left_out: 0,
  components: ['gpe'],
  next: `0:${first + count}`,
  ...given,
});

it('appends what came later, and counts what had no room', () => {
  const before = page(0, LOG_FILE_LINES, { left_out: 3 });
  const after = joined(before, page(LOG_FILE_LINES, 2, { components: ['admin'] }));
  expect(after.logs).toHaveLength(LOG_FILE_LINES);
  expect([after.logs[0]?.id, after.left_out, after.next]).toEqual(['2', 5, `0:${LOG_FILE_LINES + 2}`]);
  expect(after.components).toEqual(['admin', 'gpe']);
});
