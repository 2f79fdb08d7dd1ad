import type { FastifyReply } from 'fastify';

/** Calls `then` when the answer was sent, or its client has closed the connection. */
export function whenGone({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}

/** A signal that fires when the client closes the connection before it has its answer. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  if (raw.destroyed && !raw.writableFinished) controller.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
