/** An engine in a folder of its own that holds a random graph, loaded by a loading job. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine, type Engine } from '@acacia/engine';

export const GRAPH = 'Bench';

const SCHEMA = `CREATE VERTEX V (PRIMARY_ID id INT) WITH primary_id_as_attribute="true"
CREATE DIRECTED EDGE E (FROM V, TO V, weight INT)
CREATE GRAPH ${GRAPH} (V, E)
USE GRAPH ${GRAPH}
CREATE LOADING JOB load_all FOR GRAPH ${GRAPH} {
  DEFINE FILENAME vertices;
  DEFINE FILENAME edges;
  LOAD vertices TO VERTEX V VALUES ($0) USING HEADER="true", SEPARATOR=",";
  LOAD edges TO EDGE E VALUES ($0, $1, $2) USING HEADER="true", SEPARATOR=",";
}`;

export interface EngineBench {
  readonly engine: Engine;
  readonly folder: string;
  /** Runs GSQL; throws its output when it fails. */
  gsql(text: string): Promise<void>;
  /** Runs the loading job over two files and waits for its end. */
  load(files: { vertices: string; edges: string }): Promise<void>;
  close(): Promise<void>;
}

export async function openBench(): Promise<EngineBench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'acacia-bench-'));
  const engine = await openEngine({
    dataDir: path.join(folder, 'data'),
    memoryLimitBytes: 8 * 1024 ** 3,
    defaultTimeLimitMs: 0,
  });
  const session = { graph: null };
  const gsql = async (text: string): Promise<void> => {
    let output = '';
    const code = await engine.executeGsql(text, session, (chunk) => (output += chunk));
    if (code !== 0) throw new Error(output);
  };
  await gsql(SCHEMA);
  return {
    engine,
    folder,
    gsql,
    load: async (files) => {
      const id = await engine.startLoad(GRAPH, 'load_all', { files });
      const status = await engine.loadEnded(id);
      if (status.state !== 'finished') throw new Error(status.error ?? status.state);
    },
    close: async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
