/** Random graphs and queries, asked of the engine and of the reference interpreter. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openEngine, type Engine, type RunOptions } from '@acacia/engine';
import { sorted } from '../conformance/case-file.ts';
import { createRandom, type Random } from '../random.ts';
import { Generator } from './generate/generate.ts';
import { type Data, type Schema, below, randomSchema, randomWrites, schemaText } from './graph.ts';
import type { Query, RowStatement, Statement } from './program.ts';
import { interpret } from './reference/reference.ts';
import { queryText } from './text.ts';

export interface Difference {
  /** The graph of this seed, its case of this number. */
  readonly seed: number;
  readonly number: number;
  readonly optimised: boolean;
  readonly text: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly expected: unknown;
  readonly got: unknown;
}

const MEGABYTE = 2 ** 20;
const GRAPH = 'g';

/** Two engines of the same data: with the planner's rules and without. */
async function openBoth(folder: string): Promise<readonly Engine[]> {
  const open = (name: string, optimise: boolean): Promise<Engine> =>
    openEngine({ dataDir: path.join(folder, name), optimise, memoryLimitBytes: 512 * MEGABYTE, workers: 1 });
  return [await open('with-rules', true), await open('as-written', false)];
}

async function create(engine: Engine, text: string): Promise<void> {
  let output = '';
  const code = await engine.executeGsql(text, { graph: null }, (part) => {
    output += part;
  });
  if (code !== 0) throw new Error(`The schema was refused:\n${text}\n${output}`);
}

const answer = async (
  engine: Engine,
  text: string,
  parameters: Record<string, unknown>,
  options: RunOptions,
): Promise<unknown> => {
  try {
    return (await engine.interpretQuery(text, GRAPH, parameters, options)).results;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Everything there is, as a query would print it. */
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
const isWriting = (statement: Statement): boolean => {
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
};

/** Asks one query of both engines; the data of the reference changes as the query says. */
async function compare(
  engines: readonly Engine[],
  schema: Schema,
  data: Data,
  query: Query,
  at: { readonly seed: number; readonly number: number },
): Promise<Difference | 'equal' | 'impossible'> {
  const text = queryText(query);
  const parameters = Object.fromEntries(query.parameters.map(({ name, value }) => [name, value]));
  // What is profiled runs other code.
  const options = { profile: at.number % 5 === 0 };
  const answers = await Promise.all(engines.map((engine) => answer(engine, text, parameters, options)));
  if (answers.every(isImpossible)) return 'impossible';
  const expected = interpret(schema, data, query);
  for (const [index, got] of answers.entries()) {
    if (isDeepStrictEqual(sorted(expected), sorted(got))) continue;
    return { ...at, optimised: index === 0, text, parameters, expected, got };
  }
  return 'equal';
}

async function checkGraph(
  random: Random,
  seed: number,
  cases: number,
  engines: readonly Engine[],
): Promise<Difference | null> {
  const schema = randomSchema(random);
  const data: Data = { vertices: new Map(), edges: new Map() };
  const generator = new Generator(random, schema);
  for (const engine of engines) await create(engine, schemaText(schema, GRAPH));
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
 * Asks `cases` random queries of the graph that `seed` makes. Gives the first one that the engine and the
 * reference answer differently, or null.
 */
export async function check(seed: number, cases: number): Promise<Difference | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'acacia-differential-'));
  try {
    const engines = await openBoth(folder);
    try {
      return await checkGraph(createRandom(seed), seed, cases, engines);
    } finally {
      for (const engine of engines) await engine.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

export const describeDifference = ({
  seed,
  number,
  optimised,
  text,
  parameters,
  expected,
  got,
}: Difference): string =>
  [
    `Seed ${seed}, case ${number}, ${optimised ? 'with' : 'without'} the planner's rules:`,
    text,
    `parameters ${shown(parameters)}`,
    `expected ${shown(sorted(expected))}`,
    `got      ${shown(sorted(got))}`,
  ].join('\n');
