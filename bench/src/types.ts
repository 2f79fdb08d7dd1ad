/**
 * A graph of thousands of types with a few rows each, after a start: until it is in memory, a search through all of its
 * texts, and the neighbours of one vertex; each once cold and once more. Times of the processor are those of all threads.
 */
import { ExpandRequest, SearchRequest } from '@acacia/contract';
import { openEngine, type Engine } from '@acacia/engine';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expand } from '../../apps/workspace/src/traversal/expand.ts';
import { createInterpreter } from '../../apps/workspace/src/traversal/interpreter.ts';
import { search } from '../../apps/workspace/src/traversal/search.ts';
import { GRAPH } from './engine-bench.ts';
import type { BenchOptions } from './options.ts';
import type { Report } from './report.ts';

/** Vertex types, and as many edge types. */
const SIZES = { small: 250, medium: 1000, large: 2500 } as const;
const ROWS = 3;
/** Types whose rows are written at once: each table takes memory of its own until the write is stored. */
const WRITTEN_AT_ONCE = 50;

const STRING = { kind: 'scalar', name: 'STRING' } as const;
const typeName = (at: number): string => `Type_${at}`;
const idOf = (at: number, row: number): string => `v${at}_${row}`;

const open = (dataDir: string): Promise<Engine> =>
  openEngine({ dataDir, memoryLimitBytes: 4 * 2 ** 30, defaultTimeLimitMs: 0 });

async function fill(engine: Engine, types: number): Promise<void> {
  const target = (at: number): number => (at * 7 + 1) % types;
  await engine.createGraph(GRAPH, []);
  await engine.changeSchema(GRAPH, {
    addVertexTypes: Array.from({ length: types }, (_, at) => ({
      name: typeName(at),
      primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: ['name', 'note', 'city'].map((name) => ({ name, type: STRING })),
    })),
    addEdgeTypes: Array.from({ length: types }, (_, at) => ({
      name: `Link_${at}`,
      directed: true,
      pairs: [{ from: typeName(at), to: typeName(target(at)) }],
      attributes: [{ name: 'since', type: STRING }],
      discriminator: [],
    })),
  });
  for (let from = 0; from < types; from += WRITTEN_AT_ONCE) {
    const some = Array.from({ length: Math.min(WRITTEN_AT_ONCE, types - from) }, (_, at) => from + at);
    await engine.write(
      GRAPH,
      some.flatMap((at) => [
        ...Array.from({ length: ROWS }, (_, row) => ({
          kind: 'upsertVertex' as const,
          type: typeName(at),
          id: idOf(at, row),
          attributes: { name: { value: `name ${at} ${row}` }, note: { value: 'a note' } },
        })),
        {
          kind: 'upsertEdge' as const,
          type: `Link_${at}`,
          from: { type: typeName(at), id: idOf(at, 0) },
          to: { type: typeName(target(at)), id: idOf(target(at), 1) },
          attributes: {},
        },
      ]),
    );
  }
}

interface Step {
  readonly name: string;
  readonly wallMs: number;
  readonly cpuMs: number;
}

export async function benchTypes({ size }: BenchOptions): Promise<Report> {
  const types = SIZES[size];
  const folder = mkdtempSync(path.join(tmpdir(), 'acacia-bench-'));
  const dataDir = path.join(folder, 'data');
  try {
    const filling = await open(dataDir);
    await fill(filling, types);
    await filling.close();
    const engine = await open(dataDir);
    const interpreter = createInterpreter(engine, GRAPH, {});
    const steps: Step[] = [];
    const step = async (name: string, work: () => Promise<number>): Promise<void> => {
      const [before, began] = [process.cpuUsage(), performance.now()];
      const found = await work();
      const { user, system } = process.cpuUsage(before);
      if (found === 0) throw new Error(`Nothing was found: ${name}.`);
      steps.push({ name, wallMs: performance.now() - began, cpuMs: (user + system) / 1000 });
    };
    const found = (at: number) => async (): Promise<number> =>
      (await search(interpreter, SearchRequest.parse({ text: `name ${at} 1` }))).hits.length;
    const around = (at: number) => async (): Promise<number> => {
      const asked = ExpandRequest.parse({ vertices: [{ type: typeName(at), id: idOf(at, 0) }] });
      return (await expand(interpreter, asked)).edges.length;
    };
    await step('into memory', async () => {
      const text = `INTERPRET QUERY () FOR GRAPH ${GRAPH} { PRINT 1; }`;
      return (await engine.interpretQuery(text, GRAPH, {})).results.length;
    });
    await step('first search', found(types - 1));
    await step('another search', found(7));
    await step('first expansion', around(7));
    await step('another expansion', around(8));
    await engine.close();
    const rounded = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);
    return {
      lines: steps.map(
        ({ name, wallMs, cpuMs }) => `${name}: ${rounded(wallMs)} ms, of the processor ${rounded(cpuMs)} ms`,
      ),
      record: { vertexTypes: types, edgeTypes: types, steps },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
