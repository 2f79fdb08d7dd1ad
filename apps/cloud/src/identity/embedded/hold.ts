/** Delays refusals to slow guessing down: by about `HOLD_MS` milliseconds, at most `MOST_HELD` of them at once. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

const HOLD_MS = 2000;
const MOST_HELD = 1000;

/** Resolves when a refusal may be sent; at once when too many are delayed already. */
export type Hold = (reply: FastifyReply, seconds: number) => Promise<void>;

export function createHold(): Hold {
  let held = 0;
  return async (reply, seconds) => {
    reply.header('retry-after', seconds);
    if (held >= MOST_HELD) return;
    held += 1;
    // Random, so that they are not all sent at the same moment.
    await delay(HOLD_MS * (0.5 + Math.random())).finally(() => (held -= 1));
  };
}
