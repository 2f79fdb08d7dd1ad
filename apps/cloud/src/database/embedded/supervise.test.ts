import { expect, test } from 'vitest';
import { supervise } from './supervise.ts';

/** A launcher of servers that the test ends. @param failing numbers of the launches that fail */
function lives(failing: readonly number[] = []) {
  const ends: (() => void)[] = [];
  const launch = async () => {
    const number = ends.length;
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    if (failing.includes(number)) throw new Error(`start ${number}`);
    return { number, exited: promise };
  };
  return { launch, ends };
}

test('starts again what ended by itself, and tells of it', async () => {
  const { launch, ends } = lives([1, 2]);
  const told: string[] = [];
  const server = await supervise({ launch, pauses: [0, 0, 0, 0], onChange: (state) => told.push(state) });
  ends[0]?.();
  await expect.poll(() => told).toEqual(['down', 'up']);
  expect(server.current().number).toBe(3);
  await server.release();
  ends[3]?.();
  await server.current().exited;
  expect(told).toEqual(['down', 'up']);
});

test('gives up after as many attempts as there are pauses, over all deaths in a row', async () => {
  const { launch, ends } = lives([2, 3]);
  const told: string[] = [];
  const server = await supervise({ launch, pauses: [0, 0, 0], onChange: (state) => told.push(state) });
  ends[0]?.();
  await expect.poll(() => told).toEqual(['down', 'up']);
  ends[1]?.();
  expect(await server.givenUp).toMatchObject({ message: 'start 3' });
  expect(told).toEqual(['down', 'up', 'down']);
  expect(ends).toHaveLength(4);
});

test('counts anew after a healthy life', async () => {
  const { launch, ends } = lives();
  const told: string[] = [];
  await supervise({ launch, pauses: [0], healthyAfter: 0, onChange: (state) => told.push(state) });
  for (const number of [0, 1, 2]) {
    ends[number]?.();
    await expect.poll(() => told.length).toBe(2 * (number + 1));
  }
});

test('starts nothing more once it is released, and rejects when the first start fails', async () => {
  const { launch, ends } = lives();
  const server = await supervise({ launch, pauses: [60_000], onChange: () => undefined });
  ends[0]?.();
  await server.current().exited;
  await server.release();
  expect(ends).toHaveLength(1);
  await expect(supervise({ ...lives([0]), onChange: () => undefined })).rejects.toThrow('start 0');
});
