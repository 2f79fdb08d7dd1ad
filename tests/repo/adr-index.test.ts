/** Every decision record stands in the index of the records, by its number and under its title. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/adr');
const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

/** The row that the index should have for a record: its number and its title, as the record's heading has them. */
function rowOf(file: string): string {
  const [, number = '', title = ''] = /^# 0*(\d+)[.:]?(?: –)? (.+)/.exec(read(file)) ?? [];
  return `${number} ${file} ${title.trim()}`;
}

const records = readdirSync(FOLDER).filter((file) => /^\d{4}-.*\.md$/.test(file));
const listed = [...read('README.md').matchAll(/^\| *\[(\d+)\]\(([^)]+)\) *\|([^|]+)\|/gm)].map(
  ([, number = '', file = '', title = '']) => `${number} ${file} ${title.trim()}`,
);

test('the index lists each record once', () => {
  expect(listed.toSorted()).toEqual(records.map(rowOf).toSorted());
});

test.each(records)('%s has its own number', (file) => {
  expect(rowOf(file)).toMatch(new RegExp(`^${Number(file.slice(0, 4))} `));
});
