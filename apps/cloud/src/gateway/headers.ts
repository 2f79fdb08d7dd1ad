/** Which headers pass the gateway, in which direction. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** For one connection only (RFC 9110, section 7.6.1), with what older software sends. */
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

/** Ours between gateway and workspace: whoever sends one from outside would be believed. */
const TRUSTED = 'x-acacia-';

/** The gateway is the edge: what a client says of its own origin is replaced. */
const FORWARDED = 'x-forwarded-';

/** TigerGraph's session. Browsers send a host's cookies to all its ports, the console's among them. */
const SESSION_COOKIE = /^TigerGraphApp=/;

/** The cookies that are the workspace's; undefined when there are none. */
export function workspaceCookies(headers: IncomingHttpHeaders): string | undefined {
  const cookies = headers.cookie?.split(/; */).filter((cookie) => SESSION_COOKIE.test(cookie));
  return cookies === undefined || cookies.length === 0 ? undefined : cookies.join('; ');
}

export interface RequestHeaderRules {
  /** Who calls, in the words that the workspace believes. */
  readonly trust: Readonly<Record<string, string>>;
  /** The token was judged here and is of no use to the workspace. */
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
    // Answered by the gateway: it asks for the body when the workspace is there to take it.
    if (name === 'expect' || name === 'forwarded' || name.startsWith(FORWARDED)) continue;
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

/** Of every answer: it is what its type says, and nobody keeps it. */
export const GUARDS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

/** Of answers the gateway's to say, or nobody's business. */
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
    // Which pages may read an answer is the gateway's to say.
    if (dropped.has(lower) || lower.startsWith('access-control-') || OURS.has(lower)) continue;
    headers.push(name, value);
  }
  for (const [name, value] of Object.entries({ ...GUARDS, ...cors })) headers.push(name, value);
  return headers;
}

/** The fixed list, and what the sender names in `Connection`. */
function connectionOptions(headers: IncomingHttpHeaders): ReadonlySet<string> {
  if (headers.connection === undefined) return HOP_BY_HOP;
  const named = headers.connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...HOP_BY_HOP, ...named]);
}
