/** The languages in which the guides of errors and of calls are written, from English catalogues. */
import { readFileSync } from 'node:fs';
import type { SentenceRow } from '@acacia/base';
import type { Answers } from '../packages/texts/src/sentences.ts';
import { anchorOf } from '../apps/console/src/data/anchors.ts';

export interface GuideLanguage {
  /** A text of the guide, or of a catalogue. */
  readonly say: (text: string) => string;
  /** A heading; a translated one names the anchor of the English one. */
  readonly heading: (level: number, text: string) => string;
  /** The sentence of an error with the names of its parameters: ‹name›. */
  readonly sentence: (row: SentenceRow) => string;
  /** A text in parentheses. */
  readonly aside: (text: string) => string;
}

/**
 * The key of a sentence in a catalogue of translations, and the names of its parameters.
 * Throws when a parameter does not merely stand in it.
 */
export function numbered({ code, text }: SentenceRow): {
  readonly key: string;
  readonly names: readonly string[];
} {
  const names: string[] = [];
  const params = new Proxy(
    {},
    {
      get: (_target, name) => {
        if (!names.includes(String(name))) names.push(String(name));
        return `{${names.indexOf(String(name))}}`;
      },
    },
  );
  const key = text(params as never);
  if (/undefined|NaN|\[object|\n/.test(key)) {
    throw new Error(`The sentence of an error ${code} does more than hold its parameters: ${key}`);
  }
  return { key, names };
}

function languageOf({ say, heading, aside }: Omit<GuideLanguage, 'sentence'>): GuideLanguage {
  return {
    say,
    heading,
    aside,
    sentence: (row) => {
      const { key, names } = numbered(row);
      return say(key).replaceAll(/\{(\d)\}/g, (_place, at: string) => `‹${names[Number(at)]}›`);
    },
  };
}

export const ENGLISH = languageOf({
  say: (text) => text,
  heading: (level, text) => `${'#'.repeat(level)} ${text}`,
  aside: (text) => `(${text})`,
});

const catalogue = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../packages/texts/src/${name}`, import.meta.url), 'utf8'));

type Translations = Readonly<Record<string, string>>;

/** Translations of texts that stand in these guides alone. */
export const REFERENCE = catalogue('zh-reference.json') as Translations;

const KNOWN: Translations = {
  ...(catalogue('zh-answers.json') as Answers).sentences,
  ...(catalogue('zh-gsql.json') as Answers).sentences,
  ...REFERENCE,
};

/** Texts of the guides, each with whether it has its translation. */
export const saidInChinese = new Map<string, boolean>();

function toChinese(text: string): string {
  saidInChinese.set(text, KNOWN[text] !== undefined || !/[A-Za-z]{2}/.test(text));
  return KNOWN[text] ?? text;
}

export const CHINESE = languageOf({
  say: toChinese,
  heading: (level, text) =>
    level === 1 ? `# ${toChinese(text)}` : `${'#'.repeat(level)} ${toChinese(text)} {#${anchorOf(text)}}`,
  aside: (text) => `（${text}）`,
});
