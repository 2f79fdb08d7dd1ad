/** A derived file that is older than the contract fails here; `npm run generate` updates it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GENERATED } from '../../scripts/generated.ts';

test.each(GENERATED)('$file is current (npm run generate)', ({ file, content }) => {
  expect(readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')).toBe(content());
});
