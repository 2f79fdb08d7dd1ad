/**
 * Signing in and out, and the access token for calls. The browser's session is a cookie of the control plane that no
 * script reads; pages get short access tokens and keep them in memory alone.
 */
import { CloudError, notReached } from '@acacia/api-client';
import { z } from 'zod';

export interface Session {
  /** A valid access token, renewed when it is about to expire; null when signed out. */
  readonly getToken: () => Promise<string | null>;
  /** Leaves for the sign-in page; comes back to `returnTo`. */
  readonly signIn: (returnTo: string) => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** True shortly after a sign-in: a refusal then will not be mended by another one. */
  readonly isFresh: () => boolean;
}

/** Milliseconds before its expiry at which a token is renewed. */
const RENEW_BEFORE = 60_000;
const FRESH_MS = 10_000;

const Token = z.object({
  access_token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.number(),
  /** Milliseconds since 1970. */
  signed_in_at: z.number(),
});
type Token = z.infer<typeof Token>;

const Ended = z.object({ location: z.string() });

const away = (): CloudError => new CloudError(0, notReached('the server', 'Check that Acacia is running.'));

/** @throws CloudError of status 0 when the control plane is not reached */
const post = (path: string): Promise<Response> =>
  fetch(path, { method: 'POST', credentials: 'same-origin', cache: 'no-store' }).catch(() => {
    throw away();
  });

/** @param leave goes to an address */
export function createSession(leave: (address: string) => void): Session {
  let token: Token | null = null;
  let asking: Promise<Token | null> | null = null;

  const isGood = ({ expires_at }: Token): boolean => expires_at * 1000 - RENEW_BEFORE > Date.now();

  const ask = async (): Promise<Token | null> => {
    const response = await post('/session/token');
    if (response.status === 401) return null;
    if (!response.ok) throw away();
    return Token.parse(await response.json());
  };

  return {
    getToken: async () => {
      if (token !== null && isGood(token)) return token.access_token;
      asking ??= ask().finally(() => {
        asking = null;
      });
      try {
        token = await asking;
      } catch (error) {
        // The cloud is away for a moment: the old token is used up.
        if (token === null || token.expires_at * 1000 <= Date.now()) throw error;
      }
      return token?.access_token ?? null;
    },
    signIn: (returnTo) => {
      token = null;
      leave(`/session/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`);
      return Promise.resolve();
    },
    signOut: async () => {
      token = null;
      const response = await post('/session/end');
      leave(response.ok ? Ended.parse(await response.json()).location : '/');
    },
    isFresh: () => Date.now() - (token?.signed_in_at ?? 0) < FRESH_MS,
  };
}
