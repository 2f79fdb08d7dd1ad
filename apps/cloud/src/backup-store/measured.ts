/** Counts and hashes what passes through, so that nothing is read twice. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

export interface Measured {
  readonly stream: Transform;
  /** What has passed; complete when the stream has ended. */
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
