/** Chinese texts keep to docs/chinese.md: one word for a term, and its signs and spaces. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Translation {
  readonly english: string;
  readonly chinese: string;
}

/** Translations of a catalogue, whose parts are catalogues or texts. */
function translationsOf(catalogue: unknown): readonly Translation[] {
  return Object.entries(catalogue as Readonly<Record<string, unknown>>).flatMap(([english, value]) =>
    typeof value === 'string' ? [{ english, chinese: value }] : translationsOf(value),
  );
}

const translations = [
  ...globSync('packages/texts/src/zh*.json', { cwd: ROOT }),
  'apps/cloud/src/identity/pages/zh.json',
  'apps/cloud/src/mail/zh.json',
].flatMap((file) => translationsOf(JSON.parse(read(file))));

/** Texts that are Chinese as a whole. */
const documents = globSync(
  ['docs/guides/zh/*.md', 'solutions/*/guide.zh.md', 'apps/console/public/tutorials/*.zh.vtt'],
  { cwd: ROOT },
);

interface Term {
  readonly english: string;
  readonly chinese: readonly string[];
  readonly avoid: readonly string[];
}

const words = (cell: string): readonly string[] => cell.split('、').filter((word) => word !== '');
const terms: readonly Term[] = read('docs/chinese.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, english = '']) => english !== 'English' && !english.startsWith('-'))
  .map(([, english = '', chinese = '', avoid = '']) => ({
    english,
    chinese: words(chinese),
    avoid: words(avoid),
  }));

/** Words of code: in quotes or braces, capitals, paths and names of fields. */
const CODE =
  /`[^`]*`|\w+\[[^\]]*\]|"[^"]*"|\{[^{}]*\}|[\w.-]*[/=_<@][\w./=<>-]*|\b\w+\.\w+\b|\b[A-Z][A-Z-]+\b/g;
function formOf(english: string): RegExp {
  const [, stem = english, ending] = /^(.*?)(y|ex|ed|isation)?$/.exec(english) ?? [];
  const endings: Readonly<Record<string, string>> = {
    y: '(?:y|ies)',
    ex: '(?:ex|ices)',
    ed: 'ed',
    isation: 'i[sz]ations?',
  };
  const first = `[${stem.charAt(0)}${stem.charAt(0).toUpperCase()}]`;
  const rest = stem.slice(1).replaceAll(' ', '[ -]');
  return new RegExp(`(?<![\\w-])${first}${rest}${endings[ending ?? ''] ?? 's?'}(?![\\w-])`, 'i');
}

/** An English text without its code, and without longer terms that have this one in them. */
const proseOf = (text: string, term: string): string =>
  terms
    .filter(({ english }) => english !== term && english.split(' ').includes(term))
    .reduce(
      (rest, { english }) => rest.replace(formOf(english), ''),
      text.replace(/@\w+$/, '').replaceAll(CODE, ''),
    );

test('the table of terms is read', () => {
  expect(terms.length).toBeGreaterThan(50);
  expect(translations.length).toBeGreaterThan(6000);
  expect(documents.length).toBeGreaterThan(40);
});

test.each(terms)('$english is $chinese', ({ english, chinese }) => {
  const form = formOf(english);
  const without = translations
    .filter((each) => form.test(proseOf(each.english, english)))
    .filter((each) => !chinese.some((word) => each.chinese.includes(word)))
    .map((each) => `${each.english} → ${each.chinese}`);
  expect(without).toEqual([]);
});

/** Chinese texts by where they stand: with their key, or with their line. */
const texts: readonly (readonly [place: string, text: string])[] = [
  ...translations.map(({ english, chinese }) => [english, chinese] as const),
  ...documents.flatMap((file) =>
    read(file)
      .split('\n')
      .map((line, at) => [`${file}:${at + 1}`, line] as const),
  ),
];
const found = (form: RegExp, within = texts): readonly string[] =>
  within.flatMap(([place, text]) => {
    const hit = form.exec(text)?.[0];
    return hit === undefined ? [] : [`${place}: ${hit}`];
  });

test('words that are not used for a term are not used', () => {
  const avoided = terms.flatMap(({ avoid }) => avoid);
  expect(avoided.length).toBeGreaterThan(30);
  expect(found(new RegExp(avoided.join('|')))).toEqual([]);
});

test('nobody is addressed as 您', () => {
  expect(found(/您/)).toEqual([]);
});

/** Texts with a sign in place of code: `-` is neither letter nor space. Guides are without addresses and marks of Markdown. */
const plain = texts.map(([place, text]) => {
  const prose = text.replaceAll(/`[^`]*`|‹[^›]*›|年-月-日( 时:分)?/g, '-');
  const isDocument = /\.(?:md|vtt):\d+$/.test(place);
  const words = prose.replace(/\{#[\w-]+\}$/, '').replaceAll(/\[([^\]]*)\]\([^)]*\)|\*\*/g, '$1');
  return [place, isDocument ? words : prose] as const;
});

test('signs beside characters are full-width', () => {
  expect(
    found(/\p{Script=Han}[,;:!?()](?!\w)|(?<!\w)[,;!?()]\p{Script=Han}|\p{Script=Han}\.(?!\w)/u, plain),
  ).toEqual([]);
  expect(found(/["']\p{Script=Han}|\p{Script=Han}["']/u, plain)).toEqual([]);
});

test('a space stands between characters and Latin letters or digits, and nowhere else beside characters', () => {
  expect(
    found(/\p{Script=Han}[\p{Script=Latin}\p{Nd}]|[\p{Script=Latin}\p{Nd}]\p{Script=Han}/u, plain),
  ).toEqual([]);
  expect(found(/\p{Script=Han} +\p{Script=Han}/u, plain)).toEqual([]);
  // In Markdown a space has to stand behind a sign in bold.
  expect(
    found(/\S [，。；：！？、）”]|[，。；：！？、（“] \S/u, plain.slice(0, translations.length)),
  ).toEqual([]);
  expect(found(/\d %/, plain)).toEqual([]);
});

/** The sign at the end of a Chinese text, by that of its English one. */
const ENDS: Readonly<Record<string, string>> = { '.': '。', '?': '？', '!': '！', '…': '…', ':': '：' };

test('a text ends as its English one does', () => {
  const otherwise = translations.filter(({ english, chinese }) => {
    const end = ENDS[english.replace(/@\w+$/, '').trimEnd().at(-1) ?? ''];
    const own = chinese.trimEnd().at(-1) ?? '';
    if (end === undefined) return /[。？！]/.test(own);
    // “is from … to …”
    return end === '…' ? !chinese.includes(end) : own !== end;
  });
  expect(otherwise.map(({ english, chinese }) => `${english} → ${chinese}`)).toEqual([]);
});
