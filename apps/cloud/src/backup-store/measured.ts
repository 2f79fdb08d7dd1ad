/** A stream that counts and hashes the bytes that pass through it, so that no file is read twice. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

export interface Measured {
  readonly stream: Transform;
  /** Size and hash of the bytes so far; final when the stream has ended. */
  result(): { readonly sizeBytes: number; readonly sha256: string };
}

export function measured(): Measured {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ sizeBytes, sha256: hash.copy().digest('hex') }) };
}
