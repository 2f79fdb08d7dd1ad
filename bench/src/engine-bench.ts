/** An engine in a separate folder with one graph, filled by its loading job. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine, type Engine } from '@acacia/engine';

export const GRAPH = 'Bench';

export const MEMORY_BYTES = 12 * 1024 ** 3;

export interface EngineBench {
  readonly engine: Engine;
  /** Folder for files of the bench; removed with the engine's data. */
  readonly folder: string;
  /** Runs GSQL. @throws Error with its output when a statement fails */
  gsql(text: string): Promise<void>;
  /** Runs the loading job `load_all` with files by their names in it, and waits for its end. */
  load(files: Readonly<Record<string, string>>): Promise<void>;
  /** Closes the engine, so that another process may open its data in `folder`/data. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** @param schema GSQL that makes the graph and its loading job */
export async function openBench(schema: string): Promise<EngineBench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'acacia-bench-'));
  const engine = await openEngine({
    dataDir: path.join(folder, 'data'),
    memoryLimitBytes: MEMORY_BYTES,
    defaultTimeLimitMs: 0,
  });
  let released = false;
  const release = async (): Promise<void> => {
    if (!released) await engine.close();
    released = true;
  };
  const gsql = async (text: string): Promise<void> => {
    let output = '';
    const code = await engine.executeGsql(text, { graph: null }, (chunk) => (output += chunk));
    if (code !== 0) throw new Error(output);
  };
  await gsql(schema);
  return {
    engine,
    folder,
    gsql,
    load: async (files) => {
      const id = await engine.startLoad(GRAPH, 'load_all', { files });
      const status = await engine.loadEnded(id);
      if (status.state !== 'finished') throw new Error(status.error ?? status.state);
    },
    release,
    close: async () => {
      await release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
