/** Translates English sentences that were put together elsewhere, by the patterns of a catalogue. */
import { spaced } from './spaces.ts';

export interface Answers {
  /** Sentences, with `{0}`, `{1}` … in place of what they quote. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Words that stand as values in sentences. */
  readonly values: Readonly<Record<string, string>>;
}

interface Pattern {
  /** Words of its own, which are looked for first: that is quick. */
  readonly words: readonly string[];
  readonly shape: RegExp;
  /** Places of the values in the order in which the English sentence has them. */
  readonly places: readonly string[];
  readonly translation: string;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Words of its own without which a pattern would fit anything. */
const LEAST_WORDS = 4;

/** A value that is joined to a word may be empty: `is not known{0}.` */
function shapeOf(key: string): RegExp {
  const parts = key.split(/\{\d\}/).map(escaped);
  return new RegExp(
    `^${parts.reduce((all, part) => `${all}${/[a-z]$/.test(all) ? '(.*?)' : '(.+?)'}${part}`)}$`,
    's',
  );
}

/** Sentences with values, those with more words of their own first: they say more exactly what a sentence is. */
const patternsOf = ({ sentences }: Answers): readonly Pattern[] =>
  Object.entries(sentences)
    .filter(([key]) => /\{\d\}/.test(key))
    .map(([key, translation]) => ({ key, translation, own: key.replaceAll(/\{\d\}/g, '').length }))
    .filter(({ own }) => own >= LEAST_WORDS)
    .toSorted((a, b) => b.own - a.own)
    .map(({ key, translation }) => ({
      words: key.split(/\{\d\}/).filter((part) => part !== ''),
      shape: shapeOf(key),
      places: key.match(/\{\d\}/g) ?? [],
      translation,
    }));

/** Longer sentences and texts are none of ours; patterns with several values would take long over them. */
const LONGEST = 600;
const LONGEST_TEXT = 4_000;

/** A fault of a field, after its name: `document.view: must be an object`. */
const AFTER_FIELD = /^([\w.-]+): ((?:must|is) .+)$/s;
/** A sign or word of code that is quoted: `';'`. */
const QUOTED = /^'([^']+)'$/;
const AFTER_SENTENCE = /(?<=[.?]) (?=\p{Lu})/u;

/**
 * A function that translates a text: sentence by sentence where each has a translation, or else as a whole. Sentences
 * that the catalogue does not have stay English.
 */
export function translatorOf(answers: Answers): (text: string) => string {
  // Maps, since an object has names such as `constructor` of its own.
  const sentences = new Map(Object.entries(answers.sentences));
  const values = new Map(Object.entries(answers.values));
  let made: readonly Pattern[] | undefined;
  /** A value may be a word of ours itself: "a workspace". What a person named is no key of the catalogue. */
  const value = (text: string): string => values.get(text) ?? sentences.get(text) ?? choice(text);
  /** Alternatives of code and of words of ours: `'=' or '+='`. */
  const choice = (text: string): string => {
    const quoted = QUOTED.exec(text)?.[1];
    if (quoted !== undefined) return `“${quoted}”`;
    const parts = text.split(/, | or /);
    const isList = text.includes(' or ') && parts.every((part) => /^[\w.]+$|^'[^']+'$/.test(part));
    if (!isList) return text;
    const last = parts.length - 1;
    return spaced(parts.flatMap((part, at) => [at === 0 ? '' : at === last ? '或' : '、', value(part)])).join(
      '',
    );
  };
  const translated = (sentence: string): string | undefined => {
    const whole = sentences.get(sentence);
    if (whole !== undefined || sentence.length > LONGEST) return whole;
    for (const { words, shape, places, translation } of (made ??= patternsOf(answers))) {
      if (!words.every((word) => sentence.includes(word))) continue;
      const found = shape.exec(sentence);
      if (found === null) continue;
      const parts = translation
        .split(/(\{\d\})/)
        .map((part, at) => (at % 2 === 0 ? part : value(found[places.indexOf(part) + 1] ?? '')));
      return spaced(parts).join('');
    }
    return undefined;
  };
  return (text) => {
    if (text === '' || text.length > LONGEST_TEXT) return text;
    const parts = text.split(AFTER_SENTENCE).map((each) => ({ each, ours: translated(each) }));
    if (parts.every(({ ours }) => ours !== undefined)) return parts.map(({ ours }) => ours).join('');
    const [, field = '', reason = ''] = AFTER_FIELD.exec(text) ?? [];
    const ofField = field === '' ? undefined : translated(reason);
    if (ofField !== undefined) return `${field}：${ofField}`;
    return translated(text) ?? parts.map(({ each, ours }) => ours ?? each).join(' ');
  };
}
