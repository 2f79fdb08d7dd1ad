/** The thread that builds large adjacencies, so that the thread that answers requests is not blocked. */
import { parentPort } from 'node:worker_threads';
import { edgeTableOf, type FromBuilder, type ToBuilder } from './table-builder.ts';

parentPort?.on('message', ({ id, spec }: ToBuilder) => {
  let message: FromBuilder;
  try {
    message = { id, value: edgeTableOf(spec) };
  } catch (problem) {
    message = { id, error: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) };
  }
  parentPort?.postMessage(message);
});
