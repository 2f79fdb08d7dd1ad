/**
 * Answers of every HTTP server of Acacia to unreadable requests: malformed bytes, headers that are too large or too
 * slow. A file of its own, beside the index: browsers have no use for it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds for which further input is read and dropped: without that the client would lose the answer. */
const DRAIN = 5_000;

type Status = 400 | 408 | 431;
const REASONS: Readonly<Record<Status, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

interface UnreadableOptions {
  /** Largest address and headers together that the server takes, in bytes. */
  readonly headerBytes: number;
  /** An error as the server's API wraps it, from a sentence. */
  readonly envelope: (message: string, status: Status) => object;
}

export interface UnreadableRequests {
  /** Must be called with every request before anything is awaited. */
  readonly note: (request: IncomingMessage, response: ServerResponse) => void;
  /** Listener for a server's `clientError`. It closes the connection after the answer, which says so. */
  readonly answer: (error: NodeJS.ErrnoException, socket: Duplex) => void;
}

export function unreadableRequests({ headerBytes, envelope }: UnreadableOptions): UnreadableRequests {
  /** Requests without a whole answer yet. */
  const open = new WeakMap<Duplex, Set<readonly [IncomingMessage, ServerResponse]>>();

  /** Whether bytes written now could be taken for a part of another answer, or for the answer to another request. */
  const isBusy = (socket: Duplex): boolean =>
    [...(open.get(socket) ?? [])].some(([request, response]) => request.complete || response.headersSent);

  function verdict(code: string | undefined): readonly [Status, string] {
    if (code === 'HPE_HEADER_OVERFLOW') {
      const limit = `${headerBytes / 1024} KB`;
      return [431, `The address and the headers of the request are larger than ${limit} together.`];
    }
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request was too long in coming.'];
    return [400, 'The request is not HTTP as it should be.'];
  }

  return {
    note(request, response) {
      const { socket } = request;
      const one = [request, response] as const;
      const all = open.get(socket) ?? new Set();
      open.set(socket, all.add(one));
      response.once('close', () => all.delete(one));
    },
    answer(error, socket) {
      // Already ended: the rest of the input is dropped.
      if (!socket.writable) return;
      if (isBusy(socket) || error.code === 'ECONNRESET') {
        socket.destroy();
        return;
      }
      const [status, message] = verdict(error.code);
      const body = JSON.stringify(envelope(message, status));
      socket.end(
        [
          `HTTP/1.1 ${status} ${REASONS[status]}`,
          'Content-Type: application/json; charset=utf-8',
          `Content-Length: ${new TextEncoder().encode(body).length}`,
          'X-Content-Type-Options: nosniff',
          'Cache-Control: no-store',
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
      );
      setTimeout(() => socket.destroy(), DRAIN).unref();
    },
  };
}
