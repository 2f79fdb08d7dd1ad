import { expect, it } from 'vitest';
import { machineMemory, planMemory } from './memory.ts';

const GB = 2 ** 30;

it('gives the size when the machine has it', () => {
  expect(planMemory(4 * GB, 32 * GB)).toEqual({ engineMb: 4096, heapMb: 3072 });
});

it('caps the size at what the machine has after its reserve, and says so', () => {
  expect(planMemory(64 * GB, 24 * GB)).toEqual({
    engineMb: 22.5 * 1024,
    heapMb: 22.5 * 768,
    note: 'Runs with 22.5 GB of memory instead of 64 GB: this machine has 24 GB.',
  });
});

it('leaves half of a small machine', () => {
  expect(planMemory(4 * GB, 2 * GB)).toMatchObject({ engineMb: 1024, heapMb: 768 });
});

it('knows the memory of this machine', () => {
  expect(machineMemory()).toBeGreaterThan(128 * 2 ** 20);
});
