/** The worker in which schemas are arranged, so that the page answers while that runs. */
import { arrange } from './arrange.ts';
import type { FromWorker, ToWorker } from './messages.ts';

self.addEventListener('message', ({ data: { run, input } }: MessageEvent<ToWorker>) => {
  const message: FromWorker = { run, arrangement: arrange(input) };
  self.postMessage(message);
});
