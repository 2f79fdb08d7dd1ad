/** Reads the body of a request, within a limit that may change while the server runs. */
import type { Readable } from 'node:stream';
import { problem, type Problem } from '../errors/problem.ts';

const tooLarge = (limitBytes: number): Problem =>
  problem('bodyTooLarge', { most: Math.floor(limitBytes / 2 ** 20) });

/** @param announcedBytes length that the request announces; 0 when it announces none */
export async function readBody(body: Readable, announcedBytes: number, limitBytes: number): Promise<string> {
  if (announcedBytes > limitBytes) {
    // Read and dropped: unread bytes would block the connection's next request.
    body.resume();
    throw tooLarge(limitBytes);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  const text = Promise.withResolvers<string>();
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limitBytes) chunks.push(chunk);
    else {
      chunks.length = 0;
      text.reject(tooLarge(limitBytes));
    }
  });
  body.on('end', () => text.resolve(Buffer.concat(chunks).toString('utf8')));
  body.on('error', text.reject);
  body.on('close', () => text.reject(new Error('The sender broke off.')));
  return text.promise;
}
