/** Reads the body of a request, within a limit that may change while the server runs. */
import type { Readable } from 'node:stream';
import { Problem } from './problem.ts';

const tooLarge = (limitBytes: number): Problem =>
  new Problem(413, '', `The body is larger than ${Math.floor(limitBytes / 2 ** 20)} MB.`);

/** @param announcedBytes what the request says that it will send; 0 when it does not say */
export async function readBody(body: Readable, announcedBytes: number, limitBytes: number): Promise<string> {
  if (announcedBytes > limitBytes) {
    // Read and thrown away: what stayed would be in the way of the connection's next request.
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
