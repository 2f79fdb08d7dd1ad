/** Ends requests whose clients have stopped sending the body that they announced. */
import type { IncomingMessage } from 'node:http';

/** Milliseconds without a byte. */
const IDLE_BODY = 30_000;

/** @param patience milliseconds without a byte of a body that is waited for */
export function endIdleBody(request: IncomingMessage, patience: number = IDLE_BODY): void {
  const { socket } = request;
  let read = socket.bytesRead;
  const watch = setInterval(() => {
    // Where bytes wait to be taken it is the workspace that is slow, or not awake yet.
    const untaken = request.readableLength > 0;
    if (request.complete || socket.destroyed) clearInterval(watch);
    else if (!untaken && socket.bytesRead === read) socket.destroy();
    read = socket.bytesRead;
  }, patience);
  watch.unref();
  request.once('close', () => clearInterval(watch));
}
