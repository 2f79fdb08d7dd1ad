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

it('says what somebody else would get, and keeps nothing for them', () => {
  const budget = createMemoryBudget(25.5 * GB);
  const said = 'Runs with 12 GB of memory instead of 64 GB: this machine has 25.5 GB.';
  expect(budget.offer(64 * GB, false).note).toBe(said);
  expect(budget.offer(64 * GB, false).note).toBe(said);
  budget.claim('a', 64 * GB, false);
  expect(budget.offer(64 * GB, false).note).toContain('Runs with 6 GB');
});

it('gives the least that works when nothing is left, and again more what was released', () => {
  const budget = createMemoryBudget(4 * GB);
  const given = ['a', 'b', 'c', 'd', 'e', 'f'].map((by) => budget.claim(by, 16 * GB, false).engineMb);
  expect(given).toEqual([1280, 640, 320, 256, 256, 256]);
  expect(budget.wholeBytes).toBe(2.5 * GB);
  budget.release('a');
  expect(budget.claim('g', 16 * GB, false).engineMb).toBe(416);
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
