/**
 * How many requests of people who have not shown who they are get in. Each network has a bucket for requests without
 * credentials, one for credentials that were not accepted lately, a larger one for tokens that are judged here, and one
 * for waking workspaces by the others. What was accepted lately goes in freely, so that guessers keep nobody out who is in.
 */
import { networkOf } from '../network/addresses.ts';
import { createBuckets } from '../server/buckets.ts';
import { Refusal } from './refusal.ts';

const ANONYMOUS = { burst: 200, perSecond: 20 };
const UNPROVEN = { burst: 60, perSecond: 1 };
/** Tokens of the identity provider: judged here, by their signature, before anything else is asked. */
const TOKENS = { burst: 500, perSecond: 100 };
const WAKES = { burst: 5, perSecond: 1 / 180 };

/** Milliseconds for which accepted credentials go in freely. */
const PROVEN_FOR = 15 * 60_000;
/** Accepted credentials that are kept: the oldest go first. */
const MOST_KEPT = 10_000;

export interface Rates {
  /**
   * Lets a request in, or throws a 429.
   * @param credentials a digest of what the request carries; undefined: nothing
   * @param token whether it is one of the identity provider
   * @returns to be called once with what came of them; undefined: nobody judged them
   */
  enter(address: string, credentials: string | undefined, token?: boolean): (accepted?: boolean) => void;
  /** Lets a request wake a workspace, or throws a 429. */
  wake(address: string, credentials: string | undefined): void;
}

function demand(seconds: number, what: string): void {
  if (seconds === 0) return;
  const message = `Too many requests ${what} from your address. Try again in ${seconds} s.`;
  throw new Refusal(429, 'ACACIA-RATE', message, seconds);
}

/** @param now the clock, in milliseconds */
export function createRates(now: () => number = () => performance.now()): Rates {
  const anonymous = createBuckets(ANONYMOUS, now);
  const unproven = createBuckets(UNPROVEN, now);
  const tokens = createBuckets(TOKENS, now);
  const wakes = createBuckets(WAKES, now);
  const provenUntil = new Map<string, number>();
  /** Requests under way by their credentials: a client that begins with many at once shows one thing. */
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
