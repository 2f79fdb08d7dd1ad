/**
 * Attacks a running Acacia with everything known to have broken it and with random input from a seed, and checks that
 * it stood: `npm run hostile -- [--seconds 3600] [--seed N] [--only NAME,…]`. An answer of 500, a process that ended, a
 * file outside of the data folder, a leaked secret, growth, or a bystander who was kept waiting is a fault.
 */
import { parseArgs } from 'node:util';
import { createRandom, type Random } from '../random.ts';
import { Bystander } from './bystander.ts';
import { cloudFields } from './cloud-fields.ts';
import { memoryAttacks, textAttacks } from './gsql-attacks.ts';
import { guesses } from './guesses.ts';
import { rawRequests } from './raw.ts';
import { Stage } from './stage.ts';
import { watch } from './watch.ts';
import { workspaceFields } from './workspace-fields.ts';

/** Attacks with their shares of each turn's time. */
const ROUNDS: Readonly<
  Record<
    string,
    { readonly part: number; readonly run: (stage: Stage, random: Random, until: number) => Promise<void> }
  >
> = {
  cloud: { part: 0.2, run: cloudFields },
  workspace: { part: 0.2, run: workspaceFields },
  texts: { part: 0.2, run: textAttacks },
  memory: { part: 0.25, run: memoryAttacks },
  raw: { part: 0.1, run: rawRequests },
  guesses: { part: 0.05, run: guesses },
};
/** Seconds. */
const TURN = 300;
const MOST_SHOWN = 60;

interface Wish {
  readonly seconds: number;
  readonly seed: number;
  readonly only: readonly string[];
}

/** @returns how many faults it found */
async function attack({ seconds, seed, only }: Wish): Promise<number> {
  const stage = await Stage.open();
  const faults: string[] = [];
  const gather = (label: string) => {
    for (const fault of stage.faults.splice(0)) faults.push(`${label}: ${fault}`);
  };
  try {
    const scene = watch(stage);
    const rounds = Object.entries(ROUNDS).filter(([name]) => only.length === 0 || only.includes(name));
    const parts = rounds.reduce((sum, [, { part }]) => sum + part, 0);
    const end = Date.now() + seconds * 1000;
    for (let turn = 0; Date.now() < end && faults.length === 0; turn++) {
      await stage.renewTokens();
      const turnMs = Math.min(TURN * 1000, end - Date.now());
      for (const [name, { part, run }] of rounds) {
        const before = stage.answered;
        const begun = Date.now();
        const bystander = new Bystander(stage);
        await run(stage, createRandom(seed * 1_000_003 + turn), begun + (turnMs * part) / parts);
        const reads = await bystander.end();
        gather(name);
        for (const sentence of await scene.differences()) faults.push(`${name}: ${sentence}`);
        console.log(
          `${name}: ${stage.answered - before} requests in ${Math.round((Date.now() - begun) / 1000)} s; of them ${reads.count} of a bystander, median ${reads.median} ms, slowest ${reads.slowest} ms; ${faults.length} faults.`,
        );
      }
      if (turn === 0) scene.settle();
    }
  } finally {
    if (faults.length > 0) console.log(stage.stack.output.split('\n').slice(-20).join('\n'));
    await stage.close();
  }
  const different = [...new Set(faults)];
  for (const fault of different.slice(0, MOST_SHOWN)) console.log(`FAULT ${fault}`);
  if (different.length > MOST_SHOWN) console.log(`… and ${different.length - MOST_SHOWN} more.`);
  return faults.length;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '3600' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      only: { type: 'string', default: '' },
    },
  });
  const only = values.only.split(',').filter((name) => name !== '');
  const unknown = only.filter((name) => !(name in ROUNDS));
  if (unknown.length > 0)
    throw new Error(
      `There are no attacks ${unknown.join(', ')}; there are: ${Object.keys(ROUNDS).join(', ')}.`,
    );
  console.log(`Seed ${values.seed}`);
  const faults = await attack({ seconds: Number(values.seconds), seed: Number(values.seed), only });
  console.log(`${faults} faults.`);
  if (faults > 0) {
    console.log(
      `Again: npm run hostile -- --seed ${values.seed} --seconds ${values.seconds}${only.length > 0 ? ` --only ${only.join(',')}` : ''}`,
    );
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});
