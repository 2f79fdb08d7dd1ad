/** Passwords of tests: checked in a hundredth of the time that a real one takes. */
import { derive } from '../scrypt.ts';
import { newDerivation, storedOf } from '../stored.ts';

/** A stored password that matches as any other; its parameters are cheap. */
export function cheapHash(password: string): string {
  const derivation = { ...newDerivation(password), N: 2 ** 10, p: 1 };
  return storedOf(derivation, derive(derivation));
}
