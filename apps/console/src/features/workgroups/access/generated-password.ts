/** Passwords that the console makes for people. */
import { passwordFault } from '@acacia/contract';

/** Characters of a made password (specification part 3, section 9). */
const MADE_LENGTH = 16;

/** Without those that are read as one another: 0 and O, 1, l and I. */
const DIGITS = '23456789';
const SIGNS = `abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ${DIGITS}`;

/** The largest multiple of the number of signs in a byte: larger bytes would favour the first signs. */
const FAIR = 256 - (256 % SIGNS.length);

function randomText(): string {
  let text = '';
  while (text.length < MADE_LENGTH) {
    const [byte = FAIR] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR) text += SIGNS[byte % SIGNS.length];
  }
  return text;
}

/** A password of letters and at least two digits that `username` may have. */
export function generatePassword(username: string): string {
  for (;;) {
    const text = randomText();
    const digits = [...text].filter((sign) => DIGITS.includes(sign)).length;
    if (digits >= 2 && passwordFault(text, [username]) === null) return text;
  }
}
