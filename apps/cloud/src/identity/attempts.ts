/** How often someone may try a wrong password. Kept in memory: a restart forgives. */
const WINDOW_MINUTES = 15;
/** Failures for one e-mail from one address, and from one address over all e-mails. */
const LIMIT_ACCOUNT = 10;
const LIMIT_ADDRESS = 50;

interface Failures {
  count: number;
  until: number;
}

interface Attempts {
  /** Minutes to wait before the next attempt; 0: go on. */
  wait(address: string, email: string): number;
  failed(address: string, email: string): void;
  succeeded(address: string, email: string): void;
}

/** @param now the clock, in milliseconds */
export function createAttempts(now: () => number = Date.now): Attempts {
  const failures = new Map<string, Failures>();
  const both = (address: string, email: string) => `${address} ${email.toLowerCase()}`;
  const remaining = (key: string, limit: number): number => {
    const seen = failures.get(key);
    if (seen === undefined) return 0;
    if (seen.until <= now()) {
      failures.delete(key);
      return 0;
    }
    return seen.count >= limit ? Math.ceil((seen.until - now()) / 60_000) : 0;
  };
  const add = (key: string) => {
    const seen = failures.get(key);
    failures.set(key, { count: (seen?.count ?? 0) + 1, until: now() + WINDOW_MINUTES * 60_000 });
  };
  const forget = () => {
    for (const [key, seen] of failures) if (seen.until <= now()) failures.delete(key);
  };
  return {
    wait: (address, email) =>
      Math.max(remaining(both(address, email), LIMIT_ACCOUNT), remaining(address, LIMIT_ADDRESS)),
    failed(address, email) {
      forget();
      add(both(address, email));
      add(address);
    },
    succeeded(address, email) {
      failures.delete(both(address, email));
    },
  };
}
