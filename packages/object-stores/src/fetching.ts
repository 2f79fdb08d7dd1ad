/** HTTP requests to judged addresses. Their error messages reveal nothing of the answer. */
import http from 'node:http';
import https from 'node:https';
import { Transform, type Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import type { SourceNetwork } from './network/source-network.ts';
import { storeError } from './errors.ts';
import { deniedBy, unreachable } from './objects.ts';

/** Milliseconds without a byte in either direction. */
const IDLE_MS = 120_000;
/** Redirects that are followed one after the other. */
const MOST_HOPS = 5;
/** Bytes of an answer that is read whole: a page of a list, a token. */
const LARGEST_ANSWER = 32 * 2 ** 20;

/** Text allowed in a header (RFC 9110, section 5.5, without its rare cases). */
export const HEADER_TEXT = /^[\x21-\x7e]+$/;

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Readable;
}

interface RequestOptions {
  readonly network: SourceNetwork;
  /** Name of the object being read, for messages. */
  readonly about: string;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
  /** Instead of a form; its type is in `headers`. */
  readonly body?: string;
  /** Follows redirects, each judged anew. Never with credentials: they are meant for one host. */
  readonly redirects?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** @throws ObjectStoreError, naming `about`, unless the answer is a success */
export async function request(url: string | URL, options: RequestOptions): Promise<Answer> {
  const { about, redirects = false, signal } = options;
  let next = new URL(url);
  for (let hops = 0; ; hops += 1) {
    const answer = await send(next, options).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw unreachable(about, cause);
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    answer.body.destroy();
    const { location = '' } = answer.headers;
    const isRedirect = [301, 302, 303, 307, 308].includes(answer.status);
    if (!isRedirect || !redirects) throw deniedBy(about, answer.status);
    const isWeb = URL.canParse(location, next) && /^https?:$/.test(new URL(location, next).protocol);
    if (hops === MOST_HOPS || !isWeb) throw unreachable(about, new Error('It redirects nowhere.'));
    next = new URL(location, next);
  }
}

const send = (url: URL, options: RequestOptions): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { network, method = 'GET', headers = {}, form, signal } = options;
    const secure = url.protocol === 'https:';
    const body = form?.toString() ?? options.body;
    const sent = (secure ? https : http).request(
      // The rest of an address, such as a name and a password in it, is never shown.
      new URL(url.pathname + url.search, url.origin),
      {
        method,
        agent: secure ? network.agents.https : network.agents.http,
        timeout: IDLE_MS,
        headers: {
          ...headers,
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(signal === undefined ? {} : { signal }),
      },
      (response) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response }),
    );
    sent.once('timeout', () => sent.destroy(new Error('Nothing came for too long.')));
    sent.once('error', reject);
    sent.end(body);
  });

/** The stream up to a limit of bytes, that of answers that are read whole unless given: beyond it the stream fails. */
export function bounded(body: Readable, most = LARGEST_ANSWER): Readable {
  let bytes = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done(bytes > most ? new Error('The answer is too large.') : null, piece);
    },
  });
  body.on('error', (error) => counted.destroy(error));
  counted.on('close', () => body.destroy());
  return body.pipe(counted);
}

/** An answer that is read whole. @throws ObjectStoreError when it is too large or is cut off */
export async function textOfAnswer({ body }: Answer, about: string): Promise<string> {
  try {
    return await text(bounded(body));
  } catch (cause) {
    throw unreachable(about, cause);
  }
}

/**
 * A small file of a web server, whole; redirects are followed, each judged anew.
 * @throws ObjectStoreError when it cannot be read, or has more bytes than `most`
 */
export async function readSmall(
  url: URL,
  network: SourceNetwork,
  most: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const about = url.origin;
  const headers = { 'accept-encoding': 'identity' };
  const { body } = await request(url, { network, about, headers, redirects: true, signal });
  try {
    return await buffer(bounded(body, most));
  } catch (cause) {
    signal.throwIfAborted();
    throw unreachable(about, cause);
  }
}

export interface Exchanged {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Bytes that the answer may have. */
  readonly most: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One question to a web server and its answer as a text, whatever its status, for the clients of others. Redirects are
 * answers: what is sent is meant for one host.
 * @throws Error when the server cannot or may not be reached, or its answer is too large
 */
export async function exchange(
  url: URL,
  network: SourceNetwork,
  { most, body, ...how }: Exchanged,
): Promise<{ readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly text: string }> {
  const about = url.origin;
  const answer = await send(url, { network, about, ...how, ...(body === undefined ? {} : { body }) });
  return {
    status: answer.status,
    headers: answer.headers,
    text: await text(bounded(bodyFrom(answer, 0, about), most)),
  };
}

/**
 * A `fetch` for the clients of others: it connects to judged addresses alone, and posts texts.
 * @param most bytes that an answer may have
 */
export const postingFetch =
  (network: SourceNetwork, most: number): typeof fetch =>
  async (input, init = {}) => {
    if (typeof init.body !== 'string') throw new TypeError('Only texts are posted.');
    const {
      status,
      headers,
      text: body,
    } = await exchange(new URL(input instanceof Request ? input.url : input), network, {
      method: 'POST',
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' },
      body: init.body,
      most,
      signal: init.signal ?? undefined,
    });
    const type = headers['content-type'];
    return new Response(body, { status, headers: type === undefined ? {} : { 'content-type': type } });
  };

/** The answer's JSON, checked against a shape. @throws ObjectStoreError when it is no JSON or has another shape */
export async function jsonOfAnswer<T>(answer: Answer, shape: z.ZodType<T>, about: string): Promise<T> {
  const whole = await textOfAnswer(answer, about);
  try {
    return shape.parse(JSON.parse(whole));
  } catch (cause) {
    throw unreachable(about, cause);
  }
}

/**
 * The body of an answer to a request for the bytes from `from` on.
 * @throws ObjectStoreError when the store answers with other bytes
 */
export function bodyFrom({ status, headers, body }: Answer, from: number, about: string): Readable {
  const packed = headers['content-encoding'] === 'gzip' || headers['content-encoding'] === 'x-gzip';
  if (from > 0 && (status !== 206 || packed)) {
    body.destroy();
    throw storeError('notFromByte', { about, from });
  }
  if (!packed) return body;
  const plain = createGunzip();
  body.on('error', (error) => plain.destroy(error));
  plain.on('close', () => body.destroy());
  return body.pipe(plain);
}

export const rangeHeader = (from: number): Record<string, string> =>
  from === 0 ? {} : { range: `bytes=${from}-` };
