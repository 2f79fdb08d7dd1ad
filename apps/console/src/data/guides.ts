/** The guides for users: `docs/guides/*.md`, as they are in this version. */
const TEXTS = import.meta.glob<string>('../../../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Guide {
  /** Name of its file without `.md`, as in its address. */
  readonly name: string;
  /** Its first heading. */
  readonly title: string;
  /** The text under that heading. */
  readonly text: string;
  /** The headings of its sections, in order. */
  readonly sections: readonly string[];
}

function read(file: string, source: string): Guide {
  const title = /^# (.+)\n/.exec(source);
  if (title === null) throw new Error(`${file} does not begin with a heading.`);
  return {
    name: file.replace(/^.*\/|\.md$/g, ''),
    title: title[1] ?? '',
    text: source.slice(title[0].length),
    sections: [...source.matchAll(/^## (.+)$/gm)].flatMap((match) => match[1] ?? []),
  };
}

/** Ordered by title. */
export const GUIDES: readonly Guide[] = Object.entries(TEXTS)
  .map(([file, source]) => read(file, source))
  .sort((a, b) => a.title.localeCompare(b.title));

/** The fragment of a section's address on its page. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
