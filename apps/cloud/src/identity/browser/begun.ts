/**
 * A sign-in that a browser has begun, without state on the server: everything is derived from a secret in the browser's
 * cookie and from the returned `state`. Many tabs may sign in at once. A response to another browser's sign-in is
 * rejected, because that browser has another secret.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

interface Begun {
  readonly state: string;
  /** For PKCE. */
  readonly verifier: string;
  readonly nonce: string;
}

const SECRET_BYTES = 32;
const LONGEST = 2000;

const derive = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');

export const newBrowserSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

const begunOf = (secret: string, state: string): Begun => ({
  state,
  verifier: derive(secret, 'verifier', state),
  nonce: derive(secret, 'nonce', state),
});

/** A path of this console to return to; `/` for anything else. */
const safeReturn = (to: string): string =>
  /^\/(?![/\\])/.test(to) && !/\p{Cc}/u.test(to) && !to.startsWith('/callback') && to.length <= LONGEST
    ? to
    : '/';

/** @param returnTo the page of the console to return to */
export function beginSignIn(secret: string, returnTo: string): Begun {
  const what = `${randomBytes(16).toString('base64url')}.${Buffer.from(safeReturn(returnTo)).toString('base64url')}`;
  return begunOf(secret, `${what}.${derive(secret, 'state', what)}`);
}

/** The sign-in of a returned `state`; undefined when another browser began it. */
export function resumeSignIn(secret: string, state: string): (Begun & { returnTo: string }) | undefined {
  const [random = '', returnTo = '', proof = '', ...rest] = state.split('.');
  const expected = Buffer.from(derive(secret, 'state', `${random}.${returnTo}`));
  const given = Buffer.from(proof);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined;
  return {
    ...begunOf(secret, state),
    returnTo: safeReturn(Buffer.from(returnTo, 'base64url').toString('utf8')),
  };
}
