/**
 * The process of the bench `start`: `start-server.ts FOLDER QUERY`. It opens the data of a folder, runs a query once,
 * and reports the time of both together and its memory.
 */
import path from 'node:path';
import { openEngine } from '@acacia/engine';
import { GRAPH, MEMORY_BYTES } from './engine-bench.ts';

const [folder = '', query = ''] = process.argv.slice(2);
const begun = performance.now();
const engine = await openEngine({
  dataDir: path.join(folder, 'data'),
  memoryLimitBytes: MEMORY_BYTES,
  defaultTimeLimitMs: 0,
});
const opened = performance.now() - begun;
const { results } = await engine.runQuery(GRAPH, query, {});
const ms = performance.now() - begun;
process.send?.({ opened, ms, results, bytes: process.memoryUsage.rss() });
process.once('message', () => {
  void engine.close().then(() => process.exit(0));
});
