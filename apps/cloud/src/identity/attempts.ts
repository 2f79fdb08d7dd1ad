/**
 * Limits attempts to sign in with a password (docs/adr/0037-passwords-guesses-and-sessions.md). An attempt is counted
 * in the database before the password is checked, so that concurrent attempts or a restart do not get around the limit.
 * Attempts are counted by account and origin, so that a stranger cannot lock an account's owner out: a browser that
 * signed in before has a count of its own. Attempts at a second factor are counted by account alone: who makes them
 * knows the password already.
 */
import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { signInAttempts } from '../database/sign-in-tables.ts';
import { networkOf } from '../network/addresses.ts';

const WINDOW_MINUTES = 15;
/** Attempts at one account from one browser that has signed in to it before, or from one network. */
const LIMIT_ACCOUNT = 10;
/** Attempts at one account from one network, while the account is under attack. */
const LIMIT_UNDER_ATTACK = 3;
/** Attempts from one network, over all accounts. */
const LIMIT_NETWORK = 50;
/** Attempts at one kind of second factor of one account, within `FACTOR_MINUTES`. */
const LIMIT_FACTOR = 10;
const FACTOR_MINUTES = 60;
/** An account is under attack after so many wrong passwords of strangers within `ATTACK_MINUTES`. */
const ATTACK = 100;
const ATTACK_MINUTES = 60;

/** Mails that forms without a sign-in may ask for within `MAIL_MINUTES`: for one address, from one network, of all. */
const MAILS_ADDRESS = 5;
const MAILS_NETWORK = 20;
const MAILS_ALL = 500;
const MAIL_MINUTES = 60;

/** Limit of rows; those that expire soonest are deleted first. */
const MOST_ROWS = 100_000;
/** Limit of exhausted counts in memory; attempts on those do not reach the database. */
const MOST_REMEMBERED = 10_000;

export interface Attempt {
  /** Normalised by `normalEmail`. */
  readonly email: string;
  readonly address: string;
  /** Device id of a browser that has signed in to this account before; null: a stranger. */
  readonly device: string | null;
}

export interface Counted {
  /** Whether the attempt was counted as a known browser's. */
  readonly known: boolean;
  /** Records that the password was wrong. */
  wrong(): Promise<void>;
  /** Records that the password was right, and clears the count of this account and origin. */
  right(): Promise<void>;
  /** Takes the attempt back, because the password could not be checked. */
  notTried(): Promise<void>;
}

/** A refused attempt: there were too many. */
export interface Held {
  readonly seconds: number;
  /** Whether this attempt is the first one refused. */
  readonly first: boolean;
}

/** A mail that is asked for without a sign-in. */
export interface MailAsked {
  /** False: the address has had its mails for now, which nobody but its owner may see. */
  readonly allowed: boolean;
}

export type FactorKind = 'app' | 'recovery' | 'passkey';

export interface Attempts {
  /** Seconds to wait, or 0, as far as known without a query to the database. */
  heldFor(attempt: Attempt): number;
  /** Counts an attempt before the password is checked. */
  count(attempt: Attempt): Promise<Counted | Held>;
  /** Seconds until a mail can be asked for again, or 0, as far as known without a query to the database. */
  mailsHeldFor(attempt: Attempt): number;
  /** Counts a mail that somebody asks for, whether the address has an account or not. */
  countMail(attempt: Attempt): Promise<MailAsked | Held>;
  /** Counts an attempt at a second factor before it is checked. @param accountId whose password was given */
  countFactor(accountId: string, factor: FactorKind): Promise<Counted | Held>;
}

const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');

