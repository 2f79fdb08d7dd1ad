/** The code of a thread that runs queries: takes snapshots and requests, answers each request once. */
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { GraphSchema } from '@acacia/language';
import { confineThread } from '../confine-thread.ts';
import { EngineError } from '../errors.ts';
import { assembleSnapshot } from '../graph/assemble.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { execute } from './execute.ts';
import { loadSandbox } from './functions/sandbox.ts';
import { Asking, type Held, type Job, answer } from './help.ts';
import { endHeap, shareMemory } from '../library/heap-use.ts';
import { usedBytes } from '../library/meter.ts';
import { setHelp } from '../library/parts.ts';
import { type FromWorker, STATE, type ToWorker, type WorkerStart } from './messages.ts';
import { sinkOf } from './sink.ts';

/** Below the thread that answers requests: a long query leaves it the processor for reads of a moment. */
const PRIORITY = 5;
// Elsewhere the priority would apply to the whole process. Only the superuser may raise it again.
if (process.platform === 'linux' && getPriority() < PRIORITY) setPriority(PRIORITY);

confineThread();
const { state, memoryLimitBytes, workers, memory, place, held } = workerData as WorkerStart;
shareMemory({
  own: memory,
  at: place,
  others: function* () {
    for (let other = 0; other < memory.length; other++) if (other !== place) yield memory[other] ?? 0;
    yield held[0] ?? 0;
  },
  totalBytes: memoryLimitBytes,
  threads: workers,
});
const asking = new Asking(state);
setHelp(asking.ask);
const snapshots = new Map<number, GraphSnapshot>();
const schemas = new Map<number, GraphSchema>();

const sendLines = (lines: Uint8Array<ArrayBuffer>): void =>
  parentPort?.postMessage({ kind: 'printed', lines } satisfies FromWorker, [lines.buffer]);

async function outcome(message: Extract<ToWorker, { kind: 'run' }>): Promise<FromWorker> {
  try {
    if (message.execution.functionCode !== undefined) await loadSandbox();
    const { untaken } = message.execution;
    const snapshot = snapshots.get(message.snapshotId);
    if (snapshot === undefined) throw new Error(`Snapshot ${message.snapshotId} was not sent`);
    const schema = schemas.get(message.schemaId);
    if (schema === undefined) throw new Error(`Schema ${message.schemaId} was not sent`);
    const {
      printed,
      release: _release,
      ...outcome
    } = execute(
      { ...message.execution, schema },
      snapshot,
      state,
      untaken === undefined ? undefined : sinkOf(untaken, sendLines),
    );
    const isEmpty = outcome.writes.length === 0 && outcome.files.length === 0;
    return { kind: 'done', outcome, printed: printed.chunks, bytes: isEmpty ? 0 : usedBytes() };
  } catch (problem) {
    if (problem instanceof EngineError)
      return { kind: 'failed', code: problem.code, message: problem.message };
    return {
      kind: 'broken',
      message: String(problem),
      stack: problem instanceof Error ? problem.stack : undefined,
    };
  }
}

parentPort?.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'snapshot':
      snapshots.set(message.id, assembleSnapshot(message.description));
      return;
    case 'schema':
      schemas.set(message.id, message.schema);
      return;
    case 'forget':
      snapshots.delete(message.id);
      schemas.delete(message.id);
      return;
    case 'sibling': {
      const { port, state: theirs } = message;
      const held: Held = { snapshot: null, schema: null };
      port.on('message', (job: Job) => {
        answer(job, held, state);
        endHeap();
      });
      port.unref();
      asking.add({ port, state: theirs });
      return;
    }
    case 'run':
      Atomics.store(state, STATE.wanted, 0);
      void outcome(message).then((answered) => {
        const transfer =
          answered.kind === 'done'
            ? [...answered.printed, ...answered.outcome.files.flatMap(({ chunks }) => chunks)].map(
                ({ buffer }) => buffer,
              )
            : [];
        parentPort?.postMessage(answered, transfer);
        setImmediate(endHeap);
      });
  }
});
