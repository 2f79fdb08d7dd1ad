/** Compares the engine with the reference interpreter on random graphs and queries. */
import type { Engine } from '@acacia/engine';
import { createRandom, type Random } from '../random.ts';
import { type Difference, GRAPH, alike, answer, withEngines } from './asking.ts';
import { Generator } from './generate/generate.ts';
import { type Data, type Schema, below, randomSchema, randomWrites } from './graph.ts';
import type { Query, RowStatement, Statement } from './program.ts';
import { interpret } from './reference/reference.ts';
import { queryText } from './text.ts';

/** A query that prints all data. */
export const whole = (schema: Schema): Query => ({
  syntax: 'v2',
  parameters: [],
  globals: [],
  vertexAccums: [],
  variables: [],
  body: [
    { kind: 'seed', into: 'S', types: schema.vertexTypes.map(({ name }) => name) },
    { kind: 'printSet', set: 'S' },
    ...schema.edgeTypes.map(({ name, from, to, directed, attributes }, index) => ({
      kind: 'selectInto' as const,
      table: `T${index}`,
      paths: [
        {
          nodes: [
            { alias: 'a', sources: [from] },
            { alias: 'b', sources: [to] },
          ],
          edges: [
            {
              steps: [{ edgeType: name, direction: directed ? ('out' as const) : ('undirected' as const) }],
              alias: 'e',
              repeat: null,
            },
          ],
        },
      ],
      where: null,
      having: null,
      distinct: false,
      columns: [
        { kind: 'key' as const, name: 'from_id', of: { kind: 'attribute' as const, alias: 'a', name: 'id' } },
        { kind: 'key' as const, name: 'to_id', of: { kind: 'attribute' as const, alias: 'b', name: 'id' } },
        ...attributes.map((each) => ({
          kind: 'key' as const,
          name: each.name,
          of: { kind: 'attribute' as const, alias: 'e', name: each.name },
        })),
      ],
    })),
  ],
});

/** A pattern that no data of the schema can match is refused; there is nothing to compare then. */
const isImpossible = (answer: unknown): boolean => typeof answer === 'string' && answer.includes('(SEM-10)');

const setsAttribute = (statement: RowStatement): boolean =>
  statement.kind === 'setAttribute' ||
  (statement.kind === 'if' && [...statement.then, ...statement.otherwise].some(setsAttribute));

/** Whether a statement may change the data. */
function isWriting(statement: Statement): boolean {
  switch (statement.kind) {
    case 'insertVertex':
    case 'insertEdge':
    case 'update':
    case 'delete':
    case 'deleteEdge':
      return true;
    case 'select':
      return statement.postAccum.some(({ statements }) => statements.some(setsAttribute));
    case 'if':
      return [...statement.then, ...statement.otherwise].some(isWriting);
    case 'while':
    case 'foreach':
      return statement.body.some(isWriting);
    default:
      return false;
  }
}

/** Runs one query on both engines; the reference applies its changes to its data. */
async function compare(
  engines: readonly Engine[],
  schema: Schema,
  data: Data,
  query: Query,
  at: { readonly seed: number; readonly number: number },
): Promise<Difference | 'equal' | 'impossible'> {
  const text = queryText(query);
  const parameters = Object.fromEntries(query.parameters.map(({ name, value }) => [name, value]));
  // Profiled queries run other code.
  const options = { profile: at.number % 5 === 0 };
  const answers = await Promise.all(engines.map((engine) => answer(engine, text, parameters, options)));
  if (answers.every(isImpossible)) return 'impossible';
  const expected = interpret(schema, data, query);
  for (const [index, got] of answers.entries()) {
    if (alike(expected, got)) continue;
    return {
      ...at,
      engine: index === 0 ? "with the planner's rules" : 'as written',
      text,
      parameters,
      expected,
      got,
    };
  }
  return 'equal';
}

async function checkGraph(
  random: Random,
  schema: Schema,
  { seed, cases }: { readonly seed: number; readonly cases: number },
  engines: readonly Engine[],
): Promise<Difference | null> {
  const data: Data = { vertices: new Map(), edges: new Map() };
  const generator = new Generator(random, schema);
  const write = async (count: number): Promise<void> => {
    const writes = randomWrites(random, schema, data, count);
    for (const engine of engines) await engine.write(GRAPH, writes);
  };
  await write(20 + below(random, 40));
  for (let number = 1, compared = 0; compared < cases; number += 1) {
    if (random.next() < 0.03) await write(1 + below(random, 5));
    const query = generator.query();
    const questions = query.body.some(isWriting) ? [query, whole(schema)] : [query];
    for (const question of questions) {
      const outcome = await compare(engines, schema, data, question, { seed, number });
      if (outcome === 'impossible') break;
      if (outcome !== 'equal') return outcome;
      if (question === query) compared += 1;
    }
  }
  return null;
}

/**
 * Runs `cases` random queries on the graph of `seed`. Returns the first that the engine and the reference answer
 * differently, or null.
 */
export async function check(seed: number, cases: number): Promise<Difference | null> {
  const random = createRandom(seed);
  const schema = randomSchema(random);
  const options = [
    { optimise: true, workers: 1 },
    { optimise: false, workers: 1 },
  ];
  return withEngines(schema, options, (engines) => checkGraph(random, schema, { seed, cases }, engines));
}
