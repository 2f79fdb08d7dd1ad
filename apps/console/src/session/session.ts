/** Signing in and out with OpenID Connect (authorization code with PKCE), and the access token for calls. */
import type { ClientConfig } from '@acacia/contract';
import { OidcClient, WebStorageStateStore, type SigninResponse } from 'oidc-client-ts';
import { z } from 'zod';

export interface Session {
  /** A valid access token, refreshed when it is about to expire; null when signed out. */
  readonly getToken: () => Promise<string | null>;
  /** Leaves for the sign-in page; comes back to `returnTo`. */
  readonly signIn: (returnTo: string) => Promise<void>;
  /** Ends the sign-in at `/callback`; gives the address to return to. Throws the provider's description. */
  readonly completeSignIn: (url: string) => Promise<string>;
  readonly signOut: () => Promise<void>;
  /** True shortly after a sign-in: a refusal then will not be mended by another one. */
  readonly isFresh: () => boolean;
}

/** Seconds before its expiry at which a token is refreshed. */
const REFRESH_BEFORE = 60;
const FRESH_MS = 10_000;
const STORED = 'acacia.session';

/** Kept for the tab alone: tabs that shared a rotating refresh token would sign each other out. */
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
  scope: z.string().optional(),
  /** Seconds since 1970. */
  expires_at: z.number(),
  /** The subject, and the issuer's other claims of the ID token. */
  profile: z.looseObject({
    sub: z.string(),
    iss: z.string(),
    aud: z.string().or(z.array(z.string())),
    exp: z.number(),
    iat: z.number(),
  }),
  signed_in_at: z.number(),
});
type Tokens = z.infer<typeof Tokens>;

function stored(): Tokens | null {
  const text = sessionStorage.getItem(STORED);
  if (text === null) return null;
  try {
    return Tokens.parse(JSON.parse(text));
  } catch {
    // Written by another version: the person signs in again.
    return null;
  }
}

/** @param before what a refresh answer leaves out because it has not changed */
function store(response: SigninResponse, before: Partial<Tokens>): void {
  const tokens: Tokens = {
    access_token: response.access_token,
    refresh_token: response.refresh_token ?? before.refresh_token,
    id_token: response.id_token ?? before.id_token,
    scope: response.scope ?? before.scope,
    expires_at: response.expires_at ?? 0,
    profile: { ...response.profile },
    signed_in_at: before.signed_in_at ?? Date.now(),
  };
  sessionStorage.setItem(STORED, JSON.stringify(tokens));
}

/** Only addresses of this console: anything else goes home. */
export function safeReturn(state: unknown): string {
  const to = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) && !to.startsWith('/callback') ? to : '/';
}

export function createSession(config: ClientConfig, origin: string): Session {
  const resource = config.audience === null ? {} : { resource: config.audience };
  const client = new OidcClient({
    authority: config.issuer,
    client_id: config.client_id,
    redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    scope: config.scopes,
    ...resource,
    loadUserInfo: false,
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });

  const refresh = async (tokens: Tokens): Promise<string | null> => {
    const { refresh_token } = tokens;
    const stillValid = tokens.expires_at * 1000 > Date.now() ? tokens.access_token : null;
    if (refresh_token === undefined) return stillValid;
    try {
      const { id_token, scope, profile } = tokens;
      const state = { refresh_token, id_token, scope, profile, session_state: null };
      const response = await client.useRefreshToken({ state, ...resource, extraTokenParams: resource });
      store(response, tokens);
      return response.access_token;
    } catch {
      // Refused or not reached: the old token is used up, then the person signs in again.
      return stillValid;
    }
  };
  let refreshing: Promise<string | null> | null = null;

  return {
    getToken: async () => {
      const tokens = stored();
      if (tokens === null) return null;
      if (tokens.expires_at - REFRESH_BEFORE > Date.now() / 1000) return tokens.access_token;
      refreshing ??= refresh(tokens).finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
    signIn: async (returnTo) => {
      sessionStorage.removeItem(STORED);
      const request = await client.createSigninRequest({ state: { returnTo }, extraTokenParams: resource });
      window.location.assign(request.url);
    },
    completeSignIn: async (url) => {
      const response = await client.processSigninResponse(url);
      store(response, {});
      return safeReturn(response.userState);
    },
    signOut: async () => {
      const id_token_hint = stored()?.id_token;
      sessionStorage.removeItem(STORED);
      const request = await client.createSignoutRequest(id_token_hint === undefined ? {} : { id_token_hint });
      window.location.assign(request.url);
    },
    isFresh: () => Date.now() - (stored()?.signed_in_at ?? 0) < FRESH_MS,
  };
}
