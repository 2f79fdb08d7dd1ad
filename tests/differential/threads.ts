/** Random queries over graphs so large that several threads share a SELECT: the answers must be the same. */
import { createRandom } from '../random.ts';
import { type Difference, GRAPH, alike, answer, withEngines } from './asking.ts';
import { Generator } from './generate/generate.ts';
import { type Data, randomSchema, randomWrites } from './graph.ts';
import { queryText } from './text.ts';

const VERTICES_OF_A_TYPE = 8_000;
const WRITES = 60_000;
/** Walks of several edges may be too many: a query that exceeds this time is not compared. */
const LIMIT_MS = 2_000;

/** Asks the graph of a seed; null: one thread and two have answered all alike. */
export async function checkThreads(seed: number, cases: number): Promise<Difference | null> {
  const random = createRandom(seed);
  const schema = randomSchema(random);
  const data: Data = { vertices: new Map(), edges: new Map() };
  const options = [{ workers: 1 }, { workers: 2 }];
  return withEngines(schema, options, async ([one, two]) => {
    if (one === undefined || two === undefined) throw new Error('Two engines are needed.');
    const writes = randomWrites(random, schema, data, WRITES, VERTICES_OF_A_TYPE);
    for (const engine of [one, two]) await engine.write(GRAPH, writes);
    const generator = new Generator(random, schema);
    for (let number = 1, compared = 0; compared < cases; number += 1) {
      const query = generator.query();
      const text = queryText(query);
      const parameters = Object.fromEntries(query.parameters.map(({ name, value }) => [name, value]));
      const expected = await answer(one, text, parameters, { timeLimitMs: LIMIT_MS });
      if (typeof expected === 'string') continue;
      // Profiled queries run other code.
      const got = await answer(two, text, parameters, { profile: number % 3 === 0 });
      if (!alike(expected, got)) {
        return { seed, number, engine: 'two threads', text, parameters, expected, got };
      }
      compared += 1;
    }
    return null;
  });
}
