/** The worker in which layouts run, so that the page answers while they do. */
import { startForce, type ForceRun } from './force.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { runLayout } from './run-layout.ts';

/** Work between two looks at the messages that have come in, in milliseconds. */
const SLICE_MS = 24;
/** Large graphs are shown less often: their pictures take the time of the page, their positions that of the worker. */
const LARGE = { from: 5000, sliceMs: 90 } as const;
const HUGE = { from: 25_000, sliceMs: 250 } as const;

let force: ForceRun | null = null;
let current = 0;
let slice = SLICE_MS;

const sliceFor = (count: number): number =>
  [HUGE, LARGE].find(({ from }) => count >= from)?.sliceMs ?? SLICE_MS;

function send(message: FromWorker): void {
  self.postMessage(message, {
    transfer: [message.positions.x.buffer as ArrayBuffer, message.positions.y.buffer as ArrayBuffer],
  });
}

function step(run: number): void {
  if (force === null || run !== current) return;
  const until = performance.now() + slice;
  let moving = force.tick();
  while (moving && performance.now() < until) moving = force.tick();
  send({ run, positions: force.positions(), done: !moving });
  if (moving) setTimeout(step, 0, run);
  else force = null;
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'start':
      current = data.run;
      if (data.name === 'force') {
        slice = sliceFor(data.input.x.length);
        force = startForce(data.input);
        step(data.run);
      } else {
        force = null;
        send({ run: data.run, positions: runLayout(data.name, data.input), done: true });
      }
      break;
    case 'stop':
      force = null;
      current = 0;
      break;
    case 'pin':
      force?.pin(data.node, data.at);
  }
});
