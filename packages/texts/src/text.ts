/** Texts in the language of the page. English texts are the keys of the catalogues of the others. */
import { spaces, texts } from './catalogues.ts';

/** Parts of a text around its values: texts at even places, numbers of values at odd ones. */
export type Parts = readonly (string | number)[];

const known = new Map<string, Parts>();

/** The translation of an English text, cut at its values; the English one where there is none. */
export function partsOf(key: string): Parts {
  const found = known.get(key);
  if (found !== undefined) return found;
  const parts = (texts?.[key] ?? key)
    .split(/\{(\d)\}/)
    .map((part, at) => (at % 2 === 0 ? part : Number(part)));
  known.set(key, parts);
  return parts;
}

/** A text that `Intl` has written, with spaces as others have them: `3 分钟前`. */
export const withSpaces = (written: string): string =>
  spaces === null ? written : spaces.separated(written);

type Value = string | number | bigint;

/**
 * A text with its values. The build makes these calls of the texts of elements and their attributes.
 * @param key the English text, `{0}` for the first value
 */
export function text(key: string, ...values: readonly Value[]): string {
  return filled(partsOf(key), (place) => String(values[place] ?? '')).join('');
}

/** Parts with values in their places; words beside those that are texts get the spaces that Chinese wants there. */
export function filled<Filling>(
  parts: Parts,
  valueAt: (place: number) => Filling,
): readonly (string | Filling)[] {
  const all = parts.map((part) => (typeof part === 'number' ? valueAt(part) : part));
  return spaces === null ? all : spaces.spaced(all);
}

const keys = new WeakMap<TemplateStringsArray, string>();

function keyOf(strings: TemplateStringsArray): string {
  const known = keys.get(strings);
  if (known !== undefined) return known;
  const key = strings.reduce((all, part, at) => `${all}{${at - 1}}${part}`);
  keys.set(strings, key);
  return key;
}

/** Marks a text that stands outside of elements: t`Delete ${name}?`. */
export function t(strings: TemplateStringsArray, ...values: readonly Value[]): string {
  return text(keyOf(strings), ...values);
}

/**
 * Marks a text whose English words mean different things in different places: t.of('edge')`From`. Its translation has
 * the key `From@edge`.
 */
t.of =
  (context: string) =>
  (strings: TemplateStringsArray, ...values: readonly Value[]): string => {
    const key = keyOf(strings);
    const own = `${key}@${context}`;
    return text(texts?.[own] === undefined ? key : own, ...values);
  };
