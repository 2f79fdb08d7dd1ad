/** Rules for passwords that people choose (NIST SP 800-63B, section 3.1.1.2: long, and not one that is tried first). */

export const PASSWORD_LEAST = 12;
export const PASSWORD_MOST = 1024;

/** The first words of guessers; also the names closest to this product. */
const COMMON = [
  'password',
  'passwort',
  'passw0rd',
  'passphrase',
  'acacia',
  'tigergraph',
  'graph',
  'database',
  'welcome',
  'letmein',
  'iloveyou',
  'administrator',
  'admin',
  'changeme',
  'change',
  'default',
  'secret',
  'qwertyuiop',
  'qwertz',
  'qwerty',
  'asdfghjkl',
  'asdf',
  'zxcvbnm',
  'zxcvbn',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'superman',
  'batman',
  'master',
  'login',
  'test',
  'user',
  'root',
  'local',
  'me',
  'my',
  'the',
  'is',
  'please',
  'hello',
  'abcdefghijklmnopqrstuvwxyz',
  'abcdefghijkl',
  'abcdef',
  'abc',
] as const;

const TOO_SHORT = `A password must have at least ${PASSWORD_LEAST} characters.`;
const TOO_LONG = `A password may have at most ${PASSWORD_MOST} characters.`;
const COMMONPLACE = 'This password is among the first that are guessed. Choose another one.';

/** The letters of a password without common words, digits and signs. */
function rest(password: string, ownWords: readonly string[]): string {
  const words = [...ownWords.filter((word) => word.length > 2), ...COMMON];
  const bare = password.normalize('NFKC').toLowerCase();
  return words.reduce((text, word) => text.replaceAll(word, ' '), bare).replaceAll(/[^\p{L}]/gu, '');
}

/**
 * Why a password cannot be chosen; null when it can.
 * @param email of the person, whose parts are no secret
 */
export function passwordFault(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LEAST) return TOO_SHORT;
  if (length > PASSWORD_MOST) return TOO_LONG;
  const distinct = new Set(password).size;
  const onlyDigits = /^[\d\s\p{P}\p{S}]*$/u.test(password) && distinct < 8;
  const common = rest(password, email.toLowerCase().split(/[@.+_-]/)) === '' && /\p{L}/u.test(password);
  const sequence = '01234567890123456789'.includes(password) || '98765432109876543210'.includes(password);
  return distinct < 5 || onlyDigits || common || sequence ? COMMONPLACE : null;
}
