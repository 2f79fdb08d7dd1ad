/** Signing in and out with OpenID Connect (authorization code with PKCE), and the access token for calls. */
import type { ClientConfig } from '@acacia/contract';
import { UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';

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

/** Seconds before expiry at which a token is refreshed. */
const REFRESH_BEFORE = 60;
const FRESH_MS = 10_000;
const SIGNED_IN_AT = 'acacia.signed_in_at';

/** Only addresses of this console: anything else goes home. */
export function safeReturn(state: unknown): string {
  const to = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) && !to.startsWith('/callback') ? to : '/';
}

export function createSession(config: ClientConfig, origin: string): Session {
  const manager = new UserManager({
    authority: config.issuer,
    client_id: config.client_id,
    redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    scope: config.scopes,
    ...(config.audience === null
      ? {}
      : { resource: config.audience, extraTokenParams: { resource: config.audience } }),
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: REFRESH_BEFORE,
    loadUserInfo: false,
    // Per tab: tabs that shared a rotating refresh token would sign each other out.
    userStore: new WebStorageStateStore({ store: sessionStorage }),
  });

  let refreshing: Promise<User | null> | null = null;
  const refresh = (): Promise<User | null> => {
    refreshing ??= manager
      .signinSilent()
      // Refused or unreachable: the person signs in again.
      .catch(() => null)
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };

  return {
    getToken: async () => {
      let user = await manager.getUser();
      if (user !== null && (user.expires_in ?? 0) < REFRESH_BEFORE / 2) {
        user = user.refresh_token === undefined ? null : await refresh();
      }
      return user?.access_token ?? null;
    },
    signIn: async (returnTo) => {
      await manager.removeUser();
      await manager.signinRedirect({ state: { returnTo } });
    },
    completeSignIn: async (url) => {
      const user = await manager.signinRedirectCallback(url);
      sessionStorage.setItem(SIGNED_IN_AT, String(Date.now()));
      return safeReturn(user.state);
    },
    signOut: async () => {
      await manager.signoutRedirect();
    },
    isFresh: () => Date.now() - Number(sessionStorage.getItem(SIGNED_IN_AT) ?? 0) < FRESH_MS,
  };
}
