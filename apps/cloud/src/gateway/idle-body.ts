/** Closes the connections of clients that have all but stopped sending the body that they announced. */
import type { IncomingMessage } from 'node:http';

/** `leastBytes` must arrive every `patience` milliseconds: a byte now and then would hold a connection for ever. */
const IDLE_BODY = { patience: 30_000, leastBytes: 4096 };

/** Destroys the socket when fewer than `leastBytes` of the body arrive within `patience` milliseconds. */
export function endIdleBody(request: IncomingMessage, limits: typeof IDLE_BODY = IDLE_BODY): void {
  const { patience, leastBytes } = limits;
  const { socket } = request;
  let read = socket.bytesRead;
  const watch = setInterval(() => {
    // Where bytes wait to be read, the workspace is slow, or not awake yet.
    const untaken = request.readableLength > 0;
    if (request.complete || socket.destroyed) clearInterval(watch);
    else if (!untaken && socket.bytesRead - read < leastBytes) socket.destroy();
    read = socket.bytesRead;
  }, patience);
  watch.unref();
  request.once('close', () => clearInterval(watch));
}
