/** Refuses requests that two servers could parse differently (RFC 9112, sections 3.2, 6.1 and 11.2). */
import type { IncomingMessage } from 'node:http';
import { API_KEY_HEADER } from '@acacia/contract';
import { originForm } from './paths.ts';
import { Refusal } from './refusal.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const MOST_HEADERS = 100;
/** Headers that a request may have only once: of several, each server might use another. */
const SINGLE = ['host', 'content-length', 'transfer-encoding', 'authorization', API_KEY_HEADER];

const bad = (message: string): Refusal => new Refusal(400, 'ACACIA-REQUEST', message);

/** @throws Refusal when the request is ambiguous, has too many headers or a method that is not supported */
export function checkRequest(request: IncomingMessage): void {
  const { headers, rawHeaders, method = '', url = '' } = request;
  if (!METHODS.has(method)) {
    throw new Refusal(
      405,
      'ACACIA-REQUEST',
      `The method ${method} is not one of ${[...METHODS].join(', ')}.`,
    );
  }
  if (!originForm(url).startsWith('/')) throw bad('The target of the request must be a path.');
  if (rawHeaders.length > 2 * MOST_HEADERS) {
    throw new Refusal(431, 'ACACIA-REQUEST', `The request has more than ${MOST_HEADERS} headers.`);
  }
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = SINGLE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) throw bad(`The header ${repeated} is there more than once.`);
  if (headers[API_KEY_HEADER] !== undefined && headers.authorization !== undefined) {
    throw bad('Send an access token or an API key, not both.');
  }
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  if (request.httpVersion === '1.0' || headers['content-length'] !== undefined) {
    throw bad('It is not clear where the body of the request ends.');
  }
  if (coding.trim().toLowerCase() !== 'chunked') {
    throw new Refusal(501, 'ACACIA-REQUEST', 'Of the transfer codings chunked alone is known.');
  }
}
