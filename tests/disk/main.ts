/**
 * An engine and the files beside it on a disk that fails, and whose power goes: what was acknowledged must be
 * there, nothing half-written, and the store must open: `npm run disk -- [--seeds 100] [--from 1]`.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { openEngine } from '@acacia/engine';
import { openKeptFiles } from '../../apps/workspace/src/storage/kept-files.ts';
import { sorted } from '../conformance/case-file.ts';
import { contents, replay } from '../crash/model.ts';
import { GRAPH, operation, perform, schemaOf } from '../crash/operations.ts';
import { whole } from '../differential/check.ts';
import { queryText } from '../differential/text.ts';
import { createRandom, type Random } from '../random.ts';
import { Disk } from './disk.ts';
import { extraFaults, extrasOf, keptFaults } from './extra.ts';

const OPERATIONS = 7;
const LIMIT_MS = 120_000;

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

class Fault extends Error {}

/** What was acknowledged. */
interface Progress {
  setUp: boolean;
  done: number;
  extra: number;
  kept: number;
  /** The last operation was refused as made, but not for certain on the disk. */
  isUnsure: boolean;
  refusals: number;
}

/** Faults at random calls; most runs end with a cut somewhere, some at their end. */
function planOf(random: Random): string {
  const steps: string[] = [];
  // The setup makes some 70 calls, each operation with what follows it some 40.
  const at = (limit: number): number => 1 + Math.floor(random.next() * limit);
  if (random.next() < 0.75) steps.push(`cut:${at(random.pick([40, 100, 330]))}`);
  while (random.next() < 0.4) {
    const kind = random.pick(['eio', 'enospc', 'short', 'full', 'sync', 'sync', 'slow']);
    steps.push(`${kind}:${at(kind === 'sync' || kind === 'slow' ? 110 : 80)}`);
  }
  return steps.join(' ');
}

const sameAs = (results: unknown, seed: number, operations: number): boolean => {
  const schema = schemaOf(seed);
  return isDeepStrictEqual(sorted(results), sorted(contents(schema, replay(seed, schema, operations))));
};

/** Runs a process on the folder until its end or the cut. */
async function run(
  shim: string,
  place: { readonly work: string; readonly root: string; readonly journal: string },
  seed: number,
  plan: string,
  progress: Progress,
): Promise<void> {
  writeFileSync(place.journal, '');
  const child = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, 'victim.ts'),
      path.join(place.root, 'data'),
      String(seed),
      place.work,
      String(progress.done),
      String(OPERATIONS),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The cut kills its group.
      detached: true,
      env: {
        ...process.env,
        LD_PRELOAD: shim,
        UV_USE_IO_URING: '0',
        NODE_COMPILE_CACHE: path.join(tmpdir(), 'acacia-disk-compiled'),
        ACACIA_DISK_ROOT: place.root,
        ACACIA_DISK_JOURNAL: place.journal,
        ACACIA_DISK_PLAN: plan,
      },
    },
  );
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('exit', (code, signal) => resolve({ code, signal })),
  );
  const tooLong = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  let failure: Fault | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const message = parse(line);
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
      if (message.known === false)
        failure ??= new Fault(`An unknown error: ${message.what}: ${message.message}`);
    }
    if (message.kind === 'content') {
      const fits =
        sameAs(message.results, seed, progress.done) ||
        (progress.isUnsure && sameAs(message.results, seed, progress.done + 1));
      if (!fits)
        failure ??= new Fault(
          `After a refusal the store does not hold what ${progress.done} operations make.`,
        );
    }
  }
  clearTimeout(tooLong);
  const { code, signal } = await exited;
  if (failure !== undefined) throw failure;
  if (signal !== 'SIGKILL' && code !== 0)
    throw new Fault(`The process ended by itself (${code ?? signal}): ${errors}`);
}

/** Opens what the disk holds, compares, and goes on a little. */
async function check(
  folder: string,
  work: string,
  seed: number,
  progress: Progress,
  goOn: boolean,
): Promise<void> {
  const dataDir = path.join(folder, 'data');
  const open = async (): ReturnType<typeof openEngine> =>
    openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1 }).catch((error: unknown) => {
      throw new Fault(`The store does not open: ${error instanceof Error ? error.message : String(error)}`);
    });
  let engine = await open();
  try {
    if (!progress.setUp) return;
    const schema = schemaOf(seed);
    const read = async (): Promise<unknown> =>
      (await engine.interpretQuery(queryText(whole(schema)), GRAPH, {})).results;
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

function buildShim(): string | null {
  if (process.platform !== 'linux' || spawnSync('gcc', ['--version']).error !== undefined) return null;
  const shim = path.join(mkdtempSync(path.join(tmpdir(), 'acacia-shim-')), 'shim.so');
  const source = path.join(import.meta.dirname, 'shim.c');
  execFileSync('gcc', ['-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o', shim, source, '-ldl']);
  return shim;
}

async function runSeed(
  seed: number,
  shim: string,
  parent: string,
): Promise<{ readonly plan: string; readonly progress: Progress }> {
  const random = createRandom(seed * 7919);
  const work = path.join(parent, `seed-${seed}`);
  const root = path.join(work, 'disk');
  mkdirSync(root, { recursive: true });
  const journal = path.join(work, 'journal');
  const progress: Progress = { setUp: false, done: 0, extra: 0, kept: 0, isUnsure: false, refusals: 0 };
  const plan = planOf(random);
  const disk = new Disk(root, random.next() < 0.5);
  try {
    await run(shim, { work, root, journal }, seed, plan, progress);
    disk.follow(readFileSync(journal));
    const after = path.join(work, 'after');
    disk.cutPower(after, random);
    await check(after, work, seed, progress, random.next() < 0.4);
  } catch (error) {
    if (error instanceof Fault) {
      throw new Fault(
        `Seed ${seed} (${plan || 'no faults'}; ${progress.done} done): ${error.message}\nKept in ${work}.`,
      );
    }
    throw error;
  }
  rmSync(work, { recursive: true, force: true });
  return { plan, progress };
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    'go-on': { type: 'boolean', default: false },
  },
});
const shim = buildShim();
if (shim === null) {
  console.log('Faults of the disk are not tried: they need Linux and gcc.');
} else {
  const parent = mkdtempSync(path.join(tmpdir(), 'acacia-disk-'));
  const first = Number(values.from);
  const last = first + Number(values.seeds) - 1;
  let next = first;
  let faults = 0;
  let operations = 0;
  let refusals = 0;
  const began = performance.now();
  const work = async (): Promise<void> => {
    while (next <= last && (faults === 0 || values['go-on'])) {
      const seed = next;
      next += 1;
      try {
        const { progress } = await runSeed(seed, shim, parent);
        operations += progress.done + progress.extra + progress.kept;
        refusals += progress.refusals;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        faults += 1;
        console.error(error.message);
      }
      if ((seed - first + 1) % 50 === 0) console.log(`${seed - first + 1} seeds, ${faults} faults`);
    }
  };
  await Promise.all([work(), work()]);
  const seconds = (performance.now() - began) / 1000;
  rmSync(path.dirname(shim), { recursive: true, force: true });
  if (readdirSync(parent).length === 0) rmSync(parent, { recursive: true });
  console.log(
    `${next - first} seeds, ${operations} acknowledged operations, ${refusals} refusals, ${faults} faults, ${(seconds / (next - first)).toFixed(2)} s a seed`,
  );
  process.exitCode = faults === 0 ? 0 : 1;
}
