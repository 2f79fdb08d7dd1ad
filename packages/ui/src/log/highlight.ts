/** Positions of the searched words in a text. */

interface Part {
  readonly text: string;
  /** The part is one of the words. */
  readonly found: boolean;
}

/** The parts of a text in order, none of them empty; words are found however they are written. */
export function highlighted(text: string, words: readonly string[]): readonly Part[] {
  // The longest first: of `time` and `timeout` the longer one is marked.
  const wanted = words.filter(Boolean).sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return text === '' ? [] : [{ text, found: false }];
  const pattern = new RegExp(
    `(${wanted.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`,
    'gi',
  );
  return text
    .split(pattern)
    .map((part, i) => ({ text: part, found: i % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** The words of a search. */
export const wordsOf = (search: string): readonly string[] => search.split(/\s+/).filter(Boolean);
