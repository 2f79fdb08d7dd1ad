/**
 * Random queries over random graphs, answered by the engine and by a slow reference interpreter:
 * `npm run differential -- [--cases 100000] [--seed N]`. Ends with 1 at the first difference.
 */
import { parseArgs } from 'node:util';
import { check, describeDifference } from './check.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
const [cases, first] = [Number(values.cases), Number(values.seed)];

const CASES_OF_A_GRAPH = 200;
const begun = performance.now();
let difference = null;
let done = 0;
for (let seed = first; done < cases && difference === null; seed += 1) {
  const some = Math.min(CASES_OF_A_GRAPH, cases - done);
  difference = await check(seed, some);
  done += some;
}
if (difference !== null) console.error(describeDifference(difference));
console.log(
  `${done} cases in ${Math.round((performance.now() - begun) / 1000)} s, ${difference === null ? 'no' : 'a'} difference`,
);
process.exitCode = difference === null ? 0 : 1;
