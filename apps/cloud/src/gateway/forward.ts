/** Streams a request to a workspace and the response back; holds neither in memory. */
import { request as httpRequest } from 'node:http';
import type { Agent, ClientRequest, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { CONNECTIONS } from '@acacia/contract';
import type { WorkspaceAddress } from '../drivers/driver.ts';
import { clientHeaders } from './headers.ts';
import { originForm } from './paths.ts';
import { hasBody } from './refusal.ts';

interface Passage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: WorkspaceAddress;
  readonly agent: Agent;
  /** Headers for the workspace. */
  readonly headers: Record<string, string | string[]>;
  readonly cors: Readonly<Record<string, string>>;
}

export type Outcome =
  /** A response was passed on, wholly or until one side broke off. */
  | { readonly kind: 'answered'; readonly status: number }
  /** Nothing of the request reached the workspace: it may be sent again. */
  | { readonly kind: 'not-sent'; readonly error: Error }
  /** The connection broke before a response: the request may have been carried out. */
  | { readonly kind: 'lost'; readonly error: Error }
  | { readonly kind: 'client-gone' };

/** Options for `http.request` to the workspace's private address. */
export function upstreamOptions(
  address: WorkspaceAddress,
  request: IncomingMessage,
  headers: Record<string, string | string[]>,
): RequestOptions {
  const target =
    address.kind === 'socket'
      ? { socketPath: address.path }
      : { host: new URL(address.origin).hostname, port: new URL(address.origin).port || 80 };
  return {
    ...target,
    method: request.method,
    path: originForm(request.url ?? '/'),
    headers,
    setHost: false,
    maxHeaderSize: CONNECTIONS.headerBytes,
  };
}

/** Sends the request; resolves when the response has been passed on, or none will come. */
export function forward(passage: Passage): Promise<Outcome> {
  const { request, response, address, agent, headers } = passage;
  if (response.destroyed) return Promise.resolve({ kind: 'client-gone' });
  return new Promise((resolve) => {
    const upstream = httpRequest({ ...upstreamOptions(address, request, headers), agent });
    let sent = false;
    let answered = false;

    // The client has gone: the call is ended at once, which cancels its query.
    const onClose = () => {
      if (!response.writableFinished) upstream.destroy();
    };
    response.once('close', onClose);

    const finish = (outcome: Outcome) => {
      response.off('close', onClose);
      resolve(outcome);
    };

    whenConnected(upstream, () => {
      sent = true;
      sendBody(request, response, upstream);
    });
    upstream.once('response', (answer) => {
      answered = true;
      passAnswer(answer, passage, () => {
        if (!upstream.writableFinished) dropBody(request, upstream);
        finish({ kind: 'answered', status: answer.statusCode ?? 502 });
      });
    });
    upstream.on('error', (error) => {
      request.unpipe(upstream);
      if (answered) dropBody(request, upstream);
      else if (response.destroyed) finish({ kind: 'client-gone' });
      else if (!sent || wasStale(upstream, request)) finish({ kind: 'not-sent', error });
      else finish({ kind: 'lost', error });
    });
  });
}

/** Waits for the connection before reading the client's body: until then the request can be sent again. */
function whenConnected(upstream: ClientRequest, ready: () => void): void {
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', ready);
    else ready();
  });
}

function sendBody(request: IncomingMessage, response: ServerResponse, upstream: ClientRequest): void {
  if (!hasBody(request)) {
    upstream.end();
    return;
  }
  if (request.headers.expect !== undefined && !response.headersSent) response.writeContinue();
  request.pipe(upstream);
}

/**
 * Discards the rest of a body that was not needed for the response. It is still read: it would block the next request
 * on the client's connection.
 */
function dropBody(request: IncomingMessage, upstream: ClientRequest): void {
  request.unpipe(upstream);
  request.resume();
  upstream.destroy();
}

/** Whether a reused connection failed that the workspace had closed. Only requests that change nothing are repeated. */
function wasStale(upstream: ClientRequest, request: IncomingMessage): boolean {
  return (
    upstream.reusedSocket && !hasBody(request) && ['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '')
  );
}

function passAnswer(answer: IncomingMessage, passage: Passage, done: () => void): void {
  const { response, cors } = passage;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', clientHeaders(answer, cors));
  // The headers of a stream must not wait for its first event.
  setImmediate(() => {
    if (!response.writableEnded && !response.destroyed) response.flushHeaders();
  });
  // Breaks the client's connection when the workspace breaks off, so that a partial response is not taken for a whole.
  pipeline(answer, response, done);
}
