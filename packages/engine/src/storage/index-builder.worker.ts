/** The thread that inserts vectors into indexes: some of each in turn, so that a small index is soon complete. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { PUBLISHED, STOPPED, type VectorBuffers } from '../graph/vectors/buffers.ts';
import { writeIndex } from '../graph/vectors/index-file.ts';
import { Inserter } from '../graph/vectors/insert.ts';
import { INDEX_FROM } from '../graph/vectors/search.ts';
import type { FromIndexBuilder, ToIndexBuilder } from './index-builder.ts';

/** Insertions before the next index has its turn and messages are read. */
const TURN = 64;

interface Task {
  readonly inserter: Inserter;
  readonly buffers: VectorBuffers;
  readonly file: string | null;
}

const tasks = new Map<number, Task>();
/** The number of slots in the file of an index, by the id of its buffers. */
const kept = new Map<number, number>();
let working = false;

async function work(): Promise<void> {
  for (const [id, task] of tasks) {
    if (task.inserter.advance(TURN)) continue;
    tasks.delete(id);
    // Nothing is inserted meanwhile: one file is written after the other.
    await keep(id, task);
  }
  working = tasks.size > 0;
  if (working) setImmediate(() => void work());
}

/** Writes an index to its file when it has grown by a tenth since. */
async function keep(id: number, { buffers: { header }, buffers, file }: Task): Promise<void> {
  const slots = Atomics.load(header, PUBLISHED);
  const before = kept.get(id) ?? 0;
  if (file === null || Atomics.load(header, STOPPED) === 1) return;
  if (slots - before < Math.max(INDEX_FROM, before / 10)) return;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    await writeIndex(file, buffers);
    kept.set(id, slots);
  } catch (cause) {
    parentPort?.postMessage({ file, reason: String(cause) } satisfies FromIndexBuilder);
  }
}

parentPort?.on('message', ({ id, buffers, file }: ToIndexBuilder) => {
  // Vectors that are in the index at first came from the file.
  if (!kept.has(id)) kept.set(id, Atomics.load(buffers.header, PUBLISHED));
  if (!tasks.has(id)) tasks.set(id, { inserter: new Inserter(buffers), buffers, file });
  if (working) return;
  working = true;
  setImmediate(() => void work());
});
