/** Search over the sections of all guides, by words and by their beginnings, with a letter wrong here and there. */
import MiniSearch from 'minisearch';
import { GUIDES } from '../../data/guides.ts';
import { tokens, wantedTokens } from './tokens.ts';

export interface FoundSection {
  readonly guide: string;
  readonly guideTitle: string;
  /** Heading of the section; '' for what stands above the first. */
  readonly heading: string;
  /** Fragment of its address. */
  readonly anchor: string;
  /** Some words around the first that was found. */
  readonly excerpt: string;
}

interface Section extends Omit<FoundSection, 'excerpt'> {
  readonly id: number;
  readonly text: string;
}

/** Sections that are shown. */
const MOST = 12;
/** Characters of an excerpt on each side of what was found. */
const AROUND = 60;

/** Text without the marks of Markdown. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_#|>]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const sections: readonly Section[] = GUIDES.flatMap(({ name, title, text, anchors }) =>
  text.split(/^## /m).map((part, place) => {
    const [heading = '', ...lines] = place === 0 ? ['', part] : part.split('\n');
    const anchor = anchors.get(heading) ?? '';
    return { guide: name, guideTitle: title, heading, anchor, text: plain(lines.join('\n')) };
  }),
).map((section, id) => ({ id, ...section }));

const index = new MiniSearch<Section>({
  tokenize: tokens,
  fields: ['guideTitle', 'heading', 'text'],
  searchOptions: {
    boost: { heading: 3, guideTitle: 2 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
    tokenize: wantedTokens,
  },
});
index.addAll(sections);

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const place = places.length === 0 ? 0 : Math.min(...places);
  const [start, end] = [Math.max(0, place - AROUND), Math.min(text.length, place + 2 * AROUND)];
  const words = text
    .slice(start, end)
    .replace(start > 0 ? /^[^\s\p{Script=Han}]*\s?/u : /^/, '')
    .replace(end < text.length ? /\s?[^\s\p{Script=Han}]*$/u : /$/, '');
  return `${start > 0 ? '… ' : ''}${words.trim()}${end < text.length ? ' …' : ''}`;
}

/** The sections in which all words are, the best first. */
export function searchGuides(words: string): readonly FoundSection[] {
  return index
    .search(words)
    .slice(0, MOST)
    .flatMap(({ id, terms }) => {
      const section = sections[Number(id)];
      if (section === undefined) return [];
      const { guide, guideTitle, heading, anchor, text } = section;
      return [{ guide, guideTitle, heading, anchor, excerpt: excerptOf(text, terms) }];
    });
}
