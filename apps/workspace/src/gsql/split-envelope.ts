/** Cuts the results out of the JSON of an answer of RESTPP, which may be too large to be made values of. */
import { setImmediate } from 'node:timers/promises';

/** Bytes that are read without letting others have the thread. */
const STEP = 2 ** 20;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const RESULTS = Buffer.from('"results"');

export interface SplitEnvelope {
  /** The JSON of the envelope with null in the place of the results. */
  readonly envelope: Buffer;
  /** The JSON of the results. */
  readonly results: Buffer;
}

/** @returns null for what is not an object with `results` */
export async function splitEnvelope(json: Buffer, signal: AbortSignal): Promise<SplitEnvelope | null> {
  let depth = 0;
  let keyStart = -1;
  let isResults = false;
  let start = -1;
  let pause = STEP;
  for (let at = 0; at < json.length; at += 1) {
    if (at >= pause) {
      pause = at + STEP;
      await setImmediate();
      signal.throwIfAborted();
    }
    const byte = json[at];
    if (byte === QUOTE) {
      const end = endOfString(json, at);
      if (end < 0) return null;
      if (depth === 1 && start < 0) isResults = json.subarray((keyStart = at), end + 1).equals(RESULTS);
      at = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (depth === 0 && byte === OPEN_LIST) return null;
      depth += 1;
    } else if (byte === COLON && depth === 1 && start < 0) {
      if (isResults && keyStart >= 0) start = at + 1;
    } else if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (byte !== COMMA) depth -= 1;
      const isOver = byte === COMMA ? depth === 1 : depth === 0;
      if (start >= 0 && isOver) {
        const envelope = Buffer.concat([json.subarray(0, start), Buffer.from('null'), json.subarray(at)]);
        return { envelope, results: json.subarray(start, at) };
      }
      isResults = false;
    }
  }
  return null;
}

/** Place of the quote that ends the string; -1: none does. */
function endOfString(json: Buffer, start: number): number {
  for (let quote = json.indexOf(QUOTE, start + 1); quote >= 0; quote = json.indexOf(QUOTE, quote + 1)) {
    let slashes = 0;
    while (json[quote - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return -1;
}
