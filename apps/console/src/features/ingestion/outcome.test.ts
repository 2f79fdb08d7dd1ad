import { WireLoadStatus } from '@acacia/contract';
import { expect, test } from 'vitest';
import { outcomeRows, surplusText } from './outcome.ts';

const counts = {
  validObject: 0,
  newObject: 5,
  updatedObject: 2,
  noIdFound: 1,
  invalidAttribute: 2,
  invalidPrimaryId: 4,
  missingEndpoint: 0,
  failedCondition: 0,
};
const lines = { validLine: 953, rejectLine: 3, notEnoughToken: 24, invalidJson: 0, oversizeToken: 1 };
const none = { validLine: 9, rejectLine: 0, notEnoughToken: 0, invalidJson: 0, oversizeToken: 0 };

const status = (objectLevel: unknown, tasks: readonly object[]): WireLoadStatus =>
  WireLoadStatus.parse({
    overall: {
      id: 'j',
      jobName: 'j',
      graphName: 'g',
      status: 'finished',
      error: null,
      progress: 1,
      startTime: 0,
      endTime: 1,
      duration: 1,
      size: 1,
      averageSpeed: 1,
      statistics: { fileLevel: lines, objectLevel },
    },
    workers: [{ tasks: tasks.map((task) => ({ bytes: 1, bytesRead: 1, vertex: [], edge: [], ...task })) }],
  });

test('what was rejected adds up: by target, by reason, and the lines of each file', () => {
  const rows = outcomeRows(
    status(
      {
        vertex: [{ ...counts, typeName: 'Card' }],
        edge: [{ ...counts, typeName: 'Paid', missingEndpoint: 5 }],
      },
      [
        { filename: '/uploads/7/cards.csv', ...lines },
        { filename: '/uploads/7/clean.csv', ...none },
      ],
    ),
  );
  expect(rows.map(({ target, rejected }) => [target, rejected])).toEqual([
    ['Vertex Card', 7],
    ['Edge Paid', 12],
    ['Lines of cards.csv', 28],
  ]);
  for (const row of rows) expect(row.unreadable + row.endMissing + row.badValue).toBe(row.rejected);
});

test('lines with surplus columns are told by file, and are none that were rejected', () => {
  const rows = outcomeRows(
    status({ vertex: [], edge: [] }, [{ filename: '/uploads/7/long.csv', ...none, surplusToken: 4 }]),
  );
  expect(rows).toMatchObject([{ target: 'Lines of long.csv', rejected: 0, unreadable: 0, surplus: 4 }]);
});

test('one line with surplus columns is one line', () => {
  expect(surplusText(1)).toBe('1 line without its surplus columns');
  expect(surplusText(1200)).toBe('1,200 lines without their surplus columns');
});
