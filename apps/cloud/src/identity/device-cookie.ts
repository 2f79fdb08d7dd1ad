/**
 * A device cookie (OWASP's scheme), by which a browser proves that it has signed in to an account before. Its attempts
 * are counted apart from those of strangers. The cookie signs nobody in.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ownCookie } from './cookies.ts';

export interface DeviceCookie {
  /** Device id of the browser, when its cookie was made for this account; null otherwise. */
  read(header: string | undefined, email: string): string | null;
  /** The Set-Cookie header with a new device id. */
  write(email: string): string;
}

const YEAR_SECONDS = 31_536_000;

/** @param key secret key of this installation */
export function createDeviceCookie(key: string, publicUrl: string): DeviceCookie {
  const cookie = ownCookie(publicUrl, {
    name: 'acacia_device',
    path: '/oidc',
    pathHolds: true,
    sameSite: 'Strict',
  });
  // One of the earlier name is as good: it proves by itself for whom it was made.
  const names = [cookie.name, ...(cookie.earlier === null ? [] : [cookie.earlier])].join('|');
  const proofOf = (device: string, email: string): string =>
    createHmac('sha256', key).update(`device\n${device}\n${email}`).digest('base64url');
  return {
    read(header, email) {
      const found = new RegExp(`(?:^|; *)(?:${names})=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(header ?? '');
      const [, device, proof] = found ?? [];
      if (device === undefined || proof === undefined) return null;
      return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(device, email))) ? device : null;
    },
    write(email) {
      const device = randomBytes(16).toString('base64url');
      const value = `${device}.${proofOf(device, email)}`;
      return cookie.set(value, YEAR_SECONDS);
    },
  };
}
