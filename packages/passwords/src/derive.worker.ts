/** A thread that derives one key after the other. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { derive, type Derivation } from './scrypt.ts';

export type FromWorker = { readonly key: Uint8Array } | { readonly error: string };

/** Below the threads that answer people. Elsewhere it would count for the whole process. */
if (process.platform === 'linux') setPriority(5);

function answer(derivation: Derivation): FromWorker {
  try {
    return { key: derive(derivation) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (derivation: Derivation) => parentPort?.postMessage(answer(derivation)));
