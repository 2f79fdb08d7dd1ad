/** A file of lines of JSON as one JSON list. */
import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

const withCommas = (lines: Buffer): Buffer =>
  Buffer.from(lines.toString('latin1').replaceAll('\n', ',\n'), 'latin1');

/** The lines of a file as the members of a JSON list. */
export async function* jsonList(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('[\n');
  let waiting: Buffer | null = null;
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 }) as AsyncIterable<Buffer>) {
    if (waiting !== null) yield waiting;
    // The line break at the end of a piece waits: none follows the last line.
    const ends = chunk.at(-1) === NEWLINE;
    yield withCommas(ends ? chunk.subarray(0, -1) : chunk);
    waiting = ends ? Buffer.from(',\n') : null;
  }
  yield Buffer.from('\n]\n');
}
