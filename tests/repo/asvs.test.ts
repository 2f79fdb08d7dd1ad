/** docs/asvs.md has each requirement of ASVS 5.0 at levels 1 and 2 once, and names tests that are there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Requirements of each chapter at levels 1 and 2, as ASVS 5.0.0 has them. */
const OF_CHAPTER: Readonly<Record<string, number>> = {
  V1: 27,
  V2: 11,
  V3: 19,
  V4: 10,
  V5: 9,
  V6: 35,
  V7: 18,
  V8: 7,
  V9: 7,
  V10: 29,
  V11: 14,
  V12: 9,
  V13: 13,
  V14: 9,
  V15: 13,
  V16: 16,
  V17: 7,
};
const STATES = ['holds', 'in part', 'does not hold', 'does not apply'] as const;

const text = readFileSync(path.join(ROOT, 'docs/asvs.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('each requirement is there once, with a level, an answer and a sentence', () => {
  const ids = rows.map(([id]) => id ?? '');
  expect(new Set(ids).size).toBe(ids.length);
  const counted = Object.entries(Object.groupBy(ids, (id) => id.split('.')[0] ?? ''));
  expect(Object.fromEntries(counted.map(([chapter, held]) => [chapter, held?.length]))).toEqual(OF_CHAPTER);
  for (const [id, level, state, how] of rows) {
    expect(['1', '2'], id).toContain(level);
    expect(STATES, id).toContain(state);
    expect(how, id).not.toBe('');
  }
});

test('the numbers at its head are those of the table', () => {
  const [hold, part, not, apart] = STATES.map(
    (wanted) => rows.filter(([, , state]) => state === wanted).length,
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `Of ${rows.length} requirements ${hold} hold, ${part} hold in part, ${not} ${not === 1 ? 'does' : 'do'} not hold, and ${apart} do not apply.`,
  );
});

test('each named test is there', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const named = rows.flatMap(([, , , , tests = '']) =>
    [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});
