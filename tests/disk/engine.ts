/**
 * An engine and the files that a workspace keeps beside it on a disk that fails: acknowledged operations must be there,
 * none half-written, and the store must open.
 */
import { messageOf } from '@acacia/base';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openEngine } from '@acacia/engine';
import { openKeptFiles } from '../../apps/workspace/src/storage/kept-files.ts';
import { sorted } from '../conformance/case-file.ts';
import { contents, replay } from '../crash/model.ts';
import { GRAPH, operation, perform, schemaOf } from '../crash/operations.ts';
import { whole } from '../differential/check.ts';
import { queryText } from '../differential/text.ts';
import { extraFaults, extrasOf, keptFaults } from './extra.ts';
import {
  Fault,
  planOf,
  runUntilPowerLoss,
  type Count,
  type FailingDisk,
  type Place,
  type Subject,
} from './harness.ts';

const OPERATIONS = 7;
/** The setup and the first operation make some 40 syncs, which hold: the store opens, and lacks what came later. */
const CARELESS_PLAN = 'drop:40';
/** The setup makes some 70 calls, each operation with its follow-up some 40. */
const HABITS = { cuts: [40, 100, 330], writes: 80, syncs: 110 };

interface Message {
  readonly kind: 'set up' | 'content' | 'done' | 'extra' | 'kept' | 'refused' | 'closed';
  readonly results?: unknown;
  readonly what?: string;
  readonly known?: boolean;
  readonly code?: string;
  readonly message?: string;
}

/** JSON with whole numbers beyond 2^53 as texts that end with `n`. */
const parse = (line: string): Message =>
  JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as Message;

/** Acknowledged operations. */
interface Progress {
  setUp: boolean;
  done: number;
  extra: number;
  kept: number;
  /** The last operation was refused as made, but not for certain on the disk. */
  isUnsure: boolean;
  refusals: number;
}

function sameAs(results: unknown, seed: number, operations: number): boolean {
  const schema = schemaOf(seed);
  return isDeepStrictEqual(sorted(results), sorted(contents(schema, replay(seed, schema, operations))));
}

/** Applies a message of the process to the progress; returns the fault that it reports. */
function follow(message: Message, seed: number, progress: Progress): Fault | undefined {
  if (message.kind === 'set up') progress.setUp = true;
  if (message.kind === 'done') {
    progress.done += 1;
    progress.isUnsure = false;
  }
  if (message.kind === 'extra') progress.extra += 1;
  if (message.kind === 'kept') progress.kept += 1;
  if (message.kind === 'refused') {
    progress.refusals += 1;
    if (message.what === 'operation' && message.code === 'REST-12005') progress.isUnsure = true;
    if (message.known === false) return new Fault(`An unknown error: ${message.what}: ${message.message}`);
  }
  if (message.kind !== 'content') return undefined;
  const fits =
    sameAs(message.results, seed, progress.done) ||
    (progress.isUnsure && sameAs(message.results, seed, progress.done + 1));
  return fits
    ? undefined
    : new Fault(`After a refusal the store does not hold what ${progress.done} operations make.`);
}

/** Opens the disk's content, compares it, and performs a few more operations. */
async function check(
  folder: string,
  work: string,
  seed: number,
  progress: Progress,
  goOn: boolean,
): Promise<void> {
  const dataDir = path.join(folder, 'data');
  const open = async (): ReturnType<typeof openEngine> =>
    openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1, defaultTimeLimitMs: 0 }).catch(
      (error: unknown) => {
        throw new Fault(`The store does not open: ${messageOf(error)}`);
      },
    );
  let engine = await open();
  try {
    if (!progress.setUp) return;
    const schema = schemaOf(seed);
    const read = async (): Promise<unknown> => {
      const run = engine.interpretQuery(queryText(whole(schema)), GRAPH, {});
      const { results } = await run.catch((error: unknown) => {
        throw new Fault(`The store cannot be read: ${messageOf(error)}`);
      });
      return results;
    };
    const results = await read();
    let held = progress.done;
    if (!sameAs(results, seed, held)) {
      held += 1;
      if (!sameAs(results, seed, held)) {
        throw new Fault(`The store holds neither what ${held - 1} nor what ${held} operations make.`);
      }
    }
    const faults = [
      ...extraFaults(await extrasOf(engine), progress.extra, progress.extra + 1),
      ...(await keptFaults(openKeptFiles(dataDir, false), progress.kept)),
    ];
    if (faults.length > 0) throw new Fault(faults.join(' '));
    if (!goOn) return;
    const data = replay(seed, schema, held);
    await perform(engine, work, operation(seed, held + 1, schema, data));
    await engine.close();
    engine = await open();
    if (!sameAs(await read(), seed, held + 1))
      throw new Fault('What was written after the loss of power is not there.');
  } finally {
    await engine.close();
  }
}

async function runSeed(seed: number, place: Place, disk: FailingDisk): Promise<Count> {
  const progress: Progress = { setUp: false, done: 0, extra: 0, kept: 0, isUnsure: false, refusals: 0 };
  const { plan, random } = disk;
  let failure: Fault | undefined;
  const data = path.join(place.root, 'data');
  const args = [data, String(seed), place.work, String(progress.done), String(OPERATIONS)];
  try {
    const after = await runUntilPowerLoss(
      place,
      { script: 'engine-victim.ts', args },
      disk,
      (line) => (failure ??= follow(parse(line), seed, progress)),
    );
    if (failure !== undefined) throw failure;
    await check(after, place.work, seed, progress, random.next() < 0.4);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(`${plan || 'no faults'}; ${progress.done} done: ${error.message}`);
  }
  return { acknowledged: progress.done + progress.extra + progress.kept, refusals: progress.refusals };
}

/** @param care `careless`: on a disk that drops syncs, whose losses the checks must see */
export const openEngineSubject = (_parent: string, care: 'careful' | 'careless' = 'careful'): Subject => ({
  runSeed: (seed, random, place, shim) => {
    const plan = care === 'careless' ? CARELESS_PLAN : planOf(random, HABITS);
    return runSeed(seed, place, { shim, plan, random });
  },
  close: () => undefined,
});
