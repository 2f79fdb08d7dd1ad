import { expect, it } from 'vitest';
import { createMemoryBudget, machineMemory } from './memory.ts';

const GB = 2 ** 30;
const MB = 2 ** 20;

it('gives the size when the machine has it, and keeps a margin above it', () => {
  expect(createMemoryBudget(32 * GB).claim('a', 4 * GB, false)).toEqual({
    engineMb: 4096,
    heapMb: 3072,
    mostBytes: 4608 * MB,
  });
});

it('keeps half of what is left for those that come later, and says so', () => {
  const budget = createMemoryBudget(25.5 * GB);
  expect(budget.claim('a', 64 * GB, false)).toMatchObject({
    engineMb: 12 * 1024,
    heapMb: 12 * 768,
    note: 'Runs with 12 GB of memory instead of 64 GB: this machine has 25.5 GB.',
  });
  expect(budget.claim('b', 64 * GB, false).note).toBe(
    'Runs with 6 GB of memory instead of 64 GB: this machine has 25.5 GB, which another workspace uses too.',
  );
  expect(budget.claim('c', GB, false)).not.toHaveProperty('note');
  expect(budget.claim('d', 64 * GB, false).note).toContain('which 3 other workspaces use too');
});

it('gives never more than there is, and gives again what was released', () => {
  const budget = createMemoryBudget(4 * GB);
  const given: number[] = [];
  const claim = () => given.push(budget.claim(`w${given.length}`, 16 * GB, false).engineMb * MB);
  expect(() => {
    for (;;) claim();
  }).toThrow(
    /^This machine has no memory left for another workspace: \S+ GB of its 4 GB belong to the \d+ that run\./,
  );
  expect(given.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(2.5 * GB);
  expect(Math.min(...given)).toBe(256 * MB);
  budget.release('w0');
  claim();
  expect(given.at(-1)).toBeGreaterThan(256 * MB);
});

it('counts a claim that is made again once, and one that stands by', () => {
  const budget = createMemoryBudget(5.5 * GB);
  const first = budget.claim('a', 16 * GB, false);
  expect(budget.claim('a', 16 * GB, false)).toEqual(first);
  expect(budget.claim('a', 16 * GB, true).engineMb).toBe((4 * 1024 - 192) / 2);
});

it('leaves half of a small machine', () => {
  expect(createMemoryBudget(2 * GB).claim('a', 4 * GB, false)).toMatchObject({ engineMb: 512, heapMb: 512 });
});

it('knows the memory of this machine', () => {
  expect(machineMemory()).toBeGreaterThan(128 * MB);
});
