/** Checks passwords, each one only once: hashing deliberately takes a fifth of a second. */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PasswordsBusy, passwordMatches, type StoredPassword } from '@acacia/passwords';
import { problem } from '../errors/problem.ts';
import type { Attempt, Guesses } from './guesses.ts';

/** Milliseconds by which a refusal is delayed: guessing without a pause would keep the server busy with refusals. */
const REFUSED_AFTER = 1_000;

async function begin(guesses: Guesses, user: string, address: string): Promise<Attempt> {
  try {
    return guesses.begin(user, address);
  } catch (error) {
    await delay(REFUSED_AFTER, undefined, { ref: false });
    throw error;
  }
}

/** Passwords that are remembered to be right. */
const MOST_REMEMBERED = 1_000;

/**
 * Whether the password is the user's.
 * @param stored null when there is no such user: that takes as long, and is counted alike
 * @throws Problem 429 after too many wrong ones, 503 when too many are being checked
 */
export type PasswordSignIn = (
  user: string,
  password: string,
  stored: StoredPassword | null,
  address: string,
) => Promise<boolean>;

export function createPasswordSignIn(guesses: Guesses): PasswordSignIn {
  // Only matching passwords are cached, by a keyed digest that cannot be computed elsewhere, together with the hash
  // that they matched: once the hash is changed or removed, the entry is useless.
  const key = randomBytes(32);
  const matched = new Set<string>();
  const underWay = new Map<string, Promise<boolean>>();

  async function check(
    user: string,
    password: string,
    stored: StoredPassword | null,
    address: string,
  ): Promise<boolean> {
    const attempt = await begin(guesses, user, address);
    let right: boolean;
    try {
      right = await passwordMatches(password, stored, attempt.known ? 'known' : 'unknown');
    } catch (error) {
      attempt.givenUp();
      if (!(error instanceof PasswordsBusy)) throw error;
      await delay(REFUSED_AFTER, undefined, { ref: false });
      throw problem('passwordsBusy', { reason: error.message }).after(error.retryAfterSeconds);
    }
    if (right) attempt.right();
    return right;
  }

  return async (user, password, stored, address) => {
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([user, stored, password]))
      .digest('base64');
    if (matched.delete(digest)) {
      // Last used, last forgotten.
      matched.add(digest);
      return true;
    }
    // A client that begins with many requests at once signs in once.
    const same = `${digest} ${address}`;
    const running = underWay.get(same) ?? check(user, password, stored, address);
    underWay.set(same, running);
    try {
      const right = await running;
      if (right) {
        matched.add(digest);
        const [oldest] = matched;
        if (matched.size > MOST_REMEMBERED && oldest !== undefined) matched.delete(oldest);
      }
      return right;
    } finally {
      if (underWay.get(same) === running) underWay.delete(same);
    }
  };
}