const ended = sql`${signInAttempts.endsAt} <= now()`;
const inMinutes = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`;

/** Counts one attempt more. @returns null, or the time at which the count expires when it has reached its limit */
async function take(db: Db, key: string, limit: number, minutes: number): Promise<Date | null> {
  const counted = await db
    .insert(signInAttempts)
    .values({ key, count: 1, endsAt: inMinutes(minutes) })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        count: sql`case when ${ended} then 1 else ${signInAttempts.count} + 1 end`,
        endsAt: sql`case when ${ended} then ${inMinutes(minutes)} else ${signInAttempts.endsAt} end`,
      },
      setWhere: sql`${ended} or ${signInAttempts.count} < ${limit}`,
    })
    .returning({ key: signInAttempts.key });
  if (counted.length > 0) return null;
  const [row] = await db.select().from(signInAttempts).where(eq(signInAttempts.key, key));
  return row?.endsAt ?? new Date();
}

async function giveBack(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .update(signInAttempts)
    .set({ count: sql`greatest(${signInAttempts.count} - 1, 0)` })
    .where(inArray(signInAttempts.key, [...keys]));
}

export function createAttempts(db: Db): Attempts {
  /** When exhausted counts expire, in milliseconds since 1970. */
  const full = new Map<string, number>();
  const remaining = (key: string): number => {
    const until = full.get(key);
    if (until === undefined) return 0;
    if (until > Date.now()) return Math.ceil((until - Date.now()) / 1000);
    full.delete(key);
    return 0;
  };
  const remember = (key: string, until: Date): Held => {
    const first = !full.has(key);
    for (const oldest of full.keys()) {
      if (full.size < MOST_REMEMBERED) break;
      full.delete(oldest);
    }
    full.set(key, until.getTime());
    return { seconds: Math.max(1, remaining(key)), first };
  };

  const keysOf = ({ email, address, device }: Attempt) => {
    const network = networkOf(address);
    return {
      device: device === null ? null : keyOf('device', email, device),
      pair: keyOf('account and network', email, network),
      network: keyOf('network', network),
      account: keyOf('account', email),
    };
  };
  const mailsOf = (address: string): string => keyOf('mails from a network', networkOf(address));
  const forget = async (key: string) => {
    full.delete(key);
    await db.delete(signInAttempts).where(eq(signInAttempts.key, key));
  };
  const underAttack = async (key: string): Promise<boolean> => {
    const rows = await db
      .select({ count: signInAttempts.count })
      .from(signInAttempts)
      .where(and(eq(signInAttempts.key, key), gt(signInAttempts.endsAt, sql`now()`)));
    return (rows[0]?.count ?? 0) >= ATTACK;
  };

  return {
    heldFor(attempt) {
      const keys = keysOf(attempt);
      if (keys.device !== null && remaining(keys.device) === 0) return 0;
      return Math.max(remaining(keys.pair), remaining(keys.network));
    },
    async countFactor(accountId, factor) {
      const key = keyOf('factor', factor, accountId);
      const until = await take(db, key, LIMIT_FACTOR, FACTOR_MINUTES);
      if (until !== null) return remember(key, until);
      return {
        known: true,
        wrong: async () => undefined,
        right: () => forget(key),
        notTried: () => giveBack(db, [key]),
      };
    },
    async count(attempt) {
      const { device, pair, network, account } = keysOf(attempt);
      if (device !== null) {
        const until = await take(db, device, LIMIT_ACCOUNT, WINDOW_MINUTES);
        if (until === null) {
          return {
            known: true,
            wrong: async () => undefined,
            right: () => forget(device),
            notTried: () => giveBack(db, [device]),
          };
        }
        // Goes on as a stranger.
        remember(device, until);
      }
      const limit = (await underAttack(account)) ? LIMIT_UNDER_ATTACK : LIMIT_ACCOUNT;
      const pairUntil = await take(db, pair, limit, WINDOW_MINUTES);
      if (pairUntil !== null) return remember(pair, pairUntil);
      const networkUntil = await take(db, network, LIMIT_NETWORK, WINDOW_MINUTES);
      if (networkUntil !== null) return remember(network, networkUntil);
      return {
        known: false,
        wrong: async () => void (await take(db, account, ATTACK, ATTACK_MINUTES)),
        right: async () => {
          await forget(pair);
          await giveBack(db, [network]);
        },
        notTried: () => giveBack(db, [pair, network]),
      };
    },
    mailsHeldFor: ({ address, device }) => (device === null ? remaining(mailsOf(address)) : 0),
    async countMail({ email, address, device }) {
      // A browser that the owner has signed in with does not share the counts of strangers.
      if (device !== null) {
        const known = keyOf('mails to a device', email, device);
        return { allowed: (await take(db, known, MAILS_ADDRESS, MAIL_MINUTES)) === null };
      }
      for (const [key, limit] of [
        [mailsOf(address), MAILS_NETWORK],
        [keyOf('mails of all'), MAILS_ALL],
      ] as const) {
        const until = await take(db, key, limit, MAIL_MINUTES);
        if (until !== null) return remember(key, until);
      }
      const inMail = keyOf('mails to an address', email);
      return { allowed: (await take(db, inMail, MAILS_ADDRESS, MAIL_MINUTES)) === null };
    },
  };
}

/** Deletes expired counts, and those beyond the limit of rows. */
export async function sweepAttempts(db: Db, most: number = MOST_ROWS): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.endsAt, sql`now()`));
  const tooMany = db
    .select({ key: signInAttempts.key })
    .from(signInAttempts)
    .orderBy(desc(signInAttempts.endsAt), signInAttempts.key)
    .offset(most);
  await db.delete(signInAttempts).where(inArray(signInAttempts.key, tooMany));
}
