/** The feed of news about Acacia: RSS from the cloud, parsed. */
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

/** Other items than the featured one that are shown (specification part 2, section 2). */
const OTHERS = 7;

const FeedItem = z.object({
  title: z.string().min(1),
  description: z.string(),
  link: z.url({ protocol: /^https?$/ }),
  image: z.url({ protocol: /^https?$/ }).nullable(),
  featured: z.boolean(),
});
export type FeedItem = z.infer<typeof FeedItem>;

export interface Feed {
  readonly featured: FeedItem | undefined;
  readonly others: readonly FeedItem[];
}

const textIn = (item: Element, name: string): string => item.querySelector(name)?.textContent.trim() ?? '';

/** @throws Error when the text is no RSS; an item that is not whole is left out */
export function parseFeed(xml: string): Feed {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  if (document.querySelector('parsererror') !== null || document.querySelector('rss') === null) {
    throw new Error('The feed is no RSS.');
  }
  const items = [...document.querySelectorAll('item')].flatMap((item) => {
    const parsed = FeedItem.safeParse({
      title: textIn(item, 'title'),
      description: textIn(item, 'description'),
      link: textIn(item, 'link'),
      image: item.querySelector('enclosure')?.getAttribute('url') ?? null,
      featured: textIn(item, 'category') === 'featured',
    });
    return parsed.success ? [parsed.data] : [];
  });
  const featured = items.find((item) => item.featured) ?? items[0];
  return { featured, others: items.filter((item) => item !== featured).slice(0, OTHERS) };
}

export function useFeed() {
  return useQuery({
    queryKey: ['feed'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/api/config/feed', { signal });
      if (!answer.ok) throw new Error(`The feed was answered with ${answer.status}.`);
      return parseFeed(await answer.text());
    },
    staleTime: 3_600_000,
  });
}

/**
 * An item's path inside the console; null when it leads elsewhere. A link to a tab of no particular workgroup
 * (`/groups?tab=…`) leads to that tab of the present workgroup.
 */
export function consolePath(link: string, origin: string, groupId: string): string | null {
  const url = new URL(link);
  if (url.origin !== origin) return null;
  const path = url.pathname === '/groups' && url.search !== '' ? `/groups/${groupId}` : url.pathname;
  return path + url.search + url.hash;
}
