/**
 * Lets the code under test start other threads than its own. Those of the engine as `npm start` has them built: a
 * thread of one file starts with a third of the CPU of one that reads a hundred and fifty, and tests start thousands
 * (docs/adr/0043-built-servers.md). The one that hashes passwords at little cost: hashes that one test process makes
 * are compared by that process alone (docs/adr/0040-one-server-many-databases.md).
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import threads, { Worker, type WorkerOptions } from 'node:worker_threads';
import { inject } from 'vitest';

const folder = inject('builtThreads') ?? null;
const SOURCE = /\/packages\/engine\/src\/(?:\w+\/)*([\w.-]*worker)\.ts$/;

/** The built file of a thread's source. */
function builtOf(source: string): string | undefined {
  const name = SOURCE.exec(source)?.[1];
  if (folder === null || name === undefined) return undefined;
  const built = path.join(folder, `${name}.js`);
  if (!existsSync(built)) throw new Error(`${built} was not built of ${source}.`);
  return built;
}

const HASHING = '/packages/passwords/src/derive.worker.ts';
const CHEAP = path.join(import.meta.dirname, 'cheap-derive.worker.ts');

const otherOf = (source: string): string | undefined => (source.endsWith(HASHING) ? CHEAP : builtOf(source));

class OtherWorker extends Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    super((file instanceof URL ? otherOf(fileURLToPath(file)) : undefined) ?? file, options);
  }
}

// Once in each process, whose files of tests share their modules.
if (threads.Worker.name !== OtherWorker.name) {
  threads.Worker = OtherWorker;
  syncBuiltinESMExports();
}
