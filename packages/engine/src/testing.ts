/** Helpers of the engine's tests: engines in temporary folders, shell text run and its output. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Engine, EngineOptions, GsqlSession } from './engine.ts';
import { openEngine } from './open.ts';

/** A folder that goes with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'acacia-engine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An engine that is closed with the test. */
export async function testEngine(options: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await openEngine({
    dataDir: options.dataDir ?? (await temporaryFolder()),
    memoryLimitBytes: 512 * 2 ** 20,
    workers: 1,
    ...options,
  });
  // DuckDB lets the thread that asks turn idly while another one works: a seventh of the CPU of tests of loads.
  await engine.setLimits({ storeThreads: 1 });
  onTestFinished(() => engine.close());
  return engine;
}

/** Runs shell text; gives its return code and what it printed. */
export async function gsql(
  engine: Engine,
  text: string,
  session: GsqlSession = { graph: null },
): Promise<{ readonly code: number; readonly output: string }> {
  let output = '';
  const code = await engine.executeGsql(text, session, (part) => {
    output += part;
  });
  return { code, output };
}

/** As `gsql`, for text that must succeed. */
export async function mustRun(engine: Engine, text: string, graph: string | null = null): Promise<string> {
  const { code, output } = await gsql(engine, text, { graph });
  if (code !== 0) throw new Error(`The shell ended with ${code}:\n${output}`);
  return output;
}
