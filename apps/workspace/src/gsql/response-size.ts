/** Limits on the size of a query's answer. */
import { answerTooLarge } from '@acacia/engine';
import type { HeldAnswer } from '../http/held-answers.ts';

/**
 * A writer of a shell's output. A statement fails when its output would pass a limit or does not fit the budget of held
 * answers.
 */
export function limitedOutput(
  write: (output: string) => void,
  limitBytes: number,
  held: HeldAnswer,
): (output: string) => void {
  let bytes = 0;
  let failed = false;
  return (output) => {
    const more = Buffer.byteLength(output);
    if (!failed) {
      // The shell's message about the failure still passes.
      failed = true;
      if (bytes + more > limitBytes) throw answerTooLarge(bytes + more, limitBytes);
      held.add(more);
      failed = false;
    }
    bytes += more;
    write(output);
  };
}
