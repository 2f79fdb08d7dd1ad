/** The headers that pass the gateway in each direction. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { API_KEY_HEADER } from '@acacia/contract';

/** Hop-by-hop headers (RFC 9110, section 7.6.1), with those of older software. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Prefix of headers that the workspace trusts; they are dropped from clients' requests. */
const TRUSTED = 'x-acacia-';

/** Prefix of headers on a request's origin: those of clients are replaced by the gateway's own. */
const FORWARDED = 'x-forwarded-';

/** TigerGraph's session cookie. Browsers send a host's cookies to all its ports, so the console's come as well. */
const SESSION_COOKIE = /^TigerGraphApp=/;

/** The workspace's cookies in a request; undefined when there are none. */
export function workspaceCookies(headers: IncomingHttpHeaders): string | undefined {
  const cookies = headers.cookie?.split(/; */).filter((cookie) => SESSION_COOKIE.test(cookie));
  return cookies === undefined || cookies.length === 0 ? undefined : cookies.join('; ');
}

export interface RequestHeaderRules {
  /** Headers that name the caller, which the workspace trusts. */
  readonly trust: Readonly<Record<string, string>>;
  /** Whether to drop the Authorization header: the gateway has verified the token, and the workspace cannot use it. */
  readonly dropAuthorization: boolean;
}

/** Headers for the workspace. */
export function upstreamHeaders(
  request: IncomingMessage,
  rules: RequestHeaderRules,
  clientAddress: string,
): Record<string, string | string[]> {
  const dropped = connectionOptions(request.headers);
  // HTTP/1.0 has no host; the workspace speaks 1.1 and wants one.
  const headers: Record<string, string | string[]> = { host: 'localhost' };
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || dropped.has(name) || name.startsWith(TRUSTED)) continue;
    // A key is judged here, and no workspace is to see it. The gateway answers Expect: it asks for the body when the
    // workspace is ready to take it.
    if (name === API_KEY_HEADER || name === 'expect' || name === 'forwarded' || name.startsWith(FORWARDED))
      continue;
    if (name === 'cookie' || (name === 'authorization' && rules.dropAuthorization)) continue;
    headers[name] = value;
  }
  const cookies = workspaceCookies(request.headers);
  if (cookies !== undefined) headers.cookie = cookies;
  // A body without a length is sent in chunks again.
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
  headers['x-forwarded-for'] = clientAddress;
  headers['x-forwarded-proto'] = 'http';
  headers['x-forwarded-host'] = request.headers.host ?? '';
  return { ...headers, ...rules.trust };
}

/** Headers of every response: no sniffing of its type, and no caching. */
export const GUARDS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

/** Response headers that are dropped: the gateway sets them, or they would reveal the software. */
const OURS: ReadonlySet<string> = new Set([
  ...Object.keys(GUARDS).map((name) => name.toLowerCase()),
  'server',
  'x-powered-by',
]);

/** Headers for the client, in the order that the workspace gave them, as Node's flat list. */
export function clientHeaders(answer: IncomingMessage, cors: Readonly<Record<string, string>>): string[] {
  const dropped = connectionOptions(answer.headers);
  const headers: string[] = [];
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(index, index + 2);
    const lower = name.toLowerCase();
    // The gateway decides which pages may read a response.
    if (dropped.has(lower) || lower.startsWith('access-control-') || OURS.has(lower)) continue;
    headers.push(name, value);
  }
  for (const [name, value] of Object.entries({ ...GUARDS, ...cors })) headers.push(name, value);
  return headers;
}

/** The hop-by-hop headers, and those that the sender names in `Connection`. */
function connectionOptions(headers: IncomingHttpHeaders): ReadonlySet<string> {
  if (headers.connection === undefined) return HOP_BY_HOP;
  const named = headers.connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...HOP_BY_HOP, ...named]);
}
