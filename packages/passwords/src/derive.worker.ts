/** A worker thread that derives one key after the other. */
import { messageOf } from '@acacia/base';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { derive, type Derivation } from './scrypt.ts';

export type FromWorker = { readonly key: Uint8Array } | { readonly error: string };

/** Below the threads that answer people. */
const PRIORITY = 5;

// Elsewhere the priority would apply to the whole process. Only the superuser may raise it again (`nice npm start`).
if (process.platform === 'linux' && getPriority() < PRIORITY) setPriority(PRIORITY);

function answer(derivation: Derivation): FromWorker {
  try {
    return { key: derive(derivation) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

parentPort?.on('message', (derivation: Derivation) => parentPort?.postMessage(answer(derivation)));
