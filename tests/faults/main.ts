/**
 * Kills processes at random moments of every operation, again and again, and checks that all promises hold: `npm run
 * faults -- [--runs 200] [--seed N] [--from RUN] [--only NAME,…]`.
 */
import { parseArgs } from 'node:util';
import { CASES, type Case } from './cases.ts';
import { createRandom } from '../random.ts';
import { Fault, run, type Report } from './run.ts';
import { selfCheck } from './self-check.ts';
import { World } from './world.ts';

const USAGE = `Usage: npm run faults -- [--runs N] [--seed N] [--from RUN] [--only NAME,…] [--stop]

--from begins with a later run of the same seed, --stop ends at the first fault.
Operations: ${CASES.map(({ name }) => name).join(', ')}`;

const RUNS = 200;
/** Number of runs from which a series includes slow operations. */
const LONG = 100;
const LOG_LINES = 40;

/** The operation of each run, every one as often as the others. */
function plan(seed: number, runs: number, cases: readonly Case[]): Case[] {
  const random = createRandom(seed);
  const planned: Case[] = [];
  while (planned.length < runs) planned.push(...random.shuffled(cases));
  return planned.slice(0, runs);
}

const SLOW_MS = 20_000;

function told({ name, victim, moment, step, again, outcome, restart, recovery, longest }: Report): string {
  const fate = outcome.failed ? 'failed' : outcome.accepted ? 'done' : 'not accepted';
  return `${name}: ${victim} killed after ${moment} ms (${step || 'nothing under way'})${again === null ? '' : ` and again ${again} ms into its start`}, ${fate}, up after ${restart} ms, at rest after ${recovery} ms${recovery > SLOW_MS ? ` (${longest})` : ''}`;
}

const messageOf = (error: unknown): string =>
  error instanceof Fault
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);

interface Wish {
  readonly seed: number;
  readonly runs: number;
  readonly from: number;
  readonly only: readonly string[];
  readonly stop: boolean;
}

/** @returns how many runs found a fault */
async function runAll({ seed, runs, from, only, stop }: Wish): Promise<number> {
  const cases = CASES.filter(({ name, slow }) =>
    only.length === 0 ? runs >= LONG || slow !== true : only.includes(name),
  );
  const planned = plan(seed, runs, cases);
  let world: World | undefined;
  let faults = 0;
  for (const [index, chosen] of planned.entries()) {
    const number = index + 1;
    if (number < from) continue;
    world ??= await World.create();
    const label = `${String(number).padStart(String(runs).length)}/${runs}`;
    try {
      console.log(
        `${label} ${told(await run(world, chosen, number, createRandom(seed * 1_000_003 + number)))}`,
      );
    } catch (error) {
      faults += 1;
      console.log(`${label} FAULT in ${chosen.name}. ${messageOf(error)}`);
      console.log(world.acacia.logTail(LOG_LINES));
      console.log(
        `Again: npm run faults -- --seed ${seed} --runs ${runs} --from ${number} --stop${only.length > 0 ? ` --only ${only.join(',')}` : ''}`,
      );
      console.log(`The data folder stays: ${world.acacia.home}`);
      await world.writer.stop();
      await world.acacia.stop();
      world = undefined;
      if (stop) break;
    }
  }
  if (world === undefined) return faults;
  const unseen = await selfCheck(world);
  for (const sentence of unseen) console.log(`FAULT in the checks themselves. ${sentence}`);
  await world.acacia.remove();
  return faults + unseen.length;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: String(RUNS) },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      from: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      stop: { type: 'boolean', default: false },
    },
  });
  const only = values.only.split(',').filter((name) => name !== '');
  const unknown = only.filter((name) => !CASES.some((each) => each.name === name));
  if (unknown.length > 0) throw new Error(`There is no operation ${unknown.join(', ')}.\n\n${USAGE}`);
  const wish = {
    ...values,
    only,
    seed: Number(values.seed),
    runs: Number(values.runs),
    from: Number(values.from),
  };
  const begun = Date.now();
  console.log(`Seed ${wish.seed}`);
  const faults = await runAll(wish);
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(`${wish.runs - wish.from + 1} runs of seed ${wish.seed} in ${seconds} s, ${faults} faults.`);
  if (faults > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  const misused = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  console.error(misused ? `${messageOf(error)}\n\n${USAGE}` : messageOf(error));
  process.exitCode = misused ? 2 : 1;
});
