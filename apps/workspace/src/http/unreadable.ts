/** Answers what is no request: nonsense, a head that is too large or too long in coming. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from '@acacia/contract';

/** Milliseconds for which what still comes is read and dropped: else the client would lose the answer. */
const DRAIN = 5_000;

const TEXTS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `The address and the headers of the request are larger than ${CONNECTIONS.workspaceHeaderBytes / 1024} KB together.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The head of the request was too long in coming.'],
};

/** The connection ends with the answer, and says so: the gateway would send the next request on it. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Ended: what still comes of it is dropped.
  if (!socket.writable) return;
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = TEXTS[error.code ?? ''] ?? [400, 'The request is not HTTP as it should be.'];
  const body = JSON.stringify({ error: true, message, results: null });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), DRAIN).unref();
}
