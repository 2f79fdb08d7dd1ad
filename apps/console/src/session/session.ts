/**
 * Signing in and out, and the access token for calls. The browser's session is a cookie of the control plane that no
 * script reads; pages get short access tokens and keep them in memory alone.
 */
import { CloudError, notReached, readAnswer } from '@acacia/api-client';
import { z } from 'zod';

export interface Session {
  /**
   * A valid access token, renewed when it is about to expire; null when nobody has signed in since the page was opened.
   * Once the session has ended, the promise waits until the person has signed in again.
   * @param refused a token that a server has refused, so that another one is asked for
   */
  readonly getToken: (refused?: string) => Promise<string | null>;
  /** Leaves for the sign-in page; comes back to `returnTo`. */
  readonly signIn: (returnTo: string) => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** Goes to an address outside of the console, from which the person comes back. */
  readonly leave: (address: string) => void;
  /**
   * Opens the console anew at an address, within another organisation of the person: in this tab, and in tabs to come.
   * @throws CloudError when the person does not belong to it
   */
  readonly enterOrganization: (orgId: string, address: string) => Promise<void>;
  /** Whether the session has ended while the page was open. */
  readonly hasEnded: () => boolean;
  /** Calls the listener when `hasEnded` changes; returns a function that stops this. */
  readonly onEnd: (listener: () => void) => () => void;
  /**
   * Looks whether the person has signed in again, in another tab, and lets the calls that wait go on.
   * @param isSame whether a token is for the person whose page this is; for somebody else the page starts anew
   */
  readonly resume: (isSame: (token: string) => Promise<boolean>) => Promise<void>;
}

/** Milliseconds before its expiry at which a token is renewed. */
const RENEW_BEFORE = 60_000;

const Token = z.object({
  access_token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.number(),
  /** The organisation in which the token's calls are made; null: the person has none. */
  org_id: z.string().nullable(),
});
type Token = z.infer<typeof Token>;

/** Key of the organisation of this tab, for which its tokens are asked. Other tabs may have another one. */
const ORGANIZATION = 'acacia.organization';

const Ended = z.object({ location: z.string() });
const Refusal = z.object({ Message: z.string() });

const away = (): CloudError => new CloudError(0, notReached('the server', 'Check that Acacia is running.'));

/** @throws CloudError of status 0 when the control plane is not reached */
const post = (path: string): Promise<Response> =>
  fetch(path, { method: 'POST', credentials: 'same-origin', cache: 'no-store' }).catch(() => {
    throw away();
  });

const withOrg = (path: string, org: string | null): string =>
  org === null ? path : `${path}?${new URLSearchParams({ org }).toString()}`;

const never = <T>(): Promise<T> => new Promise(() => undefined);

/** @param leave goes to an address */
export function createSession(leave: (address: string) => void): Session {
  let token: Token | null = null;
  let asking: Promise<Token | null> | null = null;
  /** Somebody has been signed in on this page. */
  let known = false;
  /** The page was opened without a session. Signing in opens it anew, so that this is asked once. */
  let isNobodys = false;
  let leaving = false;
  let ended = false;
  /** Calls that wait for the next sign-in. */
  let waiting: ((token: string) => void)[] = [];
  const listeners = new Set<() => void>();

  const isGood = ({ expires_at }: Token): boolean => expires_at * 1000 - RENEW_BEFORE > Date.now();

  const ask = async (): Promise<Token | null> => {
    const org = sessionStorage.getItem(ORGANIZATION);
    const response = await post(withOrg('/session/token', org));
    if (response.status === 401) return null;
    if (response.status === 403 && org !== null) {
      // The person has left that organisation, or is another one: the page goes on in one of theirs.
      sessionStorage.removeItem(ORGANIZATION);
      if (!known) return ask();
      leaving = true;
      leave('/');
      return never();
    }
    if (!response.ok) throw away();
    const given = await readAnswer(response, Token);
    if (given.org_id !== null) sessionStorage.setItem(ORGANIZATION, given.org_id);
    return given;
  };

  const setEnded = (now: boolean): void => {
    if (ended === now) return;
    ended = now;
    for (const listener of listeners) listener();
  };

  const untilSignedIn = (): Promise<string> => {
    const wait = new Promise<string>((resolve) => waiting.push(resolve));
    setEnded(true);
    return wait;
  };

  return {
    getToken: async (refused) => {
      if (leaving) return never();
      if (ended) return untilSignedIn();
      if (isNobodys) return null;
      if (token?.access_token === refused) token = null;
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
      if (leaving) return never();
      if (token !== null) {
        known = true;
        return token.access_token;
      }
      if (known) return untilSignedIn();
      isNobodys = true;
      return null;
    },
    signIn: (returnTo) => {
      leaving = true;
      leave(`/session/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`);
      return Promise.resolve();
    },
    signOut: async () => {
      // Calls made meanwhile would find the session ended.
      leaving = true;
      try {
        const response = await post('/session/end');
        sessionStorage.removeItem(ORGANIZATION);
        leave(response.ok ? (await readAnswer(response, Ended)).location : '/');
      } catch (error) {
        leaving = false;
        throw error;
      }
    },
    leave,
    enterOrganization: async (orgId, address) => {
      const response = await post(withOrg('/session/organization', orgId));
      if (response.status === 401) {
        token = null;
        setEnded(true);
        return;
      }
      if (!response.ok) throw new CloudError(response.status, (await readAnswer(response, Refusal)).Message);
      sessionStorage.setItem(ORGANIZATION, orgId);
      leaving = true;
      leave(address);
    },
    hasEnded: () => ended,
    onEnd: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resume: async (isSame) => {
      if (!ended) return;
      const next = await ask();
      if (next === null || !ended) return;
      if (!(await isSame(next.access_token))) {
        leaving = true;
        leave('/');
        return;
      }
      token = next;
      const calls = waiting;
      waiting = [];
      setEnded(false);
      for (const go of calls) go(next.access_token);
    },
  };
}
