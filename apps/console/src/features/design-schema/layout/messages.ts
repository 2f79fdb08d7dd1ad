/** Messages between the page and the worker that arranges schemas. */
import type { Arrangement, LayoutInput } from './shapes.ts';

export interface ToWorker {
  /** Given back with the answer, by which the page knows answers that came too late. */
  readonly run: number;
  readonly input: LayoutInput;
}

export interface FromWorker {
  readonly run: number;
  readonly arrangement: Arrangement;
}
