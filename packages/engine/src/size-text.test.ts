import { expect, it } from 'vitest';
import { answerTooLarge, sizeAndLimit } from './size-text.ts';

it.each([
  [256 * 2 ** 20, 32 * 2 ** 20, '256MB', '32MB'],
  [5 * 2 ** 20, 2048, '5MB', '2KB'],
  [2 ** 30 + 1000, 2 ** 30, '1025MB', '1024MB'],
  [2 ** 20 + 2 ** 15, 2 ** 20 + 2 ** 14, '1056KB', '1040KB'],
  [1000, 900, '1000 bytes', '900 bytes'],
  [2 ** 20 + 2, 2 ** 20 + 1, '1048578 bytes', '1048577 bytes'],
])('%d bytes and the limit of %d do not look the same', (bytes, most, size, limit) => {
  expect(sizeAndLimit(bytes, most)).toEqual([size, limit]);
  expect(answerTooLarge(bytes, most).message).toBe(
    `The query response size is ${size}, which exceeds limit ${limit}.`,
  );
});
