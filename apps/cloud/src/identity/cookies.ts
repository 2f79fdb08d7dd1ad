/**
 * Names and attributes of the cookies that sign-in sets (docs/adr/0059-a-compulsory-second-factor.md). Where the public
 * address is https, a prefix makes browsers refuse one that another host, or a page without TLS, has set
 * (RFC 6265bis, section 4.1.3). Browsers know no Secure cookie of a plain `http://localhost`.
 */
import { eq } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { installationMarks } from '../database/schema.ts';

export interface OwnCookie {
  readonly name: string;
  /** The name that earlier versions gave it; null: the same. */
  readonly earlier: string | null;
  /** The Set-Cookie header. @param seconds until it expires; 0: the browser deletes it */
  set(value: string, seconds: number): string;
  /** The Set-Cookie header that deletes the one of the earlier name; null: there is none. */
  readonly forgetEarlier: string | null;
}

interface Kind {
  readonly name: string;
  /** Path of the requests that need it; the prefix `__Host-` allows no path but `/`. */
  readonly path: string;
  /** Whether the path must hold: the cookie then gets the lesser prefix `__Secure-`. */
  readonly pathHolds?: true;
  readonly sameSite: 'Strict' | 'Lax';
}

/** The name of a cookie on the console's origin. Browsers store cookies by host, whatever the port. */
export function cookieName(publicUrl: string, name: string, prefix: '__Host-' | '__Secure-'): string {
  const { port, protocol } = new URL(publicUrl);
  return `${protocol === 'https:' ? prefix : ''}${name}_${port}`;
}

export function ownCookie(publicUrl: string, { name, path, pathHolds, sameSite }: Kind): OwnCookie {
  const isHttps = publicUrl.startsWith('https:');
  const own = cookieName(publicUrl, name, pathHolds === true ? '__Secure-' : '__Host-');
  const ownPath = isHttps && pathHolds !== true ? '/' : path;
  const line = (of: string, at: string, value: string, seconds: number): string =>
    `${of}=${value}; Path=${at}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isHttps ? '; Secure' : ''}`;
  const earlier = isHttps ? `${name}_${new URL(publicUrl).port}` : null;
  return {
    name: own,
    earlier,
    set: (value, seconds) => line(own, ownPath, value, seconds),
    forgetEarlier: earlier === null ? null : line(earlier, path, '', 0),
  };
}

const MARK = 'prefixed cookies';

/**
 * When this installation first ran a version whose cookies have prefixes. A session's cookie of the earlier name is good
 * for sessions of before alone: anybody who can set a cookie for a neighbouring host could set one of that name.
 */
export async function prefixedSince(db: Db): Promise<Date> {
  await db.insert(installationMarks).values({ name: MARK }).onConflictDoNothing();
  const [row] = await db.select().from(installationMarks).where(eq(installationMarks.name, MARK));
  if (row === undefined) throw new Error('The mark of the cookies was not stored.');
  return row.at;
}
