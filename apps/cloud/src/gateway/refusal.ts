/** Responses of the gateway itself to requests that do not reach their workspace. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { textOf, type ParamsOf } from '@acacia/base';
import { GATEWAY_ERRORS, type GatewayErrorId, type GatewayErrors } from './catalogue.ts';
import { GUARDS } from './headers.ts';

/** An error that becomes the response to a request. `message` is a sentence for people. Only `refusal` makes one. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds for Retry-After; undefined: none is sent. */
  retryAfter: number | undefined;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }

  /** Sets the seconds after which the client may try again. */
  after(seconds: number): this {
    this.retryAfter = seconds;
    return this;
  }
}

/** A refusal of the catalogue, by its name and the parameters of its sentence. */
export const refusal = <Id extends GatewayErrorId>(id: Id, ...params: ParamsOf<GatewayErrors[Id]>): Refusal =>
  new Refusal(GATEWAY_ERRORS[id].status, GATEWAY_ERRORS[id].code, textOf(GATEWAY_ERRORS[id], params));

/** The refusal of a request that cannot be parsed, with the status that the parser of HTTP gives it. */
export const unreadable = (reason: string, status: number): Refusal =>
  new Refusal(status, GATEWAY_ERRORS.unreadable.code, GATEWAY_ERRORS.unreadable.text({ reason }));

/** The envelope of TigerGraph's REST API, so that its clients show the sentence. */
export const envelopeOf = ({ message, code }: Refusal) => ({
  version: { edition: 'enterprise', api: 'v2', schema: 0 },
  error: true,
  message,
  results: null,
  code,
});

function headersOf(refusal: Refusal, body: string): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...GUARDS,
  };
  if (refusal.retryAfter !== undefined) headers['Retry-After'] = String(refusal.retryAfter);
  if (refusal.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return headers;
}

/** Limits in bytes and milliseconds of an unwanted body that is read and dropped before the connection is closed. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 5_000;

/**
 * Responds with the refusal. A client that is still sending its body would lose the response if the connection were
 * closed at once (RFC 9112, section 9.6): some of the body is read and dropped first.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  cors: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(envelopeOf(refusal));
  const finished = request.complete || !hasBody(request);
  const headers = { ...headersOf(refusal, body), ...cors, ...(finished ? {} : { Connection: 'close' }) };
  response.writeHead(refusal.status, headers);
  if (finished) {
    response.end(body);
    return;
  }
  response.write(body);
  let dropped = 0;
  const end = () => {
    clearTimeout(overdue);
    response.end();
  };
  const overdue = setTimeout(end, DRAIN_MS);
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > DRAIN_BYTES) end();
  });
  request.once('end', end);
  request.once('error', end);
}

/** The refusal as a whole HTTP response, for a connection that was to become a websocket. */
export function refusalText(refusal: Refusal): string {
  const body = JSON.stringify(envelopeOf(refusal));
  const headers = { ...headersOf(refusal, body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Whether a request announces a body (RFC 9112, section 6). */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
