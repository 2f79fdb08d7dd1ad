/** Whose credentials a request carries: ours to judge, or the workspace's. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { GATEWAY_HEADERS } from '@acacia/contract';
import type { Caller, GatewayDirectory } from './directory.ts';
import { workspaceCookies } from './headers.ts';
import { claimsOf } from './waking-credentials.ts';

type Credentials =
  | { readonly kind: 'none' }
  /** A token of the identity provider, by its own words. */
  | { readonly kind: 'ours'; readonly token: string }
  /** Password, secret, cookie or token that the workspace issued. */
  | { readonly kind: 'workspace' };

export function credentialsOf(headers: IncomingHttpHeaders, issuer: string): Credentials {
  const { authorization } = headers;
  if (authorization === undefined) {
    return { kind: workspaceCookies(headers) === undefined ? 'none' : 'workspace' };
  }
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token !== undefined && claimsOf(token)?.['iss'] === issuer) return { kind: 'ours', token };
  return { kind: 'workspace' };
}

/** Tells credentials apart without keeping them; undefined when a request carries none. */
export function credentialsDigest(workspaceId: string, headers: IncomingHttpHeaders): string | undefined {
  const shown = headers.authorization ?? workspaceCookies(headers);
  if (shown === undefined) return undefined;
  return createHash('sha256').update(`${workspaceId} ${shown}`).digest('base64');
}

/** Milliseconds that an accepted token is not asked about again: so long a lost role lives on. */
const KEPT = 2_000;
const MOST_KEPT = 1_000;

/** `identify` of the directory, remembering for a moment whom it accepted, unless it is told to forget. */
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

/** What the workspace is told of a caller, beside the key that makes it believe. */
export function callerHeaders(caller: Extract<Caller, { allowed: true }>): Record<string, string> {
  return { [GATEWAY_HEADERS.user]: caller.email, [GATEWAY_HEADERS.role]: caller.databaseRole };
}
