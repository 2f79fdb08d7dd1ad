/** The page's side of the layout worker. */
import { t } from '@acacia/texts';
import type { LayoutInput, LayoutName, Positions } from './layout.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { runLayout } from './run-layout.ts';

interface LayoutRunner {
  /** Starts a layout; one that runs is given up. */
  start(name: LayoutName, input: LayoutInput): void;
  stop(): void;
  pin(node: number, at: { readonly x: number; readonly y: number } | null): void;
  destroy(): void;
}

/**
 * @param onPositions called with positions as they come, `done` with the last ones
 * @param onError called when the worker cannot be loaded or fails; the layout has then ended
 */
export function createLayoutRunner(
  onPositions: (positions: Positions, done: boolean) => void,
  onError: (message: string) => void,
): LayoutRunner {
  let worker: Worker | null = null;
  let run = 0;

  const workerOf = (): Worker => {
    if (worker !== null) return worker;
    worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.run === run) onPositions(data.positions, data.done);
    });
    worker.addEventListener('error', (event) => {
      worker?.terminate();
      worker = null;
      onError(event.message === '' ? t`The layout worker could not be loaded.` : event.message);
    });
    return worker;
  };
  const send = (message: ToWorker) => workerOf().postMessage(message);

  return {
    start: (name, input) => {
      run += 1;
      if (typeof Worker === 'undefined') {
        onPositions(runLayout(name, input), true);
        return;
      }
      send({ kind: 'start', run, name, input });
    },
    stop: () => {
      run += 1;
      if (worker !== null) send({ kind: 'stop' });
    },
    pin: (node, at) => {
      if (worker !== null) send({ kind: 'pin', node, at });
    },
    destroy: () => {
      run += 1;
      worker?.terminate();
      worker = null;
    },
  };
}
