/** Translates English sentences that were put together elsewhere, by the patterns of a catalogue. */

export interface Answers {
  /** Sentences, with `{0}`, `{1}` … in place of what they quote. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Words that stand as values in sentences. */
  readonly values: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly shape: RegExp;
  /** Places of the values in the order in which the English sentence has them. */
  readonly places: readonly string[];
  readonly translation: string;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Words of its own without which a pattern would fit anything. */
const LEAST_WORDS = 4;

/** Sentences with values, those with more words of their own first: they say more exactly what a sentence is. */
const patternsOf = ({ sentences }: Answers): readonly Pattern[] =>
  Object.entries(sentences)
    .filter(([key]) => /\{\d\}/.test(key))
    .map(([key, translation]) => ({ key, translation, words: key.replaceAll(/\{\d\}/g, '').length }))
    .filter(({ words }) => words >= LEAST_WORDS)
    .toSorted((a, b) => b.words - a.words)
    .map(({ key, translation }) => ({
      shape: new RegExp(
        `^${key
          .split(/\{\d\}/)
          .map(escaped)
          .join('(.+?)')}$`,
        's',
      ),
      places: key.match(/\{\d\}/g) ?? [],
      translation,
    }));

const AFTER_SENTENCE = /(?<=[.?]) (?=\p{Lu})/u;

/**
 * A function that translates a text: sentence by sentence where each has a translation, or else as a whole. Sentences
 * that the catalogue does not have stay English.
 */
export function translatorOf(answers: Answers): (text: string) => string {
  let made: readonly Pattern[] | undefined;
  /** A value may be a word of ours itself: "a workspace". What a person named is no key of the catalogue. */
  const value = (text: string): string => answers.values[text] ?? answers.sentences[text] ?? text;
  const translated = (sentence: string): string | undefined => {
    const whole = answers.sentences[sentence];
    if (whole !== undefined) return whole;
    for (const { shape, places, translation } of (made ??= patternsOf(answers))) {
      const found = shape.exec(sentence);
      if (found === null) continue;
      return translation.replaceAll(/\{\d\}/g, (place) => value(found[places.indexOf(place) + 1] ?? ''));
    }
    return undefined;
  };
  return (text) => {
    if (text === '') return text;
    const sentences = text.split(AFTER_SENTENCE).map((each) => ({ each, ours: translated(each) }));
    if (sentences.every(({ ours }) => ours !== undefined)) return sentences.map(({ ours }) => ours).join('');
    return translated(text) ?? sentences.map(({ each, ours }) => ours ?? each).join(' ');
  };
}
