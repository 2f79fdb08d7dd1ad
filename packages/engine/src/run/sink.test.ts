import { expect, it } from 'vitest';
import { ABORTED, RUNNING, startMeter } from '../library/meter.ts';
import { MOST_UNTAKEN, sinkOf } from './sink.ts';

const shared = (): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4));

it('hands results over while they are taken, and waits beyond the limit until it is stopped', () => {
  const [stop, untaken] = [shared(), shared()];
  startMeter(stop, Infinity);
  const sent: number[] = [];
  const sink = sinkOf(untaken, (lines) => void sent.push(lines.byteLength));
  sink(new Uint8Array(MOST_UNTAKEN));
  sink(new Uint8Array(10));
  expect(sent).toEqual([MOST_UNTAKEN, 10]);
  Atomics.store(stop, 0, ABORTED);
  expect(() => sink(new Uint8Array(1))).toThrow('aborted');
  expect(sent).toHaveLength(2);
  Atomics.store(stop, 0, RUNNING);
  Atomics.sub(untaken, 0, MOST_UNTAKEN);
  sink(new Uint8Array(1));
  expect(sent).toEqual([MOST_UNTAKEN, 10, 1]);
});
