/** Answers what is no request: nonsense, a head that is too large or too long in coming. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { CONNECTIONS } from '@acacia/contract';
import { Refusal, refusalText } from './refusal.ts';

/** Milliseconds for which what still comes is read and dropped: else the client would lose the answer. */
const DRAIN = 5_000;

const TEXTS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `The address and the headers of the request are larger than ${CONNECTIONS.headerBytes / 1024} KB together.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The head of the request was too long in coming.'],
};

export function answerUnreadable(server: Server): void {
  /** Connections with a request that has no whole answer yet. */
  const busy = new WeakSet<Duplex>();
  const note = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
  };
  server.on('request', note);
  server.on('checkContinue', note);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Ended: what still comes of it is dropped.
    if (!socket.writable) return;
    // A second answer would be taken for a part of the first.
    if (busy.has(socket) || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, message] = TEXTS[error.code ?? ''] ?? [400, 'The request is not HTTP as it should be.'];
    socket.end(refusalText(new Refusal(status, 'ACACIA-REQUEST', message)));
    setTimeout(() => socket.destroy(), DRAIN).unref();
  });
}
