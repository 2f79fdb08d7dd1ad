/** The thread that puts vectors into their indexes: some of each in turn, so that a small one is soon done. */
import { parentPort } from 'node:worker_threads';
import { Inserter } from '../graph/vectors/insert.ts';
import type { ToIndexBuilder } from './index-builder.ts';

/** Insertions between two looks at what is asked for. */
const TURN = 64;

const inserters = new Map<number, Inserter>();
let working = false;

const work = (): void => {
  for (const [id, inserter] of inserters) if (!inserter.advance(TURN)) inserters.delete(id);
  working = inserters.size > 0;
  if (working) setImmediate(work);
};

parentPort?.on('message', ({ id, buffers }: ToIndexBuilder) => {
  if (!inserters.has(id)) inserters.set(id, new Inserter(buffers));
  if (working) return;
  working = true;
  setImmediate(work);
});
