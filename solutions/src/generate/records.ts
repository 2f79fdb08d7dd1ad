/** How the same person comes to be written in several ways. */
import type { Chance } from './random.ts';

const VOWELS = 'aeiou';

/** A word with one mistake of typing: another vowel, a doubled letter, or two letters that changed places. */
export function mistyped(chance: Chance, word: string): string {
  const at = chance.int(1, Math.max(1, word.length - 2));
  const letter = word[at] ?? '';
  if (VOWELS.includes(letter)) return word.slice(0, at) + chance.pick([...VOWELS]) + word.slice(at + 1);
  if (chance.happens(0.5)) return word.slice(0, at) + letter + word.slice(at);
  return word.slice(0, at) + (word[at + 1] ?? '') + letter + word.slice(at + 2);
}

/** A name by its sound: first letters, consonants, no doubled ones. Most mistakes of typing leave it as it is. */
export const soundOf = (first: string, last: string): string =>
  [first, last]
    .map((word) => {
      const [head = '', ...rest] = word.toLowerCase();
      return (head + rest.join('').replace(/[aeiouhwy]/g, '')).replace(/(.)\1+/g, '$1');
    })
    .join('-');
