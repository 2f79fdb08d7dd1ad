/** Limits of what is sent back for a query. */
import { EngineError } from '@acacia/engine';

const size = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${Math.ceil(bytes / 2 ** 20)}MB` : `${Math.ceil(bytes / 1024)}KB`;

export const tooLargeMessage = (bytes: number, limitBytes: number): string =>
  `The query response size is ${size(bytes)}, which exceeds limit ${size(limitBytes)}.`;

/** A writer of a shell's output; the statement whose output would pass the limit fails instead. */
export function limitedOutput(write: (output: string) => void, limitBytes: number): (output: string) => void {
  let bytes = 0;
  let failed = false;
  return (output) => {
    const more = Buffer.byteLength(output);
    if (!failed && bytes + more > limitBytes) {
      // What the shell then says about the failure still passes.
      failed = true;
      throw new EngineError('REST-4000', tooLargeMessage(bytes + more, limitBytes));
    }
    bytes += more;
    write(output);
  };
}
