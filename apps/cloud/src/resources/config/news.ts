/**
 * The operator's feed of news (RSS 2.0 or Atom): fetched by the server, so that browsers ask no other host, and written
 * again from its parts alone (docs/adr/0101-news-contact-and-status.md).
 */
import { createHash } from 'node:crypto';
import type { LogoType } from '@acacia/contract';
import { readSmall, type SourceNetwork } from '@acacia/object-stores';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { pictureOf } from '../organization/picture.ts';

/** Bytes of the feed, and of one picture. */
const FEED_BYTES = 2 ** 20;
const PICTURE_BYTES = 512 * 1024;
const FETCH_MS = 20_000;
/** One featured item and seven others (specification part 1, section 9). */
const ITEMS = 8;
const TITLE_LENGTH = 200;
const DESCRIPTION_LENGTH = 600;

export const PICTURES = '/api/config/feed/pictures/';

interface NewsItem {
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly featured: boolean;
  /** Address of its picture; null: none. */
  readonly image: string | null;
}

interface Picture {
  readonly type: LogoType;
  readonly content: Buffer;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  // Names of characters, as HTML has them.
  htmlEntities: true,
  isArray: (name) => ['item', 'entry', 'category', 'link', 'enclosure'].includes(name),
});
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

/** An element is its text, or its text (`#text`), attributes (`@…`) and elements. */
const Element = z.union([
  z.string().transform((text): Readonly<Record<string, unknown>> => ({ '#text': text })),
  z.record(z.string(), z.unknown()),
]);
const Entry = z.record(z.string(), z.unknown());
const Entries = z.array(Entry).default([]);
const Feed = z.union([
  z
    .object({ rss: z.object({ channel: z.object({ item: Entries }) }) })
    .transform(({ rss }) => rss.channel.item),
  z.object({ feed: z.object({ entry: Entries }) }).transform(({ feed }) => feed.entry),
]);
const WebAddress = z.url({ protocol: /^https?$/ });

const elementsOf = (value: unknown) =>
  [value].flat().flatMap((each) => {
    const { data } = Element.safeParse(each);
    if (data === undefined) return [];
    const textOf = (name: string): string | undefined => z.string().safeParse(data[name]).data;
    return [{ text: textOf('#text') ?? '', attribute: (name: string) => textOf(`@${name}`) }];
  });

/** Text of an element that may hold HTML: without its tags, and with characters for their names. */
function plain(value: unknown, most: number): string {
  const [element] = elementsOf(value);
  const bare = (element?.text ?? '').replaceAll(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;');
  const [read] = elementsOf((parser.parse(`<t>${bare}</t>`) as { readonly t?: unknown }).t);
  const text = (read?.text ?? '').replaceAll(/\s+/g, ' ').trim();
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}

function linkOf(entry: z.infer<typeof Entry>): string | undefined {
  const links = elementsOf(entry.link);
  const atom = links.find(({ attribute }) => (attribute('rel') ?? 'alternate') === 'alternate');
  return [links[0]?.text, atom?.attribute('href')].flatMap(
    (each) => WebAddress.safeParse(each).data ?? [],
  )[0];
}

function imageOf(entry: z.infer<typeof Entry>): string | null {
  const named = [...elementsOf(entry.enclosure), ...elementsOf(entry['media:content'])]
    .filter(({ attribute }) => /^image\//.test(attribute('type') ?? 'image/'))
    .map(({ attribute }) => attribute('url'));
  return named.flatMap((each) => WebAddress.safeParse(each).data ?? [])[0] ?? null;
}

/**
 * The newest items, in the order of the feed. An item without a title or a web address is left out.
 * @throws Error when the text is neither RSS nor Atom
 */
export function parseNews(xml: string): NewsItem[] {
  // Of a page of HTML, the parser would make something too.
  const root = /^\uFEFF?\s*(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->|\s)*<(rss|feed)[\s>]/.exec(xml);
  const read = root === null ? undefined : Feed.safeParse(parser.parse(xml)).data;
  if (read === undefined) throw new Error('The feed of news is neither RSS nor Atom.');
  const items = read.flatMap((entry): NewsItem[] => {
    const title = plain(entry.title, TITLE_LENGTH);
    const link = linkOf(entry);
    if (title === '' || link === undefined) return [];
    const description = plain(entry.description ?? entry.summary ?? entry.content, DESCRIPTION_LENGTH);
    const categories = elementsOf(entry.category).map(({ text, attribute }) => attribute('term') ?? text);
    return [{ title, description, link, featured: categories.includes('featured'), image: imageOf(entry) }];
  });
  return items.slice(0, ITEMS);
}

/** RSS as the console reads it. Pictures have addresses of this server. */
function writeRss(items: readonly NewsItem[], rootAddress: string): string {
  const channel = {
    title: 'News',
    link: rootAddress,
    description: 'News of the operator.',
    item: items.map(({ title, description, link, featured, image }) => ({
      title,
      description,
      link,
      ...(featured ? { category: 'featured' } : {}),
      ...(image === null ? {} : { enclosure: { '@url': image, '@type': 'image/*', '@length': '0' } }),
    })),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ rss: { '@version': '2.0', channel } })}`;
}

export interface News {
  /** Fetches the feed and its pictures anew. @throws Error when it cannot be had: what was there stays */
  refresh(stopping: AbortSignal): Promise<void>;
  /** RSS with the last items; null before the first were fetched. */
  feed(): string | null;
  picture(hash: string): Picture | undefined;
}

/**
 * @param source address of the operator's feed
 * @param publicUrl origin of the console, where pictures are served
 */
export function createNews(source: string, publicUrl: string, network: SourceNetwork): News {
  const root = new URL(publicUrl).origin;
  let rss: string | null = null;
  let pictures = new Map<string, Picture>();

  /** The picture at an address; null where there is none that is one. An item is shown without it. */
  async function fetchPicture(
    address: string,
    signal: AbortSignal,
  ): Promise<(Picture & { hash: string }) | null> {
    const content = await readSmall(new URL(address), network, PICTURE_BYTES, signal).catch(() => null);
    signal.throwIfAborted();
    const picture = content === null ? null : pictureOf(content);
    if (content === null || picture === null) return null;
    return { type: picture.type, content, hash: createHash('sha256').update(content).digest('hex') };
  }

  return {
    async refresh(stopping) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(FETCH_MS)]);
      const xml = await readSmall(new URL(source), network, FEED_BYTES, signal);
      const found = new Map<string, Picture>();
      const items: NewsItem[] = [];
      for (const item of parseNews(xml.toString('utf8'))) {
        const picture = item.image === null ? null : await fetchPicture(item.image, signal);
        if (picture !== null) found.set(picture.hash, { type: picture.type, content: picture.content });
        items.push({ ...item, image: picture === null ? null : `${root}${PICTURES}${picture.hash}` });
      }
      rss = writeRss(items, root);
      pictures = found;
    },
    feed: () => rss,
    picture: (hash) => pictures.get(hash),
  };
}
