/** Sentences that come in English from elsewhere: answers of servers, rules and words of the contract. */
import { answers } from './catalogues.ts';

interface Pattern {
  readonly shape: RegExp;
  /** Places of the values in the order in which the English sentence has them. */
  readonly places: readonly string[];
  readonly translation: string;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

let made: readonly Pattern[] | undefined;

/** Sentences with values, those with more words of their own first: they say more exactly what a sentence is. */
function patterns(): readonly Pattern[] {
  made ??= Object.entries(answers?.sentences ?? {})
    .filter(([key]) => /\{\d\}/.test(key))
    .map(([key, translation]) => ({ key, translation, words: key.replaceAll(/\{\d\}/g, '').length }))
    .filter(({ words }) => words > 3)
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
  return made;
}

/** A value may be a word of ours itself: "a workspace". What a person named is no key of the catalogue. */
const value = (text: string): string => answers?.values[text] ?? answers?.sentences[text] ?? text;

function translated(sentence: string): string | undefined {
  const whole = answers?.sentences[sentence];
  if (whole !== undefined) return whole;
  for (const { shape, places, translation } of patterns()) {
    const found = shape.exec(sentence);
    if (found === null) continue;
    return places.reduce(
      (text, place, at) => text.replaceAll(place, () => value(found[at + 1] ?? '')),
      translation,
    );
  }
  return undefined;
}

const AFTER_SENTENCE = /(?<=[.?]) (?=\p{Lu})/u;

/**
 * The translation of a text that a server or the contract gave: sentence by sentence where each has one, or else of the
 * whole. Sentences that the catalogue does not have stay English.
 */
export function said(text: string): string;
export function said(text: string | undefined): string | undefined;
export function said(text: string | undefined): string | undefined {
  if (answers === null || text === undefined || text === '') return text;
  const sentences = text.split(AFTER_SENTENCE).map((each) => ({ each, ours: translated(each) }));
  if (sentences.every(({ ours }) => ours !== undefined)) return sentences.map(({ ours }) => ours).join('');
  return translated(text) ?? sentences.map(({ each, ours }) => ours ?? each).join(' ');
}
