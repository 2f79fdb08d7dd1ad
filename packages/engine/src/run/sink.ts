/** Hands results over to the thread that asked for the query, no faster than they are sent on. */
import { check } from '../library/meter.ts';
import type { Sink } from '../library/results.ts';

/** Bytes of results that may wait to be taken before the query waits. */
export const MOST_UNTAKEN = 4 * 2 ** 20;
/** Milliseconds after which a waiting query looks whether it was stopped. */
const LOOK_MS = 20;

/**
 * @param untaken one shared number: the bytes that were sent here and not taken there; who takes them notifies
 * @throws EngineError from the sink when the query is stopped while it waits
 */
export const sinkOf =
  (untaken: Int32Array<SharedArrayBuffer>, send: Sink): Sink =>
  (lines) => {
    for (let waiting = Atomics.load(untaken, 0); waiting > MOST_UNTAKEN; waiting = Atomics.load(untaken, 0)) {
      check();
      Atomics.wait(untaken, 0, waiting, LOOK_MS);
    }
    Atomics.add(untaken, 0, lines.byteLength);
    send(lines);
  };
