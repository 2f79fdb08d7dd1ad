/**
 * Random queries over random graphs, answered by the engine and by a slow reference interpreter: `npm run differential
 * -- [--cases 100000] [--seed N]`. One query in a hundred runs on a large graph, with one thread and with two. Exits
 * with 1 at the first difference.
 */
import { parseArgs } from 'node:util';
import { type Difference, describeDifference } from './asking.ts';
import { check } from './check.ts';
import { checkThreads } from './threads.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
/** Graphs at least, in a short run too. */
const GRAPHS = 3;
const [cases, first] = [Number(values.cases), Number(values.seed)];

/** Asks `count` queries, `each` of a graph, until one is answered differently. */
async function run(
  ask: (seed: number, cases: number) => Promise<Difference | null>,
  count: number,
  each: number,
): Promise<boolean> {
  const begun = performance.now();
  let difference: Difference | null = null;
  let done = 0;
  for (let seed = first; done < count && difference === null; seed += 1) {
    const some = Math.min(each, count - done);
    difference = await ask(seed, some);
    done += some;
  }
  if (difference !== null) console.error(describeDifference(difference));
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${done} cases in ${seconds} s, ${difference === null ? 'no' : 'a'} difference`);
  return difference === null;
}

console.log("The engine, with the planner's rules and as written, against the reference:");
const small = await run(check, cases, Math.min(200, Math.ceil(cases / GRAPHS)));
console.log('One thread against two, on large graphs:');
const large = small && (await run(checkThreads, Math.ceil(cases / 100), 25));
process.exitCode = large ? 0 : 1;
