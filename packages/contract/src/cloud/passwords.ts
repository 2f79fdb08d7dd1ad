/** Rules for passwords that people choose (NIST SP 800-63B, section 3.1.1.2: long, and not one that is tried first). */
import { asLetters } from '@acacia/base';

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
/** The refusal of a password that guessers try first. */
export const PASSWORD_COMMON = 'This password is among the first that are guessed. Choose another one.';

/** Words of texts about a person, the longest first. */
const wordsOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length);

/** Whether a lower-case password has no letters besides those of the words. */
function isMadeOf(words: readonly string[], password: string): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), password);
  return /\p{L}/u.test(password) && !/\p{L}/u.test(rest);
}

/**
 * Why a password cannot be chosen; null when it can. The server also looks into a list of passwords that became public.
 * @param own texts about the person that are no secret: their e-mail, name and organisations
 */
export function passwordFault(password: string, own: readonly string[]): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LEAST) return TOO_SHORT;
  if (length > PASSWORD_MOST) return TOO_LONG;
  const distinct = new Set(password).size;
  const onlyDigits = /^[\d\s\p{P}\p{S}]*$/u.test(password) && distinct < 8;
  const words = [...wordsOf(own), ...COMMON];
  const bare = password.normalize('NFKC').toLowerCase();
  // Digits at the end are a year more often than letters.
  const common = [bare, ...asLetters(bare.replace(/[^\p{L}]+$/u, ''))].some((text) => isMadeOf(words, text));
  const sequence = '01234567890123456789'.includes(password) || '98765432109876543210'.includes(password);
  return distinct < 5 || onlyDigits || common || sequence ? PASSWORD_COMMON : null;
}
