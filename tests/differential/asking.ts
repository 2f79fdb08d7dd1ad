/** Engines that answer random queries, and the comparison of their answers. */
import { messageOf } from '@acacia/base';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openEngine, type Engine, type EngineOptions, type RunOptions } from '@acacia/engine';
import { sorted } from '../conformance/case-file.ts';
import { type Schema, schemaText } from './graph.ts';

export const GRAPH = 'g';
const MEGABYTE = 2 ** 20;

export interface Difference {
  /** The graph of this seed, its case of this number. */
  readonly seed: number;
  readonly number: number;
  /** The engine with the unexpected answer. */
  readonly engine: string;
  readonly text: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Rounds away the last digits, which depend on the order of additions. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item)]));
}

/** Whether two answers are the same but for the order of lists. */
export const alike = (expected: unknown, got: unknown): boolean =>
  isDeepStrictEqual(sorted(rounded(expected)), sorted(rounded(got)));

/** Opens engines with the schema's empty graph, and closes them when `work` has ended. */
export async function withEngines<T>(
  schema: Schema,
  options: readonly Pick<EngineOptions, 'optimise' | 'workers'>[],
  work: (engines: readonly Engine[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'acacia-differential-'));
  const engines: Engine[] = [];
  try {
    for (const [index, each] of options.entries()) {
      const dataDir = path.join(folder, String(index));
      const engine = await openEngine({ ...each, dataDir, memoryLimitBytes: 512 * MEGABYTE });
      engines.push(engine);
      await create(engine, schemaText(schema, GRAPH));
    }
    return await work(engines);
  } finally {
    for (const engine of engines) await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function create(engine: Engine, text: string): Promise<void> {
  let output = '';
  const code = await engine.executeGsql(text, { graph: null }, (part) => {
    output += part;
  });
  if (code !== 0) throw new Error(`The schema was refused:\n${text}\n${output}`);
}

/** The results, or the message of the failure. */
export async function answer(
  engine: Engine,
  text: string,
  parameters: Record<string, unknown>,
  options: RunOptions,
): Promise<unknown> {
  try {
    return (await engine.interpretQuery(text, GRAPH, parameters, options)).results;
  } catch (error) {
    return messageOf(error);
  }
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

export const describeDifference = ({
  seed,
  number,
  engine,
  text,
  parameters,
  expected,
  got,
}: Difference): string =>
  [
    `Seed ${seed}, case ${number}, ${engine}:`,
    text,
    `parameters ${shown(parameters)}`,
    `expected ${shown(sorted(expected))}`,
    `got      ${shown(sorted(got))}`,
  ].join('\n');
