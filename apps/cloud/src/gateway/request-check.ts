/** Refuses requests that two servers could parse differently (RFC 9112, sections 3.2, 6.1 and 11.2). */
import type { IncomingMessage } from 'node:http';
import { API_KEY_HEADER } from '@acacia/contract';
import { originForm } from './paths.ts';
import { refusal } from './refusal.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const MOST_HEADERS = 100;
/** Headers that a request may have only once: of several, each server might use another. */
const SINGLE = ['host', 'content-length', 'transfer-encoding', 'authorization', API_KEY_HEADER];

/** @throws Refusal when the request is ambiguous, has too many headers or a method that is not supported */
export function checkRequest(request: IncomingMessage): void {
  const { headers, rawHeaders, method = '', url = '' } = request;
  if (!METHODS.has(method)) throw refusal('methodUnknown', { method, methods: [...METHODS].join(', ') });
  if (!originForm(url).startsWith('/')) throw refusal('targetNoPath');
  if (rawHeaders.length > 2 * MOST_HEADERS) throw refusal('headersTooMany', { most: MOST_HEADERS });
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = SINGLE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) throw refusal('headerRepeated', { header: repeated });
  if (headers[API_KEY_HEADER] !== undefined && headers.authorization !== undefined) {
    throw refusal('tokenAndKey');
  }
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  if (request.httpVersion === '1.0' || headers['content-length'] !== undefined) {
    throw refusal('bodyEndUnclear');
  }
  if (coding.trim().toLowerCase() !== 'chunked') throw refusal('codingUnknown');
}
