/** The glossary has each term once, and explains the words of the compiler. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TEXT = readFileSync(path.resolve(import.meta.dirname, '../../docs/glossary.md'), 'utf8');

/** Terms of a row's first cell; what stands in parentheses says which of several things of that name is meant. */
const terms = [...TEXT.matchAll(/^\| ([^|]+?) +\| [^|]+ \|/gm)]
  .map(([, term = '']) => term)
  .filter((term) => term !== 'Term' && !term.startsWith('---'))
  .flatMap((term) => term.split(/, (?![^(]*\))/));

test('each term stands in one row', () => {
  expect(terms.length).toBeGreaterThan(100);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
});

test.each(['unit (of code generation)', 'hoist', 'part', 'hop'])('%s is explained', (term) => {
  expect(terms).toContain(term);
});
