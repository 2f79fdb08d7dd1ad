/**
 * A cookie that says of a browser that it has signed in to an account before, as OWASP's scheme of device cookies
 * has it: attempts of such a browser are counted for itself, whatever strangers try meanwhile. It lets nobody in.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface DeviceCookie {
  /** Name of the browser, when its cookie was made for this account; null otherwise. */
  read(header: string | undefined, email: string): string | null;
  /** The header that gives a browser its cookie. */
  write(email: string): string;
}

const YEAR_SECONDS = 31_536_000;

/** @param key made once for this installation */
export function createDeviceCookie(key: string, publicUrl: string): DeviceCookie {
  const { port, protocol } = new URL(publicUrl);
  // Browsers keep cookies by host alone.
  const name = `acacia_device_${port}`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  const proofOf = (device: string, email: string): string =>
    createHmac('sha256', key).update(`device\n${device}\n${email}`).digest('base64url');
  return {
    read(header, email) {
      const found = new RegExp(`(?:^|; *)${name}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(header ?? '');
      const [, device, proof] = found ?? [];
      if (device === undefined || proof === undefined) return null;
      return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(device, email))) ? device : null;
    },
    write(email) {
      const device = randomBytes(16).toString('base64url');
      const value = `${device}.${proofOf(device, email)}`;
      return `${name}=${value}; Path=/oidc; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}
