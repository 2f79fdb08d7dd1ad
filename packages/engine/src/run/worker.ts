/** The thread that runs queries: takes snapshots and requests, answers each request once. */
import { parentPort, workerData } from 'node:worker_threads';
import { EngineError } from '../errors.ts';
import { assembleSnapshot } from '../graph/assemble.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { execute } from './execute.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';

const { stop } = workerData as WorkerStart;
const snapshots = new Map<number, GraphSnapshot>();

const answer = (message: Extract<ToWorker, { kind: 'run' }>): FromWorker => {
  try {
    const snapshot = snapshots.get(message.snapshotId);
    if (snapshot === undefined) throw new Error(`Snapshot ${message.snapshotId} was not sent`);
    return { kind: 'done', outcome: execute(message.execution, snapshot, stop) };
  } catch (problem) {
    if (problem instanceof EngineError)
      return { kind: 'failed', code: problem.code, message: problem.message };
    return {
      kind: 'broken',
      message: String(problem),
      stack: problem instanceof Error ? problem.stack : undefined,
    };
  }
};

parentPort?.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'snapshot':
      snapshots.set(message.id, assembleSnapshot(message.description));
      return;
    case 'forget':
      snapshots.delete(message.id);
      return;
    case 'run':
      parentPort?.postMessage(answer(message));
  }
});
