import { expect, test } from 'vitest';
import { aJpeg, aPng, aWebp } from './picture.fixture.ts';
import { pictureOf } from './picture.ts';

/** Real files of one pixel, as encoders write them. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const LOSSY_WEBP = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';
const LOSSLESS_WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';

test.each([
  ['image/png', PNG],
  ['image/webp', LOSSY_WEBP],
  ['image/webp', LOSSLESS_WEBP],
])('a file of %s of one pixel is known', (type, text) => {
  expect(pictureOf(Buffer.from(text, 'base64'))).toEqual({ type, width: 1, height: 1 });
});

test.each([
  ['image/png', aPng],
  ['image/jpeg', aJpeg],
  ['image/webp', aWebp],
] as const)('the size of %s is read from its content, and no part of one is a picture', (type, make) => {
  const whole = make(300, 200);
  expect(pictureOf(whole)).toEqual({ type, width: 300, height: 200 });
  for (let length = 0; length < whole.length; length += 1) {
    const part = pictureOf(whole.subarray(0, length));
    // The bytes after the sizes may be missing; the browser shows nothing then.
    if (part !== null) expect(part).toEqual({ type, width: 300, height: 200 });
  }
});

test('segments of a JPEG without end are given up', () => {
  expect(pictureOf(Buffer.from('ffd8ffe00000ffe00000ffe00000', 'hex'))).toBeNull();
  expect(pictureOf(Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(100, 0xff)]))).toBeNull();
});
