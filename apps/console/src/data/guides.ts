/** The guides for users: `docs/guides/*.md` and their translations, as they are in this version. */
import { language, locale } from '@acacia/texts';
import { anchorOf } from './anchors.ts';

/** Only the texts of the reader's language are fetched. */
const { TEXTS } = await (language === 'zh' ? import('./guide-texts/zh.ts') : import('./guide-texts/en.ts'));

export interface Section {
  readonly heading: string;
  /** The fragment of its address, the same in every language. */
  readonly anchor: string;
}

export interface Guide {
  /** Name of its file without `.md`, as in its address. */
  readonly name: string;
  /** Its first heading. */
  readonly title: string;
  /** The text under that heading. */
  readonly text: string;
  /** Its sections, in order. */
  readonly sections: readonly Section[];
  /** Anchors of all headings. */
  readonly anchors: ReadonlyMap<string, string>;
}

/** A heading, with the anchor that a translation names: `## 限制 {#limits}`. */
const HEADING = /^(#{2,}) (.+?)(?: \{#([\w-]+)\})?$/gm;

function read(file: string, source: string): Guide {
  const title = /^# (.+)\n/.exec(source);
  if (title === null) throw new Error(`${file} does not begin with a heading.`);
  const headings = [...source.matchAll(HEADING)].map(([, level = '', heading = '', anchor]) => ({
    level: level.length,
    heading,
    anchor: anchor ?? anchorOf(heading),
  }));
  return {
    name: file.replace(/^.*\/|\.md$/g, ''),
    title: title[1] ?? '',
    text: source.slice(title[0].length).replaceAll(HEADING, '$1 $2'),
    sections: headings.filter(({ level }) => level === 2),
    anchors: new Map(headings.map(({ heading, anchor }) => [heading, anchor])),
  };
}

/** Ordered by title. */
export const GUIDES: readonly Guide[] = Object.entries(TEXTS)
  .map(([file, source]) => read(file, source))
  .sort((a, b) => a.title.localeCompare(b.title, locale.words));
