const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};

/**
 * Forms of a lower-case text in which digits and signs are the letters that they look like, as in `p@ssw0rd`: two,
 * because 1 stands for i and for l.
 */
export const asLetters = (text: string): string[] =>
  ['i', 'l'].map((one) =>
    text.replaceAll('1', one).replaceAll(/[0!34@5$7]/g, (sign) => LETTERS[sign] ?? sign),
  );
