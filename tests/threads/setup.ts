/**
 * Lets the engine under test start its threads as `npm start` has them built: a thread of one file starts with a third
 * of the CPU of one that reads a hundred and fifty, and tests start thousands (docs/adr/0043-built-servers.md).
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import threads, { Worker, type WorkerOptions } from 'node:worker_threads';
import { inject } from 'vitest';

const folder = inject('builtThreads');
const SOURCE = /\/packages\/(?:engine|passwords)\/src\/(?:\w+\/)*([\w.-]*worker)\.ts$/;

/** The built file of a thread's source. */
function builtOf(source: string): string | undefined {
  const name = SOURCE.exec(source)?.[1];
  if (folder === null || name === undefined) return undefined;
  const built = path.join(folder, `${name}.js`);
  if (!existsSync(built)) throw new Error(`${built} was not built of ${source}.`);
  return built;
}

class BuiltWorker extends Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    super((file instanceof URL ? builtOf(fileURLToPath(file)) : undefined) ?? file, options);
  }
}

// Once in each process, whose files of tests share their modules.
if (threads.Worker.name !== BuiltWorker.name) {
  threads.Worker = BuiltWorker;
  syncBuiltinESMExports();
}
