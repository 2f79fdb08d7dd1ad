/** Credentials of a request: those that the gateway verifies, and those that only the workspace can. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { API_KEY_HEADER, API_KEY_PREFIX, GATEWAY_HEADERS } from '@acacia/contract';
import type { Caller, GatewayDirectory } from './directory.ts';
import { workspaceCookies } from './headers.ts';
import { claimsOf } from './waking-credentials.ts';

type Credentials =
  | { readonly kind: 'none' }
  /** An API key, or a token that names the identity provider as its issuer; not verified yet. */
  | { readonly kind: 'ours'; readonly token: string }
  /** A password, a secret, or a cookie or token that the workspace issued. */
  | { readonly kind: 'workspace' };

export function credentialsOf(headers: IncomingHttpHeaders, issuers: readonly string[]): Credentials {
  const { authorization, [API_KEY_HEADER]: key } = headers;
  if (key !== undefined) return { kind: 'ours', token: asKey(key) };
  if (authorization === undefined) {
    return { kind: workspaceCookies(headers) === undefined ? 'none' : 'workspace' };
  }
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token?.startsWith(API_KEY_PREFIX) === true) return { kind: 'ours', token };
  const issuer = token === undefined ? undefined : claimsOf(token)?.['iss'];
  if (token !== undefined && typeof issuer === 'string' && issuers.includes(issuer)) {
    return { kind: 'ours', token };
  }
  return { kind: 'workspace' };
}

/** The text of a key's header as that of a key, whatever it is: no token is taken from there. */
function asKey(header: string | string[]): string {
  const text = String(header);
  return text.startsWith(API_KEY_PREFIX) ? text : API_KEY_PREFIX;
}

/** Hash of a request's credentials, so that they can be compared without being kept; undefined without any. */
export function credentialsDigest(workspaceId: string, headers: IncomingHttpHeaders): string | undefined {
  const shown = headers[API_KEY_HEADER] ?? headers.authorization ?? workspaceCookies(headers);
  if (shown === undefined) return undefined;
  return createHash('sha256')
    .update(`${workspaceId} ${String(shown)}`)
    .digest('base64');
}

/** Milliseconds for which an accepted token is cached: a revoked role stays in force for as long. */
const KEPT = 2_000;
const MOST_KEPT = 1_000;

/** The directory's `identify` with a short cache of accepted callers; `forget` clears it. */
export function cachedIdentify(
  directory: GatewayDirectory,
  now: () => number,
): { identify(workspaceId: string, token: string): Promise<Caller>; forget(): void } {
  const kept = new Map<string, { readonly caller: Promise<Caller>; readonly until: number }>();
  const identify = async (workspaceId: string, token: string): Promise<Caller> => {
    const key = createHash('sha256').update(`${workspaceId} ${token}`).digest('base64');
    const known = kept.get(key);
    if (known !== undefined && known.until > now()) return known.caller;
    if (kept.size >= MOST_KEPT) kept.clear();
    const caller = directory.identify(workspaceId, token);
    kept.set(key, { caller, until: now() + KEPT });
    try {
      if (!(await caller).allowed) kept.delete(key);
    } catch (error) {
      kept.delete(key);
      throw error;
    }
    return caller;
  };
  return { identify, forget: () => kept.clear() };
}

/** Headers that name the caller to the workspace; it trusts them by the gateway key, which is sent beside them. */
export function callerHeaders(caller: Extract<Caller, { allowed: true }>): Record<string, string> {
  return { [GATEWAY_HEADERS.user]: caller.email, [GATEWAY_HEADERS.role]: caller.databaseRole };
}
