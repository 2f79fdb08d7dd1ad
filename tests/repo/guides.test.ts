/**
 * Each guide, of the console and of a solution, has a translation that was made of its present text, with the same parts
 * and the console's own words.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { callGuide } from '../../scripts/call-guide.ts';
import { errorGuide } from '../../scripts/error-guide.ts';
import { CHINESE, REFERENCE, saidInChinese } from '../../scripts/guide-language.ts';
import { solutionCatalog, solutionInChinese, solutionKit } from '../../solutions/src/kit.ts';
import { anchorOf } from '../../apps/console/src/data/anchors.ts';

const GUIDES = path.resolve(import.meta.dirname, '../../docs/guides');
const TEXTS = path.resolve(import.meta.dirname, '../../packages/texts/src');
/** Written from catalogues in every language: `generated.test.ts` compares them. */
const GENERATED = new Set(['calls', 'errors']);

const read = (...parts: string[]): string => readFileSync(path.join(...parts), 'utf8');
const json = (...parts: string[]): unknown => JSON.parse(read(...parts));

const madeFrom = json(GUIDES, 'zh/made-from.json') as Readonly<Record<string, string>>;
const pages = json(TEXTS, 'zh.json') as Readonly<Record<string, string>>;
const names = globSync('*.md', { cwd: GUIDES }).map((file) => path.basename(file, '.md'));
const written = names.filter((name) => !GENERATED.has(name));

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const CODE = /^ *```[^]*?^ *```$/gm;
const withoutCode = (text: string): string => text.replaceAll(CODE, '');
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** The parts that a translation leaves as they are. */
const partsOf = (text: string, headings: readonly string[]) => ({
  headings,
  codeBlocks: text.match(CODE) ?? [],
  code: distinct(
    all(withoutCode(text), /`([^`\n]+(?:\n[^`\n]+)*)`/g).map((each) => each.replaceAll(/\s+/g, ' ')),
  ),
  links: all(text, /\]\(([^)]+)\)/g).sort(),
  rowsOfTables: withoutCode(text).match(/^\|/gm)?.length ?? 0,
  listItems: withoutCode(text).match(/^(?:- |\d+\. )/gm)?.length ?? 0,
});

/** Words that a page shows, as a guide quotes them, which the console's catalogue translates. */
const quoted = (text: string): readonly (readonly [string, string])[] =>
  all(withoutCode(text), /\*\*([^*`]+)\*\*/g)
    .map((label) => label.replaceAll(/\s+/g, ' '))
    .flatMap((label) => {
      const translation = pages[label];
      return translation === undefined ? [] : [[label, translation] as const];
    });

test('every guide has its translation, and nothing else', () => {
  expect(globSync('*.md', { cwd: path.join(GUIDES, 'zh') }).toSorted()).toEqual(
    names.map((name) => `${name}.md`).toSorted(),
  );
  expect(Object.keys(madeFrom)).toEqual(written.toSorted());
});

test.each(names)('the translation of %s has the parts of the guide', (name) => {
  const [english, chinese] = [read(GUIDES, `${name}.md`), read(GUIDES, 'zh', `${name}.md`)];
  const ofEnglish = [...english.matchAll(/^(##+) (.+)$/gm)];
  expect(
    partsOf(
      chinese,
      [...chinese.matchAll(/^(##+) .+ \{#([\w-]+)\}$/gm)].map(([, level, anchor]) => `${level} ${anchor}`),
    ),
  ).toEqual(
    partsOf(
      english,
      ofEnglish.map(([, level, heading = '']) => `${level} ${anchorOf(heading)}`),
    ),
  );
});

test.each(written)('the translation of %s is of its present text, in words of the console', (name) => {
  const [english, chinese] = [read(GUIDES, `${name}.md`), read(GUIDES, 'zh', `${name}.md`)];
  const present = hash(english);
  const outdated =
    madeFrom[name] === present
      ? ''
      : `docs/guides/${name}.md has changed: change docs/guides/zh/${name}.md likewise, then write "${name}": "${present}" into docs/guides/zh/made-from.json.`;
  expect(outdated).toBe('');
  expect(quoted(english).filter(([, translation]) => !chinese.includes(translation))).toEqual([]);
});

test('the guides that are written from catalogues have every text in Chinese, and their catalogue nothing else', () => {
  errorGuide(CHINESE);
  callGuide(CHINESE);
  expect([...saidInChinese].flatMap(([text, known]) => (known ? [] : text))).toEqual([]);
  expect(Object.keys(REFERENCE).filter((text) => !saidInChinese.has(text))).toEqual([]);
});

describe.each(solutionCatalog().map(({ id }) => id))('the solution %s', (id) => {
  const [english, chinese] = [solutionKit(id), solutionKit(id, 'zh')];
  if (english === undefined || chinese === undefined) throw new Error(`There is no kit ${id}.`);
  const translated = solutionInChinese(id);

  test('has its guide in Chinese, of its present text and with its parts', () => {
    const present = hash(english.guide);
    const outdated =
      translated.guide_of === present
        ? ''
        : `solutions/${id}/guide.md has changed: change guide.zh.md likewise, then write "guide_of": "${present}" into zh.json.`;
    expect(outdated).toBe('');
    const parts = (text: string) => ({
      ...partsOf(text, all(text, /^(#+) /gm)),
      queries: distinct(
        all(text, /\*\*([a-z0-9]+(?:_[a-z0-9]+)*)\*\*/g).filter((name) => english.queries.has(name)),
      ),
    });
    expect(parts(chinese.guide)).toEqual(parts(english.guide));
  });

  test('has every text of its queries in Chinese, and nothing else', () => {
    const texts = english.queriesDocs.flatMap(({ title, question, description }) => [
      title,
      question,
      description,
    ]);
    expect(Object.keys(translated.texts).toSorted()).toEqual(distinct(texts).toSorted());
    const names = [...english.queries.values()].flatMap((text) => /QUERY \w+\((.*)\)/.exec(text)?.[1] ?? []);
    const parameters = distinct(names.flatMap((each) => each.match(/\w+_\w+/g) ?? []));
    const kept = (text: string) => parameters.filter((name) => text.includes(name));
    for (const [text, chinese] of Object.entries(translated.texts)) expect(kept(chinese)).toEqual(kept(text));
  });
});
