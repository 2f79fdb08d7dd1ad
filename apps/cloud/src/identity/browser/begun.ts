/**
 * A sign-in that a browser has begun. Everything about it follows from a secret that the browser holds in a cookie,
 * and from the state that comes back: nothing is kept here, many tabs may sign in at once, and a browser into which
 * somebody else's answer is smuggled has another secret.
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

/** Only addresses of this console: anything else goes home. */
const safeReturn = (to: string): string =>
  /^\/(?![/\\])/.test(to) && !/\p{Cc}/u.test(to) && !to.startsWith('/callback') && to.length <= LONGEST
    ? to
    : '/';

/** @param returnTo where the person was */
export function beginSignIn(secret: string, returnTo: string): Begun {
  const what = `${randomBytes(16).toString('base64url')}.${Buffer.from(safeReturn(returnTo)).toString('base64url')}`;
  return begunOf(secret, `${what}.${derive(secret, 'state', what)}`);
}

/** The sign-in of a state that came back; undefined when another browser began it. */
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
