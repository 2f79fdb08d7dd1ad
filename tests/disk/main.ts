/**
 * Acacia on a disk that fails, and whose power is lost: acknowledged operations must be there, none half-written, and
 * all of it must open: `npm run disk -- [--seeds 100] [--from 1] [--of engine|plane]`. At the end the checks are tried
 * out on an engine whose syncs are dropped, and on a PostgreSQL that syncs nothing.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../random.ts';
import { openEngineSubject } from './engine.ts';
import { buildShim, Fault, makeParent, makePlace, removeParent, type Subject } from './harness.ts';
import { openPlaneSubject } from './plane.ts';

type Open = (parent: string, care?: 'careful' | 'careless') => Promise<Subject> | Subject;

const SUBJECTS: Readonly<Record<string, Open>> = {
  engine: openEngineSubject,
  plane: openPlaneSubject,
};

interface Wish {
  readonly first: number;
  readonly seeds: number;
  /** Continues after a fault. */
  readonly goOn: boolean;
}

/** Runs the seeds of one subject, two at a time; returns the number of faults. */
async function tryOut(name: string, shim: string, { first, seeds, goOn }: Wish): Promise<number> {
  const parent = makeParent();
  const subject = await SUBJECTS[name]?.(parent);
  if (subject === undefined) throw new Error(`There is no ${name}.`);
  const last = first + seeds - 1;
  let next = first;
  let faults = 0;
  let acknowledged = 0;
  let refusals = 0;
  const began = performance.now();
  const work = async (): Promise<void> => {
    while (next <= last && (faults === 0 || goOn)) {
      const seed = next;
      next += 1;
      const place = makePlace(parent, seed);
      try {
        const count = await subject.runSeed(seed, createRandom(seed * 7919), place, shim);
        acknowledged += count.acknowledged;
        refusals += count.refusals;
        rmSync(place.work, { recursive: true, force: true });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        faults += 1;
        console.error(`${name}, seed ${seed} (${error.message})\nKept in ${place.work}.`);
      }
      if ((seed - first + 1) % 50 === 0) console.log(`${name}: ${seed - first + 1} seeds, ${faults} faults`);
    }
  };
  await Promise.all([work(), work()]);
  const seconds = (performance.now() - began) / 1000;
  subject.close();
  removeParent(parent);
  console.log(
    `${name}: ${next - first} seeds, ${acknowledged} acknowledged operations, ${refusals} refusals, ${faults} faults, ${(seconds / (next - first)).toFixed(2)} s a seed`,
  );
  return faults;
}

/** Seeds within which a loss must be seen; about every third loses something. */
const CARELESS_SEEDS = 20;

/** Parts of faults that tell of a loss; a store that does not open or a process that ends would prove little. */
const LOSS = / is lost\.|holds neither/;

/**
 * Looks whether the checks see the losses of a subject without syncs: checks that never fail prove nothing.
 * Returns the number of faults: 0 or 1.
 */
async function selfCheck(name: string, open: Open, shim: string): Promise<number> {
  const parent = makeParent();
  const subject = await open(parent, 'careless');
  let seen: number | undefined;
  for (let seed = 1; seed <= CARELESS_SEEDS && seen === undefined; seed += 1) {
    const place = makePlace(parent, seed);
    try {
      await subject.runSeed(seed, createRandom(seed * 7919), place, shim);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (LOSS.test(error.message)) seen = seed;
    }
    rmSync(place.work, { recursive: true, force: true });
  }
  subject.close();
  removeParent(parent);
  if (seen === undefined)
    console.error(
      `${name}: nothing is seen to be lost in ${CARELESS_SEEDS} seeds in which nothing is synced.`,
    );
  else console.log(`${name}: without syncs, seed ${seen} is seen to lose what was acknowledged`);
  return seen === undefined ? 1 : 0;
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    of: { type: 'string' },
    'go-on': { type: 'boolean', default: false },
  },
});
const names = values.of === undefined ? Object.keys(SUBJECTS) : [values.of];
const shim = buildShim();
if (shim === null) {
  console.log('Faults of the disk are not tried: they need Linux and gcc.');
} else {
  const wish = { first: Number(values.from), seeds: Number(values.seeds), goOn: values['go-on'] };
  let faults = 0;
  for (const name of names) faults += await tryOut(name, shim, wish);
  for (const [name, open] of Object.entries(SUBJECTS))
    if (names.includes(name)) faults += await selfCheck(name, open, shim);
  rmSync(path.dirname(shim), { recursive: true, force: true });
  process.exitCode = faults === 0 ? 0 : 1;
}
