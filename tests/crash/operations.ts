/** Operations of the killed process: operation `n` of a seed is always the same, and known to the model as well. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Engine, Write } from '@acacia/engine';
import {
  type Data,
  type EdgeTypeOf,
  type Schema,
  below,
  putEdge,
  putVertex,
  randomSchema,
  randomWrites,
  schemaText,
} from '../differential/graph.ts';
import type { Expr, Literal, Query, Statement } from '../differential/program.ts';
import { interpret } from '../differential/reference/reference.ts';
import { queryText } from '../differential/text.ts';
import { createRandom, type Random } from '../random.ts';

export const GRAPH = 'g';
const LOADED_ROWS = 3_000;
const LOADED_IDS = 300;

type Row = readonly [id: string, i: bigint, s: string];
type EdgeRow = readonly [from: string, to: string, k: bigint, w: bigint];

export type Operation =
  | { readonly kind: 'write'; readonly writes: readonly Write[] }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'load'; readonly job: 'vertices' | 'edges'; readonly rows: readonly (Row | EdgeRow)[] };

export const schemaOf = (seed: number): Schema => randomSchema(createRandom(seed));

const firstEdge = (schema: Schema): EdgeTypeOf => schema.edgeTypes[0] as EdgeTypeOf;

export const setupText = (schema: Schema): string =>
  `${schemaText(schema, GRAPH)}
USE GRAPH ${GRAPH}
CREATE LOADING JOB vertices FOR GRAPH ${GRAPH} { DEFINE FILENAME f; LOAD f TO VERTEX V0 VALUES ($0, $1, _, _, $2, _); }
CREATE LOADING JOB edges FOR GRAPH ${GRAPH} { DEFINE FILENAME f; LOAD f TO EDGE ${firstEdge(schema).name} VALUES ($0, $1, $2, $3, _); }`;

/** The operation of a number; it is put into force in `data`. */
export function operation(seed: number, number: number, schema: Schema, data: Data): Operation {
  const random = createRandom(seed * 1_000_003 + number);
  const kind = random.next();
  if (kind < 0.6) {
    // Single upserts stand in the journal at first.
    const count = random.next() < 0.6 ? 1 : 1 + below(random, 60);
    return { kind: 'write', writes: randomWrites(random, schema, data, count) };
  }
  if (kind < 0.85) {
    const query = writingQuery(random, schema);
    interpret(schema, data, query);
    return { kind: 'query', query };
  }
  return kind < 0.93 ? vertexLoad(random, schema, data) : edgeLoad(random, schema, data);
}

const attribute = (name: string): Expr => ({ kind: 'attribute', alias: 'v', name });
const literal = (value: Literal): Expr => ({ kind: 'literal', value });
const isBelow = (name: string, limit: number): Expr => ({
  kind: 'binary',
  op: '<',
  left: attribute(name),
  right: literal(BigInt(limit)),
  type: 'bool',
});

/** A query that changes attributes and inserts, or deletes. */
function writingQuery(random: Random, schema: Schema): Query {
  const all: Statement = { kind: 'seed', into: 'S', types: schema.vertexTypes.map(({ name }) => name) };
  return {
    syntax: 'v2',
    parameters: [],
    globals: [],
    vertexAccums: [],
    variables: [],
    body: [all, ...(random.next() < 0.3 ? [deletion(random)] : changes(random, schema))],
  };
}

const deletion = (random: Random): Statement => ({
  kind: 'delete',
  alias: 'v',
  set: 'S',
  where: {
    kind: 'binary',
    op: 'AND',
    left: isBelow('i', below(random, 10)),
    right: isBelow('j', below(random, 3) - 1),
    type: 'bool',
  },
});

function changes(random: Random, schema: Schema): Statement[] {
  const { name } = random.pick(schema.vertexTypes);
  const value: Expr = {
    kind: 'binary',
    op: '-',
    left: attribute('i'),
    right: literal(BigInt(below(random, 9))),
    type: 'int',
  };
  return [
    {
      kind: 'select',
      into: 'T',
      alias: 'v',
      paths: [{ nodes: [{ alias: 'v', sources: ['S'] }], edges: [] }],
      where: isBelow('i', below(random, 100)),
      accum: [],
      postAccum: [{ alias: 'v', statements: [{ kind: 'setAttribute', alias: 'v', name: 'j', value }] }],
      having: null,
      order: [],
      limit: null,
    },
    ...Array.from({ length: below(random, 4) }, (_, index): Statement => ({
      kind: 'insertVertex',
      type: name,
      id: `${name.toLowerCase()}_new_${below(random, 50)}_${index}`,
      attributes: { i: literal(BigInt(below(random, 9))), s: literal('inserted') },
    })),
  ];
}

const ids = (random: Random, type: string): string => `${type.toLowerCase()}_${below(random, LOADED_IDS)}`;

function vertexLoad(random: Random, schema: Schema, data: Data): Operation {
  const rows = Array.from({ length: 1 + below(random, LOADED_ROWS) }, (): Row => [
    ids(random, 'V0'),
    BigInt(below(random, 100)),
    `t${below(random, 100)}`,
  ]);
  for (const [id, i, s] of rows) {
    putVertex(
      schema,
      data,
      'V0',
      id,
      new Map<string, Literal>([
        ['i', i],
        ['s', s],
      ]),
    );
  }
  return { kind: 'load', job: 'vertices', rows };
}

function edgeLoad(random: Random, schema: Schema, data: Data): Operation {
  const type = firstEdge(schema);
  const rows = Array.from({ length: 1 + below(random, LOADED_ROWS) }, (): EdgeRow => [
    ids(random, type.from),
    ids(random, type.to),
    BigInt(below(random, 3)),
    BigInt(below(random, 100)),
  ]);
  for (const [from, to, k, w] of rows) {
    putEdge(
      schema,
      data,
      type,
      from,
      to,
      new Map<string, Literal>([
        ['k', k],
        ['w', w],
      ]),
    );
  }
  return { kind: 'load', job: 'edges', rows };
}

/** Does an operation; when it resolves, it is acknowledged. */
export async function perform(engine: Engine, folder: string, done: Operation): Promise<void> {
  switch (done.kind) {
    case 'write':
      await engine.write(GRAPH, done.writes);
      return;
    case 'query': {
      const parameters = Object.fromEntries(done.query.parameters.map(({ name, value }) => [name, value]));
      await engine.interpretQuery(queryText(done.query), GRAPH, parameters);
      return;
    }
    case 'load': {
      const file = path.join(folder, `${done.job}.csv`);
      await writeFile(file, done.rows.map((row) => `${row.join(',')}\n`).join(''));
      const { state, error } = await engine.loadEnded(
        await engine.startLoad(GRAPH, done.job, { files: { f: file } }),
      );
      if (state !== 'finished') throw new Error(`The load ${state}: ${error}`);
    }
  }
}
