import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Write, WriteOptions, WriteSummary } from '../writes.ts';
import { GroupedWrites } from './grouped-writes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NONE: WriteSummary = {
  acceptedVertices: 0,
  acceptedEdges: 0,
  skippedVertices: 0,
  skippedEdges: 0,
  presentVertices: [],
  missingVertices: [],
  deletedVertices: 0,
  deletedEdges: 0,
};
const vertex = (id: string): Write => ({ kind: 'upsertVertex', type: 'P', id, attributes: {} });
const edge = (id: string): Write => ({
  kind: 'upsertEdge',
  type: 'E',
  from: { type: 'P', id },
  to: { type: 'P', id },
  attributes: {},
});

/** Transactions as they were begun; those with the id `bad` are refused, and each ends when `end` is called. */
function aStore() {
  const begun: { graph: string; ids: string; options: WriteOptions }[] = [];
  const ends: (() => void)[] = [];
  const apply = async (
    graph: string,
    writes: readonly Write[],
    options: WriteOptions,
  ): Promise<WriteSummary> => {
    const ids = writes.map((write) => ('id' in write ? write.id : write.from.id)).join();
    begun.push({ graph, ids, options });
    await new Promise<void>((resolve) => ends.push(resolve));
    if (ids.includes('bad')) throw new Error(`refused: ${ids}`);
    return NONE;
  };
  const grouped = new GroupedWrites(apply, async (graph, upserts) => void (await apply(graph, upserts, {})));
  const end = async (): Promise<void> => {
    ends.shift()?.();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const moment = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(1);
  };
  return { grouped, begun, end, moment, ids: () => begun.map(({ ids }) => ids) };
}

it('puts what waits for a transaction into the next one, and answers each when that has ended', async () => {
  const { grouped, end, moment, ids } = aStore();
  const answered: string[] = [];
  const write = (name: string): void => {
    void grouped.write('g', [vertex(name)], {}).then((summary) => {
      answered.push(`${name} ${summary.acceptedVertices}`);
    });
  };
  for (const name of ['a', 'b', 'c']) write(name);
  expect(ids()).toEqual(['a']);
  await end();
  expect(answered).toEqual(['a 1']);
  await moment();
  expect(ids()).toEqual(['a', 'b,c']);
  await end();
  expect(answered).toEqual(['a 1', 'b 1', 'c 1']);
});

it('gives those who were answered a moment to join the next one, but lets nobody alone wait', async () => {
  const { grouped, end, moment, ids } = aStore();
  const write = (name: string): void => void grouped.write('g', [vertex(name)], {});
  write('a');
  await end();
  write('b');
  expect(ids()).toEqual(['a', 'b']);
  write('c');
  await end();
  expect(ids()).toEqual(['a', 'b']);
  write('d');
  await moment();
  expect(ids()).toEqual(['a', 'b', 'c,d']);
  await end();
  for (const name of ['e', 'f']) write(name);
  expect(ids()).toEqual(['a', 'b', 'c,d']);
  await moment();
  expect(ids()).toEqual(['a', 'b', 'c,d', 'e,f']);
});

it('keeps graphs, vertices and edges apart, in their order', async () => {
  const { grouped, end, moment, ids } = aStore();
  const all = [
    grouped.write('g', [vertex('first')], {}),
    grouped.write('g', [edge('a')], {}),
    grouped.write('g', [edge('b'), edge('c')], {}),
    grouped.write('g', [vertex('d')], {}),
    grouped.write('h', [vertex('e')], {}),
  ];
  for (let each = 0; each < 4; each += 1) {
    await end();
    await moment();
  }
  expect(ids()).toEqual(['first', 'a,b,c', 'd', 'e']);
  expect((await Promise.all(all)).map((summary) => summary.acceptedEdges)).toEqual([0, 1, 2, 0, 0]);
});

it('refuses the refused one alone', async () => {
  const { grouped, end, moment, ids } = aStore();
  const all = ['first', 'a', 'bad', 'b'].map((id) => grouped.write('g', [vertex(id)], {}));
  const settled = Promise.allSettled(all);
  for (let each = 0; each < 5; each += 1) {
    await end();
    await moment();
  }
  expect(ids()).toEqual(['first', 'a,bad,b', 'a', 'bad', 'b']);
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

it('leaves conditions, deletions, mixtures and large requests to themselves', async () => {
  const { grouped, begun } = aStore();
  const many = Array.from({ length: 4_001 }, (_, n) => vertex(`m${n}`));
  void grouped.write('g', [vertex('first')], {});
  void grouped.write('g', [vertex('a')], { newVertexOnly: true });
  void grouped.write('g', [edge('b')], { endsMustExist: 'both' });
  void grouped.write('g', [{ kind: 'deleteVertex', type: 'P', id: 'c' }], {});
  void grouped.write('g', [vertex('d'), edge('e')], {});
  void grouped.write('g', many, {});
  void grouped.write('g', [], {});
  void grouped.write('g', many.slice(1), {});
  // The last one is sharable, and waits for the first.
  expect(begun.map(({ options }) => options)).toEqual([
    {},
    { newVertexOnly: true },
    { endsMustExist: 'both' },
    {},
    {},
    {},
    {},
  ]);
});
