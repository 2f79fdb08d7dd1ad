/**
 * Limits of the query that runs in this thread: the stop flag that the main thread sets, the bytes of the containers
 * that the query fills, and V8's figure for the heap. One query runs in a thread at a time.
 */
import { engineError, ENGINE_ERRORS } from '../errors/catalogue.ts';
import type { EngineError } from '../errors.ts';
import { beginHeap, lookAtHeap } from './heap-use.ts';

/** Values of the shared stop flag. */
export const RUNNING = 0;
export const ABORTED = 1;
export const TIMED_OUT = 2;

let flag = new Int32Array(1);
let limit = Infinity;
let used = 0;
let rows = 0;
/** Bytes made since V8's figure was last read. */
let made = 0;
let checks = 0;

/** V8's figure is read (half a microsecond) after so many bytes were made, or after so many checks. */
const LOOK_BYTES = 2 ** 20;
const LOOK_CHECKS = 255;

/** `stop` is shared with the thread that may stop the query. */
export function startMeter(stop: Int32Array<SharedArrayBuffer>, limitBytes: number): void {
  flag = stop as unknown as Int32Array<ArrayBuffer>;
  limit = limitBytes;
  used = 0;
  rows = 0;
  made = 0;
  if (limitBytes !== Infinity) beginHeap();
}

/** @throws EngineError when the query's heap, with `bytes` that are about to be made, exceeds its limit */
function look(bytes: number): void {
  made = 0;
  checks = 0;
  if (limit !== Infinity && !lookAtHeap(limit, used, bytes)) throw memoryError();
}

/**
 * Called at loop back-edges.
 * @throws EngineError when the query was stopped or exceeds its memory limit
 */
export function check(): void {
  const state = Atomics.load(flag, 0);
  if (state !== RUNNING) throw stopError(state);
  checks += 1;
  if (checks > LOOK_CHECKS) look(0);
}

/** Whether `check` would throw. */
export const isStopped = (): boolean => Atomics.load(flag, 0) !== RUNNING;

/** Code of the error of a query that exceeded its time limit. */
export const TIMED_OUT_CODE = ENGINE_ERRORS.queryTimedOut.code;

export const stopError = (state: number): EngineError =>
  state === TIMED_OUT ? engineError('queryTimedOut') : engineError('queryAborted');

export const memoryError = (): EngineError => engineError('queryOutOfMemory');

/**
 * Adds bytes of the query's containers, or with a negative number returns them.
 * @throws EngineError when the query exceeds its memory limit
 */
export function account(bytes: number): void {
  used += bytes;
  if (used > limit) throw memoryError();
  made += bytes;
  if (made > LOOK_BYTES) look(0);
}

/**
 * Called before a large allocation that is not accounted for (a copy, a text): V8 ends the whole process when a single
 * allocation finds no room.
 * @throws EngineError when there is no room for the bytes
 */
export function demand(bytes: number): void {
  if (bytes > limit - used) throw memoryError();
  made += bytes;
  if (made > LOOK_BYTES) look(bytes);
}

/** Accounts for memory that is in use until the rows of a SELECT are done. */
export function accountRows(bytes: number): void {
  rows += bytes;
  account(bytes);
}

/** Called when the rows of a SELECT are done: frees the bytes of `accountRows`. */
export function endRows(): void {
  used -= rows;
  rows = 0;
}

/** Bytes that the query's containers take now. */
export const usedBytes = (): number => used;

/** Bytes that the query may still take. */
export const memoryLeft = (): number => limit - used;

/** Approximate bytes of one element in a JavaScript collection. */
export const ELEMENT_BYTES = 32;
