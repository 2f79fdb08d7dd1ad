/**
 * Rate limits of requests without recently accepted credentials. Each network has a token bucket for requests without
 * credentials, one for credentials that were not accepted lately, a larger one for tokens that the gateway verifies,
 * and one for waking workspaces. Recently accepted credentials are not limited: guessers cannot lock others out.
 */
import { networkOf } from '../network/addresses.ts';
import { createBuckets } from '../limits/buckets.ts';
import { refusal } from './refusal.ts';

const ANONYMOUS = { burst: 200, perSecond: 20 };
const UNPROVEN = { burst: 60, perSecond: 1 };
/** Tokens of the identity provider and API keys: the gateway verifies them first. */
const TOKENS = { burst: 500, perSecond: 100 };
const WAKES = { burst: 5, perSecond: 1 / 180 };

/** Milliseconds for which accepted credentials are not limited. */
const PROVEN_FOR = 15 * 60_000;
/** Limit of accepted credentials that are kept; the oldest are dropped first. */
const MOST_KEPT = 10_000;

export interface Rates {
  /**
   * Counts a request that comes in.
   * @param credentials hash of the request's credentials; undefined: it has none
   * @param token whether they are a token of the identity provider or an API key
   * @returns a callback, to be called once with whether the credentials were accepted; undefined: not verified
   * @throws Refusal with status 429 when the network has used its bucket up
   */
  enter(address: string, credentials: string | undefined, token?: boolean): (accepted?: boolean) => void;
  /**
   * Counts a request that wakes a workspace, unless its credentials were accepted lately.
   * @throws Refusal with status 429 when the network has used its bucket up
   */
  wake(address: string, credentials: string | undefined): void;
}

function demand(seconds: number, what: string): void {
  if (seconds === 0) return;
  throw refusal('tooMany', { what, seconds }).after(seconds);
}

/** @param now the clock, in milliseconds */
export function createRates(now: () => number = () => performance.now()): Rates {
  const anonymous = createBuckets(ANONYMOUS, now);
  const unproven = createBuckets(UNPROVEN, now);
  const tokens = createBuckets(TOKENS, now);
  const wakes = createBuckets(WAKES, now);
  const provenUntil = new Map<string, number>();
  /** Requests under way by credentials and network: many at once with the same credentials count as one. */
  const underWay = new Map<string, number>();

  const isProven = (credentials: string): boolean => (provenUntil.get(credentials) ?? 0) > now();

  function prove(credentials: string): void {
    provenUntil.delete(credentials);
    provenUntil.set(credentials, now() + PROVEN_FOR);
    const [oldest] = provenUntil.keys();
    if (provenUntil.size > MOST_KEPT && oldest !== undefined) provenUntil.delete(oldest);
  }

  return {
    enter(address, credentials, token = false) {
      const network = networkOf(address);
      if (credentials === undefined) {
        demand(anonymous.take(network), 'without credentials');
        return () => undefined;
      }
      const same = `${credentials} ${network}`;
      const others = underWay.get(same) ?? 0;
      const taken = others === 0 && !isProven(credentials);
      const bucket = token ? tokens : unproven;
      if (taken) demand(bucket.take(network), 'with credentials that are not known');
      underWay.set(same, others + 1);
      return (accepted) => {
        const left = (underWay.get(same) ?? 1) - 1;
        if (left === 0) underWay.delete(same);
        else underWay.set(same, left);
        if (accepted === false) provenUntil.delete(credentials);
        else if (taken) bucket.take(network, -1);
        if (accepted === true) prove(credentials);
      };
    },
    wake(address, credentials) {
      if (credentials !== undefined && isProven(credentials)) return;
      demand(wakes.take(networkOf(address)), 'that wake workspaces, with credentials that are not known,');
    },
  };
}
